"""What the README prints is what the program says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT

BLOCKS = re.findall(r"```\n\$ hexcheck (ask [^\n]*)\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)


def test_there_are_answers_to_compare() -> None:
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize(("command", "printed"), BLOCKS, ids=[c[:60] for c, _ in BLOCKS])
def test_every_printed_answer_comes_out(command: str, printed: str) -> None:
    asked = [sys.executable, "-m", "checker", *shlex.split(command)]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, check=False)
    said = (done.stdout + done.stderr).splitlines()
    assert [line for line in printed.splitlines() if line.strip() != "…" and line not in said] == []
