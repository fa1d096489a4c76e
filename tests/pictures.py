"""Takes the pictures of the judge's page that README and docs/ show, from the page itself: `make pictures`."""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from pathlib import Path

from conftest import ROOT
from page_browser import BROWSERS, FLAGS, PYODIDE, ask, served
from playwright.sync_api import sync_playwright

from checker.cli.named_games import desk
from checker.page.site import written

SCENE = (
    "players A B C D\nB has Ward in play\nHex: A to C\nD plays HEX•HEX\nHEX•HEX: B is last\nhow much Voice does B lose?"
)
SIZES = ((390, 844), (1280, 900))
QUALITY = 60


def main() -> None:
    """Both pictures are in docs/, as WebP."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or not (PYODIDE / ".fetched").exists():
        sys.exit("the pictures need a Chromium and Pyodide: `make browser` brings both")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        list(written(["hexhex"], desk, Path(folder), PYODIDE))
        with served(Path(folder)) as address:
            browser = driver.chromium.launch(executable_path=program, args=FLAGS)
            for width, height in SIZES:
                page = browser.new_context(viewport={"width": width, "height": height}).new_page()
                page.goto(address)
                page.wait_for_selector("body[data-state=ready]", timeout=60_000.0)
                ask(page, SCENE)
                page.wait_for_selector("body[data-drawn]")
                page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
                told = page.context.new_cdp_session(page).send(
                    "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
                )
                (ROOT / "docs" / f"page-{width}.webp").write_bytes(base64.b64decode(told["data"]))
            browser.close()


if __name__ == "__main__":
    main()
