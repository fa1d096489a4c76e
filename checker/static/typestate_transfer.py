"""What single deeds do to the card and the thing that are followed, which acts some norm allows, and what calls come to in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import product
from typing import NamedTuple, TypeAlias

from checker.kernel.game import Game
from checker.kernel.term import All, Call, Expr, Lit
from checker.kernel.trees.walk import reachable
from checker.kernel.vocabulary import Act, addressed, sort_named
from checker.static.call_graph import grouped
from checker.static.typestate_conditions import Facts
from checker.static.typestate_domain import (
    ANY,
    CARD,
    GONE,
    NONE,
    OTHER,
    SOME,
    THERE,
    THING,
    DomainEnv,
    Of,
    Tracked,
    matched,
)

TrackedStates: TypeAlias = frozenset[Tracked]
CallKey: TypeAlias = tuple[str, tuple[object, ...], Tracked]
Go: TypeAlias = Callable[[], Iterable[Tracked]]


class TooOften(Exception):
    """What is counted may be done twice."""


def once_more(times: int) -> int:
    """The number of times then. Raises TooOften if that is more than one."""
    if times:
        raise TooOften
    return 1


def put_in(facts: Facts, at: Call, value: Of, env: DomainEnv, state: Tracked) -> TrackedStates:
    """The states after the field of these things was set."""
    name, args = at.fact, tuple(facts.value(a, env, state) for a in at.args)
    field = facts.fields[name]
    if name in facts.slots:
        ways = product(facts.ways(args[0], facts.sort, state), facts.ways(value, "card", state))
        return frozenset(s for thing, card in ways for s in laid(name, thing, card, state))
    if field.result == "condition":
        said = bool(value.value) if isinstance(value, Lit) else None
        ways_of = [facts.ways(a, s, state) for a, s in zip(args, facts.about(field), strict=True)]
        return frozenset(facts.written(name, line, said, state) for line in product(*ways_of))
    return frozenset({state})


def laid(name: str, thing: Of, card: Of, state: Tracked) -> TrackedStates:
    """The card is put on the thing; none if it is another thing that is the first, and too often if it is a second."""
    if thing == THING:
        lying = state.laid | {name} if card == CARD else state.laid - {name}
        own = state.own if lying else frozenset()
        return frozenset({state._replace(laid=lying, placed=state.placed or card == CARD, own=own)})
    if thing == OTHER and card == CARD:
        return frozenset({state._replace(times=once_more(1))} if state.placed else ())
    return frozenset({state})


def moved(facts: Facts, card: Of, zone: str, state: Tracked) -> TrackedStates:
    """The states after the card was moved there: the one that is followed, another, or either."""
    there = state._replace(zone=facts.place(zone))
    return frozenset({there} if card == CARD else {state} if isinstance(card, tuple) else {state, there})


def removed(facts: Facts, thing: Of, sort: str, state: Tracked) -> TrackedStates:
    """The states after the thing was removed: the one that is followed, another, or either."""
    gone = state._replace(there=GONE, own=frozenset()) if state.there == THERE else state
    mine = sort == facts.sort and thing in (THING, ANY, SOME)
    return frozenset({gone} if mine and thing == THING else {state, gone} if mine else {state})


def carried(game: Game, card: Of, env: DomainEnv) -> DomainEnv:
    """What the words of the card's text stand for when it is carried out."""
    return {"this card": card, **{word: env.get(letter, ANY) for word, letter in addressed(game.vocabulary).items()}}


def forgotten(facts: Facts, at: Call, env: DomainEnv, state: Tracked) -> Tracked:
    """The state in which it is not known what the field of these things is."""
    name, args = at.fact, tuple(facts.value(a, env, state) for a in at.args)
    if name in facts.slots:
        return state._replace(times=once_more(1))
    field = facts.fields[name]
    about = tuple(
        THING if a in (ANY, SOME) and s == facts.sort else a for a, s in zip(args, facts.about(field), strict=True)
    )
    return facts.written(name, about, None, state) if field.result == "condition" else state


