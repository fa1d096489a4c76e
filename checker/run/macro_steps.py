"""Stretches of play in which nobody decides anything, worked out once for what they read of the table.

A stretch begins with one thing to be done and goes on until what comes after that is next, or something is decided.
"""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.effect import Carry, Choose, Effect, Event, Pick, Run, Under
from checker.kernel.position import Env, Position, Store
from checker.norms.rulebook import Rulebook
from checker.run.procedures import REST, Beyond, Todo, above, below
from checker.run.progress import Line, Moved, Progress, Step

MOST_STEPS = 1000
"""Steps in one stretch."""
MOST_WITHIN = 8
"""So many stretches at most lie one in another."""


class MacroStep(NamedTuple):
    """What is told on the way, in how many steps, and what is left to be done.

    It has what it began with, so that nothing else is told by the same identity.
    """

    first: Effect
    lines: tuple[Line, ...]
    steps: int
    left: Todo


def onward(
    step: Step, rules: Rulebook, position: Position, asked: bool = True, within: int = 0, halting: bool = False
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
    return Moved(Position(store, below(stretch.left, rest)), stretch.lines, stretch.steps)


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
    step: Step, rules: Rulebook, effect: Effect, env: Env, store: Store, asked: bool, within: int, halting: bool
) -> tuple[MacroStep, Store]:
    """The stretch that begins with the effect, and the table that it leaves."""
    position = Position(store, (effect, env, REST))
    lines: list[Line] = []
    steps = 0
    try:
        progress = step(rules, position, asked)
        while isinstance(progress, Moved):
            position = progress.position
            lines += progress.lines
            steps += progress.steps
            if position.agenda is REST or steps > MOST_STEPS or (halting and chosen_next(position)):
                break
            progress = onward(step, rules, position, asked, within + 1, halting)
    except Beyond:
        return MacroStep(effect, (), 0, ()), store
    return MacroStep(effect, tuple(lines), steps, above(position.agenda, REST)), position.store
