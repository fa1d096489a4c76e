"""What only a terminal gets: colours, which NO_COLOR and pipes do without, and one bar for all analyses."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pexpect
from conftest import ROOT

ASK = ["ask", "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"]


def printed(*words: str, **env: str) -> str:
    """What the command prints to a terminal."""
    command = [sys.executable, "-m", "checker", *words]
    told, code = pexpect.run(
        shlex.join(command),
        cwd=str(ROOT),
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm-256color", **env},
        encoding="utf-8",
        timeout=120,
        withexitstatus=True,
    )
    assert code == 0, told
    return str(told)


def test_verdicts_are_coloured_on_a_terminal_alone() -> None:
    shown = printed(*ASK)
    assert re.search(r"\x1b\[1;32mFORCED\x1b\[0m: C", shown)
    plain = subprocess.run([sys.executable, "-m", "checker", *ASK], cwd=ROOT, capture_output=True, text=True).stdout
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[\d;]*m", "", shown).split() == plain.split()
    for without in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in printed(*ASK, **without)


def test_all_analyses_have_one_bar(tmp_path: Path) -> None:
    court = str(ROOT / "examples" / "court")
    shown = printed("check", court, "--fail-on", "never", "--scope", "quick", HEXCHECK_CACHE=str(tmp_path / "kept"))
    assert "all analyses" in shown and re.search(r"100%", shown)
