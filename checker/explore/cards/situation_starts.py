"""Work done in situations of the catalogue that are begun once, with what each piece looked up in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.scene_state import SceneState
from checker.explore.situations import Situation, catalogue
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.session.session_values import traced

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
    searches: dict[tuple[int, int], Search] = {}

    def worked(item: T) -> R:
        number, seats = at = where(item)
        search = searches[at] if at in searches else searches.setdefault(at, Search(bench, SearchJob(number, seats, 1)))
        start = search.table.begin(listed[number].lines)
        return nothing if start is None else work(search, start, item)

    return [traced(bench, partial(worked, item), cards=False) for item in items]
