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
from checker.page.server import Handler, serving
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
]
SECONDS = 60_000.0


def made(games: Sequence[str], out: Path) -> Path:
    """The folder of a page for the games."""
    if not (PYODIDE / ".fetched").exists():
        pytest.skip("there is no Pyodide: `make pyodide` fetches it")
    name = "-".join(("page", *(Path(game).name for game in games)))
    return folder_once_a_run(name, lambda folder: list(written(games, desk, folder, PYODIDE)), out)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with serving(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
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
def browsed(folder: Path) -> Iterator[Any]:
    """The page, ready, with what it said to the console and what it asked of the network."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium: `apt-get install chromium` brings it")
    sync_api = pytest.importorskip("playwright.sync_api")
    with counted() as sent, served(folder) as address, sync_api.sync_playwright() as driver:
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
        page.goto(address)
        page.wait_for_selector("body[data-state=ready]", timeout=60_000.0)
        yield page
        browser.close()


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
