"""Duties of different clauses that demand different cards where only one of them can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.duties.one_card_duties import owed
from checker.explore.scene_state import SceneState
from checker.explore.situations import catalogue
from checker.session.context import Bench

MOST = 3
"""So many cards of each duty at most are tried together."""


class RivalCards(NamedTuple):
    """One player and two cards: some clauses demand the one, others the other, and after either the other is illegal."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    act: str
    cards: tuple[str, str]
    lines: tuple[str, ...]


def rival_cards(bench: Bench) -> tuple[RivalCards, ...]:
    """For all clauses that never demand a card alike, in the first situation of the catalogue, the scene that shows it."""
    situations = catalogue(bench.situations).situations
    if not situations:
        return ()
    search = Search(bench, SearchJob(0, situations[0].least, 1))
    start = search.table.begin(situations[0].lines)
    found: dict[frozenset[str], RivalCards] = {}
    for seat in search.seats if start is not None else ():
        assert start is not None
        for one in _of(search, start, seat):
            found.setdefault(frozenset((*one.one, *one.other)), one)
    return tuple(found.values())


def _of(search: Search, start: SceneState, seat: str) -> Iterator[RivalCards]:
    cards: dict[str, dict[str, str]] = {}
    for title in search.titles:
        holding = search.table.holding(start, seat, title)
        for clause, line in _demands(search, holding, seat, title).items() if holding else ():
            cards.setdefault(clause, {})[title] = line
    alike: dict[frozenset[str], tuple[str, ...]] = {}
    for clause, listed in cards.items():
        alike[frozenset(listed)] = (*alike.get(frozenset(listed), ()), clause)
    for (ones, one), (others, other) in combinations(alike.items(), 2):
        if not ones & others:
            both = product(list(cards[one[0]])[:MOST], list(cards[other[0]])[:MOST])
            yield from [t for a, b in both if (t := _either(search, start, seat, (one, other), (a, b))) is not None][:1]


def _either(
    search: Search,
    start: SceneState,
    seat: str,
    clauses: tuple[tuple[str, ...], tuple[str, ...]],
    cards: tuple[str, str],
) -> RivalCards | None:
    """Both cards in one hand, both demanded, and neither legal after the other."""
    table = search.table
    first = table.holding(start, seat, cards[0])
    held = table.holding(first, seat, cards[1]) if first is not None else None
    if held is None:
        return None
    said = [_demands(search, held, seat, card) for card in cards]
    if any(not set(some) <= said[n].keys() for n, some in enumerate(clauses)):
        return None
    lines = [said[n][some[0]] for n, some in enumerate(clauses)]
    if any(_legal(search, held, one, other) for one, other in (lines, lines[::-1])):
        return None
    label = next(iter(held.labels()), "")
    asked = tuple(search.words.put(q, seat, "", card, label) for card in cards for q in search.book.of_duty)
    told = (*held.lines, f"hand {seat}: {', '.join(cards)}", *(asked or (lines[0],)))
    return RivalCards(*clauses, search.table.form(held, lines[0]).act, cards, told)


def _demands(search: Search, holding: SceneState, seat: str, title: str) -> dict[str, str]:
    """The clauses that demand the card, each with the line that tells of it."""
    norms = search.table.bench.rules.norms
    found = ((of.said, *one) for of in owed(search, holding, seat, title, ()) for one in of.demanded)
    return {norms[name].clause: said[ways[0]] for said, name, ways in found if ways}


def _legal(search: Search, held: SceneState, one: str, other: str) -> bool:
    """The second line can be told after the first, or the first is not legal, and nothing is illegal then."""
    after = search.table.tell(held, one)
    if after is None or after.illegal:
        return True
    both = search.table.tell(after, other)
    return both is not None and not both.illegal
