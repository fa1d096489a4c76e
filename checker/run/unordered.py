"""Orders that nothing states: which of several effects comes first, wherever that makes a difference.

Effects that neither read nor change what another of them changes cost one look each. Where they meet, every
order is carried out on the side; orders that end alike are one. Two ends are alike if they differ only in what
nobody at the table can tell apart: the labels of new things, the order of cards in a place without order.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from checker.kernel.effect import Part, Together
from checker.kernel.point import Kind, Option, Point
from checker.kernel.position import Agenda, Env, Key, Position, Store
from checker.norms.evaluate import RIGID, Context
from checker.norms.rulebook import Rulebook
from checker.run.commuting import alike, groups, pushed
from checker.run.effect_names import about_of, label
from checker.run.observables import COUNT, ORDER
from checker.run.order_ends import OrderEnds, Unseen
from checker.run.phrases import word
from checker.run.procedures import REST, Beyond, above, below, named
from checker.run.progress import Forked, Moved, Progress, StepFunction

AS_WRITTEN: Key = ("orders as written",)
"""Where a table says so, effects come in the order in which they are written, and no other order is tried."""


class FirstEffect(NamedTuple):
    """One of the effects as the first, the others to come; `settled` if it is known that their order makes no difference."""

    name: str
    label: str
    position: Position
    settled: Position | None = None


def as_written(store: Store) -> Store:
    """The table on which no order but the written one is tried."""
    return store.put(AS_WRITTEN, True)


def together(step: StepFunction, rules: Rulebook, effect: Together, env: Env, after: Position, asked: bool) -> Progress:
    """The parts one after the other: as they stand if their order makes no difference, else forked on the first."""
    parts = effect.parts
    if effect.apart or len(parts) < 2 or after.store.get(AS_WRITTEN) is True or alike(rules, parts):
        return Moved(_in_line(parts, env, after))
    found = groups(step, rules, parts, env, after)
    if len(found) == len(parts):
        return Moved(_in_line(parts, env, after))
    if len(found) > 1:
        for group in reversed(found):
            after = after.pushed(msgspec.structs.replace(effect, parts=group), env)
        return Moved(after)
    firsts: list[FirstEffect] = []
    names: list[str] = []
    for part in ready(parts):
        rest = msgspec.structs.replace(effect, parts=tuple(p for p in parts if p is not part))
        known = msgspec.structs.replace(rest, apart=True)
        position, settled = (pushed(part, env, after.pushed(others, env)) for others in (rest, known))
        names.append(_called(Context(rules, after.store), part, env))
        again = names.count(names[-1]) if names[-1] in rules.cards else 1
        called = f"{names[-1]} {again}" if again > 1 else names[-1]
        firsts.append(FirstEffect(part.name, called, position, settled))
    about = about_of(rules, parts[0].effect)
    return first_of(step, rules, tuple(firsts), after.agenda, effect.by, about, asked)


def _called(context: Context, part: Part, env: Env) -> str:
    """The part in words: what happens first in it, else whom or what it is done for."""
    for_whom = (word(context, n, v) for n, v in part.env if part.name == repr(v))
    return label(context, part.effect, {**dict(env), **dict(part.env)}) or next(for_whom, part.name)


def first_of(
    step: StepFunction,
    rules: Rulebook,
    firsts: tuple[FirstEffect, ...],
    rest: Agenda,
    by: tuple[str, ...],
    about: str,
    asked: bool,
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
    kinds, unstated, one_end = _kinds(step, rules, firsts, rest, asked)
    kind = Kind.SILENT if unstated else Kind.ORDER
    if len(kinds) == 1:
        return Moved((firsts[0].settled if one_end else None) or firsts[0].position)
    clauses = rules.stated(by)
    options = tuple(Option(f.name, _told(f, firsts), clauses) for f in kinds)
    text = f"no clause says which comes first: {' or '.join(f.label for f in firsts)}"
    noted = store.put(COUNT, count + 1)
    ways = tuple((o, f.position.with_store(noted.put(key, o.value))) for o, f in zip(options, kinds, strict=True))
    return Forked(Point(f"order: {about}", kind, key, options, clauses, text), ways)


def _kinds(
    step: StepFunction, rules: Rulebook, firsts: tuple[FirstEffect, ...], rest: Agenda, asked: bool
) -> tuple[tuple[FirstEffect, ...], bool, bool]:
    """The first of each kind of order: orders of one kind end alike; whether some end cannot be seen because
    no clause states an effect; and whether there is but one end, whatever the order of them all."""
    if not asked:
        return firsts, False, False
    store = firsts[0].position.store
    todo = [above(f.position.agenda, rest) for f in firsts]

    def looked(store: Store, rest: Agenda) -> tuple[object, tuple[int, ...], bool, bool]:
        following = OrderEnds(step, rules, store, rest)
        kinds: dict[object, int] = {}
        unstated = False
        for number, first in enumerate(firsts):
            ends = following.of(Position(store, below(todo[number], rest)))
            unstated = unstated or (isinstance(ends, Unseen) and ends.unstated)
            kinds.setdefault(ends if isinstance(ends, frozenset) else first.name, number)
        one_end = len(kinds) == 1 and all(isinstance(ends, frozenset) and len(ends) == 1 for ends in kinds)
        return todo, tuple(kinds.values()), unstated, one_end

    def alone(store: Store) -> tuple[object, tuple[int, ...], bool, bool] | None:
        try:
            return looked(store, REST)
        except Beyond:
            return None

    memory = store.memory(rules)
    name = ("firsts", tuple((f.name, *((named(e), env) for e, env in t)) for f, t in zip(firsts, todo, strict=True)))
    found = (memory.of(name, store, alone) if memory is not None else None) or looked(store, rest)
    return tuple(firsts[number] for number in found[1]), found[2], found[3]


def ready(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts that may come next."""
    names = {p.name for p in parts}
    return tuple(p for p in parts if names.isdisjoint(p.after))


def _told(first: FirstEffect, firsts: tuple[FirstEffect, ...]) -> str:
    others = [f.label for f in firsts if f is not first]
    return f"{first.label} first, then {others[0]}" if len(others) == 1 else f"{first.label} first"


def _in_line(parts: tuple[Part, ...], env: Env, after: Position) -> Position:
    line: list[Part] = []
    while parts:
        line.append(ready(parts)[0])
        parts = tuple(p for p in parts if p is not line[-1])
    for part in reversed(line):
        after = pushed(part, env, after)
    return after
