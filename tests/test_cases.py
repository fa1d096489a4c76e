"""Small games and errata with kinds of fault that other people's rules have: named at their place, or played through."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, told

from checker import house
from checker.answers.desk import Desk
from checker.kernel.source import InputError, Problem

CASES = ROOT / "tests" / "cases"
GAMES = CASES / "games"


@cache
def desk(game: str, *errata: str) -> Desk:
    return house.desk(game, [CASES / f"{name}.norm" for name in errata], root=GAMES)


def refused(game: str, root: Path = GAMES, errata: tuple[Path, ...] = ()) -> tuple[Problem, ...]:
    """What is wrong with the game."""
    with pytest.raises(InputError) as error:
        house.desk(game, errata, root=root)
    told(error.value)
    return error.value.problems


def changed(tmp_path: Path, game: str, **files: str) -> Path:
    """A folder with the game, whose files read otherwise."""
    root = tmp_path / "games"
    shutil.copytree(GAMES, root)
    for path in [p for p in root.rglob("*") if p.is_file()]:
        path.chmod(0o644)
    for name, text in files.items():
        (root / "specs" / game / f"{name}.norm").write_text(text, encoding="utf-8")
    return root


# ---- what is nowhere -------------------------------------------------------------------------


def test_clauses_that_do_not_exist_are_named_wherever_they_are_cited() -> None:
    found = {(p.place.file, p.place.line, p.place.column): p for p in refused("mini")}
    assert {at: p.message for at, p in found.items()} == {
        ("cards/mini/all.cards", 4, 11): "there is no clause `MI-77` to cite",
        ("specs/mini/clauses.norm", 3, 8): "there is no clause `MI-9` to outrank",
        ("specs/mini/vocabulary.norm", 4, 12): "there is no clause `MI-55` to cite",
    }
    assert all("`MI-1`" in p.hint for p in found.values())


def test_a_game_without_procedures_and_acts_that_nothing_is_are_named(tmp_path: Path) -> None:
    steps = (GAMES / "specs" / "flux" / "procedure.norm").read_text(encoding="utf-8")
    (none,) = refused("flux", changed(tmp_path / "none", "flux", procedure=""))
    assert none.message == "the game has no procedure" and none.place.file == "specs/flux/vocabulary.norm"
    (kick,) = refused("flux", changed(tmp_path / "kick", "flux", procedure=steps.replace("trim", "trin")))
    assert (kick.message, kick.place.line) == ("there is no act `trin` to wait for", 2) and "`trim`" in kick.hint


def test_a_fact_that_no_function_answers_is_named_at_its_line(tmp_path: Path) -> None:
    words = (GAMES / "specs" / "trap" / "vocabulary.norm").read_text(encoding="utf-8")
    assert words.count("by function") == 1 and desk("trap").game.by_function, "`holds` is answered for every game"
    root = changed(tmp_path, "trap", vocabulary=words.replace("fact holds", "fact hodls"))
    (problem,) = refused("trap", root)
    assert problem.message == "no function answers the fact `hodls`" and "`holds`" in problem.hint
    assert words.splitlines()[problem.place.line - 1].startswith("fact holds")


def test_who_holds_what_is_known_without_a_function_of_the_game() -> None:
    at = desk("trap")
    (scene,) = at.scenes(
        "players A B\nhand A: Nibble\nis it so that A holds Nibble?\nis it so that B holds Nibble?", "x"
    )
    assert [a.value for _, a in at.answers(scene)] == ["yes", "no"]
