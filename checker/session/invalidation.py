"""Which results of earlier rules still hold: those for which nothing was looked up that is different now."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

RulePlace = tuple[str, str]
"""Where things are looked up in the rules: a kind and a name, or all of the kind."""
ANYTHING: RulePlace = ("anything", "")
"""Stands for all that can be looked up, where it is not known what was."""


class NormDependency(NamedTuple):
    """A norm as far as results can depend on it: its name, and titles and kinds without which it says nothing."""

    name: str
    wanted: frozenset[str]


class Digest(NamedTuple):
    """What results can depend on of some rules: always, by where it is looked up, and with a card on the table.

    `kinds` holds each card's title and kinds.
    """

    always: str
    filed: dict[RulePlace, tuple[NormDependency, ...]]
    found: dict[RulePlace, str]
    cards: dict[str, str]
    kinds: dict[str, frozenset[str]]


class Since:
    """What became different from some rules to others."""

    def __init__(self, old: Digest, new: Digest) -> None:
        self.whole = old.always != new.always
        self._cards = {t for t in old.cards.keys() | new.cards.keys() if old.cards.get(t) != new.cards.get(t)}
        self._kinds = new.kinds
        places = old.filed.keys() | new.filed.keys()
        self._norms = {
            place: wanted
            for place in places
            if (wanted := _between(old.filed.get(place, ()), new.filed.get(place, ())))
        }
        self._found = {p for p in old.found.keys() | new.found.keys() if old.found.get(p) != new.found.get(p)}

    def touches(
        self, looked: AbstractSet[RulePlace], titles: AbstractSet[str], kinds: AbstractSet[str] = frozenset()
    ) -> bool:
        """A result for which these things were looked up, with these cards on the table, may be another now.

        Stand-ins for cards may be of the `kinds`.
        """
        if self.whole or ANYTHING in looked or not self._cards.isdisjoint(titles) or not self._found.isdisjoint(looked):
            return True
        places = [self._norms[place] for place in self._norms if place in looked]
        if not places:
            return False
        there = frozenset(titles).union(kinds, *(self._kinds.get(t, frozenset()) for t in titles))
        return any(wanted <= there for one in places for wanted in one)


def _between(old: tuple[NormDependency, ...], new: tuple[NormDependency, ...]) -> tuple[frozenset[str], ...]:
    """What the norms want that are there before or after only; nothing at all where the order of others changed."""
    if old == new:
        return ()
    both = set(old) & set(new)
    if [n for n in old if n in both] != [n for n in new if n in both]:
        return (frozenset(),)
    return tuple({n.wanted for n in (*old, *new) if n not in both})
