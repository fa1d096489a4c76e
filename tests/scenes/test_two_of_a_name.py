"""Of two cards of a name that lie before different players, a scene says which is meant, or the answer is open."""

from __future__ import annotations

import pytest
from test_cases import answers

from checker.kernel.verdict import Verdict

LAID = "B is on turn; it is the main phase; the battlefield of A: Bear; the battlefield of B: Bear; hand B: Bolt; the mana of B is 3"


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("B casts Bolt on Bear", "how many cards are in the graveyard of A", (Verdict.AMBIGUOUS, "1 or 0")),
        ("B casts Bolt on A's Bear", "how many cards are in the graveyard of A", (Verdict.FORCED, "1")),
        ("B casts Bolt on B's Bear", "how many cards are in the graveyard of A", (Verdict.FORCED, "0")),
        ("B casts Bolt on B's Bear", "how many cards are in the graveyard of B", (Verdict.FORCED, "2")),
        ("B casts Bolt on Bear", "what is the mana of A", (Verdict.FORCED, "0")),
    ],
)
def test_which_creature_is_meant(told: str, asked: str, answer: tuple[Verdict, str]) -> None:
    assert answers(f"game duel; players A B; {LAID}; {told}; {asked}?", "duel") == [answer]


def test_where_only_one_lies_that_one_is_meant() -> None:
    laid = LAID.replace("the battlefield of A: Bear; ", "")
    asked = "how many cards are in the graveyard of B"
    assert answers(f"game duel; players A B; {laid}; B casts Bolt on Bear; {asked}?", "duel") == [(Verdict.FORCED, "2")]


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ("A sells Hen", (Verdict.AMBIGUOUS, "1 or 0")),
        ("A sells A's Hen", (Verdict.FORCED, "1")),
        ("A sells B's Hen", (Verdict.FORCED, "0")),
    ],
)
def test_which_hen_is_meant(told: str, answer: tuple[Verdict, str]) -> None:
    laid = "players A B; the pen of A: Hen; the pen of B: Hen"
    assert answers(f"game hens; {laid}; {told}; what is the purse of A?", "hens") == [answer]
