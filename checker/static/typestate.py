"""One card and one thing are followed through the effect trees, every way, with everything else as it likes.

So what is found of them holds of every such card and every such thing, as long as players do only what some norm
lets them do, and acts are done only where they make sense (`needs`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial, reduce
from itertools import permutations, product
from typing import assert_never

from checker.kernel import effect as e
from checker.kernel.game import Procedure
from checker.kernel.norm import Prevents, When
from checker.kernel.term import All, Cond, Expr, Yes
from checker.kernel.trees.course_steps import in_order
from checker.kernel.trees.slots import piece_of
from checker.kernel.vocabulary import Act, sort_named
from checker.static.call_graph import reached, taken, watched
from checker.static.irrelevance import Irrelevance
from checker.static.typestate_conditions import Facts
from checker.static.typestate_domain import (
    ANY,
    CARD,
    GONE,
    OTHER,
    SOME,
    THERE,
    THING,
    UNBORN,
    DomainEnv,
    Of,
    Tracked,
    matched,
)
from checker.static.typestate_transfer import (
    Came,
    PendingCalls,
    TrackedStates,
    allowed,
    carried,
    closed,
    each,
    forgotten,
    moved,
    once_more,
    one_of,
    put_in,
    removed,
    those,
)


class Follow:
    """Follows a card of one of the facts' titles and a thing of their sort; counts how often it, and the act, is done."""

    def __init__(self, facts: Facts, act: str = "") -> None:
        self.facts, self.game, self.sort, self.counted = facts, facts.game, facts.sort, act
        game = facts.game
        self.acts: dict[str, Act] = {a.name: a for a in game.vocabulary.acts}
        self.procedures: dict[str, Procedure] = {p.name: p for p in game.procedures}
        self.clauses = frozenset(c.id for c in game.clauses)
        self.taken = taken(game)
        self.agenda = PendingCalls()
        self.lawful: dict[tuple[str, Tracked], list[tuple[Of, ...]]] = {}
        self.idle = Irrelevance(facts, (act,))

    def through(self, procedure: str) -> Came:
        """Every state in which the procedure can end that was begun with no such thing there. Raises TooOften."""
        begun = [Tracked(z) for z in self.facts.places]
        self.facts.watched = watched(self.facts, tuple(reached(self.game, e.Run(procedure))))
        return self.agenda.settled(lambda: each(lambda s: self._procedure(procedure, {}, s), begun))

    # -- calls -------------------------------------------------------------------------------

    def _procedure(self, name: str, env: DomainEnv, state: Tracked) -> TrackedStates:
        inner = {k: v for k, v in env.items() if k in self.taken[name]}
        given = tuple(sorted(inner.items(), key=str))
        states = self.agenda.call(f"procedure {name}", given, state, lambda: self._steps(name, inner, state))
        broken = {s for p, s in self.agenda.left[-1] if p == name}
        self.agenda.left[-1] -= {(name, s) for s in broken}
        return states | broken

    def _steps(self, name: str, env: DomainEnv, state: Tracked) -> TrackedStates:
        procedure = self.procedures[name]
        steps = [s for s in in_order(procedure.steps) if not s.clauses or self.clauses & set(s.clauses)]
        lines = permutations(steps) if procedure.unordered else [tuple(steps)]
        return each(
            lambda s: (after for line in lines for after in self._line([x.effect for x in line], env, {s})), {state}
        )

    def _line(self, effects: Iterable[e.Effect], env: DomainEnv, states: Iterable[Tracked]) -> TrackedStates:
        found = frozenset(states)
        for effect in effects:
            found = each(partial(self.run, effect, env), found)
        return found

    def _event(self, name: str, args: Iterable[Of], state: Tracked) -> TrackedStates:
        act = self.acts[name]
        ways = [self.facts.ways(a, self.facts.sort_of(p), state) for (p, _), a in zip(act.params, args, strict=True)]
        return frozenset(after for line in product(*ways) for after in self._done(act, line, state))

    def _done(self, act: Act, args: tuple[Of, ...], state: Tracked) -> TrackedStates:
        env = {p: a for (p, _), a in zip(act.params, args, strict=True)}
        able = self.facts.assume(act.needs, env, state)
        if able is None:
            return frozenset()
        return self.agenda.call(f"act {act.name}", args, able, lambda: self._happens(act, args, env, able))

    def _happens(self, act: Act, args: tuple[Of, ...], env: DomainEnv, state: Tracked) -> TrackedStates:
        found: set[Tracked] = set()
        attached: list[tuple[e.Effect, DomainEnv]] = []
        for claim, cond in self.facts.meeting.get(act.name, ()):
            bound = matched(claim.event.args, args)
            if bound is None:
                continue
            if isinstance(claim, When):
                attached += [] if self.idle(claim.effect) else [(claim.effect, bound)]
            elif self.facts.holds(cond, bound, state) is False:
                continue
            else:
                found |= {state} if isinstance(claim, Prevents) else self.run(claim.effect, bound, state)
        begun = state._replace(done=once_more(state.done)) if act.name == self.counted else state
        after = closed(
            lambda s: (x for effect, bound in attached for x in self.run(effect, bound, s)),
            self.run(act.body, env, begun),
        )
        return frozenset(found) | self._line([act.last], env, after)

    def _carry(self, card: Of, env: DomainEnv, state: Tracked) -> TrackedStates:
        if card == CARD:
            state = state._replace(times=once_more(state.times))
            titles = list(self.facts.titles)
        else:
            titles = list(card) if isinstance(card, tuple) else list(self.facts.cards)
        given = carried(self.game, card, env)
        found: set[Tracked] = set()
        for one in titles:
            text = self.facts.cards[one].text
            found |= self.agenda.call(
                f"card {one}", tuple(given.values()), state, partial(self.run, text, given, state)
            )
        return frozenset(found)

    # -- effects -----------------------------------------------------------------------------

    def run(self, effect: e.Effect, env: DomainEnv, state: Tracked) -> TrackedStates:
        """The states after the effect."""
        return frozenset({state}) if self.idle(effect) else self._run(effect, env, state)

    def _run(self, effect: e.Effect, env: DomainEnv, state: Tracked) -> TrackedStates:
        match effect:
            case e.Nothing() | e.End() | e.Say() | e.Consult() | e.Add():
                return frozenset({state})
            case e.Then(effects):
                return self._line(effects, env, {state})
            case e.If(cond, then, otherwise):
                yes, no = self.facts.assume(cond, env, state), self.facts.assume(cond, env, state, False)
                first = self.run(then, env, yes) if yes is not None else frozenset()
                return first | (self.run(otherwise, env, no) if no is not None else frozenset())
            case e.Each(var, over, body):
                return self._each(effect, var, over, body, env, state)
            case e.Together(parts):
                lines = [[p.effect for p in line] for line in permutations(parts)]
                return frozenset(s for line in lines for s in self._line(line, env, {state}))
            case e.Let(var, value, body):
                values = self.facts.ways(self.facts.value(value, env, state), sort_named(self.facts.words, var), state)
                return frozenset(s for v in values for s in self.run(body, {**env, var: v}, state))
            case e.Choose(_, var, over, body) | e.Chance(var, over, body) | e.Pick(_, var, over, body):
                named = those(self.facts, var, state)
                may = [v for v in named if one_of(self.facts, v, over, env, state) is not False]
                return frozenset(s for v in may for s in self.run(body, {**env, var: v}, state)) | {state}
            case e.Put(field, value):
                return put_in(self.facts, field, self.facts.value(value, env, state), env, state)
            case e.Move(card, zone):
                return moved(self.facts, self.facts.value(card, env, state), zone.fact, state)
            case e.Create(var, sort, body):
                none_left = frozenset({state}) if piece_of(self.game, sort) else frozenset()
                return self._created(var, sort, body, env, state) | none_left
            case e.Remove(thing, sort):
                return removed(self.facts, self.facts.value(thing, env, state), sort, state)
            case e.Event(act, args):
                return self._event(act, [self.facts.value(a, env, state) for a in args], state)
            case e.Joint(_, effects):
                found = frozenset({state})
                for part in (p for y in effects for p in (y.effects if isinstance(y, e.Then) else (y,))):
                    found |= each(partial(self.run, part, env), found)
                return found
            case e.Unstated(_, changes):
                return frozenset({reduce(lambda s, field: forgotten(self.facts, field, env, s), changes, state)})
            case e.Carry(card):
                of = self.facts.value(card, env, state)
                return frozenset(s for c in self.facts.ways(of, "card", state) for s in self._carry(c, env, state))
            case e.While(cond, body):
                return self._while(cond, body, env, state)
            case e.Await():
                return self._await(effect, env, state)
            case e.Run(procedure):
                return self._procedure(procedure, env, state)
            case e.Leave(procedure):
                self.agenda.left[-1].add((procedure, state))
                return frozenset()
            case e.Under(clauses, inner):
                return self.run(inner, env, state) if self.clauses & set(clauses) else frozenset({state})
            case _:
                assert_never(effect)

    def _each(
        self, effect: e.Each, var: str, over: Expr, body: e.Effect, env: DomainEnv, state: Tracked
    ) -> TrackedStates:
        others: list[Of] = []
        mine: Of | None = None
        go: TrackedStates
        for one in those(self.facts, var, state):
            if one_of(self.facts, one, over, env, state) is not False:
                mine, others = (one, others) if one in (CARD, THING) else (mine, [*others, one])
        go = closed(lambda s: (x for v in others for x in self.run(body, {**env, var: v}, s)), {state})
        if mine is not None:
            own = each(partial(self.run, body, {**env, var: mine}), go)
            own = closed(lambda s: (x for v in others for x in self.run(body, {**env, var: v}, s)), own)
            surely = mine == THING and isinstance(over, All) and over.where == Yes()
            go = own | frozenset(s for s in go if s.there == GONE) if surely else own | go
        if (
            sort_named(self.facts.words, var) == self.sort
            and isinstance(over, All)
            and over.where == Yes()
            and self._removes(effect, env)
        ):
            go = frozenset(s._replace(empty=True) for s in go if s.there != THERE)
        return go

    def _removes(self, effect: e.Each, env: DomainEnv) -> bool:
        """Whatever is known, the thing for which it is done is there no more, and no new one comes meanwhile."""
        if any(isinstance(y, e.Create) and y.sort == self.sort for y in reached(self.game, effect.body)):
            return False
        blank = {k: ANY for k in env} | {effect.var: THING}
        zones = self.facts.places
        begun = (Tracked(z, THERE, False, laid, True) for z in zones for laid in (frozenset[str](), self.facts.slots))
        self.agenda.left.append(set())
        ends = each(lambda s: self.run(effect.body, blank, s), begun)
        return not self.agenda.left.pop() and all(s.there == GONE for s in ends)

    def _created(self, var: str, sort: str, body: e.Effect, env: DomainEnv, state: Tracked) -> TrackedStates:
        if sort != self.sort:
            return self.run(body, {**env, var: SOME}, state)
        found = self.run(body, {**env, var: OTHER}, state._replace(empty=False))
        if state.there == UNBORN:
            new = state._replace(there=THERE, empty=False)
            found |= self.run(body, {**env, var: THING}, new)
        return found

    # -- loops -------------------------------------------------------------------------------

    def _while(self, cond: Cond, body: e.Effect, env: DomainEnv, state: Tracked) -> TrackedStates:
        def again(one: Tracked) -> TrackedStates:
            inside = self.facts.assume(cond, env, one)
            return frozenset() if inside is None else self.run(body, env, inside)

        ends = (self.facts.assume(cond, env, s, False) for s in closed(again, {state}))
        return frozenset(s for s in ends if s is not None)

    def _await(self, effect: e.Await, env: DomainEnv, state: Tracked) -> TrackedStates:
        def again(one: Tracked) -> TrackedStates:
            inside = self.facts.assume(effect.until, env, one, False)
            names = [a for a in effect.acts if a in self.acts]
            return (
                frozenset()
                if inside is None
                else frozenset(s for a in names for s in self._acted(self.acts[a], inside))
            )

        found = closed(again, {state})
        if effect.lapses or effect.told:
            return found
        ends = (self.facts.assume(effect.until, env, s) for s in found)
        return frozenset(s for s in ends if s is not None)

    def _acted(self, act: Act, state: Tracked) -> TrackedStates:
        """After somebody did the act that some norm lets them do."""

        def go() -> TrackedStates:
            if (act.name, state) not in self.lawful:
                self.lawful[act.name, state] = allowed(self.facts, act, state)
            return frozenset(s for line in self.lawful[act.name, state] for s in self._done(act, line, state))

        return self.agenda.call(f"some {act.name}", (), state, go)
