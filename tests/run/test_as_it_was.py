"""What follows an event that takes a card from where it counts goes by what the card was there, no other event does."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import named_games as house
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import spoken

GARDEN = {
    "specs/vocabulary.norm": """kinds plant
zone hand "the hand of {P}": cards
zone bed "the bed of {P}": cards
zone heap "the heap": cards
field score "the score of {P}": number, starts 0
field growth "the growth of {C}": number, starts 1
field over "the day is over": condition, starts no
fact worth "the worth of {C}": number
  by rules
act set "set {C}" "{P} sets {C}": P C
  does Move C to the bed of P.
act pull "pull {C}" "{P} pulls {C}": P C
  does C withers.
act water "water {C}" "{P} waters {C}": P C
  does Raise the growth of C by 4.
act give "give {C} to {Q}" "{P} gives {C} to {Q}": P C Q
  does Raise the growth of C by 1. Move C to the bed of Q.
act wither "" "{C} withers": C
  does Move C to the heap.
""",
    "specs/clauses.norm": """clause G-1 permission "Gardening"
  says Anybody may do anything with a plant.
  norm P may set C
  norm P may pull C
  norm P may water C
  norm P may give C to Q
clause G-2 definition "Worth"
  says A plant is worth twice its growth; one that stands in no bed is worth nothing.
  norm the value of the worth of C is 2 times the growth of C if there is a player P such that C is in the bed of P
  norm the value of the worth of C is 0 if not there is a player P such that C is in the bed of P
clause G-3 effect "Score"
  says Whoever does anything with a plant scores what it is worth.
  norm when P sets C, raise the score of P by the worth of C
  norm when P pulls C, raise the score of P by the worth of C plus 1
  norm when P waters C, raise the score of P by the worth of C
  norm when P gives C to Q, raise the score of P by the worth of C
""",
    "specs/procedure.norm": 'procedure game\n  step act G-1: Players may act "any: set, pull, water, give" until the day is over.\n',
    "specs/situations.scene": 'scene "the start"\nplayers A B\n',
    "hexcheck.toml": 'name = "garden"\nplayers = "2-3"\n',
    "cards/all.cards": "card Rose\n  kinds plant\n  copies 1 assumed\n",
}


@pytest.mark.parametrize(
    ("scene", "score"),
    [
        ("the bed of B: Rose; A pulls Rose", "3"),
        ("the bed of B: Rose; A waters Rose", "10"),
        ("the hand of A: Rose; A sets Rose", "2"),
        ("the bed of A: Rose; A gives Rose to B", "4"),
        ("the hand of A: Rose; A pulls Rose", "1"),
    ],
)
def test_what_has_left_counts_as_it_was(tmp_path: Path, scene: str, score: str) -> None:
    for name, said in GARDEN.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(said, encoding="utf-8")
    desk = house.desk(str(tmp_path))
    (told,) = desk.scenes(f"players A B; {scene}; what is the score of A?", "x")
    ((_, answer),) = desk.answers(told)
    assert (answer.verdict, spoken(answer.value)) == (Verdict.FORCED, score)
