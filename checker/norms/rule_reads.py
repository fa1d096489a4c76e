"""What the rules hold by name, noting which names somebody looked up: what an answer can depend on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from checker.kernel.norm import Norm

T = TypeVar("T")

HELD, WENT, CARRIED, MET = "held", "went", "carried out", "met"
"""The kinds under which it is noted that a norm held, which way the condition of a card's text went, that the
text was carried out at all, and that effects which nothing orders came together."""
NOTED = frozenset({HELD, WENT, CARRIED, MET})
"""Nothing that is worked out depends on what is noted under these."""


POINT = "open point"
"""The kind under which it is noted which open points were met: those that are known may go as by default."""

CARD = "card"
"""The kind under which cards are looked up, by their titles."""


class LookedUpTooOften(Exception):
    """Norms were looked up more often than the work may take."""


class RuleRead(set[tuple[str, str]]):
    """What was looked up: its kind and its name; no name where all of the kind were gone through.

    Once it is cleared another `era` begins: what was worked out before does not count as looked up in it.
    `times` says how often norms were looked up, which tells how much work an answer was wherever it is given; more
    often than the `most` raises LookedUpTooOften, 0 is no bound. `aside` says how many steps orders were tried by.
    """

    def __init__(self, most: int = 0) -> None:
        super().__init__()
        self.era = 0
        self.times = 0
        self.aside = 0
        self.most = most

    def clear(self) -> None:
        """Nothing is looked up yet."""
        super().clear()
        self.era += 1

    @contextmanager
    def at_most(self, times: int) -> Iterator[None]:
        """Whoever looks norms up so many times more in it gets LookedUpTooOften."""
        before, self.most = self.most, self.times + times
        try:
            yield
        finally:
            self.most = before


class NormIndex:
    """Norms by what they are about."""

    def __init__(self, kind: str, looked: RuleRead) -> None:
        self.kind, self.looked = kind, looked
        self._norms: dict[str, list[Norm]] = {}

    def __getitem__(self, name: str) -> list[Norm]:
        self.looked.add((self.kind, name))
        self.looked.times += 1
        if self.looked.times > self.looked.most > 0:
            raise LookedUpTooOften
        return self._norms.get(name, [])

    def file(self, name: str, norm: Norm) -> None:
        """The norm is about that too."""
        self._norms.setdefault(name, []).append(norm)

    def values(self) -> Iterable[list[Norm]]:
        """The norms about one thing after the other."""
        self.looked.add((self.kind, ""))
        return self._norms.values()


class FoundOnce:
    """What follows from the rules alone, each found once; what was looked up for it counts as looked up whenever it is
    asked for. Norms are not to be looked up for it: how often they are is counted."""

    def __init__(self, looked: RuleRead) -> None:
        self.looked = looked
        self._found: dict[Hashable, tuple[Any, frozenset[tuple[str, str]]]] = {}

    def of(self, name: Hashable, find: Callable[[], T]) -> T:
        """What is found; it is the same whenever the name is."""
        known = self._found.get(name)
        if known is None:
            before = frozenset(self.looked)
            set.clear(self.looked)
            try:
                known = self._found[name] = (find(), frozenset(self.looked))
            finally:
                self.looked |= before
        else:
            self.looked |= known[1]
        return known[0]


class FoundThings(Mapping[str, T]):
    """Things by name; that nothing has no name is not noted, since no name stands for all of them."""

    def __init__(self, kind: str, things: dict[str, T], looked: RuleRead) -> None:
        self.kind, self.looked = kind, looked
        self._things = things

    def __getitem__(self, name: str) -> T:
        self.looked.add((self.kind, name))
        return self._things[name]

    def get(self, name: object, default: object = None) -> Any:
        """The thing of the name, or the default."""
        if name:
            self.looked.add((self.kind, str(name)))
        return self._things.get(str(name), default)

    def __contains__(self, name: object) -> bool:
        if name:
            self.looked.add((self.kind, str(name)))
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        self.looked.add((self.kind, ""))
        return iter(self._things)

    def __len__(self) -> int:
        self.looked.add((self.kind, ""))
        return len(self._things)
