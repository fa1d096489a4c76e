"""What a search goes through, counted: the positions that it reaches, and the transitions between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from checker.explore.cards.card_search import Explorer
from checker.explore.cards.stable_states import Spot, Transition


class Counts(NamedTuple):
    """Scenes told, different positions at rest that were reached, and the ways that led to them, however often."""

    scenes: int
    positions: int
    transitions: int


def counted(explorer: Explorer, search: Callable[[Explorer], int]) -> Counts:
    """What the search goes through, which gives the number of its scenes."""
    moves = explorer.moves
    reached: set[Any] = set()
    ways = 0
    plain = moves.after

    def after(spot: Spot, way: Transition) -> Spot:
        nonlocal ways
        ways += 1
        there = plain(spot, way)
        reached.add((there.remembering(), id(there.agenda)))
        return there

    vars(moves)["after"] = after
    try:
        return Counts(search(explorer), len(reached), ways)
    finally:
        del vars(moves)["after"]
