"""Work done in situations of the catalogue that are begun once, with what each piece looked up in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from checker.explore.cards.search_job import Job, Search
from checker.explore.scene_state import Told
from checker.explore.situations import Situation, catalogue
from checker.session.context import Bench
from checker.session.persistent_memo import Traced
from checker.session.session_values import common

T = TypeVar("T")
R = TypeVar("R")


def started(
    bench: Bench,
    items: Iterable[T],
    where: Callable[[T], tuple[int, int]],
    work: Callable[[Search, Told, T], R],
    nothing: R,
    among: Sequence[Situation] = (),
) -> list[Traced[R]]:
    """What the work gives for each item in its situation at its table, or nothing where no box can lay that out.

    The situations are those of the catalogue if not given. All items of a process share the beginnings, and what is
    worked out for what it reads.
    """
    listed = among or catalogue(bench.situations).situations
    shared = common(bench)
    tally = shared.tally
    begun: dict[tuple[int, int, Situation], tuple[Search, Told | None, int]]
    begun = bench.scratch.of(bench).setdefault(("begun",), {})
    found: list[Traced[R]] = []
    for item in items:
        number, seats = where(item)
        at = (number, seats, listed[number])
        if at not in begun:
            tally.taken()
            search = Search(bench, Job(number, seats, 1))
            search.table.memory = shared.norms
            start = search.table.begin(listed[number].lines)
            begun[at] = (search, start, tally.taken())
        search, start, looked = begun[at]
        tally.taken()
        result = nothing if start is None else work(search, start.afresh(), item)
        found.append(Traced(result, tally.told(looked | tally.taken())))
    return found
