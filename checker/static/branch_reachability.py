"""Which ways the conditions in texts can go at the places where they stand, whatever is played from the first step on.

Conditions that are asked of nothing in particular (the round has started), and whether there is a thing of a sort, can
be followed; all else may be so or not. So what can never be so is never so in any play, and not the other way round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from checker.kernel import effect as e
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Leaves, Norm, Replaces, When
from checker.kernel.term import All, And, Call, Cond, Every, Expr, Is, Lit, Not, Or, Some, Yes
from checker.kernel.trees.anytime_acts import awaited, unawaited
from checker.kernel.trees.walk import acts_in

SO, NOT_SO, EITHER = 1, 2, 3
DEEPEST = 8
BranchState: TypeAlias = tuple[bool, ...]
"""How each thing followed stands."""
BranchStates: TypeAlias = frozenset[BranchState]
NEVER: BranchStates = frozenset()
MadeInState: TypeAlias = tuple[str, str, BranchState]


class Flow:
    """The ways in which conditions were found to go: those of texts by where they stand (`seen`), those of norms that
    attach something to events by norm (`held`)."""

    def __init__(self, game: Game, followed: Iterable[str]) -> None:
        self.seen: dict[tuple[str, int], int] = defaultdict(int)
        self.held: dict[str, int] = defaultdict(int)
        first = {f.name: f.initial is True for f in game.vocabulary.fields}
        self._at = {name: n for n, name in enumerate(sorted(followed))}
        self._facts = {f.name: f for f in game.vocabulary.facts}
        self._acts = {a.name: a for a in game.vocabulary.acts}
        self._steps = {p.name: p.steps for p in game.procedures}
        self._cards = {c.title: c.text for c in (*game.cards, *game.stand_ins)}
        self._counting: dict[str, list[Norm]] = defaultdict(list)
        self._attached: dict[str, list[Norm]] = defaultdict(list)
        for norm in game.norms:
            if isinstance(norm.claim, Counts):
                self._counting[norm.claim.fact.fact].append(norm)
            elif isinstance(norm.claim, When | Replaces):
                self._attached[norm.claim.event.act].append(norm)
        self._open = {n.claim.term.fact for n in game.norms if isinstance(n.claim, Leaves)}
        texts = (tuple(self._steps.values()), tuple(self._cards.values()), tuple(n.claim for n in game.norms))
        done = acts_in((texts, tuple((a.body, a.last) for a in self._acts.values()))) | awaited(texts)
        self._told = tuple(a for a in self._acts if a not in done or a in unawaited(game))
        self._supplied = frozenset(s.name for s in game.vocabulary.sorts if s.piece)
        self._known: dict[MadeInState, BranchStates] = {}
        self._broken: dict[str, BranchStates] = {}
        self._changed = True
        start = tuple(first.get(name, False) for name in self._at)
        while self._changed:
            self._changed = False
            self._done: set[MadeInState] = set()
            self._run(game.procedures[0].name, start)

    # -- effects -----------------------------------------------------------------------------

    def _kept(self, kind: str, name: str, state: BranchState, work: Callable[[], BranchStates]) -> BranchStates:
        """What comes of it, as far as is known; gone through once in each round of looking."""
        key = (kind, name, state)
        if key not in self._done:
            self._done.add(key)
            was = self._known.get(key, NEVER)
            if found := work() - was:
                self._known[key], self._changed = was | found, True
        return self._known.get(key, NEVER)

    def _run(self, procedure: str, state: BranchState) -> BranchStates:
        def steps() -> BranchStates:
            at = frozenset({state})
            for step in self._steps.get(procedure, ()):
                at = self._each(step.effect, at, f"step {step.name} of {procedure}")
            return at | self._broken.get(procedure, NEVER)

        return self._kept("procedure", procedure, state, steps)

    def _happen(self, act: str, state: BranchState) -> BranchStates:
        def event() -> BranchStates:
            declared, name = self._acts[act], f"act {act}"
            live = [n for n in self._attached[act] if self._norm(n, state)]
            after = self._after(declared.body, state, name)
            follows = [(n.clause, n.claim.effect) for n in live if isinstance(n.claim, When)]
            after = _again(after, lambda s: [self._after(y, s, clause) for clause, y in follows])
            after = self._each(declared.last, after, name)
            instead = [(n.clause, n.claim.effect) for n in live if isinstance(n.claim, Replaces)]
            return after.union({state}, *(self._after(y, state, clause) for clause, y in instead))

        return self._kept("act", act, state, event)

    def _norm(self, norm: Norm, state: BranchState) -> bool:
        found = self.ways(norm.cond, state)
        self.held[norm.id] |= found
        return bool(found & SO)

    def _each(self, effect: e.Effect, states: BranchStates, where: str) -> BranchStates:
        return NEVER.union(*(self._after(effect, s, where) for s in states))

    def _after(self, effect: e.Effect, state: BranchState, where: str) -> BranchStates:
        """How things can stand after the effect."""
        same = frozenset({state})
        match effect:
            case e.Then(effects):
                for one in effects:
                    same = self._each(one, same, where)
                return same
            case e.If(cond, then, otherwise):
                yes, no = self._parted(cond, same, where)
                return self._each(then, yes, where) | self._each(otherwise, no, where)
            case e.While(cond, body):
                every = _again(same, lambda s: [self._each(body, self._parted(cond, frozenset({s}), where)[0], where)])
                return self._parted(cond, every, where)[1]
            case e.Each(_, over, body):
                return _again(same, lambda s: [self._after(body, s, where)] if self._any(over, s, where) else [])
            case e.Let(_, _, body):
                return self._after(body, state, where)
            case e.Under(_, body):
                return same | self._after(body, state, where)
            case e.Choose(_, _, over, body) | e.Chance(_, over, body) | e.Pick(_, _, over, body):
                return same | (self._after(body, state, where) if self._any(over, state, where) else NEVER)
            case e.Create(_, sort, body):
                none_left = same if sort in self._supplied else NEVER
                return none_left | self._each(body, self._put(same, f"a {sort}", SO), where)
            case e.Remove(_, sort):
                return same | self._put(same, f"a {sort}", NOT_SO)
            case e.Put(Call(name, ()), value):
                return self._put(same, name, _valued(value))
            case e.Unstated(_, changes):
                return same.union(*(self._put(same, call.fact, EITHER) for call in changes))
            case e.Run(procedure):
                return self._run(procedure, state)
            case e.Leave(procedure):
                self._changed |= state not in self._broken.get(procedure, NEVER)
                self._broken[procedure] = self._broken.get(procedure, NEVER) | same
                return NEVER
            case e.Event(act):
                return self._happen(act, state)
            case e.Carry():
                texts = [(f"`{title}`", text) for title, text in self._cards.items()]
                return same | self._kept(
                    "cards", "", state, lambda: NEVER.union(*(self._after(x, state, c) for c, x in texts))
                )
            case e.Await(_, acts, until):
                wanted = [a for a in (*acts, *self._told) if a in self._acts]
                every = _again(same, lambda s: [self._happen(a, s) for a in wanted])
                return (
                    every if effect.lapses or effect.told else frozenset(s for s in every if self.ways(until, s) & SO)
                )
            case e.Together(parts):
                return _again(same, lambda s: [self._after(part.effect, s, where) for part in parts])
            case e.Joint(_, effects):
                return _again(same, lambda s: [self._after(one, s, where) for one in effects])
            case e.Nothing() | e.Put() | e.Add() | e.Move() | e.End() | e.Say() | e.Consult():
                return same
            case _:
                assert_never(effect)

    # -- conditions --------------------------------------------------------------------------

    def _any(self, over: Expr, state: BranchState, where: str) -> bool:
        """Something may be among the things."""
        found = self.ways(Some(over.var, over.sort, over.where), state) if isinstance(over, All) else EITHER
        self.seen[where, id(over)] |= found
        return bool(found & SO)

    def _parted(self, cond: Cond, states: BranchStates, where: str) -> tuple[BranchStates, BranchStates]:
        """The states in which the condition can be so, and those in which it need not be; both are noted."""
        yes, no = set(), set()
        for state in states:
            found = self.ways(cond, state)
            self.seen[where, id(cond)] |= found
            yes |= {state} if found & SO else set()
            no |= {state} if found & NOT_SO else set()
        return self._there(cond, True, frozenset(yes)), self._there(cond, False, frozenset(no))

    def _there(self, cond: Cond, so: bool, states: BranchStates) -> BranchStates:
        """The states with what the condition, being so or not, tells of things that are there."""
        match cond:
            case Not(part):
                return self._there(part, not so, states)
            case And(parts) if so:
                for part in parts:
                    states = self._there(part, so, states)
                return states
            case Some(_, sort, where) if so or where == Yes():
                return self._put(states, f"a {sort}", SO if so else NOT_SO)
            case _:
                return states

    def _put(self, states: BranchStates, name: str, ways: int) -> BranchStates:
        at = self._at.get(name)
        if at is None:
            return states
        values = [v for v, way in ((True, SO), (False, NOT_SO)) if ways & way]
        return frozenset((*s[:at], v, *s[at + 1 :]) for s in states for v in values)

    def _of(self, state: BranchState, name: str) -> int:
        at = self._at.get(name)
        return EITHER if at is None else SO if state[at] else NOT_SO

    def ways(self, cond: Cond, state: BranchState, depth: int = 0) -> int:
        """Which ways the condition can go where things can stand so."""
        if depth > DEEPEST:
            return EITHER
        match cond:
            case Yes():
                return SO
            case Not(part):
                found = self.ways(part, state, depth)
                return (SO if found & NOT_SO else 0) | (NOT_SO if found & SO else 0)
            case And(parts) | Or(parts):
                each = [self.ways(p, state, depth) for p in parts]
                both, one = (SO, NOT_SO) if isinstance(cond, And) else (NOT_SO, SO)
                return (both if all(y & both for y in each) else 0) | (one if any(y & one for y in each) else 0)
            case Some(_, sort, where) | Every(_, sort, where):
                none, some = (NOT_SO, SO) if isinstance(cond, Some) else (SO, NOT_SO)
                there = self._of(state, f"a {sort}")
                inner = self.ways(where, state, depth) if there & SO else 0
                found = none if there & NOT_SO or inner & none else 0
                return found | (some if inner & some else 0)
            case Is(Call(name, args)):
                return self._fact(name, args, state, depth)
            case _:
                return EITHER

    def _fact(self, name: str, args: tuple[Expr, ...], state: BranchState, depth: int) -> int:
        if name in self._at:
            return EITHER if args else self._of(state, name)
        fact = self._facts.get(name)
        if fact is not None and fact.circle:
            return EITHER
        if fact is not None and isinstance(fact.definition, Cond):
            return self.ways(fact.definition, state, depth + 1)
        if fact is None or not fact.institutional or name in self._open:
            return EITHER
        counts = [n for n in self._counting[name] if isinstance(n.claim, Counts) and n.claim.positive]
        return NOT_SO | (SO if any(self.ways(n.cond, state, depth + 1) & SO for n in counts) else 0)


def _again(states: BranchStates, work: Callable[[BranchState], Iterable[BranchStates]]) -> BranchStates:
    """All that comes of doing it any number of times."""
    found, new = states, states
    while new:
        new = NEVER.union(*(after for s in new for after in work(s))) - found
        found |= new
    return found


def _valued(value: Expr) -> int:
    return (SO if value.value else NOT_SO) if isinstance(value, Lit) else EITHER
