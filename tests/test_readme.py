"""What the README prints is what the program says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT

from checker import house

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```\n\$ hexcheck (ask [^\n]*)\n(.*?)```", README, re.S)


def test_there_are_answers_to_compare() -> None:
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize(("command", "printed"), BLOCKS, ids=[c[:60] for c, _ in BLOCKS])
def test_every_printed_answer_comes_out(command: str, printed: str) -> None:
    asked = [sys.executable, "-m", "checker", *shlex.split(command)]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, check=False)
    said = (done.stdout + done.stderr).splitlines()
    assert [line for line in printed.splitlines() if line.strip() != "…" and line not in said] == []


def test_the_number_of_rulings_is_that_of_the_game() -> None:
    told = re.search(r"rulings hexhex\n(\d+) of (\d+) questions agree", README)
    asked = sum(1 for scene in house.desk("hexhex").rulings() for item in scene.items if item.expected is not None)
    assert told is not None
    assert told.groups() == (str(asked), str(asked))


def test_every_place_that_is_printed_begins_a_clause() -> None:
    places = re.findall(r"^(specs/\S+\.norm):(\d+): ", README, re.M)
    assert places
    for file, line in places:
        assert (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1].startswith("clause ")
