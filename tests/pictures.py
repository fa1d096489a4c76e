"""Takes the pictures of the judge's page that README and docs/ show, from the page itself: `make pictures`."""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from conftest import ROOT
from page_browser import BROWSERS, FLAGS, PYODIDE, answered, served
from playwright.sync_api import sync_playwright

from checker.catalog.named_games import desk
from checker.page.site import written

SCENES = {
    "hexhex": (
        "players A B C D\nB has Ward in play\nHex: A to C\nD plays HEX•HEX\nHEX•HEX: B is last\n"
        "how much Voice does B lose?"
    ),
    "horrible": (
        "players Red Blue\ntile a: circle at 0,0, jump east, swap north-east\ntile b: star at 1,0, slide west\n"
        "tile c: circle or star at 1,-1, push west\ngoal Red: circle 0,0 star 1,0 star 0,1\nscore Blue 2\n"
        "may Red move a by jump east?"
    ),
    "hexx": (
        "players Ann Bob\nword CARD at -1,0 east black\ntile E at 3,0 red\nhand Ann: E, T, L, HEXX, R, S\n"
        "whose turn is it?"
    ),
}
"""A scene of each game, and what is asked of it."""
SIZES = ((390, 844), (1280, 900))
QUALITY = 60


def main() -> None:
    """The pictures are in docs/, as WebP: of each game, narrow and wide."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or not (PYODIDE / ".fetched").exists():
        sys.exit("the pictures need a Chromium and Pyodide: `make browser` brings both")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        list(written([*SCENES], desk, Path(folder), PYODIDE))
        with served(Path(folder)) as address:
            browser = driver.chromium.launch(executable_path=program, args=FLAGS)
            page = browser.new_page()
            page.goto(address)
            page.wait_for_selector("body[data-state=ready]", timeout=60_000.0)
            for game, scene in SCENES.items():
                if page.input_value("#game") != game:
                    answered(page, lambda game=game: page.select_option("#game", game))
                answered(page, lambda scene=scene: page.fill("#scene", scene))
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
                    taken(page, f"page-{game}-{width}")
            page.set_viewport_size({"width": 600, "height": 800})
            answered(page, lambda: page.select_option("#game", "horrible"))
            page.click("[data-space='0,0']")
            page.wait_for_selector("body[data-led='0,0']")
            page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
            taken(page, "board")
            browser.close()


def taken(page: Any, name: str) -> None:
    """The picture of what is in sight is in docs/."""
    told = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (ROOT / "docs" / f"{name}.webp").write_bytes(base64.b64decode(told["data"]))


if __name__ == "__main__":
    main()
