"""Plays that one clause forbids and of which another tells the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from checker.explore.cards.search_job import Search
from checker.explore.cards.situation_starts import started
from checker.explore.scene_state import SceneState
from checker.explore.situations import catalogue
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.run.phrases import told
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult

MOST = 40
"""So many ways of doing an act are tried at most in one situation."""


class ForbiddenOutcome(NamedTuple):
    """Where to look for what one clause forbids and another tells the outcome of: a card, or an act, in a situation."""

    situation: int
    title: str = ""
    act: str = ""


BrokenClauses: TypeAlias = dict[tuple[str, str], tuple[str, ...]]
"""By the clause that forbids a play and the one that says what it does, the scene."""


def broken(bench: Bench, jobs: Sequence[ForbiddenOutcome]) -> list[TracedResult[BrokenClauses]]:
    """For each card and situation the scenes in which a play is forbidden and its outcome told."""
    listed = catalogue(bench.situations).situations
    nothing: BrokenClauses = {}
    return started(bench, jobs, lambda job: (job.situation, listed[job.situation].least), _broken, nothing)


def _deeds(search: Search, start: SceneState, act: str) -> Iterator[str]:
    """The act told of whoever could do it here, with all things that are there."""
    rules = search.table.bench.rules
    context = Context(rules, start.judge.branches[0].position.store)
    declared = rules.acts[act]
    letters = [letter for letter, _ in declared.params]
    ranges = [context.things(sort_of(rules.game.vocabulary, letter)) for letter in letters]
    for args in islice(product(*ranges), MOST):
        yield told(context, declared.said, dict(zip(letters, args, strict=True)))


def _broken(search: Search, start: SceneState, job: ForbiddenOutcome) -> BrokenClauses:
    found: BrokenClauses = {}
    for line in _deeds(search, start, job.act) if job.act else ():
        forbids, tells = search.table.anyway(start, line)
        for pair in product(sorted(forbids), sorted(tells)):
            found.setdefault(pair, (*start.lines, line, *search.general[:1]))
    if job.act:
        return found
    for seat in search.seats:
        holding = search.table.holding(start, seat, job.title)
        for line in search.wordings(start, seat, job.title) if holding is not None else ():
            assert holding is not None
            forbids, tells = search.table.anyway(holding, line)
            for pair in product(sorted(forbids), sorted(tells)):
                found.setdefault(pair, (*holding.lines, line, *search.general[:1]))
    return found
