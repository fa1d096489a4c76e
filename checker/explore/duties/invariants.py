"""Whether what must hold in every position still holds after cards were played in a situation, and to the end of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from checker.explore.cards.search_job import Search, started
from checker.explore.scene_state import SceneState
from checker.explore.situations import catalogue
from checker.kernel.game import Property
from checker.kernel.position import Store
from checker.kernel.term import Cond, Undecided
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, Took
from checker.run.forced_cycles import same_agenda
from checker.run.progress import Line
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult
from checker.simulate.property_monitor import Watcher, spans

BEGINNING = "beginning"
"""The name by which watchers know the moment at which a scene begins."""


class InvariantUnit(NamedTuple):
    """A situation, and the card that is played in it; none if things only take their course."""

    situation: int
    title: str = ""


class Broken(NamedTuple):
    """A property that held before the last line of the scene and holds no more."""

    property: str
    lines: tuple[str, ...]


def upheld(bench: Bench, tries: Sequence[InvariantUnit]) -> list[TracedResult[tuple[Broken, ...]]]:
    """For each try the properties that are broken, each with the first scene that breaks it."""
    listed = catalogue(bench.situations).situations
    return started(bench, tries, lambda one: (one.situation, listed[one.situation].least), _first, ())


def _first(search: Search, start: SceneState, one: InvariantUnit) -> tuple[Broken, ...]:
    first = {b.property: b for b in reversed([*_broken(search, _kept(start), one.title)])}
    return tuple(first[k] for k in sorted(first))


def _kept(told: SceneState) -> SceneState:
    """The scene, from which on every step is kept."""
    return told.among([branch.keeping(True) for branch in told.judge.branches])


def _broken(search: Search, start: SceneState, title: str) -> Iterator[Broken]:
    if not title:
        yield from _ended(search, start, _spanned(search, start))
        return
    for seat in search.seats:
        holding = search.table.holding(start, seat, title)
        for line in search.wordings(start, seat, title) if holding is not None else ():
            after = search.table.tell(holding, line) if holding is not None else None
            if after is not None and holding is not None and not after.illegal and not after.judge.unknown:
                lawful = after.lawful()
                now = _spanned(search, lawful)
                yield from _fresh(search, holding, lawful, now - _spanned(search, holding))
                yield from _ended(search, lawful, now)


def _ended(search: Search, told: SceneState, was: frozenset[str]) -> Iterator[Broken]:
    """The properties that are broken by one ending after the other, where those that span several positions and `was`
    hold no more."""
    for ending in search.book.endings:
        after = search.table.tell(told, ending)
        if after is None or after.judge.unknown:
            return
        now = _spanned(search, after)
        yield from _fresh(search, told, after, now - was)
        told, was = joined(after), now


def joined(told: SceneState) -> SceneState:
    """The scene on ways of each of which something can be said of what spans several positions, and on one of the others to
    each place where they are: of those the steps are kept no more."""
    there: dict[Store, list[Branch]] = {}
    ways: list[Branch] = []
    for branch in told.judge.branches:
        if not any(isinstance(e, Took) and _unstated(e) for e in branch.trail):
            ways.append(branch)
            continue
        others = there.setdefault(branch.position.store, [])
        if not any(_same_place(branch, other) for other in others):
            fresh = branch.keeping(False)
            others.append(fresh)
            ways.append(fresh)
    return told.among(ways)


def _same_place(one: Branch, other: Branch) -> bool:
    """The same comes next at the same moment, after the same illegal act if there was one."""
    if (one.waits, one.ended, one.illegal) != (other.waits, other.ended, other.illegal):
        return False
    return same_agenda(one.position.agenda, other.position.agenda)


def _fresh(search: Search, before: SceneState, after: SceneState, spanning: frozenset[str]) -> Iterator[Broken]:
    """The properties that held on every way before and on some way after hold no more, and those that are `spanning`."""
    rules = search.table.bench.rules
    were, are = _tables(before), _tables(after)
    for one in rules.game.properties:
        if any(_breaks(rules, one, *at) for at in are) and not any(_breaks(rules, one, *at) for at in were):
            yield Broken(one.id, (*after.lines, "what happens?"))
    yield from (Broken(p, (*after.lines, "what happens?")) for p in sorted(spanning))


def _spanned(search: Search, told: SceneState) -> frozenset[str]:
    """The properties of several positions that do not hold on some way of the scene."""
    return frozenset(p for b in told.judge.branches for p in _spanning(search, b))


def _spanning(search: Search, branch: Branch) -> frozenset[str]:
    """The properties of several positions that do not hold on the way of the branch, from where its steps are kept."""
    bench = search.table.bench
    steps = branch.passed
    entries = [e for one in steps for e in one.entries]
    if bench.playing is None or not steps or any(isinstance(e, Took) and _unstated(e) for e in entries):
        return frozenset()
    watcher = Watcher(bench.rules, spanning=True)
    watcher(steps[0].before, (), BEGINNING)
    watcher.violations.clear()
    watcher(steps[0].before, (), BEGINNING)
    told = frozenset(v.property for v in watcher.violations)
    for one in steps:
        watcher(one.after, tuple(e for e in one.entries if isinstance(e, Line)))
    if branch.moment:
        watcher(branch.position, (), branch.moment)
    return frozenset(v.property for v in watcher.violations if not v.violable) - told


def _unstated(took: Took) -> bool:
    """An effect that nothing states is supposed to do something, of which nothing can be said."""
    return took.point.key[1:2] == ("effect",) and took.option != took.point.options[0]


def _tables(told: SceneState) -> tuple[tuple[Store, bool], ...]:
    """The tables on which the scene can be, each once, and whether somebody may act there."""
    return tuple(dict.fromkeys((b.position.store, b.waits is not None) for b in told.judge.branches))


def _breaks(rules: Rulebook, one: Property, store: Store, waits: bool) -> bool:
    checks = (c for c in one.checks if not spans(one, c) and (c.when == "always" or (waits and c.when == "resting")))
    return any(_holds(rules, store, c.cond) is False for c in checks) and not (
        one.violable and _holds(rules, store, one.where) is not False
    )


def _holds(rules: Rulebook, store: Store, cond: Cond) -> bool | None:
    try:
        return Context(rules, store).holds(cond, {})
    except (Undecided, KeyError):
        return None
