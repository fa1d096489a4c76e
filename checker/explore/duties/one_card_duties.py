"""Duties that one card cannot fulfil all at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from checker.explore.cards.search_job import Search, started
from checker.explore.scene_state import SceneState
from checker.explore.situations import SEATS, Situation, catalogue, has
from checker.kernel.norm import Must, Norm
from checker.kernel.position import Store
from checker.kernel.scene import Deed
from checker.kernel.source import InputError
from checker.kernel.term import Instance, Value, Var
from checker.kernel.trees.walk import free
from checker.norms.evaluate import by_default
from checker.norms.permissions import duties
from checker.norms.rulebook import Rulebook
from checker.norms.windows import coming
from checker.run.branches import Branch
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult

DemandedActs: TypeAlias = tuple[tuple[str, tuple[Instance, ...]], ...]


class RivalDuties(NamedTuple):
    """One player, one card, and several things that a duty demands of it, of which only one can be done.

    The `lines` are a scene that asks of each of them whether it must be done.
    """

    clauses: tuple[str, ...]
    act: str
    card: str
    ways: tuple[str, ...]
    lines: tuple[str, ...]


class Held(NamedTuple):
    """Where to look: a card that somebody holds in one of the situations."""

    situation: int
    title: str


def asking(bench: Bench) -> tuple[Situation, ...]:
    """The situations in which it is looked for what is demanded of cards."""
    book = catalogue(bench.situations)
    return (*book.situations, *book.owed)


def rivals(bench: Bench, places: Sequence[Held]) -> list[TracedResult[tuple[RivalDuties, ...]]]:
    """In each place what is demanded more often of the card than it can do it, whoever holds it."""
    listed = asking(bench)
    return started(bench, places, lambda at: (at.situation, listed[at.situation].least), _demands, (), listed)


def _demands(search: Search, start: SceneState, place: Held) -> tuple[RivalDuties, ...]:
    things = _things(search, start)
    if len(things) < 2:
        return ()
    held = ((seat, search.table.holding(start, seat, place.title)) for seat in search.seats)
    return tuple(r for seat, told in held if told for r in _rivals(search, told, seat, place.title, things))


def _things(search: Search, told: SceneState) -> tuple[str, ...]:
    """What a card can be laid on, as scenes name it: what has a label, and each card that is coming into play."""
    store = told.judge.branches[0].position.store
    open_now = coming(search.table.bench.rules, store)
    owners = {c: k[2] for k, held in store.items() if k[0] == "zone" and isinstance(held, tuple) for c in held if k[2:]}
    cards = [
        f"{search.seats[owner]}'s {c[0]}"
        for c in open_now
        if isinstance(c, tuple) and isinstance(owner := owners.get(c), int)
    ]
    return (*told.labels(), *sorted(cards))


def _lines(search: Search, holding: SceneState, seat: str, title: str, things: tuple[str, ...]) -> Iterator[str]:
    """The lines that tell of the player playing the card on each of the things, or as the catalogue words it."""
    yield from search.wordings(holding, seat, title)
    on = (t for t in search.book.plays if has(t, "H1") and not has(t, SEATS[1]))
    yield from (
        search.words.put(t, seat, "", title, thing) for t in on for thing in things if thing not in holding.labels()
    )


class Owed(NamedTuple):
    """What is demanded of an act with a card that a player holds, and the line that tells of each way to do it."""

    act: str
    said: dict[Instance, str]
    demanded: DemandedActs


def owed(search: Search, holding: SceneState, seat: str, title: str, things: tuple[str, ...]) -> list[Owed]:
    """What is demanded of each act with the card, played on each of the things or as the catalogue words it."""
    branch = holding.judge.branches[0]
    acts: dict[str, dict[Instance, str]] = {}
    for line in _lines(search, holding, seat, title, things):
        form = search.table.form(holding, line)
        args = _instance(search, branch, form) if isinstance(form, Deed) else None
        if args is not None and isinstance(form, Deed):
            acts.setdefault(form.act, {}).setdefault(args, line)
    rules, store = search.table.bench.rules, branch.position.store
    return [Owed(act, said, _demanded(rules, store, act, tuple(said))) for act, said in acts.items()]


def _rivals(
    search: Search, holding: SceneState, seat: str, title: str, things: tuple[str, ...]
) -> Iterator[RivalDuties]:
    for one in owed(search, holding, seat, title, things):
        yield from _rivals_of(search, holding, seat, title, things, one)


def _rivals_of(
    search: Search, holding: SceneState, seat: str, title: str, things: tuple[str, ...], of: Owed
) -> Iterator[RivalDuties]:
    rules = search.table.bench.rules
    several = {}
    for name, ways in of.demanded:
        norm = rules.norms[name]
        rows = ((one, *(w for w in ways if _differs(norm, one, w))) for one in ways)
        row = next((r for r in rows if len(r) > 1), None)
        if row is not None:
            several[norm.clause] = row
    if several:
        told = tuple(of.said[i] for i in next(iter(several.values())))
        asked = tuple(q for line in told for q in _asked(search, things, seat, title, line))
        yield RivalDuties(tuple(several), of.act, title, told, (*holding.lines, *(asked or (told[0], "what happens?"))))


def _instance(search: Search, branch: Branch, deed: Deed) -> tuple[Value, ...] | None:
    """The instance of the act that is told; None where several could be meant."""
    try:
        return search.table.instance(branch, deed)
    except InputError:
        return None


def _demanded(rules: Rulebook, store: Store, act: str, instances: tuple[Instance, ...]) -> DemandedActs:
    """What is demanded, with open points as by default."""
    return by_default(rules, store, lambda context: duties(context, act, instances))


def _asked(search: Search, things: tuple[str, ...], seat: str, title: str, line: str) -> tuple[str, ...]:
    """The questions of the catalogue whether the player must do what the line tells."""
    label = next((x for x in things if re.search(rf"\b{re.escape(x)}(?!\w)", line)), "")
    return tuple(search.words.put(q, seat, "", title, label) for q in search.book.of_duty)


def _differs(norm: Norm, one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """The two instances differ in just one place, and the duty asks something of what stands there."""
    assert isinstance(norm.claim, Must)
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) != 1:
        return False
    there = norm.claim.act.args[places[0]]
    return isinstance(there, Var) and there.name in free(norm.cond)
