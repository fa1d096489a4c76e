"""Calls on a walk through the rules: events with what norms make of them, cards, and procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from checker.kernel.effect import Effect, Nothing
from checker.kernel.game import Game, Step
from checker.kernel.norm import Norm, Prevents, Replaces, When
from checker.kernel.term import Compare, Cond, Expr, Is, Lit, Not, Var
from checker.kernel.trees.course_steps import in_order
from checker.kernel.vocabulary import Act, Vocabulary, addressed
from checker.smt.encode import Names
from checker.smt.termination.call_memo import CARDS
from checker.smt.termination.counters import CounterNames, State, always, matched
from checker.smt.termination.frame import DeadEnd, Frame, WalkOutcome, either
from checker.smt.termination.path_facts import NO, Logic, closed, constants
from checker.smt.termination.program import Program, never

if TYPE_CHECKING:
    from checker.smt.termination.walk import FrameWalk


class Attached(NamedTuple):
    """A norm that attaches something to an event: what is known there if it does, and if it does not."""

    norm: Norm
    live: WalkOutcome
    unless: WalkOutcome
    bound: Names


class Calls:
    """What the calls of one walk come to."""

    def __init__(self, walk: FrameWalk, words: CounterNames, frame: Frame) -> None:
        self.walk = walk
        self.words = words
        self.frame = frame
        self.logic: Logic = words.logic
        self.game: Game = words.game
        self.acts: dict[str, Act] = {a.name: a for a in self.game.vocabulary.acts}
        self.procedures = {p.name: p for p in self.game.procedures}
        self.texts = {f"card {c.title}": c.text for c in self.game.cards}
        self.clauses = frozenset(c.id for c in self.game.clauses)

    def event(self, act: str, args: tuple[Expr, ...], names: Names, state: State) -> WalkOutcome:
        """What is known after the event, whatever norms put in its place or attach to it."""
        declared = self.acts[act]
        given: Names = {}
        for (letter, _), arg in zip(declared.params, args, strict=True):
            value = closed(arg, names)
            if not isinstance(value, Var | Lit):
                name = self.walk.named(letter, {**names, **given}, state)
                known = self.walk.assume(state, Compare("is", value, name))
                if isinstance(known, DeadEnd):
                    self.frame.draft.add(never(known.why))
                    return known
                state, value = known, name
            given[letter] = value
        needed = self.walk.assume(state, closed(declared.needs, given))
        if isinstance(needed, DeadEnd):
            self.frame.draft.add(never(needed.why))
            return needed
        return self._call(f"act {act}", given, needed)

    def inside(self, act: str, names: Names, state: State) -> WalkOutcome:
        """What is known after the act, of which what it needs is known besides."""
        needed = self.walk.assume(state, closed(self.acts[act].needs, names))
        after, program = self.frame.way(needed, lambda s: self._happens(self.acts[act], names, s))
        self.frame.draft.add(program)
        return after

    def _happens(self, act: Act, names: Names, state: State) -> WalkOutcome:
        args = tuple(names[p] for p, _ in act.params)
        instead: list[tuple[WalkOutcome, Callable[[State], WalkOutcome]]] = []
        following: list[Attached] = []
        for norm in self.game.norms:
            claim = norm.claim
            if not isinstance(claim, Prevents | Replaces | When) or claim.event.act != act.name:
                continue
            bound, same = matched(claim.event, args)
            live = (
                self.walk.assume(state, closed(norm.cond, bound))
                if same or self.words.excludes.possible_with(state.facts, NO)
                else DeadEnd({"impossible": "it is about others"})
            )
            if isinstance(claim, When):
                sure = act.name in self.words.free.norms and always(claim.event, args)
                known = sure and self.words.adding(state, [closed(norm.cond, bound)]) == state
                unless: WalkOutcome = DeadEnd({"impossible": "it is allowed only then"}) if known else state
                following.append(Attached(norm, live, unless, bound))
            else:
                effect = claim.effect if isinstance(claim, Replaces) else Nothing()
                goes = partial(self._at, f"norm {norm.id}", effect, bound)
                instead.append((live, goes))
        return self.frame.ways([(state, partial(self._done, act, following, names)), *instead])

    def _done(self, act: Act, following: list[Attached], names: Names, state: State) -> WalkOutcome:
        """What is known after the act with what norms attach to it."""
        after = self._at(f"act {act.name}", act.body, names, state)
        if isinstance(after, State):
            after = self._attached(following, after)
        if isinstance(after, State):
            after = self._at(f"act {act.name}", act.last, names, after)
        else:
            self.frame.draft.add(None)
        return after

    def _attached(self, following: list[Attached], state: State) -> WalkOutcome:
        """What is known after what is attached to an event, in whatever order it comes."""
        while True:
            after, steps = self.frame.draft.of(partial(self._attached_once, following, state))
            if isinstance(after, DeadEnd) or after == state or sum(isinstance(a.live, State) for a in following) < 2:
                for step in steps:
                    self.frame.draft.add(step)
                return after
            state = after

    def _attached_once(self, following: list[Attached], state: State) -> WalkOutcome:
        for norm, live, unless, bound in following:
            assert isinstance(norm.claim, When)
            goes = partial(self._at, f"norm {norm.id}", norm.claim.effect, bound)
            begun: list[WalkOutcome] = [b if isinstance(b, DeadEnd) else state for b in (live, unless)]
            after = self.frame.ways([(begun[0], goes), (begun[1], lambda s: s)])
            if isinstance(after, DeadEnd):
                return after
            state = after
        return state

    def _at(self, where: str, effect: Effect, names: Names, state: State) -> WalkOutcome:
        before, self.frame.where = self.frame.where, where
        after = self.walk.run(effect, names, state)
        self.frame.where = before
        return after

    def carry(self, card: Expr, names: Names, state: State) -> WalkOutcome:
        given = given_to(self.game.vocabulary, closed(card, names), names)
        self.frame.read(CARDS)
        calls = [partial(self._call, where, given) for where in self.texts]
        return self.frame.ways(((state, call) for call in calls), "there is no card")

    def text(self, where: str, state: State) -> WalkOutcome:
        """What is known after the text of the card, whoever carries it out and on whatever."""
        words = self.game.vocabulary
        letters = {letter for sort in words.sorts for letter in sort.letters[:1]}
        names: Names = {}
        for letter in sorted({"C", "D", "P", "Q", *letters}):
            names[letter] = self.walk.named(letter, names, state)
        return self.walk.run(self.texts[where], given_to(words, names["C"], names), state)

    def procedure(self, name: str, names: Names, state: State) -> WalkOutcome:
        key = f"procedure {name}"
        self.frame.came(key)
        if self.frame.enter(key):
            return self._call(key, names, state)
        self.frame.read(key)
        after = self.steps(name, names, state)
        self.frame.exit(key)
        return after

    def steps(self, name: str, names: Names, state: State) -> WalkOutcome:
        """What is known after the steps of the procedure, or after it was broken off."""
        self.frame.left.append({})
        steps = [s for s in in_order(self.procedures[name].steps) if not s.clauses or self.clauses & set(s.clauses)]
        lines = permutations(steps) if self.procedures[name].unordered else [tuple(steps)]
        inner: list[Program] = []
        found: list[WalkOutcome] = []
        for line in lines:
            after, program = self.frame.draft.of(partial(self._stepping, name, line, names, state))
            found.append(after)
            inner.append(program)
        self.frame.draft.add({"until": name, "in": {"either": inner} if self.procedures[name].unordered else inner[0]})
        left = self.frame.left.pop()
        broken = left.pop(name, [])
        for other, states in left.items():
            self.frame.left[-1].setdefault(other, []).extend(states)
        return either([*found, *broken])

    def _stepping(self, name: str, steps: Iterable[Step], names: Names, state: State) -> WalkOutcome:
        after: WalkOutcome = state
        for step in steps:
            if isinstance(after, DeadEnd):
                self.frame.draft.add(None)
                break
            after = self._at(f"step {step.name} of {name}", step.effect, names, after)
        return after

    def _call(self, name: str, names: Names, state: State) -> WalkOutcome:
        """What is known after something that is called in many places: worked out once for what is known of its arguments."""
        order = list(dict.fromkeys(v.name for v in names.values() if isinstance(v, Var)))
        there_now = {n: Var(f"{n.split('#')[0] if '#' in n else self.walk.sort(n)}#of{i}") for i, n in enumerate(order)}
        back: Names = {v.name: Var(n) for n, v in there_now.items()}
        inside: Names = dict(there_now)
        own = frozenset(closed(f, inside) for f in state.facts if constants(f) <= set(order) and self._of_own(f))
        zones = tuple((there_now[c].name, z) for c, z in state.zones if c in there_now)
        given = {k: closed(v, inside) for k, v in names.items()}
        key = (name, tuple(sorted(given.items(), key=str)), State(own, zones), self.words.excludes.name)
        found = self.frame.summary(key, self.body)
        outcome, changes = found.outcome, found.changes
        self.frame.changes[-1] |= changes
        after = self.words.after(state, changes)
        for procedure in found.leaves:
            self.frame.left[-1].setdefault(procedure, []).append(after)
        if isinstance(outcome, DeadEnd):
            return outcome
        named = set(back)
        facts = frozenset(closed(f, back) for f in outcome.facts if (c := constants(f)) and c <= named)
        lying = {v.name: z for c, z in outcome.zones if isinstance(v := back.get(c), Var)}
        kept = {**dict(after.zones), **lying}
        return State(after.facts | facts, tuple(sorted(kept.items(), key=str)))

    def body(self, key: tuple[str, tuple[tuple[str, Expr], ...], State, str]) -> WalkOutcome:
        """What is known after what is called."""
        name, given, state, _ = key
        kind, _, called = name.partition(" ")
        if kind == "card":
            return self._at(name, self.texts[name], dict(given), state)
        return (self.inside if kind == "act" else self.steps)(called, dict(given), state)

    def _of_own(self, fact: Cond) -> bool:
        """The condition is about named things, or about the game as a whole, and not about all things of a sort."""
        literal = fact.part if isinstance(fact, Not) else fact
        alone = isinstance(literal, Is | Compare) and all(k == "value" for k, _ in self.logic.reads(fact))
        return bool(constants(fact)) or alone


def unused(sort: str, names: Names, state: State) -> Var:
    """A name for a thing of the sort that nothing else has."""
    used = {v.name for v in names.values() if isinstance(v, Var)}
    used.update(*(constants(f) for f in state.facts), (c for c, _ in state.zones))
    number = 1
    while f"{sort}#{number}" in used:
        number += 1
    return Var(f"{sort}#{number}")


def without(state: State, name: str) -> State:
    """What is known of everything else."""
    facts = frozenset(f for f in state.facts if name not in constants(f))
    return State(facts, tuple(z for z in state.zones if z[0] != name))


def given_to(words: Vocabulary, card: Expr, names: Names) -> Names:
    """What `you`, `the Hex`, `this card` and `that card` mean in the text of the card."""
    none: Expr = Lit(None)
    return {"this card": card, **{said: names.get(letter, none) for said, letter in addressed(words).items()}}
