"""What is done for one player after the other, from a given player on."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.kernel.source import Place
from checker.kernel.verdict import Verdict
from checker.load.load import load

GAMES = ROOT / "tests" / "cases" / "games"
BELLS = "players A B C; A does hang a bell; B does hang a bell; C does hang a bell; "


def coins(folder: Path, said: str, scene: str) -> dict[str, str]:
    """What each player has of a pot in which one coin is; only the verdict where that is open."""
    path = folder / "bells.norm"
    path.write_text(f'erratum "x"\nchange clause LP-3\n  norm when P rings, {said}\n', "utf-8")
    at = house.desk("lamps", [path], root=GAMES)
    asked = "; ".join(f"what is the coins of {p}?" for p in "ABC")
    (told,) = at.scenes(f"{scene}; {asked}", "here")
    found = [a for _, a in at.answers(told)]
    return {p: a.value if a.verdict is Verdict.FORCED else a.verdict.value for p, a in zip("ABC", found, strict=True)}


ROUND = "in turn from {}, for each player Q such that Q has a bell, Q takes a coin"


@pytest.mark.parametrize("ringing", ["A", "B", "C"])
def test_it_goes_round_from_the_player_on(ringing: str, tmp_path: Path) -> None:
    found = coins(tmp_path, ROUND.format("P"), f"{BELLS}{ringing} does ring")
    assert found == {p: str(int(p == ringing)) for p in "ABC"}


@pytest.mark.parametrize(("ringing", "first"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_it_goes_round_from_the_next_one_who_is_meant(ringing: str, first: str, tmp_path: Path) -> None:
    said = ROUND.format("P").replace("Q has a bell", "Q is not P")
    assert coins(tmp_path, said, f"{BELLS}{ringing} does ring")[first] == "1"


def test_without_a_condition_everybody_has_a_turn(tmp_path: Path) -> None:
    said = "in turn from P, for each player Q, if Q has a bell, Q takes a coin"
    assert coins(tmp_path, said, "players A B C; A does hang a bell; C does hang a bell; B does ring")["C"] == "1"


def test_from_nobody_on_nothing_orders_them(tmp_path: Path) -> None:
    found = coins(tmp_path, ROUND.format("the player asked"), f"{BELLS}A does ring")
    assert set(found.values()) == {"AMBIGUOUS"}


def test_round_is_read_back_as_it_is_printed() -> None:
    reader = load("lamps", root=GAMES)
    text = "In turn from the first seated, for each player Q such that Q has a bell, Q takes a coin."
    tree = reader.language.parse(text, "effect", Place("here", 1))
    assert reader.language.show(tree) == text
