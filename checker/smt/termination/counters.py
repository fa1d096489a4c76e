"""Counters of a position, what single changes do to them, and what is known at a place of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from checker.kernel.effect import Add, Create, Move, Nothing, Put, Remove
from checker.kernel.game import Game
from checker.kernel.norm import Pattern, Replaces, When
from checker.kernel.term import And, Arith, Call, Compare, Cond, Every, Expr, Is, Lit, Not, Or, Var, Yes
from checker.kernel.trees.anytime_acts import allows, unawaited
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import Act, Field, sort_of
from checker.smt.encode import Names
from checker.smt.termination.counter_deltas import (
    Adds,
    Comes,
    CounterDelta,
    Delta,
    Goes,
    RoomAbove,
    Sets,
    Swaps,
    ThingLeaves,
    Unclear,
    Varies,
)
from checker.smt.termination.path_facts import NO, Logic, Token, closed, there


class Free:
    """The acts of the game that no step waits for."""

    def __init__(self, game: Game) -> None:
        self.norms = unawaited(game)
        self.altered = {n.claim.event.act for n in game.norms if isinstance(n.claim, When | Replaces)}

    def before(self, act: Act, args: tuple[Expr, ...]) -> Iterator[Cond]:
        """What holds before the act, if it is one of them."""
        if act.name not in self.norms:
            return
        given: Names = {letter: arg for (letter, _), arg in zip(act.params, args, strict=True)}
        asked: list[Cond] = []
        for norm in self.norms[act.name]:
            about = allows(norm.claim)
            assert about is not None
            bound, same = matched(about, args)
            asked += [closed(norm.cond, bound)] if same else []
        yield asked[0] if len(asked) == 1 else Or(tuple(asked))
        if isinstance(act.body, Put) and isinstance(act.body.value, Lit) and act.last == Nothing():
            done: Cond = Is(act.body.field)
            if act.body.value.value in (True, False) and act.name not in self.altered:
                yield closed(Not(done) if act.body.value.value is True else done, given)


NOWHERE = "nowhere"


class Edge(NamedTuple):
    """A single change of the table: where it is written, what is done (None: nothing), and how far that moves each counter."""

    where: str
    what: str
    deed: CounterDelta | None
    delta: Delta


class State(NamedTuple):
    """What is known at a place of the rules; `zones` says where a named card can lie."""

    facts: frozenset[Cond] = frozenset()
    zones: tuple[tuple[str, frozenset[str]], ...] = ()


class CounterNames:
    """The counters of one game, all of which are at least 0, named as its vocabulary does."""

    def __init__(self, game: Game, logic: Logic, excludes: Excludes) -> None:
        self.game = game
        self.free = Free(game)
        self.logic = logic
        self.excludes = excludes
        self.fields = {f.name: f for f in game.vocabulary.fields}
        self.tops = _tops(game)
        self.places = frozenset(z.name for z in game.vocabulary.zones)

    def sorts(self, field: Field) -> tuple[str, ...]:
        """The sorts of what the field is about."""
        return tuple(sort_of(self.game.vocabulary, p) for p in field.params)

    # -- what is known -----------------------------------------------------------------------

    def adding(self, state: State, conds: Iterable[Cond]) -> State:
        """The state in which the conditions are known besides."""
        plain = [q for c in conds for q in _parts(self.logic.plain(c))]
        zones = dict(state.zones)
        for one in plain:
            for card, places in self._lying(one):
                zones[card] = zones[card] & places if card in zones else places
        return State(state.facts.union(plain), tuple(sorted(zones.items(), key=str)))

    def _lying(self, cond: Cond) -> Iterable[tuple[str, frozenset[str]]]:
        if isinstance(cond, Is) and cond.call.fact in self.logic.zoned:
            for arg in cond.call.args:
                if isinstance(arg, Var) and "#" in arg.name and not arg.name.startswith("player#"):
                    yield arg.name, self.logic.zoned[cond.call.fact]

    def after(self, state: State, changes: frozenset[Token]) -> State:
        """What is still known after the changes."""
        if not changes:
            return state
        facts = frozenset(k for f in state.facts if (k := self.logic.weakened(f, changes)) != Yes())
        entered = frozenset(name for kind, name in changes if kind == "zone" and name)
        zones = tuple((card, places | entered) for card, places in state.zones)
        return State(facts, zones)

    def exists(self, state: State, sort: str, thing: Expr) -> bool:
        """The thing is known to be there."""
        return isinstance(thing, Var) and there(sort, thing.name) in state.facts

    # -- single changes ----------------------------------------------------------------------

    def put(self, state: State, effect: Put) -> tuple[CounterDelta | None, frozenset[Token], tuple[Cond, ...]]:
        """What setting the field (closed) does: the deed if it changes anything, what it changes, what is known after."""
        name = effect.field.fact
        field = self.fields[name]
        value = effect.value
        exact = all(self.exists(state, s, a) for s, a in zip(self.sorts(field), effect.field.args, strict=True))
        changed = frozenset({("value", name)})
        match field.result:
            case "condition" if isinstance(value, Lit):
                yes = value.value is True
                literal: Cond = Is(effect.field) if yes else Not(Is(effect.field))
                was = Not(Is(effect.field)) if yes else Is(effect.field)
                up, down = self.ends(name) if yes else reversed(self.ends(name))
                deed = None if literal in state.facts else Swaps(up, down, exact and was in state.facts)
                return deed, frozenset({("true" if yes else "false", name)}), (literal,)
            case "number":
                known: tuple[Cond, ...] = (Compare("is", effect.field, value),) if isinstance(value, Lit) else ()
                to = value.value if isinstance(value, Lit) and isinstance(value.value, int) else None
                least, room = self.least(state, effect.field), self.room(state, effect.field)
                return Sets(name, to, least, room), changed, known
            case _:
                known = (Compare("is", effect.field, value),) if isinstance(value, Var | Lit) else ()
                empty = isinstance(value, Lit) and value.value is None
                full = (isinstance(value, Lit) and not empty) or self.exists(state, field.result, value)
                was_none = Compare("is", effect.field, Lit(None)) in state.facts
                up, down = self.ends(name)
                if full:
                    return Swaps(up, down, exact and was_none), changed, known
                if empty:
                    return None if was_none else Swaps(down, up, False), changed, known
                return Varies((up, down)), changed, known

    def ends(self, name: str) -> tuple[str, ...]:
        """The counters of a field: those that have it and those that have not, or the number itself."""
        result = self.fields[name].result
        if result == "number":
            return (name, room(name, self.tops[name])) if name in self.tops else (name,)
        return (f"{name}: yes", f"{name}: no") if result == "condition" else (f"{name}: set", f"{name}: none")

    def add(self, state: State, effect: Add) -> tuple[CounterDelta, frozenset[Token]]:
        """What raising or lowering the field (closed) does to the counters and to what is known."""
        name = effect.field.fact
        least, room = self.least(state, effect.field), self.room(state, effect.field)
        return Adds(name, _number(effect.amount), least, room), frozenset({("value", name)})

    def room(self, state: State, field: Call) -> RoomAbove | None:
        """How far below what it is compared with the number in the field is known to be."""
        top = self.tops.get(field.fact)
        players = [
            a for a, sort in zip(field.args, self.sorts(self.fields[field.fact]), strict=True) if sort == "player"
        ]
        each = (
            _parts(closed(f.where, {f.var: a}))
            for f in state.facts
            if isinstance(f, Every) and f.sort == "player"
            for a in players
        )
        known = [m for f in (*state.facts, *(q for one in each for q in one)) if (m := _at_most(f, field)) is not None]
        return None if top is None else RoomAbove(room(field.fact, top), top, min(known, default=None))

    def least(self, state: State, field: Call) -> int:
        """What the number in the field is known to be at least."""
        found = 0
        for fact in state.facts:
            match fact:
                case Compare("least" | "is", left, Lit(int(n))) if left == field:
                    found = max(found, n)
                case Compare("more", left, Lit(int(n))) if left == field:
                    found = max(found, n + 1)
                case Not(Compare("is", left, Lit(0))) if left == field:
                    pass
        return found

    def move(self, state: State, effect: Move) -> list[tuple[str, CounterDelta]]:
        """From where the card can come, each with what the move then does to the counters."""
        known = dict(state.zones).get(effect.card.name) if isinstance(effect.card, Var) else None
        goal = f"cards: {effect.zone.fact}"
        listed = sorted(known if known is not None else {*self.places, NOWHERE})
        return [(place, Goes(None if place == NOWHERE else f"cards: {place}", goal)) for place in listed]

    def create(self, effect: Create) -> CounterDelta:
        """What a new thing does to the counters."""
        numbers = ((n, i) for n in self._numbers(effect.sort) if isinstance(i := self.fields[n].initial, int))
        return Comes(f"things: {effect.sort}", (*((n, 1) for n in self._about(effect.sort)), *numbers))

    def remove(self, state: State, effect: Remove) -> CounterDelta:
        """What taking the thing out of play does to the counters."""
        surely = self.exists(state, effect.sort, effect.thing)
        about, numbers = tuple(self._about(effect.sort)), tuple(self._numbers(effect.sort))
        return ThingLeaves(f"things: {effect.sort}", surely, about, numbers)

    def _about(self, sort: str) -> list[str]:
        about = (f for f in self.fields.values() if sort in self.sorts(f) and f.result != "number")
        return [end for f in about for end in self.ends(f.name)]

    def _numbers(self, sort: str) -> list[str]:
        return [f.name for f in self.fields.values() if f.result == "number" and sort in self.sorts(f)]

    def unstated(self, field: Call) -> tuple[CounterDelta, frozenset[Token]]:
        """What an effect that nobody states may do to the field."""
        return Unclear(self.ends(field.fact)), frozenset({("value", field.fact)})


def room(name: str, top: int) -> str:
    """The counter of how far below so much the number is."""
    return f"{name}: below {top}"


def _tops(game: Game) -> dict[str, int]:
    """One more than the largest number with which each number of players, or of the game, is compared."""
    words = game.vocabulary
    numbers = {f.name for f in words.fields if f.result == "number" and type(f.initial) is int}
    found = {f.name for f in words.fields if all(sort_of(words, p) == "player" for p in f.params)} & numbers
    tops: dict[str, int] = {}
    for one in of_kind((words, game.procedures, game.norms, tuple(c.text for c in game.cards)), Compare):
        match one:
            case Compare(left=Call(name), right=Lit(value=value)) if name in found and type(value) is int:
                tops[name] = max(tops.get(name, 0), value + 1)
    return tops


def _at_most(fact: Cond, field: Call) -> int | None:
    """What the number in the field is at most if the fact holds."""
    match fact:
        case Compare("most" | "is", left, Lit(int(n))) | Not(Compare("more", left, Lit(int(n)))) if left == field:
            return n
        case Compare("less", left, Lit(int(n))) | Not(Compare("least", left, Lit(int(n)))) if left == field:
            return n - 1
        case _:
            return None


def joined(one: State, two: State) -> State:
    """What is known whichever of the two it was."""
    zones, others = dict(one.zones), dict(two.zones)
    both = tuple((c, zones[c] | others[c]) for c in zones if c in others)
    return State(one.facts & two.facts, both)


def _parts(cond: Cond) -> tuple[Cond, ...]:
    return cond.parts if isinstance(cond, And) else () if cond == Yes() else (cond,)


def _number(amount: Expr) -> int | None:
    match amount:
        case Lit(int(n)):
            return n
        case Arith("minus", Lit(int(a)), Lit(int(b))):
            return a - b
        case _:
            return None


def matched(pattern: Pattern, args: tuple[Expr, ...]) -> tuple[Names, bool]:
    """The variables of the pattern, and whether the event may be one of its instances as far as values are written."""
    found: Names = {}
    same = True
    for mine, arg in zip(pattern.args, args, strict=True):
        if isinstance(mine, Var) and mine.name not in found:
            found[mine.name] = arg
        elif isinstance(mine, Lit) and isinstance(arg, Lit) and mine != arg:
            same = False
    return found, same


def always(pattern: Pattern, args: tuple[Expr, ...]) -> bool:
    """The event is one of the pattern's instances whatever its arguments stand for."""
    names = [p.name for p in pattern.args if isinstance(p, Var)]
    pairs = zip(pattern.args, args, strict=True)
    return len(set(names)) == len(names) and all(isinstance(p, Var) or p == a for p, a in pairs)


class Excludes(Protocol):
    """Says of what is known and one thing more whether both can be."""

    @property
    def name(self) -> str:
        """Calls come to the same only where the same excludes ways."""

    def possible_with(self, facts: frozenset[Cond], new: Cond) -> bool:
        """The condition is not excluded by what is known."""


class NothingExcluded:
    """Every way is open, whatever its condition says."""

    name = "nothing"

    def possible_with(self, facts: Iterable[Cond], new: Cond) -> bool:
        """Yes."""
        return True


class Opposites:
    """A way is closed if its condition, or a part of it that must hold, is the opposite of something known."""

    name = "opposites"

    def __init__(self, logic: Logic) -> None:
        self.logic = logic

    def possible_with(self, facts: Iterable[Cond], new: Cond) -> bool:
        """No part of the condition is known not to hold."""
        parts = new.parts if isinstance(new, And) else (new,)
        return NO not in parts and all(p == Yes() or self.logic.plain(Not(p)) not in facts for p in parts)
