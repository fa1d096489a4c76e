"""Where play begins: the agenda from any named step of the game's procedures on."""

from __future__ import annotations

from checker.kernel.effect import (
    Each,
    Effect,
    End,
    If,
    Pick,
    Run,
    Then,
    Together,
    Under,
    While,
)
from checker.kernel.position import Agenda, Env
from checker.norms.rulebook import Rulebook
from checker.run.procedures import in_order

RESUMING = "resuming"
"""The procedure that a game may have for what follows from what a scene states."""


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
