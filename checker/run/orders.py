"""Orders that nothing states: which of several effects comes first, wherever that makes a difference.

Effects that neither read nor change what another of them changes cost one look each. Where they meet, every
order is carried out on the side; orders that end alike are one. Two ends are alike if they differ only in what
nobody at the table can tell apart: the labels of new things, the order of cards in a place without order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import msgspec

from checker.kernel.effect import (
    Add,
    Effect,
    Move,
    Nothing,
    Part,
    Put,
    Remove,
    Then,
    Together,
    Unstated,
)
from checker.kernel.point import Kind, Option, Point
from checker.kernel.position import Agenda, Env, Key, Position, Store
from checker.kernel.term import Call, Lit, Value, Var
from checker.norms.context import RIGID, Context
from checker.norms.rulebook import Rulebook
from checker.run.calling import about_of, label
from checker.run.observing import COUNT, ORDER, decision, made_so_far, observable
from checker.run.progress import Ended, Forked, Moved, Progress, Waits
from checker.run.traced import Marks, Traced

Step: TypeAlias = Callable[[Rulebook, Position, bool], Progress]
"""One step of play; told not to, it lists every order without asking which of them end alike."""

End: TypeAlias = tuple[tuple[tuple[str, str], ...], int, frozenset[tuple[Key, Value]]]
"""How an order ends: what was decided on the way, where play goes on, and the table."""

AS_WRITTEN: Key = ("orders as written",)
"""Where a table says so, effects come in the order in which they are written, and no other order is tried."""

MOST_STEPS = 1_500
"""Steps carried out on the side for one place in the order; more count as a difference."""


MOST_WAYS = 8
"""Ways of one choice that are followed on the side; more (a card from the whole deck) count as a difference."""


class Unseen(NamedTuple):
    """How an order ends cannot be seen; `unstated` if that is because no clause states an effect."""

    unstated: bool = False


class First(NamedTuple):
    """One of the effects as the first, the others to come."""

    name: str
    label: str
    position: Position


def as_written(store: Store) -> Store:
    """The table on which no order but the written one is tried."""
    return store.put(AS_WRITTEN, True)


def together(step: Step, rules: Rulebook, effect: Together, env: Env, after: Position, asked: bool) -> Progress:
    """The parts one after the other: as they stand if their order makes no difference, else forked on the first."""
    parts = effect.parts
    if effect.apart or len(parts) < 2 or after.store.get(AS_WRITTEN) is True or _alike(rules, parts):
        return Moved(_in_line(parts, env, after))
    groups = _groups(step, rules, parts, env, after)
    if len(groups) == len(parts):
        return Moved(_in_line(parts, env, after))
    if len(groups) > 1:
        for group in reversed(groups):
            after = after.pushed(msgspec.structs.replace(effect, parts=group), env)
        return Moved(after)
    firsts = []
    for part in ready(parts):
        rest = tuple(p for p in parts if p is not part)
        position = after.pushed(msgspec.structs.replace(effect, parts=rest), env)
        called = label(Context(rules, after.store), part.effect, {**dict(env), **dict(part.env)}) or part.name
        firsts.append(First(part.name, called, _pushed(part, env, position)))
    about = about_of(rules, parts[0].effect)
    return first_of(step, rules, tuple(firsts), after.agenda, effect.by, about, asked)


def first_of(
    step: Step, rules: Rulebook, firsts: tuple[First, ...], rest: Agenda, by: tuple[str, ...], about: str, asked: bool
) -> Progress:
    """The position with the first of them done next, forked where it matters which one that is.

    `rest` is what comes after all of them.
    """
    if len(firsts) == 1 or firsts[0].position.store.get(AS_WRITTEN) is True:
        return Moved(firsts[0].position)
    store = firsts[0].position.store
    count = store.get(COUNT, 0)
    assert isinstance(count, int)
    key: Key = (RIGID, ORDER, about, count)
    settled = next((f for f in firsts if f.name == store.get(key)), None)
    if settled is not None:
        return Moved(settled.position.with_store(store.put(COUNT, count + 1)))
    kinds: dict[object, First] = {}
    kind = Kind.ORDER
    for first in firsts:
        ends = _ends(step, rules, first.position, rest) if asked else None
        if isinstance(ends, Unseen) and ends.unstated:
            kind = Kind.SILENT
        kinds.setdefault(ends if isinstance(ends, frozenset) else first.name, first)
    if len(kinds) == 1:
        return Moved(firsts[0].position)
    clauses = rules.stated(by)
    options = tuple(Option(f.name, _told(f, firsts), clauses) for f in kinds.values())
    text = f"no clause says which comes first: {' or '.join(f.label for f in firsts)}"
    noted = store.put(COUNT, count + 1)
    ways = tuple(
        (o, f.position.with_store(noted.put(key, o.value))) for o, f in zip(options, kinds.values(), strict=True)
    )
    return Forked(Point(f"order: {about}", kind, key, options, clauses, text), ways)


def ready(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts that may come next."""
    names = {p.name for p in parts}
    return tuple(p for p in parts if names.isdisjoint(p.after))


def _told(first: First, firsts: tuple[First, ...]) -> str:
    others = [f.label for f in firsts if f is not first]
    return f"{first.label} first, then {others[0]}" if len(others) == 1 else f"{first.label} first"


