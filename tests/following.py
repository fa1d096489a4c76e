"""Two readers of one course of play: run plays it, and the follower says where one card and one thing may come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.effect import Carry, Effect, End, Event, Run, Together, Under
from checker.kernel.position import Agenda, Env, Store
from checker.kernel.term import Lit, Value, Var
from checker.norms.evaluate import UNKNOWN, Context
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.simulate.games import Decision, Players, RandomPolicy
from checker.static.typestate import Follow
from checker.static.typestate_conditions import Facts
from checker.static.typestate_domain import ANY, CARD, GONE, OTHER, SOME, THERE, THING, UNBORN, Of, Tracked

SORT = "hex"
ROUND = "round"
ACT = "cast"


class Moment(NamedTuple):
    """A position of a game, with what happened on the way to it."""

    store: Store
    agenda: Agenda
    lines: tuple[Line, ...] = ()


class Doing(NamedTuple):
    """An effect of which play began at one moment and had done the whole by another."""

    effect: Effect
    env: Env
    begun: int
    done: int


class Asked(NamedTuple):
    """An effect with what its variables stand for, and what is known of card and thing before it."""

    effect: Effect
    env: tuple[tuple[str, Of], ...]
    before: Tracked


def rules_of(whole: Rulebook, copies: Mapping[str, int]) -> Rulebook:
    """The rules with so many copies of these cards, and no other cards."""
    cards = tuple(
        msgspec.structs.replace(c, copies=copies[c.title]) for c in whole.game.cards if copies.get(c.title, 0)
    )
    return Rulebook(msgspec.structs.replace(whole.game, cards=cards), whole.functions)


def rounds(rules: Rulebook, players: int, seed: int, most: int) -> Iterator[tuple[Moment, ...]]:
    """Every moment of each of the first rounds of a random game, open points settled in any way."""
    seen: list[Moment] = []
    game = Players(rules, acts, weight, lambda p, lines, _: seen.append(Moment(p.store, p.agenda, lines)))
    position, policy = (
        game.begin(beginning(rules.game.cards, tuple("ABCDEF"[:players]))),
        RandomPolicy(seed, seed % 2 == 1),
    )
    told = 0
    while told < most:
        position, decision = game.next(position)
        whole = _round(seen)
        if whole:
            yield whole
            told += 1
        if not isinstance(decision, Decision):
            return
        position = decision.after[policy.pick(decision)]
        seen.append(Moment(position.store, position.agenda))


def _round(seen: list[Moment]) -> tuple[Moment, ...]:
    """The first round that is over, if one is; what came before its end is forgotten."""
    for first, one in enumerate(seen):
        if one.agenda and _runs(one.agenda[0]):
            last = next((n for n in range(first, len(seen)) if seen[n].agenda is one.agenda[2]), 0)
            whole = tuple(seen[first : last + 1]) if last else ()
            del seen[: last if last else first]
            return whole
    seen.clear()
    return ()


def _runs(effect: Effect) -> bool:
    return effect == Run(ROUND) or (isinstance(effect, Under) and _runs(effect.effect))


def doings(moments: tuple[Moment, ...]) -> list[Doing]:
    """The effects that play did as a whole, each within the moments."""
    found, opened = [], []
    for number, one in enumerate(moments):
        for doing, rest in opened:
            if one.agenda is rest:
                found.append(doing._replace(done=number))
        deeper = set()
        below = one.agenda
        while below:
            deeper.add(id(below))
            below = below[2]
        opened = [(d, rest) for d, rest in opened if id(rest) in deeper and rest is not one.agenda]
        if one.agenda and not isinstance(one.agenda[0], End | Together):
            effect, env, rest = one.agenda
            opened.append((Doing(effect, env, number, number), rest))
    return found


class Seen:
    """What a round looks like to whoever follows this card, and this thing if any."""

    def __init__(self, rules: Rulebook, facts: Facts, moments: tuple[Moment, ...], card: Value, thing: Value) -> None:
        self.rules, self.facts, self.moments, self.card, self.thing = rules, facts, moments, card, thing
        self.made = {t for one in moments for t in _things(one.store)}
        self.words = frozenset(w for w, _ in rules.game.vocabulary.words)
        self.states = tuple(self._states())

    def _states(self) -> Iterator[Tracked]:
        times = done = 0
        born = placed = False
        carried = False
        for one in self.moments:
            times += carried
            done += any(line.event[:1] == (ACT,) for line in one.lines)
            effect, env = one.agenda[:2] if one.agenda else (End(""), ())
            carried = isinstance(effect, Carry) and self._value(effect.card, env, one.store) == self.card
            here = self.thing in _things(one.store)
            born = born or here
            laid = frozenset(s for s in self.facts.slots if born and one.store.get((s, self.thing)) == self.card)
            placed = placed or bool(laid)
            there = THERE if here else GONE if born else UNBORN
            yield Tracked(
                self._zone(one.store),
                there,
                not _things(one.store),
                laid,
                placed,
                self._known(one.store, (self.thing,)) if laid and here else frozenset(),
                self._known(one.store, ()),
                times,
                done,
            )

    def _zone(self, store: Store) -> str:
        held = store.holding(self.card)
        return self.facts.place(str(held[0][1]) if held else "")

    def _known(self, store: Store, args: tuple[Value, ...]) -> frozenset[tuple[str, bool]]:
        about = (SORT,) * len(args)
        fields = [f for n in self.facts.watched if self.facts.about(f := self.facts.fields[n]) == about]
        values = [(f.name, store.get((f.name, *args), f.initial)) for f in fields]
        return frozenset((name, bool(value)) for name, value in values if value != UNKNOWN)

    def _value(self, expr: Any, env: Env, store: Store) -> Value:
        return Context(self.rules, store).value(expr, dict(env))

    def asked(self, doing: Doing) -> Asked:
        """What the follower is asked of it: an event with its arguments, all else as it stands."""
        before = self.states[doing.begun]
        if isinstance(doing.effect, Event):
            args = self.given(doing)
            params = [p for p, _ in self.rules.acts[doing.effect.act].params]
            env = tuple((p, self.of(a)) for p, a in zip(params, args, strict=True))
            return Asked(Event(doing.effect.act, tuple(map(Var, params))), env, before)
        return Asked(doing.effect, tuple((name, self.of(value)) for name, value in doing.env), before)

    def given(self, doing: Doing) -> tuple[Value, ...]:
        """The arguments of an event."""
        assert isinstance(doing.effect, Event)
        return tuple(self._value(a, doing.env, self.moments[doing.begun].store) for a in doing.effect.args)

    def of(self, value: Value) -> Of:
        """What stands for the value."""
        if value == self.card:
            return CARD
        if isinstance(value, tuple) and len(value) == 2 and value[0] in self.facts.cards:
            return (str(value[0]),)
        if value in self.made:
            return THING if value == self.thing else OTHER
        if value is None or (isinstance(value, str) and value in self.words) or isinstance(value, bool):
            return Lit(value)
        return SOME if isinstance(value, int) else ANY


def _things(store: Store) -> tuple[Value, ...]:
    there = store.get(("things", SORT), ())
    assert isinstance(there, tuple)
    return there


def describes(known: Tracked, seen: Tracked) -> bool:
    """What is known is so where that is seen."""
    return (
        known._replace(empty=seen.empty, own=seen.own, table=seen.table) == seen
        and (seen.empty or not known.empty)
        and known.own <= seen.own
        and known.table <= seen.table
    )


def courses(rules: Rulebook, facts: Facts, moments: tuple[Moment, ...], draw: Random) -> Iterator[Seen]:
    """The round as whoever follows one of the cards sees it: each card that was laid, and one besides."""
    first, every = moments[0].store, dict.fromkeys(t for one in moments for t in _things(one.store))
    cards = [c for c in first.cards() if isinstance(c, tuple) and c[0] in facts.titles]
    laid = {c: _first(facts, moments, c) for c in cards}
    yield from (Seen(rules, facts, moments, c, thing) for c, thing in laid.items() if thing is not None)
    others = [c for c in cards if laid[c] is None]
    if others:
        card = draw.choice(sorted(others, key=repr))
        yield from (Seen(rules, facts, moments, card, t) for t in (None, draw.choice([*every, None])))


def _first(facts: Facts, moments: tuple[Moment, ...], card: Value) -> Value:
    for one in moments:
        for slot in facts.slots:
            for key, value in one.store.entries(slot):
                if value == card and key[1] in _things(one.store):
                    return key[1]
    return None


def answers(follow: Follow, asked: list[Asked]) -> dict[Asked, frozenset[Tracked]]:
    """What the follower says of each."""
    settled = follow.agenda.settled
    return {one: settled(partial(follow.run, one.effect, dict(one.env), one.before)).states for one in asked}
