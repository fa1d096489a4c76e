"""What the README, the page on commands and those on how to do things print is what the program says."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib.metadata import version

import pytest
from command import hexcheck
from conftest import ROOT

from checker.ask.ask import asked_at
from checker.catalog import games as house

README = "".join((ROOT / page).read_text("utf-8") for page in ("README.md", "COMMANDS.md"))
HOW_TO = "".join(
    (ROOT / "docs" / f"{reader}.md").read_text("utf-8") for reader in ("judge", "editor", "publisher", "designer")
)
BLOCKS = re.findall(r"```\n\$ hexcheck ((?:ask|show) [^\n]*)\n(.*?)```", README + HOW_TO, re.S)
FINDING = re.search(
    r"(\S+) and (\S+) disagree and none outranks.*?\n +hexcheck ask hexhex \"([^\n]*)\"\n", README, re.S
)


def test_the_first_screen_has_one_short_example_of_each_command() -> None:
    screen = (ROOT / "README.md").read_text("utf-8").partition("\n## ")[0]
    shown = re.findall(r"```\n\$ hexcheck (\w+) [^\n]*\n(.*?)```", screen, re.S)
    assert [command for command, _ in shown] == ["ask", "check", "diff"]
    assert all(len(printed.splitlines()) <= 12 for _, printed in shown)


@pytest.mark.parametrize(("command", "printed"), BLOCKS, ids=[c[:60] for c, _ in BLOCKS])
def test_every_printed_answer_comes_out(command: str, printed: str) -> None:
    done = hexcheck(*shlex.split(command), cwd=ROOT)
    said, at = done.stdout + done.stderr, 0
    for run in re.split(r"^ *…\n", printed, flags=re.M):  # dots stand for all that is left out
        at = said.find(run, at)
        assert at >= 0, run
        at += len(run)


def test_the_finding_that_is_printed_shows_in_its_scene() -> None:
    assert FINDING is not None
    one, other, lines = FINDING.groups()
    desk = house.desk("hexhex")
    (asked,) = asked_at(desk, desk.scenes(lines, "README.md"))
    assert asked.answer.verdict.value != "FORCED"
    assert {one, other} <= set(asked.answer.deciding)


def test_what_is_installed_is_called_as_it_is_declared() -> None:
    """The page on installing names each extra once, and the wheel as it is built."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    extras = re.findall(r"^\| `hexcheck\[(\w+)\]` \|", page, re.M)
    assert sorted(extras) == sorted(declared["optional-dependencies"].keys() - {"docs", "test"})
    assert f"pip install hexcheck-{version('hexcheck')}-py3-none-any.whl\n" in page


def test_the_number_of_rulings_is_that_of_the_game() -> None:
    told = re.search(r"rulings hexhex\n(\d+) of (\d+) questions agree", README)
    asked = sum(1 for scene in house.desk("hexhex").rulings() for item in scene.items if item.expected is not None)
    assert told is not None
    assert told.groups() == (str(asked), str(asked))


def test_every_ruling_that_is_printed_stands_where_it_is_said_to() -> None:
    rulings = re.findall(r"^  (specs/\S+\.scene):(\d+): (.*)\n(?:      .*\n)*      (.*\?)", README, re.M)
    assert rulings
    for file, line, title, question in rulings:
        before = (ROOT / file).read_text("utf-8").splitlines()[: int(line)]
        assert before[-1] == question
        assert [text for text in before if text.startswith("ruling ")][-1] == f'ruling "{title}"'
