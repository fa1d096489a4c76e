"""Whether what must hold in every position still holds after cards were played in a situation, and to the end of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.property import Property
from checker.norms.context import Context
from checker.search.bench import Bench
from checker.search.catalogue import catalogue
from checker.search.kept import Traced
from checker.search.pairs import Search
from checker.search.started import started
from checker.search.table import Told


class Tried(NamedTuple):
    """A situation, and the card that is played in it; none if things only take their course."""

    situation: int
    title: str = ""


class Broken(NamedTuple):
    """A property that held before the last line of the scene and holds no more."""

    property: str
    lines: tuple[str, ...]


def upheld(bench: Bench, tries: Sequence[Tried]) -> list[Traced[tuple[Broken, ...]]]:
    """For each try the properties that are broken, each with the first scene that breaks it."""
    listed = catalogue(bench.situations).situations
    return started(bench, tries, lambda one: (one.situation, listed[one.situation].least), _first, ())


def _first(search: Search, start: Told, one: Tried) -> tuple[Broken, ...]:
    first = {b.property: b for b in reversed([*_broken(search, start, one.title)])}
    return tuple(first[k] for k in sorted(first))


def _broken(search: Search, start: Told, title: str) -> Iterator[Broken]:
    if not title:
        yield from _ended(search, start)
        return
    for seat in search.seats:
        holding = search.table.holding(start, seat, title)
        for line in search.wordings(start, seat, title) if holding is not None else ():
            after = search.table.tell(holding, line) if holding is not None else None
            if after is not None and holding is not None and not after.illegal and not after.judge.unknown:
                yield from _fresh(search, holding, after.lawful())
                yield from _ended(search, after.lawful())


def _ended(search: Search, told: Told) -> Iterator[Broken]:
    for ending in search.book.endings:
        after = search.table.tell(told, ending)
        if after is None or after.judge.unknown:
            return
        yield from _fresh(search, told, after)
        told = after


def _fresh(search: Search, before: Told, after: Told) -> Iterator[Broken]:
    """The properties that held on every way before and on some way after hold no more."""
    rules = search.table.bench.rules
    for one in rules.game.properties:
        if any(_breaks(rules, one, b) for b in after.judge.branches) and not any(
            _breaks(rules, one, b) for b in before.judge.branches
        ):
            yield Broken(one.id, (*after.lines, "what happens?"))


def _breaks(rules: Any, one: Property, branch: Any) -> bool:
    store = branch.position.store
    checks = (
        c for c in one.checks if c.event is None and (c.when == "always" or (branch.waits and c.when == "resting"))
    )
    return any(_holds(rules, store, c.cond) is False for c in checks) and not (
        one.violable and _holds(rules, store, one.where) is not False
    )


def _holds(rules: Any, store: Store, cond: Any) -> bool | None:
    try:
        return Context(rules, store).holds(cond, {})
    except (Undecided, KeyError):
        return None
