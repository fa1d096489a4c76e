"""What a real shell completes of the command line: commands, games, cards, formats."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from checker.cli import main

TRY = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p hexcheck | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash, and beside it the command that it asks."""
    folder = tmp_path_factory.mktemp("shell")
    command = folder / "hexcheck"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m checker "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    made = folder / "completion.bash"
    made.write_text(main.app().generate_completion(shell="bash"), encoding="utf-8")
    return made


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["ch"], ["check"]),
        (["check", "he"], ["hexhex", "hexx"]),
        (["show", "Turn As"], [r"Turn\ Aside\ Left", r"Turn\ Aside\ Right"]),
        (["show", "hexx", "questi"], ["questions"]),
        (["rulings", "--format", "s"], ["sarif"]),
        (["check", "--select", "HX10"], ["HX101", "HX102", "HX103"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_bash_completes(script: Path, typed: list[str], offered: list[str]) -> None:
    env = {**os.environ, "PATH": f"{script.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", TRY, "bash", str(script), "hexcheck", *typed], env=env, capture_output=True, text=True, cwd=ROOT
    )
    assert done.stdout.split("\n")[:-1] == offered, done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_ask_the_same(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert "__complete" in told and "why-not" in told
