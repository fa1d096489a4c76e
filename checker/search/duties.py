"""Duties that one card cannot fulfil all at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from checker.kernel.norm import Must, Norm
from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.scene import Deed
from checker.kernel.term import Var
from checker.norms.context import Context
from checker.norms.resolve import Instance, duties
from checker.norms.rulebook import Rulebook
from checker.search.bench import Bench
from checker.search.catalogue import catalogue
from checker.search.pairs import Job, Search
from checker.search.table import Told

Demanded: TypeAlias = tuple[tuple[str, tuple[Instance, ...]], ...]


class Rivals(NamedTuple):
    """One player, one card, and several things that a duty demands of it, of which only one can be done.

    The `lines` are a scene that asks of each of them whether it must be done.
    """

    clauses: tuple[str, ...]
    act: str
    card: str
    ways: tuple[str, ...]
    lines: tuple[str, ...]


def rivals(bench: Bench) -> tuple[Rivals, ...]:
    """For each set of clauses that demand more of one card than it can do, the smallest scene."""
    found: dict[tuple[str, ...], Rivals] = {}
    for number, situation in enumerate(catalogue(bench.situations).situations):
        search = Search(bench, Job(number, situation.least, 1))
        start = search.table.begin(situation.lines)
        if start is None or len(start.labels()) < 2:
            continue
        for title in search.titles:
            for seat in search.seats:
                holding = search.table.holding(start, seat, title)
                for one in _rivals(search, holding, seat, title) if holding else ():
                    found.setdefault(one.clauses, one)
    return tuple(found[k] for k in sorted(found))


def _rivals(search: Search, holding: Told, seat: str, title: str) -> Iterator[Rivals]:
    branch = holding.judge.branches[0]
    rules = search.table.bench.rules
    said: dict[tuple[Any, ...], str] = {}
    act = ""
    for line in search.wordings(holding, seat, title):
        form = search.table.form(holding, line)
        args = search.table.instance(branch, form) if isinstance(form, Deed) else None
        if args is not None and isinstance(form, Deed):
            act = form.act
            said.setdefault(args, line)
    demanded = _demanded(rules, branch.position.store, act, tuple(said)) if act else ()
    several = {}
    for name, ways in demanded:
        norm = rules.norms[name]
        apart = [w for w in ways if _differs(norm, ways[0], w)]
        if apart:
            several[norm.clause] = (ways[0], *apart)
    if several:
        told = tuple(said[i] for i in next(iter(several.values())))
        asked = tuple(q for line in told for q in _asked(search, holding, seat, title, line))
        yield Rivals(tuple(several), act, title, told, (*holding.lines, *(asked or (told[0], "what happens?"))))


def _demanded(rules: Rulebook, store: Store, act: str, instances: tuple[Instance, ...]) -> Demanded:
    """What is demanded, with open points as by default."""
    while True:
        try:
            return duties(Context(rules, store), act, instances)
        except Undecided as open_:
            store = store.put(open_.point.key, open_.point.options[0].value)


def _asked(search: Search, holding: Told, seat: str, title: str, line: str) -> tuple[str, ...]:
    """The questions of the catalogue whether the player must do what the line tells."""
    label = next((x for x in holding.labels() if re.search(rf"\b{x}\b", line)), "")
    return tuple(search.words.put(q, seat, "", title, label) for q in search.book.of_duty)


def _differs(norm: Norm, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """The two instances differ in just one place, and the duty asks something of what stands there."""
    assert isinstance(norm.claim, Must)
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) != 1:
        return False
    there = norm.claim.act.args[places[0]]
    return isinstance(there, Var) and f"Var(name={there.name!r})" in repr(norm.cond)
