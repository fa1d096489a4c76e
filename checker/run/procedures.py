"""Procedures on the agenda: begun, in order, from some step on, and broken off."""

from __future__ import annotations

from itertools import takewhile
from typing import TypeAlias

from checker.kernel.effect import (
    Each,
    Effect,
    End,
    If,
    Part,
    Pick,
    Run,
    Then,
    Together,
    Under,
    While,
)
from checker.kernel.game import Step
from checker.kernel.position import Agenda, Env, Position, tails
from checker.norms.rulebook import Rulebook

REST: Agenda = (End(""), (), ())
"""Stands for all that is to be done after something that is looked at by itself."""


Todo: TypeAlias = tuple[tuple[Effect, Env], ...]
"""The first part of an agenda, the next thing first."""
RESUMING = "resuming"
"""The procedure that a game may have for what follows from what a scene states."""


class Beyond(Exception):
    """What is broken off is not part of what is looked at by itself."""


def above(agenda: Agenda, rest: Agenda) -> Todo:
    """What is to be done before the rest of the agenda."""
    found = []
    while agenda is not rest:
        effect, env, agenda = agenda
        found.append((effect, env))
    return tuple(found)


def below(first: Todo, rest: Agenda) -> Agenda:
    """The agenda on which that comes before the rest."""
    for effect, env in reversed(first):
        rest = ended(effect, rest) if isinstance(effect, End) else (effect, env, rest)
    return rest


def ended(end: End, rest: Agenda) -> Agenda:
    """The agenda on which the procedure ends before the rest: once, where it ends there anyhow before anything is done."""
    ends = takewhile(lambda left: isinstance(left[0], End), tails(rest))
    return rest if any(left[0] == end for left in ends) else (end, (), rest)


def stands_behind(agenda: Agenda, behind: Agenda) -> bool:
    """Something of the agenda is to be done before all of the other one, with which it ends."""
    return agenda is not behind and any(rest[2] is behind for rest in tails(agenda))


def named(effect: Effect) -> object:
    """What tells the effect apart from all others there are while it is there; orders of the same parts are the same."""
    if not isinstance(effect, Together):
        return id(effect)
    return (tuple((p.name, id(p.effect), p.env, p.after) for p in effect.parts), effect.by, effect.apart)


def begun(rules: Rulebook, procedure: str, env: Env, after: Position) -> Position:
    """The position in which the steps of the procedure are done first; where it ends as it is done, it ends once."""
    after = Position(after.store, ended(End(procedure), after.agenda))
    for effect in reversed(rules.found.of(("steps of", procedure), lambda: _steps(rules, procedure))):
        after = after.pushed(effect, env)
    return after


def _steps(rules: Rulebook, procedure: str) -> tuple[Effect, ...]:
    """What is done one after the other where the procedure is carried out."""
    steps = [(one, rules.stated(one.clauses)) for one in in_order(rules, procedure)]
    left = [(one, stated) for one, stated in steps if stated or not one.clauses]
    if rules.procedures[procedure].unordered:
        parts = tuple(
            Part(f"step {one.name}", _stated(one, stated), (), tuple(f"step {a}" for a in one.after))
            for one, stated in left
        )
        return (Together(parts),)
    return tuple(_stated(one, stated) for one, stated in left)


def _stated(step: Step, clauses: tuple[str, ...]) -> Effect:
    return Under(clauses, step.effect) if clauses else step.effect


def in_order(rules: Rulebook, procedure: str) -> tuple[Step, ...]:
    """The steps of the procedure, each after those it must follow, else as written."""
    steps = list(rules.procedures[procedure].steps)
    done: list[Step] = []
    names = {s.name for s in steps}
    while steps:
        ready = [s for s in steps if all(a in {d.name for d in done} or a not in names for a in s.after)]
        one = ready[0]
        done.append(one)
        steps.remove(one)
    return tuple(done)


def left(agenda: Agenda, procedure: str) -> Agenda:
    """What is still to be done when the procedure is broken off. Raises Beyond if that hangs on what stands behind REST."""
    while agenda:
        if agenda is REST:
            raise Beyond
        effect, _, rest = agenda
        if isinstance(effect, End) and effect.procedure == procedure:
            further: Agenda = rest
            return further
        agenda = rest
    return agenda


def agenda_from(rules: Rulebook, procedure: str, step: str, env: Env = ()) -> Agenda:
    """Everything from the step on to the end of the procedure that contains it, however deep.

    Nothing at all if no clause leads there any more. Raises KeyError if no procedure has the step.
    """
    looked = set(rules.looked)
    found = _from(rules, procedure, step, env, (), frozenset())
    rules.looked.clear()  # what was gone through in vain has no part in what comes of it
    rules.looked.update(looked, (("steps", ""), ("steps", step)), _passed(rules, found or ()))
    if found is not None:
        return found
    if any(one.name == step for known in rules.procedures.values() for one in known.steps):
        return ()
    raise KeyError(step)


def _passed(rules: Rulebook, agenda: Agenda) -> set[tuple[str, str]]:
    """What of the rules the agenda was made from: the procedures that it ends, with the clauses of their steps."""
    found: set[tuple[str, str]] = set()
    while agenda:
        effect, _, agenda = agenda
        if isinstance(effect, End):
            found |= {("clause", c) for s in rules.procedures[effect.procedure].steps for c in s.clauses}
            found.add(("procedure", effect.procedure))
    return found


def resumed(rules: Rulebook, step: str) -> Agenda:
    """Everything of the game from the step on, after what is done where a scene begins."""
    agenda = agenda_from(rules, "game", step)
    return (Run(RESUMING), (), agenda) if agenda and RESUMING in rules.procedures else agenda


def _from(rules: Rulebook, procedure: str, step: str, env: Env, rest: Agenda, inside: frozenset[str]) -> Agenda | None:
    if procedure in inside:
        return None
    inside |= {procedure}
    steps = in_order(rules, procedure)
    after: Agenda = (End(procedure), (), rest)
    for one in reversed(steps):
        stated = rules.stated(one.clauses)
        if one.clauses and not stated:
            continue
        here: Agenda = (Under(stated, one.effect) if stated else one.effect, env, after)
        if one.name == step:
            return here
        for inner in runs(one.effect):
            again = (one.effect, env, after) if isinstance(one.effect, While) else after
            deeper = _from(rules, inner, step, env, again, inside)
            if deeper is not None:
                return deeper
        after = here
    return None


def runs(effect: Effect) -> tuple[str, ...]:
    """The procedures that the effect itself runs."""
    match effect:
        case Run(procedure):
            return (procedure,)
        case While(_, body) | Each(_, _, body) | Pick(_, _, _, body) | Under(_, body):
            return runs(body)
        case If(_, then, otherwise):
            return (*runs(then), *runs(otherwise))
        case Then(effects):
            return tuple(p for e in effects for p in runs(e))
        case Together(parts):
            return tuple(p for one in parts for p in runs(one.effect))
        case _:  # what follows on a choice is no place to begin at, and nothing else runs a procedure
            return ()
