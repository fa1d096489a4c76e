"""A walk through the rules: every single change that can happen on the way, and what is known after it.

What nobody decides is followed through; conditions that contradict what is known are not entered. Changes along
which a measure falls are taken never to happen, so that what is left shows what can be done without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import assert_never

from checker.kernel.effect import (
    Add,
    Await,
    Carry,
    Chance,
    Choose,
    Consult,
    Create,
    Each,
    Effect,
    End,
    Event,
    If,
    Joint,
    Leave,
    Let,
    Move,
    Nothing,
    Pick,
    Put,
    Remove,
    Run,
    Say,
    Then,
    Together,
    Under,
    Unstated,
    While,
)
from checker.kernel.game import Game, Step
from checker.kernel.norm import Prevents, Replaces, When
from checker.kernel.term import All, Compare, Cond, Every, Expr, Is, Lit, Not, Var, Yes
from checker.kernel.vocabulary import Act, sort_of
from checker.smt.ranking_changes import single, unstated
from checker.smt.ranking_frame import Dead, Frame, Outcome, addressed, either, in_order, matched, unused, without
from checker.smt.ranking_logic import Logic, Names, closed, constants, there
from checker.smt.ranking_state import State, Words, joined
from checker.smt.ranking_text import told


class Walk:
    """One walk; the changes that it met stand in its frame."""

    def __init__(self, words: Words, frame: Frame) -> None:
        self.words = words
        self.frame = frame
        self.logic: Logic = words.logic
        self.game: Game = words.game
        self.acts: dict[str, Act] = {a.name: a for a in self.game.vocabulary.acts}
        self.procedures = {p.name: p for p in self.game.procedures}
        self.clauses = frozenset(c.id for c in self.game.clauses)

    # -- the frame ---------------------------------------------------------------------------

    def named(self, letter: str, names: Names, state: State) -> Var:
        """A name for a thing of the letter's sort that nothing else has."""
        return unused(self.sort(letter), names, state)

    def sort(self, letter: str) -> str:
        """The sort that a variable ranges over."""
        if letter in ("this card", "that card"):
            return "card"
        return letter[4:] if letter.startswith("the ") else sort_of(self.game.vocabulary, letter)

    def assume(self, state: State, *conds: Cond) -> Outcome:
        """The state with the conditions known, unless they cannot hold in it."""
        for cond in conds:
            plain = self.logic.plain(cond)
            if not self.logic.possible_with(state.facts, plain):
                return Dead({"impossible": told(self.game, plain)})
            state = self.words.adding(state, [cond])
        return state

    # -- effects -----------------------------------------------------------------------------

    def run(self, effect: Effect, names: Names, state: State) -> Outcome:
        """What is known after the effect, or why nothing gets past it."""
        match effect:
            case Nothing() | End() | Say() | Consult():
                return state
            case Then(effects):
                return self._all(effects, names, state)
            case If(cond, then, otherwise):
                given = closed(cond, names)
                yes, no = self.assume(state, given), self.assume(state, Not(given))
                return either(
                    [self.run(e, names, s) if isinstance(s, State) else s for e, s in ((then, yes), (otherwise, no))]
                )
            case Each(var, over, body):
                return self._each(var, over, body, names, state)
            case Together(parts):
                return either([self._all((p.effect for p in line), names, state) for line in permutations(parts)])
            case Let(var, value, body):
                return self._let(var, value, body, names, state)
            case Choose(_, var, over, body) | Chance(var, over, body) | Pick(_, var, over, body):
                return self._one(var, over, body, names, state)
            case Put() | Add() | Move() | Remove():
                return single(self.frame, closed(effect, names), state)
            case Create():
                return self._create(effect, names, state)
            case Event(act, args):
                return self.event(act, args, names, state)
            case Joint():
                return self._joint(effect, names, state)
            case Unstated(_, changed):
                return unstated(self.frame, closed(changed, names), state)
            case Carry(card):
                return self._carry(card, names, state)
            case Await() | While():
                return self._loop(effect, names, state)
            case Run(procedure):
                return self.procedure(procedure, names, state)
            case Leave(procedure):
                self.frame.left[-1].setdefault(procedure, []).append(state)
                return Dead({"leaves": procedure})
            case Under(clauses, inner):
                return self.run(inner, names, state) if self.clauses & set(clauses) else state
            case _:
                assert_never(effect)

    def _all(self, effects: Iterable[Effect], names: Names, state: State) -> Outcome:
        for effect in effects:
            after = self.run(effect, names, state)
            if isinstance(after, Dead):
                return after
            state = after
        return state

    def _joint(self, effect: Joint, names: Names, state: State) -> State:
        """What normally happens together; of each part it may be open whether it happens."""
        for one in effect.effects:
            for part in one.effects if isinstance(one, Then) else (one,):
                state = self._perhaps(part, names, state)
        return state

    def _perhaps(self, effect: Effect, names: Names, state: State) -> State:
        after = self.run(effect, names, state)
        return joined(state, after) if isinstance(after, State) else state

    def _let(self, var: str, value: Expr, body: Effect, names: Names, state: State) -> Outcome:
        given = closed(value, names)
        if isinstance(given, Var | Lit):
            return self.run(body, {**names, var: given}, state)
        name = self.named(var, names, state)
        known = self.assume(state, Compare("is", given, name))
        return self._inside(known, body, {**names, var: name}, name)

    def _inside(self, state: Outcome, body: Effect, names: Names, name: Var) -> Outcome:
        if isinstance(state, Dead):
            return state
        after = self.run(body, names, state)
        return after if isinstance(after, Dead) else without(after, name.name)

    def _those(self, var: str, over: Expr, names: Names, state: State) -> tuple[Var, Outcome, Outcome, Cond]:
        """One of the things, the state in which it is one of them, that without any, and what makes it one."""
        name = self.named(var, names, state)
        if not isinstance(over, All):
            return name, state, state, Yes()
        inner = {k: v for k, v in names.items() if k != over.var}
        where = closed(over.where, {**inner, over.var: name})
        none = self.assume(state, Every(over.var, over.sort, Not(closed(over.where, inner))))
        return name, self.assume(state, there(over.sort, name.name), where), none, where

    def _one(self, var: str, over: Expr, body: Effect, names: Names, state: State) -> Outcome:
        name, some, none, _ = self._those(var, over, names, state)
        return either([self._inside(some, body, {**names, var: name}, name), none])

    def _each(self, var: str, over: Expr, body: Effect, names: Names, state: State) -> Outcome:
        name, some, none, where = self._those(var, over, names, state)
        if isinstance(some, Dead):
            return none
        inner = {**names, var: name}
        self.frame.changes.append(set())
        first = self.run(body, inner, some)
        if isinstance(first, Dead):
            changed = self.frame.changes.pop()
            self.frame.changes[-1] |= changed
            return either([first, none])
        head = without(first, name.name)
        while True:
            begun = frozenset({there(name.name.split("#")[0], name.name), self.logic.plain(where)})
            still = self.words.after(State(begun), frozenset(self.frame.changes[-1])).facts
            after = self.run(body, inner, self.words.adding(head, still))
            grown = joined(head, without(after, name.name)) if isinstance(after, State) else head
            if grown == head:
                break
            head = grown
        changes = frozenset(self.frame.changes.pop())
        self.frame.changes[-1] |= changes
        said: set[Cond] = set()
        if isinstance(over, All) and self.logic.plain(over.where) == Yes() and ("create", over.sort) not in changes:
            own = {f for f in first.facts if constants(f) == {name.name} and f != there(over.sort, name.name)}
            lasting = self.words.after(State(frozenset(own)), changes).facts & own
            said = {Every(over.var, over.sort, closed(f, {name.name: Var(over.var)})) for f in lasting}
        return either([State(s.facts | said, s.zones) if isinstance(s, State) else s for s in (head, none)])

    def _create(self, effect: Create, names: Names, state: State) -> Outcome:
        name = self.named(effect.var, names, state)
        after = self.frame.changed(
            state, f"a new {effect.sort}", self.words.create(effect), frozenset({("create", effect.sort)})
        )
        if isinstance(after, Dead):
            return after
        known = self.assume(after, there(effect.sort, name.name))
        return self._inside(known, effect.body, {**names, effect.var: name}, name)

    # -- loops -------------------------------------------------------------------------------

    def _loop(self, effect: Await | While, names: Names, state: State) -> Outcome:
        whys: list[Outcome] = []
        while True:
            after = self.again(effect, names, state)
            if isinstance(after, Dead):
                whys = [after]
                break
            grown = joined(state, after)
            if grown == state:
                break
            state = grown
        if isinstance(effect, While):
            out = self.assume(state, Not(closed(effect.cond, names)))
        elif effect.lapses or effect.told:
            out = state
        else:
            out = self.assume(state, closed(effect.until, names))
        return either([*whys, out]) if isinstance(out, Dead) else out

    def again(self, effect: Await | While, names: Names, state: State) -> Outcome:
        """What is known after the loop was gone through once, or why it cannot be."""
        if isinstance(effect, While):
            inside = self.assume(state, closed(effect.cond, names))
            return self.run(effect.body, names, inside) if isinstance(inside, State) else inside
        inside = self.assume(state, Not(closed(effect.until, names)))
        if isinstance(inside, Dead):
            return inside
        known = [self.acts[a] for a in effect.acts if a in self.acts]
        return either([self._acting(act, names, inside) for act in known], "nobody can act")

    def _acting(self, act: Act, names: Names, state: State) -> Outcome:
        """Somebody does the act: with things that are there, and only where it makes sense."""
        given: Names = {}
        wordings = act.phrase.split(" | ")
        made: list[Var] = []
        for letter, _ in act.params:
            name = self.named(letter, {**names, **given}, state)
            given[letter] = name
            made.append(name)
            if letter == act.params[0][0] or all(f"{{{letter}}}" in w for w in wordings):
                state = self.words.adding(state, [there(self.sort(letter), name.name)])
        after = self.event(act.name, tuple(made), {}, state)
        if isinstance(after, Dead):
            return after
        for name in made:
            after = without(after, name.name)
        return after

    # -- calls -------------------------------------------------------------------------------

    def event(self, act: str, args: tuple[Expr, ...], names: Names, state: State) -> Outcome:
        """What is known after the event, whatever norms put in its place or attach to it."""
        declared = self.acts[act]
        given: Names = {}
        for (letter, _), arg in zip(declared.params, args, strict=True):
            value = closed(arg, names)
            if not isinstance(value, Var | Lit):
                name = self.named(letter, {**names, **given}, state)
                known = self.assume(state, Compare("is", value, name))
                if isinstance(known, Dead):
                    return known
                state, value = known, name
            given[letter] = value
        needed = self.assume(state, closed(declared.needs, given))
        if isinstance(needed, Dead):
            return needed
        return self._call(f"act {act}", given, needed, lambda n, s: self._happens(declared, n, s))

    def inside(self, act: str, names: Names, state: State) -> Outcome:
        """What is known after the act, of which nothing is known but what it needs."""
        needed = self.assume(state, closed(self.acts[act].needs, names))
        return self._happens(self.acts[act], names, needed) if isinstance(needed, State) else needed

    def _happens(self, act: Act, names: Names, state: State) -> Outcome:
        args = tuple(names[p] for p, _ in act.params)
        ways: list[Outcome] = []
        following: list[tuple[When, Names]] = []
        for norm in self.game.norms:
            claim = norm.claim
            if not isinstance(claim, Prevents | Replaces | When) or claim.event.act != act.name:
                continue
            bound = matched(claim.event, args)
            if bound is None:
                continue
            live = self.assume(state, closed(norm.cond, bound))
            if isinstance(live, Dead):
                continue
            if isinstance(claim, When):
                following.append((claim, bound))
            else:
                instead = claim.effect if isinstance(claim, Replaces) else Nothing()
                ways.append(self._at(f"norm {norm.id}", instead, bound, live))
        after = self._at(f"act {act.name}", act.body, names, state)
        after = self._attached(following, after) if isinstance(after, State) else after
        if isinstance(after, State):
            after = self._at(f"act {act.name}", act.last, names, after)
        return either([after, *ways])

    def _attached(self, following: list[tuple[When, Names]], state: State) -> State:
        """What is known after what is attached to an event, in whatever order it comes."""
        while True:
            after = state
            for claim, bound in following:
                after = self._perhaps(claim.effect, bound, after)
            if after == state or len(following) < 2:
                return after
            state = after

    def _at(self, where: str, effect: Effect, names: Names, state: State) -> Outcome:
        before, self.frame.where = self.frame.where, where
        after = self.run(effect, names, state)
        self.frame.where = before
        return after

    def _carry(self, card: Expr, names: Names, state: State) -> Outcome:
        given = addressed(self.game.vocabulary, closed(card, names), names)
        ways = [
            self._call(f"card {c.title}", given, state, lambda n, s, c=c: self._at(f"card {c.title}", c.text, n, s))  # type: ignore[misc]
            for c in self.game.cards
        ]
        return either(ways, "there is no card")

    def procedure(self, name: str, names: Names, state: State) -> Outcome:
        key = f"procedure {name}"
        if key in self.frame.under_way:
            self.frame.came(key)
            return self._call(key, names, state, lambda n, s: self.steps(name, n, s))
        self.frame.came(key)
        self.frame.under_way.add(key)
        after = self.steps(name, names, state)
        self.frame.under_way.discard(key)
        return after

    def steps(self, name: str, names: Names, state: State) -> Outcome:
        """What is known after the steps of the procedure, or after it was broken off."""
        self.frame.left.append({})
        steps = [s for s in in_order(self.procedures[name].steps) if not s.clauses or self.clauses & set(s.clauses)]
        lines = permutations(steps) if self.procedures[name].unordered else [tuple(steps)]
        after = either([self._stepping(name, line, names, state) for line in lines])
        left = self.frame.left.pop()
        broken = left.pop(name, [])
        for other, states in left.items():
            self.frame.left[-1].setdefault(other, []).extend(states)
        return either([after, *broken])

    def _stepping(self, name: str, steps: Iterable[Step], names: Names, state: State) -> Outcome:
        after: Outcome = state
        for step in steps:
            if isinstance(after, State):
                after = self._at(f"step {step.name} of {name}", step.effect, names, after)
        return after

    def _call(self, name: str, names: Names, state: State, body: Callable[[Names, State], Outcome]) -> Outcome:
        """What is known after something that is called in many places: worked out once for what is known of its arguments."""
        self.frame.came(name)
        order = list(dict.fromkeys(v.name for v in names.values() if isinstance(v, Var)))
        there_now = {n: Var(f"{n.split('#')[0] if '#' in n else self.sort(n)}#of{i}") for i, n in enumerate(order)}
        back: Names = {v.name: Var(n) for n, v in there_now.items()}
        inside: Names = dict(there_now)
        own = frozenset(closed(f, inside) for f in state.facts if constants(f) <= set(order) and self._of_own(f))
        zones = tuple((there_now[c].name, z) for c, z in state.zones if c in there_now)
        given = {k: closed(v, inside) for k, v in names.items()}
        key = (name, tuple(sorted(given.items(), key=str)), State(own, zones))
        found = self.frame.summary(key, lambda: body(given, key[2]))
        outcome, changes = found.outcome, found.changes
        self.frame.changes[-1] |= changes
        after = self.words.after(state, changes)
        for procedure in found.leaves:
            self.frame.left[-1].setdefault(procedure, []).append(after)
        if isinstance(outcome, Dead):
            return outcome
        named = set(back)
        facts = frozenset(closed(f, back) for f in outcome.facts if (c := constants(f)) and c <= named)
        kept = {**dict(after.zones), **{back[c].name: z for c, z in outcome.zones if c in back}}  # type: ignore[union-attr]
        return State(after.facts | facts, tuple(sorted(kept.items(), key=str)))

    def _of_own(self, fact: Cond) -> bool:
        """The condition is about named things, or about the game as a whole, and not about all things of a sort."""
        literal = fact.part if isinstance(fact, Not) else fact
        alone = isinstance(literal, Is | Compare) and all(k == "value" for k, _ in self.logic.reads(fact))
        return bool(constants(fact)) or alone
