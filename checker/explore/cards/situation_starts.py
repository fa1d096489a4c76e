"""Work done in situations of the catalogue that are begun once, with what each piece looked up in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.scene_state import SceneState
from checker.explore.situations import Situation, catalogue
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.session.session_values import common

T = TypeVar("T")
R = TypeVar("R")


def started(
    bench: Bench,
    items: Iterable[T],
    where: Callable[[T], tuple[int, int]],
    work: Callable[[Search, SceneState, T], R],
    nothing: R,
    among: Sequence[Situation] = (),
) -> list[TracedResult[R]]:
    """What the work gives for each item in its situation at its table, or nothing where no box can lay that out.

    The situations are those of the catalogue if not given. All items of a process share the beginnings, and what is
    worked out for what it reads.
    """
    listed = among or catalogue(bench.situations).situations
    shared = common(bench)
    tally = shared.tally
    begun: dict[tuple[int, int, Situation], tuple[Search, SceneState | None, int]]
    begun = bench.scratch.of(bench).setdefault(("begun",), {})
    found: list[TracedResult[R]] = []
    for item in items:
        number, seats = where(item)
        at = (number, seats, listed[number])
        if at not in begun:
            tally.taken()
            search = Search(bench, SearchJob(number, seats, 1))
            search.table.memory = shared.norms
            start = search.table.begin(listed[number].lines)
            begun[at] = (search, start, tally.taken())
        search, start, looked = begun[at]
        tally.taken()
        result = nothing if start is None else work(search, start.afresh(), item)
        found.append(TracedResult(result, tally.told(looked | tally.taken())))
    return found
