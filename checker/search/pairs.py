"""Scenes of a situation told by the judge, for whoever looks at plays one by one, lawful or not."""

from __future__ import annotations

from typing import NamedTuple

from checker.search.bench import Bench
from checker.search.catalogue import SEATS, catalogue
from checker.search.explore import Met
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
    """Where to look for plays that one clause forbids and another tells the outcome of: which pairs of clauses."""

    situation: int
    wanted: frozenset[tuple[str, str]]


def broken(bench: Bench, job: Forbidden) -> dict[tuple[str, str], tuple[str, ...]]:
    """For the pairs of clauses a scene in which the first forbids a play and the second says what it does."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    situation = catalogue(bench.situations).situations[job.situation]
    search = Search(bench, Job(job.situation, situation.least, 1))
    start = search.table.begin(situation.lines)
    for title in search.titles if start is not None else ():
        for seat in search.seats:
            assert start is not None
            holding = search.table.holding(start, seat, title)
            for line in search.wordings(start, seat, title) if holding is not None else ():
                assert holding is not None
                forbids, tells = search.table.anyway(holding, line)
                for pair in job.wanted - found.keys():
                    if pair[0] in forbids and pair[1] in tells:
                        found[pair] = (*holding.lines, line, *search.general[:1])
    return found


__all__ = ["Forbidden", "Job", "Met", "Search", "alike", "broken"]
