"""Many small results kept together: after a change of the rules only those it can concern are worked out anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Generic, NamedTuple, TypeVar

from checker.kernel.content import named, program
from checker.search.bench import Shelf, Work
from checker.search.relevance import Relevance

R = TypeVar("R")

MOST = 20_000
"""So many results at most are kept of one kind."""


def kept_parts(work: Work, kind: str, reads: object, names: list[str], make: Callable[[list[int]], list[R]]) -> list[R]:
    """The result for each name, in order; `make` works out those at the given places that no earlier run has kept.

    A result depends on what its name stands for, on `reads` and on the program, and on nothing else.
    """
    shelf = work.options.shelf
    if shelf is None:
        return make(list(range(len(names))))
    place = named(kind, program(), reads)
    known: dict[str, R] = dict(shelf.get(kind, place) or {})
    missing = [at for at, name in enumerate(names) if name not in known]
    if missing:
        known.update(zip((names[at] for at in missing), make(missing), strict=True))
        shelf.put(kind, place, dict(list(known.items())[-MOST:]))
    return [known[name] for name in names]


class Part(NamedTuple):
    """A result that is wanted: its name, and the cards that are on the table."""

    name: str
    titles: frozenset[str]


class Traced(NamedTuple, Generic[R]):
    """A result, and what was looked up in the rules for it."""

    result: R
    looked: AbstractSet[tuple[str, str]]


MOST_VERSIONS = 4
"""So many results at most are kept of one name, each from other rules."""


def traced_parts(
    shelf: Shelf | None,
    kind: str,
    reads: object,
    relevance: Relevance,
    parts: Sequence[Part],
    make: Callable[[list[int]], list[Traced[R]]],
) -> list[Traced[R]]:
    """The result for each part, in order; `make` works out those at the given places that no earlier run has kept.

    A result depends on its name, on `reads`, on the program, and on what was looked up in the rules.
    """
    if shelf is None:
        return make(list(range(len(parts))))
    place = named(kind, program(), reads)
    kept: dict[str, tuple[tuple[str, Any], ...]] = dict(shelf.get(kind, place) or {})
    read = Reading(relevance)
    found: list[Any] = [
        next((t for name, t in kept.get(p.name, ()) if name == read.name(t.looked, p.titles)), None) for p in parts
    ]
    missing = [at for at, one in enumerate(found) if one is None]
    if missing:
        for at, made in zip(missing, make(missing), strict=True):
            found[at] = made
            now = (read.name(made.looked, parts[at].titles), made)
            kept[parts[at].name] = (now, *kept.pop(parts[at].name, ()))[:MOST_VERSIONS]
        shelf.put(kind, place, dict(list(kept.items())[-MOST:]))
    return found


class Reading:
    """Names of what was looked up, each made once."""

    def __init__(self, relevance: Relevance) -> None:
        self.relevance = relevance
        self.known: dict[Any, str] = {}

    def name(self, looked: AbstractSet[tuple[str, str]], titles: frozenset[str]) -> str:
        """The name of all that was looked up, with these cards on the table."""
        at = (frozenset(looked), titles)
        if at not in self.known:
            self.known[at] = self.relevance.read(looked, titles)
        return self.known[at]
