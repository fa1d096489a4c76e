"""Scenes of a situation told by the judge, for whoever looks at plays one by one, and work done in such scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from checker.explore.cards.search_result import DecidingPoint
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.scene_templates import SceneTemplates, alike
from checker.explore.situations import SEATS, Situation, catalogue
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult, traced

T = TypeVar("T")
R = TypeVar("R")


class SearchJob(NamedTuple):
    """One piece of looking: situation, size of the table, how many cards."""

    situation: int
    seats: int
    depth: int


class Search:
    """Scenes of one situation at one table, told line by line by the judge."""

    def __init__(self, bench: Bench, job: SearchJob) -> None:
        self.job = job
        self.table = SceneDriver(bench, job.seats, few=job.depth > 1)
        self.words = SceneTemplates(bench, job.seats)
        self.book = self.words.book
        self.titles = self.words.titles
        self.seats = SEATS[: job.seats]
        self.general = self.words.general(("H1",))

    def wordings(self, told: SceneState, seat: str, title: str) -> tuple[str, ...]:
        """The lines that tell of the player playing the card here."""
        return self.words.plays(seat, title, told.labels())


__all__ = ["DecidingPoint", "Search", "SearchJob", "alike"]


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
