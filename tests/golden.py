"""Searches of the deck whose counts are kept: what they go through, as golden numbers."""

from __future__ import annotations

from typing import NamedTuple

from counting import Counts, counted

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.cards.card_search import Explorer
from checker.explore.situations import catalogue


class Searched(NamedTuple):
    """What is searched at a table of so many: all cards after the first, or, if some are named, these and any third."""

    players: int
    first: str
    then: tuple[str, ...] = ()


GOLDEN = {
    Searched(3, "Turn Aside Left"): Counts(47, 283, 611),
    Searched(4, "Turn Aside Left"): Counts(58, 466, 1088),
    Searched(5, "Turn Aside Left"): Counts(69, 571, 1399),
    Searched(6, "Turn Aside Left"): Counts(80, 1036, 2714),
    Searched(3, "Turn Aside Left", ("Duck",)): Counts(67, 564, 1276),
    Searched(4, "Turn Aside Left", ("Duck",)): Counts(101, 1385, 3358),
    Searched(5, "Turn Aside Left", ("Duck",)): Counts(139, 2256, 5757),
    Searched(6, "Turn Aside Left", ("Duck",)): Counts(181, 5133, 13828),
}
"""What the search goes through from the first situation: a change of the rules may change it, a reduction not."""


def explored(of: Searched) -> Explorer:
    """What searches at the table, with nothing known yet."""
    return Explorer(bench(house.desk("hexhex")), of.players, frozenset())


def scenes(explorer: Explorer, of: Searched) -> int:
    """How many scenes the search tells."""
    then = of.then or tuple(t for t in explorer.words.titles if t != of.first)
    first = catalogue(explorer.moves.table.bench.situations).situations[0]
    return sum(e.scenes for _, e in explorer.pairs(first, of.first, then, bool(of.then)))


def gone_through(of: Searched) -> Counts:
    """What the search goes through."""
    return counted(explored(of), lambda explorer: scenes(explorer, of))
