"""Loops of play and what breaks them, kept by what was looked up in the rules for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from checker.explore.loops.loop_breakers import breaks
from checker.explore.loops.loop_search import Caught, Looped, LoopJob, broken_by, caught, players, told_in
from checker.kernel.position import Agenda, Position, Store, Writes
from checker.kernel.trees.anytime_acts import allowing
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, WantedResult, relevance, traced, traced_parts
from checker.store.fingerprint import named

T = TypeVar("T")
R = TypeVar("R")
Try = tuple[Caught, str]
"""A loop, and a card that may break it."""


def loops_kept(work: Work, listed: Sequence[LoopJob]) -> list[tuple[Looped, ...]]:
    """The loops that each search finds, with the cards that can break them."""
    titles = [c.title for c in work.bench.rules.game.cards]
    scenes = [told_in(work.bench, job) for job in listed]
    lines = [named(job, told) for job, told in zip(listed, scenes, strict=True)]
    written = _kept(work, "loops", tuple[StoredLoop, ...], lines, scenes, listed, _caught)
    found = [tuple(map(_read, each)) for each in written]
    every = [one for each in found for one in each]
    names = [_name(one) for one in every]
    tries = [(one, title) for one in every for title in titles]
    tried = [named(name, title) for name in names for title in titles]
    told = [(*one.looped.lines, title) for one, title in tries]
    broken = iter(_kept(work, "breaking", bool, tried, told, tries, _broken))

    return [tuple([broken_by(one, [t for t in titles if next(broken)]) for one in each]) for each in found]


def _kept(
    work: Work,
    kind: str,
    of: object,
    names: Sequence[str],
    lines: Sequence[tuple[str, ...]],
    items: Sequence[T],
    do: Callable[[Bench, T], TracedResult[R]],
) -> list[R]:
    """What is done for each item, under its name, in a scene with these lines."""
    game, known = work.bench.rules.game, relevance(work.bench)
    titles = tuple(c.title for c in game.cards)
    # Any card may come to lie on the table in the course of play: whatever norm was looked up may have been live.
    there = frozenset((*titles, *game.vocabulary.kinds))
    reads = (work.bench.situations, titles if work.bench.held else game, allowing(game))
    parts = [WantedResult(name, known.titles_in(told), there) for name, told in zip(names, lines, strict=True)]

    def make(missing: list[int]) -> list[TracedResult[R]]:
        return work.spread("loops of play", do, [items[at] for at in missing])

    return [one.result for one in traced_parts(work.options.shelf, kind, reads, known, of, parts, make)]


class StoredLoop(NamedTuple):
    """A loop as it is kept: of each position what is on the table, and what is still to be done."""

    looped: Looped
    at: tuple[tuple[Writes, Agenda], ...]
    loop: Agenda


def _caught(bench: Bench, job: LoopJob) -> TracedResult[tuple[StoredLoop, ...]]:
    return traced(bench, lambda: tuple(map(_written, caught(bench, job))))


def _written(one: Caught) -> StoredLoop:
    return StoredLoop(one.looped, tuple((tuple(p.store.items()), p.agenda) for p in one.at), one.loop)


def _read(one: StoredLoop) -> Caught:
    return Caught(one.looped, tuple(Position(Store(dict(table)), agenda) for table, agenda in one.at), one.loop)


def _broken(bench: Bench, one: Try) -> TracedResult[bool]:
    loop, title = one
    return traced(bench, lambda: breaks(players(bench), loop.loop, loop.at, title))


def _name(one: Caught) -> str:
    """A name for all of the loop."""
    tables: list[object] = [sorted((repr(k), repr(v)) for k, v in position.store.items()) for position in one.at]
    return named(one.looped, tables, [repr(position.agenda) for position in one.at], repr(one.loop))
