"""Stretches of play in which nobody decides anything, worked out once for what they read of the table.

A stretch begins with one thing to be done and goes on until what comes after that is next, or something is decided.
"""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.effect import Carry, Choose, Effect, Event, Pick, Run, Under
from checker.kernel.position import Agenda, Env, Position, Store
from checker.kernel.term import Value
from checker.norms.rulebook import Rulebook
from checker.run.procedures import REST, Beyond, Todo, above, below, stands_behind
from checker.run.progress import Carried, Line, Moved, Progress, StepFunction

MOST_STEPS = 1000
"""Steps in one stretch."""
MOST_WITHIN = 8
"""So many stretches at most lie one in another."""


class MacroStep(NamedTuple):
    """What is told on the way, in how many steps, and what is left to be done; `carried` has each card whose text was
    begun, with how much of what is left stands behind the text, and None once that is done.

    It has what it began with, so that nothing else is told by the same identity.
    """

    first: Effect
    lines: tuple[Line, ...]
    steps: int
    left: Todo
    carried: tuple[tuple[Value, int | None], ...] = ()


def onward(
    step: StepFunction, rules: Rulebook, position: Position, asked: bool = True, within: int = 0, halting: bool = False
) -> Progress:
    """What the next thing on the agenda leads to: after a whole stretch where the table has a memory for that.

    If `halting`, the stretch ends before anything is to be chosen, be it between one thing only.
    """
    memory = position.store.memory(rules)
    if memory is None or not memory.stretches or not position.agenda or within >= MOST_WITHIN:
        return step(rules, position, asked)
    effect, env, rest = position.agenda
    name = _name(effect)
    if name is None:
        return step(rules, position, asked)
    stretch, store = memory.changing(
        ("stretch", asked, halting, name, env),
        position.store,
        lambda s: _worked(step, rules, effect, env, s, asked, within, halting),
    )
    if not stretch.steps:
        return step(rules, position, asked)
    agenda = below(stretch.left, rest)
    if not stretch.carried:
        return Moved(Position(store, agenda), stretch.lines, stretch.steps)
    carried = tuple((card, _last(agenda, stretch.left, behind)) for card, behind in stretch.carried)
    return Moved(Position(store, agenda), stretch.lines, stretch.steps, carried)


def _last(agenda: Agenda, left: Todo, behind: int | None) -> Agenda | None:
    """The end of the agenda that begins with so many of what is left."""
    if behind is None:
        return None
    for _ in range(len(left) - behind):
        agenda = agenda[2]
    return agenda


def chosen_next(position: Position) -> bool:
    """What comes next is that somebody, or nobody, chooses something."""
    return isinstance(position.agenda[0], Choose | Pick)


def _name(effect: Effect) -> object:
    """What tells the effect apart; None for one that is soon done."""
    match effect:
        case Under(clauses, inner):
            return ("under", clauses, id(inner))
        case Run(procedure):
            return ("run", procedure)
        case Event(act, args):
            return ("event", act, args)
        case Carry(card):
            return ("carry", card)
        case _:  # nothing else is remembered as one step
            return None


def _worked(
    step: StepFunction, rules: Rulebook, effect: Effect, env: Env, store: Store, asked: bool, within: int, halting: bool
) -> tuple[MacroStep, Store]:
    """The stretch that begins with the effect, and the table that it leaves."""
    position = Position(store, (effect, env, REST))
    lines: list[Line] = []
    carried: tuple[Carried, ...] = ()
    steps = 0
    try:
        progress = step(rules, position, asked)
        while isinstance(progress, Moved):
            position = progress.position
            lines += progress.lines
            steps += progress.steps
            carried += progress.carried
            if position.agenda is REST or steps > MOST_STEPS or (halting and chosen_next(position)):
                break
            progress = onward(step, rules, position, asked, within + 1, halting)
    except Beyond:
        return MacroStep(effect, (), 0, ()), store
    agenda = position.agenda
    ends = tuple((c, len(above(b, REST)) if b is not None and stands_behind(agenda, b) else None) for c, b in carried)
    return MacroStep(effect, tuple(lines), steps, above(agenda, REST), ends), position.store
