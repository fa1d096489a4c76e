"""Plays that one clause forbids and of which another tells the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from checker.search.bench import Bench
from checker.search.catalogue import catalogue
from checker.search.kept import Traced
from checker.search.pairs import Search
from checker.search.started import started
from checker.search.told import Told


class Forbidden(NamedTuple):
    """Where to look for plays that one clause forbids and another tells the outcome of: a card in a situation."""

    situation: int
    title: str


Broken: TypeAlias = dict[tuple[str, str], tuple[str, ...]]
"""By the clause that forbids a play and the one that says what it does, the scene."""


def broken(bench: Bench, jobs: Sequence[Forbidden]) -> list[Traced[Broken]]:
    """For each card and situation the scenes in which a play is forbidden and its outcome told."""
    listed = catalogue(bench.situations).situations
    nothing: Broken = {}
    return started(bench, jobs, lambda job: (job.situation, listed[job.situation].least), _broken, nothing)


def _broken(search: Search, start: Told, job: Forbidden) -> Broken:
    found: Broken = {}
    for seat in search.seats:
        holding = search.table.holding(start, seat, job.title)
        for line in search.wordings(start, seat, job.title) if holding is not None else ():
            assert holding is not None
            forbids, tells = search.table.anyway(holding, line)
            for pair in product(sorted(forbids), sorted(tells)):
                found.setdefault(pair, (*holding.lines, line, *search.general[:1]))
    return found
