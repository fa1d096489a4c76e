"""How soon the judge's page is ready and answers, in a real browser at 390 px: `make bench` runs this.

Medians of a few visits, each in a browser that has visited before, as at a table; wanted are under 5 s and 0.3 s. The
program runs in one thread, whose processor time is what an idle machine needs; on a busy one the clock says more.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from page_browser import BROWSERS, FLAGS, PYODIDE
from test_page import FIVE

from checker.catalog.named_games import desk, known
from checker.page.server import serving
from checker.page.site import written

VISITS, ROUNDS = 5, 4


def worker_seconds() -> float:
    """The processor time of the worker that was begun last, where the system tells that of threads; else 0."""
    told = (path.read_text().rpartition(") ")[2].split() for path in _workers())
    last = max(((int(one[19]), int(one[11]) + int(one[12])) for one in told), default=(0, 0))
    return last[1] / os.sysconf("SC_CLK_TCK")


def _workers() -> Iterator[Path]:
    for thread in Path("/proc").glob("[0-9]*/task/*"):
        with suppress(OSError):
            if (thread / "comm").read_text().startswith("DedicatedWorker"):
                yield thread / "stat"


def main() -> None:
    """Prints the medians; says why there are none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or not (PYODIDE / ".fetched").exists():
        print("page: not measured, there is no Chromium or no Pyodide (`make browser`)")
        return
    from playwright.sync_api import sync_playwright

    ready, took, worked = list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as there:
        list(written(known(), desk, Path(there), PYODIDE))
        with serving(Path(there)) as server, sync_playwright() as driver:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            context = driver.chromium.launch(executable_path=program, args=FLAGS).new_context(
                viewport={"width": 390, "height": 844}
            )
            for _ in range(VISITS + 1):
                page = context.new_page()
                began = time.perf_counter()
                page.goto(f"http://127.0.0.1:{server.server_port}/")
                page.wait_for_selector("body[data-state=ready]", timeout=120_000)
                ready.append(time.perf_counter() - began)
                worked.append(worker_seconds())
                for text in list(FIVE) * (ROUNDS if len(ready) > VISITS else 0):
                    page.evaluate("delete document.body.dataset.drawn")
                    page.fill("#scene", text)
                    page.wait_for_selector("body[data-drawn]")
                    took.append(float(page.evaluate("document.body.dataset.took")) / 1000)
                page.close()
            server.shutdown()
    print(
        f"page: ready {ready[0]:.2f} s at the first visit, {median(ready[1:]):.2f} s later, "
        f"{median(worked[1:]):.2f} s of processor time; an answer {median(took):.3f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
