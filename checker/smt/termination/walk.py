"""A walk through the rules: every single change that can happen on the way, and what is known after it.

What nobody decides is followed through; conditions that contradict what is known are not entered. Changes along
which a measure falls are taken never to happen, so that what is left shows what can be done without them.
"""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import assert_never

from checker.kernel import effect as e
from checker.kernel.game import Game
from checker.kernel.term import All, Compare, Cond, Every, Expr, Lit, Not, Var, Yes
from checker.kernel.trees.slots import piece_of
from checker.kernel.vocabulary import Act, sort_named
from checker.smt.encode import Names
from checker.smt.termination.calls import Calls, unused, without
from checker.smt.termination.changes import single, told, unstated
from checker.smt.termination.counters import CounterNames, State, joined
from checker.smt.termination.frame import DeadEnd, Frame, WalkOutcome, either
from checker.smt.termination.path_facts import Logic, closed, constants, there
from checker.smt.termination.program import never, one


class FrameWalk:
    """One walk; the changes that it met stand in its frame."""

    def __init__(self, words: CounterNames, frame: Frame) -> None:
        self.words = words
        self.frame = frame
        self.logic: Logic = words.logic
        self.game: Game = words.game
        self.acts: dict[str, Act] = {a.name: a for a in self.game.vocabulary.acts}
        self.clauses = frozenset(c.id for c in self.game.clauses)
        self.calls = Calls(self, words, frame)

    # -- the frame ---------------------------------------------------------------------------

    def named(self, letter: str, names: Names, state: State) -> Var:
        """A name for a thing of the letter's sort that nothing else has."""
        return unused(self.sort(letter), names, state)

    def sort(self, letter: str) -> str:
        """The sort that a variable ranges over."""
        return sort_named(self.game.vocabulary, letter)

    def assume(self, state: State, *conds: Cond) -> WalkOutcome:
        """The state with the conditions known, unless they cannot hold in it."""
        for cond in conds:
            plain = self.logic.plain(cond)
            if not self.words.excludes.possible_with(state.facts, plain):
                return DeadEnd({"impossible": told(self.game, plain)})
            state = self.words.adding(state, [cond])
        return state

    # -- effects -----------------------------------------------------------------------------

    def run(self, effect: e.Effect, names: Names, state: State) -> WalkOutcome:
        """What is known after the effect, or why nothing gets past it."""
        after, steps = self.frame.draft.of(lambda: self._run(effect, names, state))
        self.frame.draft.add(steps if isinstance(effect, e.Then) else one(steps))
        return after

    def _run(self, effect: e.Effect, names: Names, state: State) -> WalkOutcome:
        match effect:
            case e.Nothing() | e.End() | e.Say() | e.Consult():
                return state
            case e.Then(effects):
                return self._all(effects, names, state)
            case e.If(cond, then, otherwise):
                given = closed(cond, names)
                yes, no = self.assume(state, given), self.assume(state, Not(given))
                return self.frame.ways(
                    [(yes, lambda s: self.run(then, names, s)), (no, lambda s: self.run(otherwise, names, s))]
                )
            case e.Each(var, over, body):
                return self._each(var, over, body, names, state)
            case e.Together(parts):
                lines = [tuple(p.effect for p in line) for line in permutations(parts)]
                return self.frame.ways((state, partial(self._all, line, names)) for line in lines)
            case e.Let(var, value, body):
                return self._let(var, value, body, names, state)
            case e.Choose(_, var, over, body) | e.Chance(var, over, body) | e.Pick(_, var, over, body):
                return self._one(var, over, body, names, state)
            case e.Put() | e.Add() | e.Move() | e.Remove():
                return single(self.frame, closed(effect, names), state)
            case e.Create() if piece_of(self.game, effect.sort):
                return self.frame.ways([(state, lambda s: self._create(effect, names, s)), (state, lambda s: s)])
            case e.Create():
                return self._create(effect, names, state)
            case e.Event(act, args):
                return self.calls.event(act, args, names, state)
            case e.Joint():
                return self._joint(effect, names, state)
            case e.Unstated(_, changed):
                return unstated(self.frame, closed(changed, names), state)
            case e.Carry(card):
                return self.calls.carry(card, names, state)
            case e.Await() | e.While():
                return self._loop(effect, names, state)
            case e.Run(procedure):
                return self.calls.procedure(procedure, names, state)
            case e.Leave(procedure):
                self.frame.left[-1].setdefault(procedure, []).append(state)
                self.frame.draft.add({"leave": procedure})
                return DeadEnd({"leaves": procedure})
            case e.Under(clauses, inner):
                return self.run(inner, names, state) if self.clauses & set(clauses) else state
            case _:
                assert_never(effect)

    def _all(self, effects: tuple[e.Effect, ...], names: Names, state: State) -> WalkOutcome:
        for number, effect in enumerate(effects, 1):
            after = self.run(effect, names, state)
            if isinstance(after, DeadEnd):
                self.frame.draft.add(None) if number < len(effects) else None
                return after
            state = after
        return state

    def _joint(self, effect: e.Joint, names: Names, state: State) -> State:
        """What normally happens together; of each part it may be open whether it happens."""
        for whole in effect.effects:
            for part in whole.effects if isinstance(whole, e.Then) else (whole,):
                state = self.perhaps(part, names, state)
        return state

    def perhaps(self, effect: e.Effect, names: Names, state: State) -> State:
        """What is known after an effect of which it is open whether it happens."""
        after = self.frame.ways([(state, lambda s: self.run(effect, names, s)), (state, lambda s: s)])
        assert isinstance(after, State)
        return after

    def _let(self, var: str, value: Expr, body: e.Effect, names: Names, state: State) -> WalkOutcome:
        given = closed(value, names)
        if isinstance(given, Var | Lit):
            return self.frame.ways([(state, lambda s: self.run(body, {**names, var: given}, s))])
        name = self.named(var, names, state)
        known = self.assume(state, Compare("is", given, name))
        return self.frame.ways([(known, lambda s: self._inside(s, body, {**names, var: name}, name))])

    def _inside(self, state: State, body: e.Effect, names: Names, name: Var) -> WalkOutcome:
        after = self.run(body, names, state)
        return after if isinstance(after, DeadEnd) else without(after, name.name)

    def _those(self, var: str, over: Expr, names: Names, state: State) -> tuple[Var, WalkOutcome, WalkOutcome, Cond]:
        """One of the things, the state in which it is one of them, that without any, and what makes it one."""
        name = self.named(var, names, state)
        if not isinstance(over, All):
            return name, state, state, Yes()
        inner = {k: v for k, v in names.items() if k != over.var}
        where = closed(over.where, {**inner, over.var: name})
        none = self.assume(state, Every(over.var, over.sort, Not(closed(over.where, inner))))
        return name, self.assume(state, there(over.sort, name.name), where), none, where

    def _one(self, var: str, over: Expr, body: e.Effect, names: Names, state: State) -> WalkOutcome:
        if isinstance(over, Lit) and isinstance(over.value, tuple):
            each = [partial(self.run, body, {**names, var: Lit(value)}) for value in over.value]
            return self.frame.ways([*((state, way) for way in each), (state, lambda s: s)])
        name, some, none, _ = self._those(var, over, names, state)
        return self.frame.ways(
            [(some, lambda s: self._inside(s, body, {**names, var: name}, name)), (none, lambda s: s)]
        )

    def _each(self, var: str, over: Expr, body: e.Effect, names: Names, state: State) -> WalkOutcome:
        name, some, none, where = self._those(var, over, names, state)
        inner = {**names, var: name}
        self.frame.changes.append(set())
        first, begun_with = self.frame.way(some, lambda s: self.run(body, inner, s))
        without_any = self.frame.way(none, lambda s: s)[1]
        if isinstance(first, DeadEnd):
            changed = self.frame.changes.pop()
            self.frame.changes[-1] |= changed
            self.frame.draft.add({"either": [begun_with, without_any]})
            return either([first, none]) if isinstance(some, State) else none
        head = without(first, name.name)
        while True:
            begun = frozenset({there(name.name.split("#")[0], name.name), self.logic.plain(where)})
            still = self.words.after(State(begun), frozenset(self.frame.changes[-1])).facts
            after, further = self.frame.way(self.words.adding(head, still), lambda s: self.run(body, inner, s))
            grown = joined(head, without(after, name.name)) if isinstance(after, State) else head
            if grown == head:
                break
            head = grown
        self.frame.draft.add({"either": [begun_with, further, without_any]})
        changes = frozenset(self.frame.changes.pop())
        self.frame.changes[-1] |= changes
        said: set[Cond] = set()
        if isinstance(over, All) and self.logic.plain(over.where) == Yes() and ("create", over.sort) not in changes:
            own = {f for f in first.facts if constants(f) == {name.name} and f != there(over.sort, name.name)}
            lasting = self.words.after(State(frozenset(own)), changes).facts & own
            said = {Every(over.var, over.sort, closed(f, {name.name: Var(over.var)})) for f in lasting}
        return either([State(s.facts | said, s.zones) if isinstance(s, State) else s for s in (head, none)])

    def _create(self, effect: e.Create, names: Names, state: State) -> WalkOutcome:
        name = self.named(effect.var, names, state)
        self.frame.passed.clear()
        after = self.frame.changed(
            state, f"a new {effect.sort}", self.words.create(effect), frozenset({("create", effect.sort)})
        )
        self.frame.draft.add({"changes": list(self.frame.passed)})
        if isinstance(after, DeadEnd):
            self.frame.draft.add(None)
            return after
        known = self.words.adding(after, [there(effect.sort, name.name)])
        return self._inside(known, effect.body, {**names, effect.var: name}, name)

    # -- loops -------------------------------------------------------------------------------

    def _loop(self, effect: e.Await | e.While, names: Names, state: State) -> WalkOutcome:
        whys: list[WalkOutcome] = []
        while True:
            after, steps = self.frame.draft.of(partial(self.again, effect, names, state))
            if isinstance(after, DeadEnd):
                whys = [after]
                break
            grown = joined(state, after)
            if grown == state:
                break
            state = grown
        if isinstance(effect, e.While):
            out = self.assume(state, Not(closed(effect.cond, names)))
        elif effect.lapses or effect.told:
            out = state
        else:
            out = self.assume(state, closed(effect.until, names))
        self.frame.draft.add({"either": [*steps, self.frame.way(out, lambda s: s)[1]]})
        return either([*whys, out]) if isinstance(out, DeadEnd) else out

    def again(self, effect: e.Await | e.While, names: Names, state: State, staying: bool = False) -> WalkOutcome:
        """What is known after the loop was gone through once, or why it cannot be.

        If `staying`, what leads out of the loop is left aside.
        """
        if isinstance(effect, e.While):
            inside = self.assume(state, closed(effect.cond, names))
            return self.frame.ways([(inside, lambda s: self.run(effect.body, names, s))])
        inside = self.assume(state, Not(closed(effect.until, names)))
        known = [self.acts[a] for a in (*effect.acts, *self.words.free.norms) if a in self.acts]
        wanted = Not(closed(effect.until, names)) if staying else Yes()
        return self.frame.ways(((inside, partial(self._acting, act, names, wanted)) for act in known), "nobody can act")

    def _acting(self, act: Act, names: Names, wanted: Cond, state: State) -> WalkOutcome:
        """Somebody does the act, after which the condition holds: with things that are there, where it makes sense."""
        given: Names = {}
        wordings = act.phrase.split(" | ")
        made: list[Var] = []
        for letter, _ in act.params:
            name = self.named(letter, {**names, **given}, state)
            given[letter] = name
            made.append(name)
            if letter == act.params[0][0] or all(f"{{{letter}}}" in w for w in wordings):
                state = self.words.adding(state, [there(self.sort(letter), name.name)])
        begun = self.assume(state, *self.words.free.before(act, tuple(made)))
        if isinstance(begun, DeadEnd):
            self.frame.draft.add(never(begun.why))
            return begun
        after = self.calls.event(act.name, tuple(made), {}, begun)
        if isinstance(after, State) and isinstance(kept := self.assume(after, wanted), DeadEnd):
            self.frame.draft.add(never(kept.why))
            return kept
        after = self.assume(after, wanted) if isinstance(after, State) else after
        if isinstance(after, DeadEnd):
            return after
        for name in made:
            after = without(after, name.name)
        return after
