"""Single changes of the table on a walk: what each moves, what is known after it, and conditions in words."""

from __future__ import annotations

import re
from typing import assert_never

from checker.kernel.effect import Add, Move, Put, Remove
from checker.kernel.game import Game
from checker.kernel.term import And, Arith, Call, Compare, Count, Every, Is, Lit, Not, Or, Some, Sum, Var, Yes
from checker.kernel.vocabulary import Fact, Field
from checker.smt.termination.counters import NOWHERE, State, joined
from checker.smt.termination.frame import DeadEnd, Frame, WalkOutcome, either

OPS = {"is": "is", "is-not": "is not", "least": "is at least", "most": "is at most", "more": "is more than"}


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


def told(game: Game, tree: object) -> str:
    """The condition or value in words; named things by their sort."""
    match tree:
        case Yes():
            return "always"
        case Var(name):
            return f"a {name.split('#')[0]}" if "#" in name else name
        case Lit(None):
            return "nobody"
        case Lit(bool(value)):
            return "so" if value else "not so"
        case Lit(value):
            return str(value)
        case Call(name, args):
            words: dict[str, Field | Fact] = {f.name: f for f in game.vocabulary.fields}
            words |= {f.name: f for f in game.vocabulary.facts}
            if name not in words:
                return " ".join([told(game, args[0]), "is", *(told(game, a) for a in args[1:])]) if args else name
            params = [p if isinstance(p, str) else p[0] for p in words[name].params]
            said = {p: told(game, a) for p, a in zip(params, args, strict=True)}
            return re.sub(r"\{([^}]+)\}", lambda m: said[m.group(1)], words[name].phrase.split(" | ")[0])
        case Arith(op, left, right):
            return f"{told(game, left)} {op} {told(game, right)}"
        case Count(var, sort, where):
            return f"the number of {sort} {var} such that {told(game, where)}"
        case Sum(var, sort, where, of):
            return f"the sum of {told(game, of)} for each {sort} {var} such that {told(game, where)}"
        case Is(call):
            return told(game, call)
        case Not(part):
            return f"not {told(game, part)}"
        case Compare(op, left, right):
            return f"{told(game, left)} {OPS.get(op, 'is less than')} {told(game, right)}"
        case And(parts):
            return "(" + " and ".join(told(game, p) for p in parts) + ")"
        case Or(parts):
            return "(" + " or ".join(told(game, p) for p in parts) + ")"
        case Some(var, sort, where):
            return f"there is a {sort} {var} such that {told(game, where)}"
        case Every(var, sort, where):
            return f"every {sort} {var} is such that {told(game, where)}"
        case _:
            return str(tree)
