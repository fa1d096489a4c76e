"""Procedures on the agenda: begun, in order, and broken off."""

from __future__ import annotations

from checker.kernel.effect import End, Under
from checker.kernel.game import Step
from checker.kernel.position import Agenda, Env, Position
from checker.norms.rulebook import Rulebook


def begun(rules: Rulebook, procedure: str, env: Env, after: Position) -> Position:
    """The position in which the steps of the procedure are done first."""
    after = after.pushed(End(procedure), ())
    for one in reversed(in_order(rules, procedure)):
        stated = rules.stated(one.clauses)
        if one.clauses and not stated:
            continue
        after = after.pushed(Under(stated, one.effect) if stated else one.effect, env)
    return after


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
    """What is still to be done when the procedure is broken off."""
    while agenda:
        effect, _, rest = agenda
        if isinstance(effect, End) and effect.procedure == procedure:
            further: Agenda = rest
            return further
        agenda = rest
    return agenda
