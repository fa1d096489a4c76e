"""Single changes of the table on a walk: what each moves, and what is known after it."""

from __future__ import annotations

from typing import assert_never

from checker.kernel.effect import Add, Move, Put, Remove
from checker.kernel.term import Call, Var
from checker.smt.termination.counters import NOWHERE, State, joined
from checker.smt.termination.frame import DeadEnd, Frame, WalkOutcome, either
from checker.smt.termination.text import told


def single(frame: Frame, effect: Put | Add | Move | Remove, state: State) -> WalkOutcome:
    """What is known after the change, whose variables are put."""
    frame.passed.clear()
    after = _single(frame, effect, state)
    frame.draft.add({"changes": list(frame.passed)})
    return after


def _single(frame: Frame, effect: Put | Add | Move | Remove, state: State) -> WalkOutcome:
    words, game = frame.words, frame.words.game
    match effect:
        case Put(field, value):
            deed, changes, known = words.put(state, effect)
            if deed is None and known and known[0] in state.facts:
                changes = frozenset()
            after = frame.changed(state, f"{told(game, field)} becomes {told(game, value)}", deed, changes)
            return words.adding(after, known) if isinstance(after, State) else after
        case Add(field, amount):
            raised, changes = words.add(state, effect)
            return frame.changed(state, f"{told(game, field)} by {told(game, amount)}", raised, changes)
        case Remove(_, sort):
            return frame.changed(state, f"a {sort} leaves", words.remove(state, effect), frozenset({("remove", sort)}))
        case Move():
            return _moved(frame, effect, state)
        case _:
            assert_never(effect)


def _moved(frame: Frame, effect: Move, state: State) -> WalkOutcome:
    goal = effect.zone.fact
    ways: list[WalkOutcome] = []
    for place, deed in frame.words.move(state, effect):
        changes = frozenset({("zone", place), ("zone", goal)}) - {("zone", NOWHERE)}
        ways.append(frame.changed(state, f"a card goes from {place} to {goal}", deed, changes))
    after = either(ways)
    if isinstance(after, DeadEnd) or not isinstance(effect.card, Var):
        return after
    zones = {**dict(after.zones), effect.card.name: frozenset({goal})}
    return State(after.facts, tuple(sorted(zones.items(), key=str)))


def unstated(frame: Frame, fields: tuple[Call, ...], state: State) -> State:
    """What is known after an effect that nobody states and that may change the fields."""
    for field in fields:
        deed, changes = frame.words.unstated(field)
        frame.passed.clear()
        after = frame.changed(state, f"unstated: {told(frame.words.game, field)}", deed, changes)
        frame.draft.add({"either": [{"changes": list(frame.passed)}, []]})
        state = joined(state, after) if isinstance(after, State) else state
    return state
