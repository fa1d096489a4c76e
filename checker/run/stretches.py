"""Stretches of play in which nobody decides anything, worked out once for what they read of the table.

A stretch begins with one thing to be done and goes on until what comes after that is next, or something is decided.
"""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.effect import Carry, Effect, Event, Run, Under
from checker.kernel.position import Agenda, Env, Position, Store
from checker.norms.rulebook import Rulebook
from checker.run.procedure import REST, Beyond
from checker.run.progress import Line, Moved, Progress
from checker.run.step import step

MOST_STEPS = 1000
"""Steps in one stretch."""
MOST_WITHIN = 8
"""So many stretches at most lie one in another."""


class Stretch(NamedTuple):
    """What is told on the way, in how many steps, and what is left to be done, the next thing first."""

    lines: tuple[Line, ...]
    steps: int
    left: tuple[tuple[Effect, Env], ...]


NONE = Stretch((), 0, ())


def onward(rules: Rulebook, position: Position, within: int = 0) -> tuple[Progress, int]:
    """What the next thing on the agenda leads to, in how many steps: a whole stretch where tables have a memory."""
    memory = position.store.memory
    if memory is not None and memory.stretches and position.agenda and within < MOST_WITHIN:
        effect, env, rest = position.agenda
        name = _name(effect)
        if name is not None:
            stretch, store = memory.changing(
                ("stretch", name, env), position.store, lambda s: _worked(rules, effect, env, s, within)
            )
            if stretch.steps:
                for one, bound in reversed(stretch.left):
                    rest = (one, bound, rest)
                return Moved(Position(store, rest), stretch.lines), stretch.steps
    return step(rules, position), 1


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
        case _:
            return None


def _worked(rules: Rulebook, effect: Effect, env: Env, store: Store, within: int) -> tuple[Stretch, Store]:
    """The stretch that begins with the effect, and the table that it leaves."""
    position = Position(store, (effect, env, REST))
    lines: list[Line] = []
    steps = 0
    progress: Progress
    try:
        while position.agenda is not REST and steps < MOST_STEPS:
            progress, more = onward(rules, position, within + 1) if steps else (step(rules, position), 1)
            if not isinstance(progress, Moved):
                break
            position = progress.position
            lines += progress.lines
            steps += more
    except Beyond:
        return NONE, store
    return Stretch(tuple(lines), steps, _above(position.agenda)), position.store


def _above(agenda: Agenda) -> tuple[tuple[Effect, Env], ...]:
    found = []
    while agenda is not REST:
        found.append((agenda[0], agenda[1]))
        agenda = agenda[2]
    return tuple(found)
