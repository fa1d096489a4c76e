"""Rolling again as a Markov chain, with exact fractions.

While a result is to be rolled again [WX-121, WX-123] nothing else changes, so that the chain has one
state that is left with the chance of any other face. No clause says how many faces the die has; it
takes one for each entry of the HEXX board.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple


class Rerolls(NamedTuple):
    """How likely each result is in the end, and how many rolls it takes on average."""

    chances: dict[int, Fraction]
    expected: Fraction


def rerolls(again: Iterable[int], faces: int) -> Rerolls | None:
    """The end of the chain in which these results are rolled again; None if that is all of them."""
    repeated = frozenset(again) & frozenset(range(1, faces + 1))
    stays = Fraction(len(repeated), faces)
    if stays == 1:
        return None
    expected = 1 / (1 - stays)
    each = Fraction(1, faces) * expected
    return Rerolls({n: Fraction(0) if n in repeated else each for n in range(1, faces + 1)}, expected)


DIE = "assumed-die"
"""The clause that says what has to be supposed of the die."""


def again_for(context: Any, player: int) -> tuple[int, ...]:
    """The results that the player would have to roll again on this table, as the norms have it."""
    entries = range(1, len(context.rules.game.cards) + 1)
    return tuple(n for n in entries if context.fact("rolled again", n, player) is True)


def told_of_rerolls(view: Any, what: str, player: int, number: int) -> str:
    """Which results the player rolls again, the chance to end with one, or how many rolls it takes on average."""
    repeated = again_for(view.context, player)
    if what == "which_again":
        return ", ".join(f"{n:02}" for n in repeated) or "nothing"
    view.context.cites[DIE] = None
    chain = rerolls(repeated, len(view.rules.game.cards))
    if chain is None:
        return "no roll counts"
    return str(chain.expected if what == "rolls_needed" else chain.chances.get(number, Fraction(0)))
