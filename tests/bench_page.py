"""How soon the judge's page is ready and answers, in a real browser at 390 px: `make bench` runs this.

Medians of a few visits, each in a browser that has visited before, as at a table; wanted are under 5 s and 0.3 s.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

from test_page import BROWSERS, FIVE, FLAGS, PYODIDE

from checker.cli.named_games import desk, known
from checker.page.server import serving
from checker.page.site import written

VISITS, ROUNDS = 5, 4


def main() -> None:
    """Prints the medians; says why there are none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or not (PYODIDE / ".fetched").exists():
        print("page: not measured, there is no Chromium or no Pyodide (`make browser`)")
        return
    from playwright.sync_api import sync_playwright

    ready, took = list[float](), list[float]()
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
                for text in list(FIVE) * (ROUNDS if len(ready) > VISITS else 0):
                    page.evaluate("delete document.body.dataset.drawn")
                    page.fill("#scene", text)
                    page.wait_for_selector("body[data-drawn]")
                    took.append(float(page.evaluate("document.body.dataset.took")) / 1000)
                page.close()
            server.shutdown()
    print(
        f"page: ready {ready[0]:.2f} s at the first visit, {median(ready[1:]):.2f} s later; an answer {median(took):.3f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
