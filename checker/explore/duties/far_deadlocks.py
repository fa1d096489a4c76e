"""Moments at which nobody may act, further on than a few acts: all that play leads to from a situation, as far as is looked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from checker.explore.loops.loop_search import players
from checker.explore.loops.reachable_graph import UNTOLD
from checker.explore.loops.state_equivalence import key_of
from checker.explore.scene_state import SceneState
from checker.explore.situations import SEATS
from checker.kernel.position import Position
from checker.kernel.term import Value
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.phrases import told
from checker.run.progress import Forked
from checker.session.context import Bench
from checker.simulate.games import Decider, Decision, Players, Stuck

MOST_PLACES = 500
"""So many places are looked at from each situation at most, those with the fewest acts first."""
MOST_WAYS = 40
"""So many ways on are followed at each place at most."""
MOST_SHOWN = 3
"""So many of the moments found are returned at most, the nearest first."""


class FarPosition(NamedTuple):
    """A place of play with what is told of the way to it."""

    position: Position
    lines: tuple[str, ...]


def standing_still(bench: Bench, start: SceneState) -> list[tuple[str, ...]]:
    """What is told of the ways from the scene to moments at which nobody may act."""
    at_play = players(bench)
    todo = deque([FarPosition(start.judge.branches[0].position, ())])
    seen = {_key(bench.rules, todo[0].position)}
    found: list[tuple[str, ...]] = []
    while todo and len(seen) <= MOST_PLACES and len(found) < MOST_SHOWN:
        here = todo.popleft()
        position, decision = _next(at_play, here.position)
        if isinstance(decision, Stuck):
            found.append(here.lines)
        for after in _onward(bench.rules, position, here.lines, decision) if isinstance(decision, Decision) else ():
            key = _key(bench.rules, after.position)
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return found


def _key(rules: Rulebook, position: Position) -> object:
    return key_of(rules, position, frozenset())


def _next(at_play: Players, position: Position) -> tuple[Position, object]:
    """The place at which something is next to be decided; nothing where that is open, or too far."""
    at_play.steps = 0
    try:
        return at_play.next(position)
    except UNTOLD:
        return position, None


def _onward(rules: Rulebook, position: Position, lines: tuple[str, ...], decision: Decision) -> Iterator[FarPosition]:
    """The places that the decision leads to; what is open is taken as by default."""
    if decision.kind is Decider.POINT:
        yield FarPosition(decision.after[0], lines)
        return
    progress = step(rules, position) if decision.kind is not Decider.ACT else None
    who = progress.by.who if isinstance(progress, Forked) and hasattr(progress.by, "who") else None
    how = f"{SEATS[who]} chooses" if isinstance(who, int) else "it falls on"
    stride = -(-len(decision.ways) // MOST_WAYS)
    for way, after in [*zip(decision.ways, decision.after, strict=True)][::stride]:
        value = way.option.value
        if decision.kind is not Decider.ACT:
            yield FarPosition(after, (*lines, f"{how} {way.option.text}"))
        elif isinstance(value, tuple):
            yield FarPosition(after, (*lines, _said(rules, position, value)))
        else:
            yield FarPosition(after, (*lines, "nobody responds"))


def _said(rules: Rulebook, position: Position, done: tuple[Value, ...]) -> str:
    """The act in the words of a scene."""
    act = rules.acts[str(done[0])]
    env = {letter: a for (letter, _), a in zip(act.params, done[1:], strict=True)}
    context = Context(rules, position.store)
    return f"{told(context, '{' + act.params[0][0] + '}', env)} does {told(context, act.phrase, env)}"