def those(facts: Facts, var: str, state: Tracked) -> list[Of]:
    """What the variable may stand for, of what is there."""
    gone = [THING] if state.there == GONE else []
    sort = sort_named(facts.words, var)
    if sort == facts.sort and state.empty:
        return []
    return [v for v in facts.ways(SOME, sort, state) if v not in gone]


def one_of(facts: Facts, of: Of, over: Expr, env: DomainEnv, state: Tracked) -> bool | None:
    """Whether it is one of those that are described; None if that is not known."""
    return facts.holds(over.where, {**env, over.var: of}, state) if isinstance(over, All) else None


def allowed(facts: Facts, act: Act, state: Tracked) -> list[tuple[Of, ...]]:
    """The ways to do the act that some norm lets somebody do; all of them if no norm speaks of it."""
    ways = [_given(facts, act, letter, state) for letter, _ in act.params]
    return grouped(line for line in product(*ways) if _lawful(facts, act, line, state))


def _given(facts: Facts, act: Act, letter: str, state: Tracked) -> list[Of]:
    sort = facts.sort_of(letter)
    named = letter == act.params[0][0] or all(f"{{{letter}}}" in w for w in act.phrase.split(" | "))
    empty: list[Of] = [] if named else [NONE]
    if sort == "card":
        return [CARD, *((t,) for t in facts.cards)] if named else [ANY]
    if sort == facts.sort:
        return [*those(facts, letter, state), *empty]
    return [SOME if named else ANY]


def _lawful(facts: Facts, act: Act, args: tuple[Of, ...], state: Tracked) -> bool:
    letting = facts.letting.get(act.name)
    if letting is None:
        return True
    bindings = ((matched(terms, args), cond) for terms, cond in letting)
    return any(bound is not None and facts.holds(cond, bound, state) is not False for bound, cond in bindings)


class Came(NamedTuple):
    """The states after something, and those in which procedures were broken off in it."""

    states: TrackedStates = frozenset()
    left: frozenset[tuple[str, Tracked]] = frozenset()


class PendingCalls:
    """The calls that were met, what each comes to by now, and which others ask for it."""

    def __init__(self) -> None:
        self._known: dict[int, Came] = {}
        self._numbers: dict[CallKey, int] = {}
        self._goes: list[Go] = []
        self._asking: list[dict[int, None]] = []
        self._due: list[int] = []
        self._waiting: set[int] = set()
        self._now = 0
        self.left: list[set[tuple[str, Tracked]]] = [set()]

    def settled(self, go: Go) -> Came:
        """What it comes to when nothing is added any more."""
        start = self._met(go)
        while self._due:
            self._now = -heappop(self._due)
            self._waiting.remove(self._now)
            self.left = [set()]
            states = frozenset(self._goes[self._now]())
            before = self._known.get(self._now, Came())
            came = Came(before.states | states, before.left | self.left[0])
            if came != before:
                self._known[self._now] = came
                for number in self._asking[self._now]:
                    self._look(number)
        return self._known.get(start, Came())

    def call(self, name: str, given: tuple[object, ...], state: Tracked, go: Go) -> TrackedStates:
        """What is known by now of the call."""
        key = (name, given, state)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._met(go)
        self._asking[number][self._now] = None
        found = self._known.get(number)
        if found is None:
            return frozenset()
        if found.left:
            self.left[-1] |= found.left
        return found.states

    def _met(self, go: Go) -> int:
        number = len(self._goes)
        self._goes.append(go)
        self._asking.append({})
        self._look(number)
        return number

    def _look(self, number: int) -> None:
        if number not in self._waiting:
            self._waiting.add(number)
            heappush(self._due, -number)


def each(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> TrackedStates:
    """The states after it, from each of these."""
    return frozenset(after for state in states for after in go(state))


def closed(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> TrackedStates:
    """The states after any number of times."""
    return frozenset(reachable(states, go))
