"""Many small results kept together: after a change of the rules only those it can concern are worked out anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from checker.kernel.content import named, program
from checker.search.bench import Work

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