def _in_line(parts: tuple[Part, ...], env: Env, after: Position) -> Position:
    line: list[Part] = []
    while parts:
        line.append(ready(parts)[0])
        parts = tuple(p for p in parts if p is not line[-1])
    for part in reversed(line):
        after = _pushed(part, env, after)
    return after


def _pushed(part: Part, env: Env, after: Position) -> Position:
    return after.pushed(part.effect, tuple(sorted({**dict(env), **dict(part.env)}.items())) if part.env else env)


# ---- effects that do not meet ----------------------------------------------------------------


def _alike(rules: Rulebook, parts: tuple[Part, ...]) -> bool:
    """Every part does the same, which reads nothing, so that any order of them ends alike."""
    first = parts[0].effect
    if any(p.effect is not first or p.after for p in parts):
        return False
    changes = first.effects if isinstance(first, Then) else (first,)
    put = {e.field.fact for e in changes if isinstance(e, Put)}
    added = {e.field.fact for e in changes if isinstance(e, Add)}
    return put.isdisjoint(added) and all(_reads_nothing(rules, e) for e in changes)


def _reads_nothing(rules: Rulebook, effect: Effect) -> bool:
    match effect:
        case Nothing():
            return True
        case Put(Call(_, args), Lit()) | Add(Call(_, args), Lit()):
            return all(isinstance(a, Var | Lit) for a in args)
        case Move(Var(), Call(zone, args)):
            return zone not in rules.ordered_zones and all(isinstance(a, Var | Lit) for a in args)
        case Remove(Var()):
            return True
        case _:
            return False


def _groups(
    step: Step, rules: Rulebook, parts: tuple[Part, ...], env: Env, after: Position
) -> tuple[tuple[Part, ...], ...]:
    """The parts in groups; whatever the order, no group reads or changes what another changes.

    Parts that are ordered among themselves are never split.
    """
    found: list[tuple[tuple[Part, ...], Marks]] = [
        ((p,), _marks(step, rules, _pushed(p, env, after), after.agenda)) for p in parts
    ]
    while True:
        met = next((g for g in found if any(o is not g and o[1].meets(g[1]) for o in found)), None)
        if met is None:
            break
        apart = [g for g in found if g is not met and not g[1].meets(met[1])]
        among = {p.name for g in found if g not in apart for p in g[0]}
        group = tuple(p for p in parts if p.name in among)
        if not apart:
            return (group,)
        # What one of the group changes may lead another to change more than it did alone.
        marks = _marks(step, rules, after.pushed(Together(group), env), after.agenda)
        found = [*apart, (group, marks)]
    if any(p.after for p in parts) and len(found) < len(parts):
        return (parts,)
    return tuple(g for g, _ in sorted(found, key=lambda g: parts.index(g[0][0])))


def _marks(step: Step, rules: Rulebook, start: Position, rest: Agenda) -> Marks:
    """What carrying the effect out in any way reads and changes; `open` where that cannot be seen."""
    marks = Marks(rules.ordered_zones)
    todo = [Position(Traced(start.store, marks), start.agenda)]
    tails = _tails(rest)
    for _ in range(MOST_STEPS):
        if not todo:
            return marks.without(decision)
        position = todo.pop()
        if id(position.agenda) in tails:
            marks.open |= position.agenda is not rest
            continue
        progress = step(rules, position, False)
        match progress:
            case Moved(position=further):
                todo.append(further)
            case Forked(ways=ways):
                todo += [p for _, p in ways]
            case Waits() | Ended():
                break
    marks.open = True
    return marks


def _tails(agenda: Agenda) -> frozenset[int]:
    """Every agenda that is a rest of this one, by identity."""
    found = {id(agenda)}
    while agenda:
        agenda = agenda[2]
        found.add(id(agenda))
    return frozenset(found)


# ---- orders that end alike -------------------------------------------------------------------


def _ends(step: Step, rules: Rulebook, start: Position, rest: Agenda) -> frozenset[End] | Unseen:
    """Every end that can be reached in any order of what is left."""
    tails = _tails(rest)
    made = made_so_far(start.store)
    found: set[End] = set()
    seen: set[object] = set()
    held: list[Agenda] = []  # so that no agenda in `seen` is told by the identity of another
    todo: list[tuple[Position, tuple[tuple[str, str], ...]]] = [(start, ())]
    for _ in range(MOST_STEPS):
        if not todo:
            return frozenset(found)
        position, decided = todo.pop()
        if id(position.agenda) in tails:
            found.add((tuple(sorted(decided)), id(position.agenda), observable(rules, position.store, made)))
            continue
        progress = step(rules, position, False)
        match progress:
            case Moved(position=further):
                todo.append((further, decided))
            case Forked(by=by, ways=ways):
                if isinstance(by, Point) and by.key[1] == ORDER:
                    left = frozenset(o.value for o, _ in ways)
                    here = (left, decided, id(position.agenda[2]), observable(rules, position.store, made))
                    if here not in seen:
                        seen.add(here)
                        held.append(position.agenda)
                        todo += [(p, decided) for _, p in ways]
                elif isinstance(position.agenda[0], Unstated) and not position.agenda[0].changes:
                    return Unseen(unstated=True)
                elif len(ways) > MOST_WAYS:
                    return Unseen()
                else:
                    what = by.id if isinstance(by, Point) else f"{by.who} {by.what}"
                    todo += [(p, (*decided, (what, o.text))) for o, p in ways]
            case _:
                return Unseen()
    return Unseen()


__all__ = ["First", "first_of", "ready", "together"]
