"""VS Code with the packed extension, in a browser: it shows what is wrong, mends it, and shows nothing of what is right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT
from page_browser import BROWSERS, FLAGS, SECONDS

SERVER = ROOT / "build" / "code" / "out" / "server-main.js"
EXTENSION = ROOT / "build" / "hexcheck.vsix"
SETTINGS = {
    "hexcheck.command": [sys.executable, "-m", "checker", "lsp"],
    "files.autoSave": "off",
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
}


@contextmanager
def opened(data: Path) -> Iterator[str]:
    """The address of VS Code, which keeps what it has in the folder."""
    code = ["node", str(SERVER), "--server-data-dir", str(data), "--accept-server-license-terms"]
    own = {**os.environ, "HOME": str(data)}
    subprocess.run([*code, "--install-extension", str(EXTENSION)], env=own, check=True, timeout=60)
    serving = [*code, "--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--telemetry-level", "off"]
    with subprocess.Popen(serving, env=own, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = next(line.split()[-1] for line in server.stdout if "listening on" in line)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()


def test_the_extension_shows_what_is_wrong_and_mends_it(tmp_path: Path) -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not (SERVER.exists() and EXTENSION.exists() and shutil.which("node") and program):
        pytest.skip("there is no VS Code, or no Chromium: `make browser` brings them")
    sync_api = pytest.importorskip("playwright.sync_api")
    court = Path(shutil.copytree(ROOT / "examples" / "court", tmp_path / "court"))
    cards = court / "cards" / "all.cards"
    right = cards.read_text("utf-8")
    cards.write_text(right.replace("The victim loses a role.", "The victim looses a role."), "utf-8")
    user = tmp_path / "code" / "data" / "User"
    user.mkdir(parents=True)
    (user / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    with opened(tmp_path / "code") as host, sync_api.sync_playwright() as driver:
        page = driver.chromium.launch(executable_path=program, args=FLAGS).new_page()
        page.set_default_timeout(SECONDS)
        first = json.dumps([["openFile", f"vscode-remote://{host}{cards}"]])
        page.goto(f"http://{host}/?folder={court}&payload={first}")
        page.wait_for_selector(".squiggly-error")
        page.keyboard.press("Control+Shift+M")
        page.wait_for_selector(".markers-panel:has-text('did you mean `loses`?')")
        page.click(".view-lines")
        page.keyboard.press("Control+Home")
        page.keyboard.press("F8")
        page.wait_for_selector(".zone-widget:has-text('did you mean')")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+.")
        page.wait_for_selector(".action-widget")
        page.keyboard.press("Enter")
        page.wait_for_selector(".markers-panel:has-text('No problems have been detected')")
        page.wait_for_selector(".dirty")
        page.keyboard.press("Control+S")
        page.wait_for_selector(".dirty", state="detached")
        page.wait_for_selector(".squiggly-error", state="detached")
        assert cards.read_text("utf-8") == right
