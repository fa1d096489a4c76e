"""The judge's page in a real browser, for tests: made, served, opened, asked."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from once_a_run import folder_once_a_run

from checker.catalog.named_games import desk
from checker.page.server import LOOPBACK, Handler, serving
from checker.page.site import written

PYODIDE = ROOT / "build" / "pyodide"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP judge.example 127.0.0.1",
]
OTHERS = "judge.example"
"""By this name the browser finds the server as another machine would: not by that of its own."""
GAMES = ("hexhex", str(ROOT / "examples" / "court"), "horrible", "hexx", "moat")
"""The games that come along, one in a folder of its own, and one with a board of squares."""
SECONDS = 60_000.0


def made(games: Sequence[str], out: Path) -> Path:
    """The folder of a page for the games."""
    if not (PYODIDE / ".fetched").exists():
        pytest.skip("there is no Pyodide: `make pyodide` fetches it")
    name = "-".join(("page", *(Path(game).name for game in games)))
    return folder_once_a_run(name, lambda folder: list(written(games, desk, folder, PYODIDE)), out)


@contextmanager
def served(folder: Path, host: str = LOOPBACK) -> Iterator[str]:
    with serving(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{host}:{server.server_port}/"
        server.shutdown()


STATES = """
window.states = [];
new MutationObserver(() => {
  const said = document.getElementById("state")?.textContent;
  if (said && said !== window.states.at(-1)) window.states.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps what the page says of its state."""


@contextmanager
def counted() -> Iterator[list[tuple[str, int]]]:
    """What servers send meanwhile: each file with the number of its bytes."""
    sent: list[tuple[str, int]] = []
    send = Handler.copyfile

    def counting(self: Handler, source: Any, out: Any) -> None:
        body = source.read()
        sent.append((self.path, len(body)))
        out.write(body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handler, "copyfile", counting)
        yield sent
    assert send is Handler.copyfile


@contextmanager
def browsed(folder: Path, host: str = LOOPBACK, inside: str = "") -> Iterator[Any]:
    """The page `inside` the folder, ready, with what it said to the console and what it asked of the network."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium: `apt-get install chromium` brings it")
    sync_api = pytest.importorskip("playwright.sync_api")
    with counted() as sent, served(folder, host) as address, sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.set_default_timeout(SECONDS)
        page.said, page.fetched, page.sent = [], [], sent
        page.add_init_script(STATES)
        page.on("console", lambda said: page.said.append(said.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.on("dialog", lambda dialog: page.said.append(f"a dialog: {dialog.message}"))
        page.on("request", lambda request: page.fetched.append(request.url))
        page.address = address
        page.goto(address + inside)
        page.wait_for_selector("body[data-state=ready]", timeout=60_000.0)
        yield page
        browser.close()


def in_sight(page: Any, *shown: str) -> None:
    """Each of what is shown begins on the screen as it is, without moving it."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    size = page.viewport_size
    line = page.locator("#builder").bounding_box()
    for one in shown:
        box = page.locator(one).first.bounding_box()
        assert box and box["y"] >= 0 and box["x"] + box["width"] <= size["width"], one
        assert box["y"] + min(box["height"], 24) <= (size["height"] if one == "#line" else line["y"]), one


def shut_out(page: Any, **given: Any) -> None:
    """Fails for anything that axe finds on the page as it is."""
    axe = ROOT / "build" / "axe" / "axe.min.js"
    if axe.exists():
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe.read_text(encoding="utf-8"))
        found = page.evaluate("(given) => axe.run(document, given)", given)["violations"]
        assert not [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"]]) for one in found]


def ask(page: Any, text: str) -> None:
    """The text is in the box and has been answered."""
    page.evaluate("delete document.body.dataset.answered")
    page.fill("#scene", text)
    page.wait_for_selector("body[data-answered]")


def answered(page: Any, act: Callable[[], object]) -> None:
    """What was done has been answered, and the picture is that of the scene."""
    page.evaluate("delete document.body.dataset.answered; delete document.body.dataset.drawn")
    act()
    page.wait_for_selector("body[data-answered][data-drawn]")
