"""Orders that nothing states: which of several effects comes first, wherever that makes a difference.

Effects that neither read nor change what another of them changes cost one look each. Where they meet, every
order is carried out on the side; orders that end alike are one. Two ends are alike if they differ only in what
nobody at the table can tell apart: the labels of new things, the order of cards in a place without order.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from checker.kernel import effect as e
from checker.kernel.position import Agenda, Env, Key, Position, Store
from checker.kernel.term import Call, Kind, Lit, Option, Point, Undecided, Var
from checker.norms.evaluate import RIGID, Binding, Context, plain
from checker.norms.rulebook import Rulebook
from checker.run.order_ends import COUNT, MOST_STEPS, ORDER, OrderEnds, Unseen, decision, identities
from checker.run.phrases import told, word
from checker.run.procedures import REST, Beyond, above, below, named
from checker.run.progress import Ended, Forked, Moved, Progress, StepFunction, Waits
from checker.run.read_write_sets import MarkingStore, Marks

AS_WRITTEN: Key = ("orders as written",)
"""Where a table says so, effects come in the order in which they are written, and no other order is tried."""
MOST_NESTED = 40
"""So many orders are looked at within each other."""


class FirstEffect(NamedTuple):
    """One of the effects as the first, the others to come; `settled` if it is known that their order makes no difference."""

    name: str
    label: str
    position: Position
    settled: Position | None = None


def as_written(store: Store) -> Store:
    """The table on which no order but the written one is tried."""
    return store.put(AS_WRITTEN, True)


def together(
    step: StepFunction, rules: Rulebook, effect: e.Together, env: Env, after: Position, asked: bool
) -> Progress:
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


def _called(context: Context, part: e.Part, env: Env) -> str:
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
    name = ("firsts", tuple((f.name, *((named(y), env) for y, env in t)) for f, t in zip(firsts, todo, strict=True)))
    found = (memory.of(name, store, alone) if memory is not None else None) or looked(store, rest)
    return tuple(firsts[number] for number in found[1]), found[2], found[3]


def ready(parts: tuple[e.Part, ...]) -> tuple[e.Part, ...]:
    """The parts that may come next."""
    names = {p.name for p in parts}
    return tuple(p for p in parts if names.isdisjoint(p.after))


def _told(first: FirstEffect, firsts: tuple[FirstEffect, ...]) -> str:
    others = [f.label for f in firsts if f is not first]
    return f"{first.label} first, then {others[0]}" if len(others) == 1 else f"{first.label} first"


def _in_line(parts: tuple[e.Part, ...], env: Env, after: Position) -> Position:
    line: list[e.Part] = []
    while parts:
        line.append(ready(parts)[0])
        parts = tuple(p for p in parts if p is not line[-1])
    for part in reversed(line):
        after = pushed(part, env, after)
    return after


class Nested(RecursionError):
    """What several effects lead to holds several effects, and so on, deeper than MOST_NESTED."""


def pushed(part: e.Part, env: Env, after: Position) -> Position:
    """The position in which the part is done first."""
    return after.pushed(part.effect, tuple(sorted({**dict(env), **dict(part.env)}.items())) if part.env else env)


def alike(rules: Rulebook, parts: tuple[e.Part, ...]) -> bool:
    """Every part does the same, which reads nothing, so that any order of them ends alike."""
    first = parts[0].effect
    if any(p.effect is not first or p.after for p in parts):
        return False
    changes = first.effects if isinstance(first, e.Then) else (first,)
    put = {y.field.fact for y in changes if isinstance(y, e.Put)}
    added = {y.field.fact for y in changes if isinstance(y, e.Add)}
    return put.isdisjoint(added) and all(_reads_nothing(rules, y) for y in changes)


def _reads_nothing(rules: Rulebook, effect: e.Effect) -> bool:
    match effect:
        case e.Nothing():
            return True
        case e.Put(Call(_, args), Lit()) | e.Add(Call(_, args), Lit()):
            return all(isinstance(a, Var | Lit) for a in args)
        case e.Move(Var(), Call(zone, args)):
            return zone not in rules.ordered_zones and all(isinstance(a, Var | Lit) for a in args)
        case e.Remove(Var()):
            return True
        case _:  # not known to read nothing
            return False


def groups(
    step: StepFunction, rules: Rulebook, parts: tuple[e.Part, ...], env: Env, after: Position
) -> tuple[tuple[e.Part, ...], ...]:
    """The parts in groups; whatever the order, no group reads or changes what another changes.

    Parts that are ordered among themselves are never split.
    """
    found: list[tuple[tuple[e.Part, ...], Marks]] = [
        ((p,), marks_of(step, rules, pushed(p, env, after), after.agenda)) for p in parts
    ]
    rules.met([p for (p, *_), marks in found if marks.changing])
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
        marks = marks_of(step, rules, after.pushed(e.Together(group), env), after.agenda)
        found = [*apart, (group, marks)]
    if any(p.after for p in parts) and len(found) < len(parts):
        return (parts,)
    return tuple(g for g, _ in sorted(found, key=lambda g: parts.index(g[0][0])))


def marks_of(step: StepFunction, rules: Rulebook, start: Position, rest: Agenda) -> Marks:
    """What carrying the effect out in any way reads and changes; `open` where that cannot be seen.

    It is worked out once for what it reads, where the table has a memory.
    """
    memory = start.store.memory(rules)
    if memory is None:
        return _marks(step, rules, start, rest)
    todo = above(start.agenda, rest)
    name = ("marks", tuple((named(effect), env) for effect, env in todo))
    return memory.of(name, start.store, lambda s: (todo, _marks(step, rules, Position(s, below(todo, REST)), REST)))[1]


def _marks(step: StepFunction, rules: Rulebook, start: Position, rest: Agenda) -> Marks:
    if isinstance(start.store, MarkingStore) and start.store.depth > MOST_NESTED:
        raise Nested("orders within orders, without an end")
    marks = Marks(rules.ordered_zones)
    todo = [Position(MarkingStore(start.store, marks), start.agenda)]
    resting = identities(rest)
    for _ in range(MOST_STEPS):
        if not todo:
            return marks.without(decision)
        position = todo.pop()
        if id(position.agenda) in resting:
            marks.open |= position.agenda is not rest
            continue
        try:
            progress = step(rules, position, False)
        except Beyond:
            break
        match progress:
            case Moved(position=further):
                todo.append(further)
            case Forked(ways=ways):
                todo += [p for _, p in ways]
            case Waits() | Ended():
                break
    marks.open = True
    return marks


def label(context: Context, effect: e.Effect, env: Binding) -> str:
    """The first event of the effect in words; nothing if there is none."""
    try:
        match effect:
            case e.Event(act, args):
                declared = context.rules.acts[act]
                values = {n: context.value(a, env) for (n, _), a in zip(declared.params, args, strict=True)}
                return told(context, declared.said, values)
            case e.Then(effects) | e.Joint(_, effects):
                return next((x for y in effects if (x := label(context, y, env))), "")
            case e.Under(_, inner):
                return label(context, inner, env)
            case e.If(cond, then, otherwise):
                return label(context, then if context.holds(cond, env) else otherwise, env)
            case e.Let(var, value, body):
                return label(context, body, {**env, var: context.value(value, env)})
            case e.Unstated(what):
                return told(context, what, env)
            case e.Run(procedure):
                about = next((f" of {word(context, n, v)}" for n, v in env.items() if v is not None), "")
                return f"`{procedure}`{about}"
            case _:  # several things, a choice, or what has no words: there is no first event
                return ""
    except Undecided:
        return ""


def told_apart(context: Context, effect: e.Effect, env: Binding) -> str:
    """The first event of the effect in words, also if it is done for each of several things."""
    if not isinstance(effect, e.Each):
        return label(context, effect, env)
    things = context.value(effect.over, env)
    each = ({**env, effect.var: one} for one in things) if isinstance(things, tuple) else ()
    return next((x for bound in each if (x := label(context, effect.body, bound))), "")


def about_of(rules: Rulebook, effect: e.Effect) -> str:
    """What the parts have in common, in words without seats: the first act, or the procedure."""
    match effect:
        case e.Event(act, _):
            return plain(rules.acts[act].said)
        case e.Then(effects) | e.Joint(_, effects):
            return next((x for y in effects if (x := about_of(rules, y))), "")
        case e.Under(_, inner):
            return about_of(rules, inner)
        case e.If(_, then, otherwise):
            return about_of(rules, then) or about_of(rules, otherwise)
        case e.Let(_, _, body) | e.Each(_, _, body):
            return about_of(rules, body)
        case e.Unstated(what):
            return plain(what)
        case e.Run(procedure):
            return procedure
        case _:  # several things, a choice, or what has no name
            return ""
