"""Scenes of a situation told by the judge, for whoever looks at plays one by one, lawful or not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from checker.search.bench import Bench
from checker.search.catalogue import SEATS, catalogue
from checker.search.explore import Met
from checker.search.kept import Traced
from checker.search.table import Table, Told
from checker.search.wording import Wording, alike


class Job(NamedTuple):
    """One piece of looking: situation, size of the table, how many cards."""

    situation: int
    seats: int
    depth: int


class Search:
    """Scenes of one situation at one table, told line by line by the judge."""

    def __init__(self, bench: Bench, job: Job) -> None:
        self.job = job
        self.table = Table(bench, job.seats, few=job.depth > 1)
        self.words = Wording(bench, job.seats)
        self.book = self.words.book
        self.titles = self.words.titles
        self.seats = SEATS[: job.seats]
        self.general = self.words.general(("H1",))

    def wordings(self, told: Told, seat: str, title: str) -> tuple[str, ...]:
        """The lines that tell of the player playing the card here."""
        return self.words.plays(seat, title, told.labels())


class Forbidden(NamedTuple):
    """Where to look for plays that one clause forbids and another tells the outcome of: a card in a situation."""

    situation: int
    title: str


Broken: TypeAlias = dict[tuple[str, str], tuple[str, ...]]
"""By the clause that forbids a play and the one that says what it does, the scene."""


def broken(bench: Bench, jobs: Sequence[Forbidden]) -> list[Traced[Broken]]:
    """For each card and situation the scenes in which a play is forbidden and its outcome told."""
    starts: dict[int, tuple[Search, Told | None, frozenset[tuple[str, str]]]] = {}
    found: list[Traced[Broken]] = []
    looked = bench.rules.looked
    for job in jobs:
        if job.situation not in starts:
            looked.clear()
            situation = catalogue(bench.situations).situations[job.situation]
            search = Search(bench, Job(job.situation, situation.least, 1))
            starts[job.situation] = (search, search.table.begin(situation.lines), frozenset(looked))
        search, start, begun = starts[job.situation]
        looked.clear()
        scenes = _broken(search, start.afresh(), job.title) if start is not None else {}
        found.append(Traced(scenes, frozenset(looked) | begun))
    return found


def _broken(search: Search, start: Told, title: str) -> Broken:
    found: Broken = {}
    for seat in search.seats:
        holding = search.table.holding(start, seat, title)
        for line in search.wordings(start, seat, title) if holding is not None else ():
            assert holding is not None
            forbids, tells = search.table.anyway(holding, line)
            for pair in product(sorted(forbids), sorted(tells)):
                found.setdefault(pair, (*holding.lines, line, *search.general[:1]))
    return found


__all__ = ["Broken", "Forbidden", "Job", "Met", "Search", "alike", "broken"]
