"""`import hexcheck`: the same records as the command line prints, with schemas that they fit and examples that run."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys

import jsonschema
import pytest
from conftest import ROOT

import hexcheck
from checker.catalog.named_games import desk
from checker.cli import main
from hexcheck import library
from hexcheck.records import FORMATS
from hexcheck.schema_files import FOLDER, schemas

TOY = ROOT / "tests" / "toy"
COURT = str(ROOT / "examples" / "court")
SCENES = (
    "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?",
    "A casts at B. Can he play Duck",
    "players A B C; B has Ward in play; hand B: nothing; Hex: A to B; the Hex goes off; who gains Voice?",
)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    capsys.readouterr()
    main.run([*words, "--format", "json"])
    return json.loads(capsys.readouterr().out)


def fits(name: str, told: object) -> None:
    """What is told fits the schema of the format that travels with the library."""
    schema = json.loads((FOLDER / f"{name}-1.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(told)


@pytest.mark.parametrize("scene", SCENES)
def test_answers_are_those_of_the_command_line(scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = hexcheck.load("hexhex")
    told = json.loads(hexcheck.to_json(rules.ask(scene)))
    assert told == printed(capsys, "ask", scene, "--game", "hexhex")
    fits("answer", told)


def test_what_settles_and_what_an_erratum_changed_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    erratum = ROOT / "tests" / "errata" / "duck-becomes-sender.norm"
    scene = "players A B C; Hex: A to B; B plays Duck; who is the sender of H1?"
    (answer,) = hexcheck.load("hexhex", errata=[erratum]).ask(scene).answers
    assert (answer.outcomes[0].value, answer.amended[0].name) == ("B", "E-1")
    (before,) = hexcheck.load("hexhex").ask(SCENES[2], settle=True).answers
    assert before.settled is not None and {one.verdict for one in before.settled} == {"FORCED"}
    fits("answer", printed(capsys, "ask", SCENES[2], "--settle"))


def test_a_game_in_a_folder_is_ruled_on(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(hexcheck.to_json(hexcheck.load(COURT).rulings()))
    assert told == printed(capsys, "rulings", COURT)
    fits("rulings", told)


def test_findings_and_changes_are_records_that_fit_their_schemas() -> None:
    rules = library.Rules(desk("pebbles", root=TOY))
    found = rules.check(scope="quick", jobs=1)
    fits("findings", json.loads(hexcheck.to_json(found)))
    assert found.game == "pebbles" and found.findings and any(one.settle for one in found.findings)
    changes = rules.diff([TOY / "greedy.norm"], jobs=1)
    fits("changes", json.loads(hexcheck.to_json(changes)))
    assert changes.games[0].text and changes.games[0].extent == "exhausted"


def test_another_game_and_a_slip_are_refused() -> None:
    rules = hexcheck.load("hexhex")
    with pytest.raises(hexcheck.InputError, match="this scene is one of `hexx`"):
        rules.ask("game hexx; players Red Black; whose turn is it?")
    with pytest.raises(hexcheck.InputError, match="there is no game `hexhx`"):
        hexcheck.load("hexhx")
    with pytest.raises(hexcheck.InputError):
        rules.diff(["nowhere.norm"])


def test_schemas_are_those_of_the_records() -> None:
    assert {p.name: p.read_text(encoding="utf-8") for p in FOLDER.iterdir()} == schemas()
    assert set(FORMATS) == {"answer", "findings", "rulings", "changes", "deals", "found"}


@pytest.mark.parametrize("module", [hexcheck, library], ids=lambda module: module.__name__)
def test_the_examples_run(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted and not found.failed


def test_a_question_loads_no_more_than_it_needs() -> None:
    told = f"import hexcheck, sys; hexcheck.load('hexhex').ask({SCENES[0]!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not {"z3", "networkx", "lark", "rich", "cyclopts"} & set(loaded.split())
