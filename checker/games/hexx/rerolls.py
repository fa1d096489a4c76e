"""Rolling again as a Markov chain, with exact fractions.

While a result is to be rolled again [WX-121, WX-123] nothing else changes, so that the chain has one
state that is left with the chance of any other face. No clause says how many faces the die has; it
takes one for each entry of the HEXX board.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


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
