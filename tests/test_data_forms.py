"""A game without Python is laid out, told and asked in the words of its vocabulary, as grammar/README.md shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.cli import games as house
from checker.kernel.source import InputError

PAGE = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
BLOCKS = {"vocabulary": "specs", "clauses": "specs", "forms": "specs", "cards": "cards"}


def shown(kind: str) -> str:
    """What the manual shows of the kind."""
    return "\n".join(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    root = tmp_path_factory.mktemp("game")
    for kind, room in BLOCKS.items():
        if text := shown(kind):
            path = root / room / "draws" / f"{kind}.{'cards' if kind == 'cards' else 'norm'}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return house.desk("draws", root=root)


def test_every_answer_of_the_manual_is_given(desk: Desk) -> None:
    found = [c for scene in desk.scenes(shown("scene"), "README") for c in desk.checked(scene)]
    assert len(found) > 10
    assert not [(c.title, c.place.line, c.faults) for c in found if c.faults]


def answers(desk: Desk, text: str) -> list[str]:
    return [str(a.value) for scene in desk.scenes(text, "test") for _, a in desk.answers(scene)]


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        ("the deck is empty; pile: King; how many cards are in the pile?", "1"),
        ("it is so that the coins of B is 4; what is the coins of B?", "4"),
        ("it is so that B is on turn; A draws; it is not so that B is on turn; is B on turn?", "no"),
        ("King is in the pile; where is King?", "the deck and the pile"),
        ("deck: King, Pawn; what is the top card of the deck?", "King"),
        ("deck: Pawn; A draws; which player P is such that Pawn is in the hand of P?", "A"),
        ("deck: nothing; where is King?", "nowhere"),
        ("deck: nothing; which cards are in the deck?", "nothing"),
    ],
)
def test_what_is_said_lies_there(desk: Desk, scene: str, value: str) -> None:
    assert answers(desk, "players A B; " + scene) == [value]


def test_where_the_top_card_is_known_chance_has_no_part(desk: Desk) -> None:
    scene = "players A B; hand A: nothing; hand B: King; {}A draws; which card is in the hand of A?"
    assert answers(desk, scene.format("")) == ["King or Pawn"]
    assert answers(desk, scene.format("the number of shuffled cards in the deck is 0; ")) == ["King"]
    assert answers(desk, scene.format("the number of shuffled cards in the deck is 3; ")) == ["King"]


@pytest.mark.parametrize("said", ["every player P is such that P is on turn", "A is on turn or B is on turn"])
def test_what_says_no_table_is_refused(desk: Desk, said: str) -> None:
    with pytest.raises(InputError, match="does not say how the table lies"):
        answers(desk, f"players A B; it is so that {said}; what happens?")


@pytest.mark.parametrize("tail", [": cards, starts shuffled", ", starts full", " in sight", ": card"])
def test_a_zone_is_declared_as_one(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "specs" / "odd" / "vocabulary.norm"
    path.parent.mkdir(parents=True)
    path.write_text(f'zone deck "the deck"{tail}\n', encoding="utf-8")
    with pytest.raises(InputError, match="behind the phrase of a zone"):
        house.desk("odd", root=tmp_path)
