"""What nothing orders before the first act of a game, where no scene can begin yet."""

from __future__ import annotations

from typing import NamedTuple

from checker.explore.loops.loop_search import players_under
from checker.explore.situations import SEATS
from checker.kernel.game import Game
from checker.kernel.term import Point
from checker.session.context import Bench
from checker.simulate.games import Decider, Decision

MOST = 1000
"""So many decisions at most are gone through."""
ORDER = "order"


class Outset(NamedTuple):
    """An order that matters, and the clauses of the steps that it is about."""

    point: Point
    clauses: tuple[str, ...]


def outset(bench: Bench, seats: int) -> tuple[Outset, ...]:
    """The orders that matter before anybody acts, each once, as play goes with the first way of all that is decided."""
    if bench.playing is None:
        return ()
    players = players_under(bench.playing, {}, bench.rules)
    position = players.begin(bench.playing.table(SEATS[:seats]))
    found: dict[str, Outset] = {}
    for _ in range(MOST):
        position, decision = players.next(position)
        if not isinstance(decision, Decision) or decision.kind is Decider.ACT:
            break
        if decision.point is not None and decision.point.id.startswith(ORDER):
            found.setdefault(decision.point.text, Outset(decision.point, of_steps(bench.rules.game, decision.point)))
        position = decision.after[0]
    return tuple(found.values())


def of_steps(game: Game, point: Point) -> tuple[str, ...]:
    """The clauses of the steps that may come first, if the point is about such, and of those that follow them."""
    named = {str(o.value) for o in point.options}
    for procedure in game.procedures if point.id.startswith(ORDER) else ():
        steps = {f"step {s.name}": s for s in procedure.steps}
        if procedure.unordered and named <= set(steps):
            first = {name.removeprefix("step ") for name in named}
            about = [s for s in procedure.steps if s.name in first or first & set(s.after)]
            return tuple(dict.fromkeys(c for s in about for c in s.clauses))
    return ()
