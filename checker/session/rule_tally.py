"""What work looks up in the rules, told apart for each piece of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from checker.norms.rule_reads import CARD
from checker.norms.rulebook import Rulebook

R = TypeVar("R")

END: Any = object()
"""Comes after the last of several."""


class Tally:
    """What is looked up in the rules for each piece of work, as bits of a number."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.looked = rules.looked
        self.bits = 0
        self._places: dict[tuple[str, str], int] = {}
        self._cards = 0
        self._sets: dict[int, frozenset[tuple[str, str]]] = {}

    def gathered(self) -> int:
        """What was looked up until now, which does not count as looked up again for what follows."""
        places = self._places
        for one in self.looked:
            bit = 1 << places.setdefault(one, len(places))
            self.bits |= bit
            if one[0] == CARD:
                self._cards |= bit
        self.looked.clear()
        return self.bits

    def of(self, work: Callable[[], R]) -> tuple[R, int]:
        """What the work gives, and what was looked up for that, which counts as looked up here as well."""
        before, self.bits = self.gathered(), 0
        try:
            found = work()
        finally:
            looked = self.gathered()
            self.bits |= before
        return found, looked

    def each(self, items: Iterator[R]) -> Iterator[tuple[R, int]]:
        """Each of the items, and what was looked up until it came."""
        found, looked = self.of(lambda: next(items, END))
        while found is not END:
            yield found, looked
            found, looked = self.of(lambda: next(items, END))

    def told(self, bits: int, cards: bool = False) -> frozenset[tuple[str, str]]:
        """What the bits stand for, cards only if so wished: where it is known which can lie anywhere they are no news.

        The same set for the same bits.
        """
        bits = bits if cards else bits & ~self._cards
        if bits not in self._sets:
            self._sets[bits] = frozenset(one for one, at in self._places.items() if bits >> at & 1)
        return self._sets[bits]
