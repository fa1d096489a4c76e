"""Effects that do not meet: none of them reads or changes what another changes, so that no order makes a difference."""

from __future__ import annotations

from checker.kernel.effect import Add, Effect, Move, Nothing, Part, Put, Remove, Then, Together
from checker.kernel.position import Agenda, Env, Position
from checker.kernel.term import Call, Lit, Var
from checker.norms.rulebook import Rulebook
from checker.run.observables import decision
from checker.run.order_ends import MOST_STEPS, identities
from checker.run.procedures import REST, Beyond, above, below, named
from checker.run.progress import Ended, Forked, Moved, StepFunction, Waits
from checker.run.read_write_sets import MarkingStore, Marks

MOST_NESTED = 40
"""So many orders are looked at within each other."""


class Nested(RecursionError):
    """What several effects lead to holds several effects, and so on, deeper than MOST_NESTED."""


def pushed(part: Part, env: Env, after: Position) -> Position:
    """The position in which the part is done first."""
    return after.pushed(part.effect, tuple(sorted({**dict(env), **dict(part.env)}.items())) if part.env else env)


def alike(rules: Rulebook, parts: tuple[Part, ...]) -> bool:
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
        case _:  # not known to read nothing
            return False


def groups(
    step: StepFunction, rules: Rulebook, parts: tuple[Part, ...], env: Env, after: Position
) -> tuple[tuple[Part, ...], ...]:
    """The parts in groups; whatever the order, no group reads or changes what another changes.

    Parts that are ordered among themselves are never split.
    """
    found: list[tuple[tuple[Part, ...], Marks]] = [
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
        marks = marks_of(step, rules, after.pushed(Together(group), env), after.agenda)
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
