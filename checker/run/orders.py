"""Orders that nothing states: which of several effects comes first, wherever that makes a difference.

Effects that neither read nor change what another of them changes cost one look each. Where they meet, every
order is carried out on the side; orders that end alike are one. Two ends are alike if they differ only in what
nobody at the table can tell apart: the labels of new things, the order of cards in a place without order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import msgspec

from checker.kernel.effect import Each, Effect, Event, If, Let, Part, Run, Then, Together, Under, Unstated
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import Agenda, Env, Key, Position, Store
from checker.kernel.term import Value
from checker.norms.context import RIGID, Binding, Context, plain
from checker.norms.rulebook import Rulebook
from checker.run.progress import Ended, Forked, Moved, Progress, Waits
from checker.run.traced import Marks, Traced
from checker.run.words import told, word

Step: TypeAlias = Callable[[Rulebook, Position, bool], Progress]
"""One step of play; told not to, it lists every order without asking which of them end alike."""

End: TypeAlias = tuple[tuple[tuple[str, str], ...], int, frozenset[tuple[Key, Value]]]
"""How an order ends: what was decided on the way, where play goes on, and the table."""

ORDER = "order"
COUNT: Key = ("orders",)
"""Where it is counted how often an order was open, so that each time is another point."""

MOST_STEPS = 1_500
"""Steps carried out on the side for one place in the order; more count as a difference."""


class Unseen(NamedTuple):
    """How an order ends cannot be seen; `unstated` if that is because no clause states an effect."""

    unstated: bool = False


class First(NamedTuple):
    """One of the effects as the first, the others to come."""

    name: str
    label: str
    position: Position


def together(step: Step, rules: Rulebook, effect: Together, env: Env, after: Position, asked: bool) -> Progress:
    """The parts one after the other: as they stand if their order makes no difference, else forked on the first."""
    parts = effect.parts
    if effect.apart or len(parts) < 2:
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
        label = _label(Context(rules, after.store), part.effect, {**dict(env), **dict(part.env)}) or part.name
        firsts.append(First(part.name, label, _pushed(part, env, position)))
    about = about_of(rules, parts[0].effect)
    return first_of(step, rules, tuple(firsts), after.agenda, effect.by, about, asked)


def first_of(
    step: Step, rules: Rulebook, firsts: tuple[First, ...], rest: Agenda, by: tuple[str, ...], about: str, asked: bool
) -> Progress:
    """The position with the first of them done next, forked where it matters which one that is.

    `rest` is what comes after all of them.
    """
    if len(firsts) == 1:
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
            return marks
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
    made = _made(start.store)
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
                else:
                    what = by.id if isinstance(by, Point) else f"{by.who} {by.what}"
                    todo += [(p, (*decided, (what, o.text))) for o, p in ways]
            case _:
                return Unseen()
    return Unseen()


def _made(store: Store) -> dict[str, int]:
    return {str(k[1]): v for k, v in store.items() if k[0] == "made" and isinstance(v, int)}


_COUNTED = (COUNT, ("picks",))
_PICKED = ((RIGID, ORDER), (RIGID, "pick"))


def observable(rules: Rulebook, store: Store, made: dict[str, int] | None = None) -> frozenset[tuple[Key, Value]]:
    """What can be told apart at the table: new things by what they are, cards by where they are.

    Things beyond the numbers in `made` are new.
    """
    entries = [(k, v) for k, v in store.items() if k not in _COUNTED and k[:2] not in _PICKED]
    new = _new_things(store, made or {})
    names = _renamed(entries, new) if new else {}
    told_apart = (_with(e, names) for e in entries if not _initial(rules, *e))
    return frozenset((k, _unordered(rules, k, v)) for k, v in told_apart)


def _initial(rules: Rulebook, key: Key, value: Value) -> bool:
    """What is stored says no more than what holds anyway."""
    field = rules.fields.get(str(key[0]))
    return field is not None and value == field.initial and type(value) is type(field.initial)


def _new_things(store: Store, made: dict[str, int]) -> frozenset[str]:
    new = set()
    for key, count in store.items():
        if key[0] == "made" and isinstance(count, int):
            sort = str(key[1])
            new |= {f"{sort[0].upper()}{n}" for n in range(made.get(sort, 0) + 1, count + 1)}
    return frozenset(new)


def _renamed(entries: list[tuple[Key, Value]], new: frozenset[str]) -> dict[str, str]:
    """Names for the new things that depend on nothing but what is true of them."""

    def about(thing: str) -> str:
        blank = dict.fromkeys(new, "new") | {thing: "this"}
        mine = (e for e in entries if e[0][0] != "things" and _mentions(e, thing))
        return repr(sorted(repr(_with(e, blank)) for e in mine))

    return {thing: f"new {number}" for number, thing in enumerate(sorted(new, key=about), 1)}


def _mentions(value: Value, thing: str) -> bool:
    return value == thing or (isinstance(value, tuple) and any(_mentions(v, thing) for v in value))


def _with(entry: tuple[Key, Value], names: dict[str, str]) -> tuple[Key, Value]:
    return (tuple(_named(k, names) for k in entry[0]), _named(entry[1], names)) if names else entry


def _named(value: Value, names: dict[str, str]) -> Value:
    if isinstance(value, tuple):
        return tuple(_named(v, names) for v in value)
    return names.get(value, value) if isinstance(value, str) else value


def _unordered(rules: Rulebook, key: Key, value: Value) -> Value:
    loose = key[0] == "things" or (key[0] == "zone" and key[1] not in rules.ordered_zones)
    return tuple(sorted(value, key=repr)) if loose and isinstance(value, tuple) else value


# ---- what a part is called -------------------------------------------------------------------


def _label(context: Context, effect: Effect, env: Binding) -> str:
    """The first event of the effect in words; nothing if there is none."""
    try:
        match effect:
            case Event(act, args):
                declared = context.rules.acts[act]
                values = {n: context.value(a, env) for (n, _), a in zip(declared.params, args, strict=True)}
                return told(context, declared.said, values)
            case Then(effects):
                return next((x for e in effects if (x := _label(context, e, env))), "")
            case Under(_, inner):
                return _label(context, inner, env)
            case If(cond, then, otherwise):
                return _label(context, then if context.holds(cond, env) else otherwise, env)
            case Let(var, value, body):
                return _label(context, body, {**env, var: context.value(value, env)})
            case Run(procedure):
                about = next((f" of {word(context, n, v)}" for n, v in env.items() if v is not None), "")
                return f"`{procedure}`{about}"
            case _:
                return ""
    except Undecided:
        return ""


def about_of(rules: Rulebook, effect: Effect) -> str:
    """What the parts have in common, in words without seats: the first act, or the procedure."""
    match effect:
        case Event(act, _):
            return plain(rules.acts[act].said)
        case Then(effects):
            return next((x for e in effects if (x := about_of(rules, e))), "")
        case Under(_, inner):
            return about_of(rules, inner)
        case If(_, then, otherwise):
            return about_of(rules, then) or about_of(rules, otherwise)
        case Let(_, _, body) | Each(_, _, body):
            return about_of(rules, body)
        case Run(procedure):
            return procedure
        case _:
            return ""


__all__ = ["First", "about_of", "first_of", "observable", "ready", "together"]
