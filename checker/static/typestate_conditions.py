"""What conditions come to for one card and one thing that are followed, while everything else may be as it likes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from checker.kernel import term as t
from checker.kernel.game import Card, Game
from checker.kernel.norm import Counts, Leaves, May, Must, Prevents, Replaces, When
from checker.kernel.trees.walk import free
from checker.kernel.vocabulary import Field, sort_of
from checker.static.typestate_domain import (
    ANY,
    CARD,
    DEEP,
    NONE,
    OTHER,
    SOME,
    THERE,
    THING,
    UNBORN,
    DomainEnv,
    KnownConditions,
    Of,
    Tracked,
    compared,
    matched,
    weighed_up,
)


class Facts:
    """What conditions come to for a card of one of the titles and a thing of the sort: true, false, or None if open."""

    def __init__(self, game: Game, sort: str, titles: tuple[str, ...], zoned: Mapping[str, frozenset[str]]) -> None:
        self.game, self.sort, self.titles, self.zoned = game, sort, titles, zoned
        self.words = game.vocabulary
        self.fields: dict[str, Field] = {f.name: f for f in self.words.fields}
        self.facts = {f.name: f for f in self.words.facts}
        self.cards: dict[str, Card] = {c.title: c for c in game.cards}
        self.others: Of = tuple(self.cards)
        self.letters: dict[
            int, tuple[t.Cond, tuple[str, ...]]
        ] = {}  # each with what it is of, so that no other has its id
        self.held: dict[tuple[object, ...], bool | None] = {}
        self.told: dict[tuple[str, tuple[Of, ...], Tracked], bool | None] = {}
        self.defined: dict[tuple[str, tuple[Of, ...], Tracked, int], bool | None] = {}
        self.worded: dict[tuple[Of, t.Value], bool | None] = {}
        self.watched: frozenset[str] = frozenset()

    def sort_of(self, letter: str) -> str:
        """The sort that a variable ranges over."""
        return sort_of(self.words, letter)

    @cached_property
    def slots(self) -> frozenset[str]:
        """The fields of the thing that hold a card."""
        return frozenset(n for n, f in self.fields.items() if f.result == "card" and self.about(f) == (self.sort,))

    @cached_property
    def initial(self) -> KnownConditions:
        """The conditions of a new thing."""
        own = (f for f in self.fields.values() if f.result == "condition" and self.about(f) == (self.sort,))
        return frozenset((f.name, bool(f.initial)) for f in own)

    def about(self, field: Field) -> tuple[str, ...]:
        """The sorts of what the field is about."""
        return tuple(self.sort_of(p) for p in field.params)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """One zone for all of which the same facts hold, among them that of a card that lies nowhere."""
        return tuple(dict.fromkeys(self.place(z) for z in ("", *(z.name for z in self.words.zones))))

    def place(self, zone: str) -> str:
        """The first zone of which the same facts hold as of this one."""
        holding = [fact for fact, zones in self.zoned.items() if zone in zones]
        alike = (
            z.name for z in self.words.zones if holding == [f for f, zones in self.zoned.items() if z.name in zones]
        )
        return next(alike, "") if holding else ""

    # -- values ------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: DomainEnv, state: Tracked) -> Of:
        """What the expression stands for, as far as that is known."""
        match expr:
            case t.Var(name):
                return env.get(name, ANY)
            case t.Lit():
                return expr
            case t.Call(name, (arg,)) if name in self.slots:
                return self._laid(name, self.value(arg, env, state), state)
            case t.Call(name, (arg,)) if name in self.fields and self.value(arg, env, state) == NONE:
                return t.Lit(self.fields[name].initial)
            case t.Count(_, sort, t.Yes()) if sort == self.sort and state.empty:
                return t.Lit(0)
            case t.Count(var, sort, where) if self.some(var, sort, where, env, state, 0) is False:
                return t.Lit(0)
            case t.Call() | t.Arith() | t.Count() | t.Sum() | t.All():
                return ANY
        return ANY

    def _laid(self, name: str, thing: Of, state: Tracked) -> Of:
        if thing == THING:
            return CARD if name in state.laid else self.others
        return self.others if thing == OTHER else NONE if thing == NONE else ANY

    def ways(self, of: Of, sort: str, state: Tracked) -> list[Of]:
        """What the value may be: of cards and things one way for each that is told apart."""
        if of not in (ANY, SOME):
            return [of]
        if sort == "card":
            return [CARD, self.others]
        if sort == self.sort:
            return [*([] if state.there == UNBORN else [THING]), OTHER, *([NONE] if of == ANY else [])]
        return [of]

    # -- conditions --------------------------------------------------------------------------

    def holds(self, cond: t.Cond, env: DomainEnv, state: Tracked, deep: int = 0) -> bool | None:
        """Whether the condition holds; None if that is open."""
        match cond:
            case t.Is(call):
                return self._fact(call, env, state, deep)
            case t.And(parts):
                return weighed_up((self.holds(p, env, state, deep) for p in parts), False)
            case t.Not(part):
                found = self.holds(part, env, state, deep)
                return None if found is None else not found
            case t.Compare(op, left, right):
                return compared(op, self.value(left, env, state), self.value(right, env, state))
            case t.Or(parts):
                return weighed_up((self.holds(p, env, state, deep) for p in parts), True)
            case t.Some(var, sort, where):
                return self.some(var, sort, where, env, state, deep)
            case t.Every(var, sort, where):
                found = self.some(var, sort, t.Not(where), env, state, deep)
                return None if found is None else not found
            case t.Yes():
                return True

    def some(self, var: str, sort: str, where: t.Cond, env: DomainEnv, state: Tracked, deep: int) -> bool | None:
        """Whether there is such a thing."""
        if sort == self.sort:
            if state.empty:
                return False
            mine = self.holds(where, {**env, var: THING}, state, deep) if state.there == THERE else False
            other = self.holds(where, {**env, var: OTHER}, state, deep)
            return True if mine else False if mine is False and other is False else None
        values: list[Of] = [CARD, self.others] if sort == "card" else [SOME]
        found = [self.holds(where, {**env, var: v}, state, deep) for v in values]
        return False if all(f is False for f in found) else None

    def _fact(self, call: t.Call, env: DomainEnv, state: Tracked, deep: int) -> bool | None:
        args = tuple(self.value(a, env, state) for a in call.args)
        if call.fact == "is":
            return self._is(args[0], args[1])
        field = self.fields.get(call.fact)
        if field is not None and field.result == "condition":
            if not field.params:
                return dict(state.table).get(call.fact)
            if self.about(field) == (self.sort,):
                return dict(state.own).get(call.fact) if args[0] == THING else None
            return None
        if call.fact in self.zoned:
            return False if CARD in args and state.zone not in self.zoned[call.fact] else None
        fact = self.facts.get(call.fact)
        if fact is None or fact.circle or deep > DEEP:
            return None
        if fact.institutional and not fact.initial:
            return self._stated(call.fact, args, state, deep + 1)
        if fact.definition is None or isinstance(fact.definition, t.Expr):
            return None
        key = (call.fact, args, state, deep)
        if key not in self.defined:
            given = {letter: arg for (letter, _), arg in zip(fact.params, args, strict=True)}
            self.defined[key] = self.holds(fact.definition, given, state, deep + 1)
        return self.defined[key]

    def _is(self, of: Of, word: Of) -> bool | None:
        if not isinstance(word, t.Lit):
            return None
        key = (of, word.value)
        if key not in self.worded:
            titles = self.titles if of == CARD else of if isinstance(of, tuple) else ("",)
            found = {self._one_is(x, word.value) for x in titles}
            self.worded[key] = found.pop() if len(found) == 1 else None
        return self.worded[key]

    def _one_is(self, title: str, word: t.Value) -> bool | None:
        card = self.cards.get(title)
        if card is None or word in card.unsure:
            return None
        return word == title or word in card.kinds

    def _stated(self, fact: str, args: tuple[Of, ...], state: Tracked, deep: int) -> bool | None:
        """False where no norm can say that it is so, or leave it open."""
        key = (fact, args, state)
        if key not in self.told:
            self.told[key] = None
            ways = ((matched(terms, args), cond) for terms, cond in self.telling.get(fact, ()))
            said = (self.holds(cond, bound, state, deep) for bound, cond in ways if bound is not None)
            self.told[key] = False if all(one is False for one in said) else None
        return self.told[key]

    @cached_property
    def letting(self) -> dict[str, list[tuple[tuple[t.Expr, ...], t.Cond]]]:
        """By act, the norms that let somebody do it or say that they must: with which values, and when."""
        found: dict[str, list[tuple[tuple[t.Expr, ...], t.Cond]]] = {}
        for norm in self.game.norms:
            if isinstance(norm.claim, May | Must):
                found.setdefault(norm.claim.act.act, []).append((norm.claim.act.args, norm.cond))
        return found

    @cached_property
    def meeting(self) -> dict[str, list[tuple[Prevents | Replaces | When, t.Cond]]]:
        """By act, the norms that prevent it, replace it, or add to it: and when."""
        found: dict[str, list[tuple[Prevents | Replaces | When, t.Cond]]] = {}
        for norm in self.game.norms:
            if isinstance(norm.claim, Prevents | Replaces | When):
                found.setdefault(norm.claim.event.act, []).append((norm.claim, norm.cond))
        return found

    @cached_property
    def telling(self) -> dict[str, list[tuple[tuple[t.Expr, ...], t.Cond]]]:
        """By fact, the norms that say that it is so, or leave it open: of which values, and when."""
        found: dict[str, list[tuple[tuple[t.Expr, ...], t.Cond]]] = {}
        for norm in self.game.norms:
            match norm.claim:
                case Counts(t.Call(name, terms), True) | Leaves(t.Call(name, terms)):
                    found.setdefault(name, []).append((terms, norm.cond))
                case _:  # no other claim says that a condition holds
                    continue
        return found

    # -- what is known besides ---------------------------------------------------------------

    def assume(self, cond: t.Cond, env: DomainEnv, state: Tracked, holds: bool = True) -> Tracked | None:
        """The state with what the condition says known besides; None if it cannot be."""
        found = self._held(cond, env, state)
        if found is not None and found != holds:
            return None
        match cond:
            case t.Not(part):
                return self.assume(part, env, state, not holds)
            case t.And(parts) if holds:
                return self._each(parts, env, state, holds)
            case t.Or(parts) if not holds:
                return self._each(parts, env, state, holds)
            case t.Some(_, sort, t.Yes()) if sort == self.sort and not holds:
                return state._replace(empty=True)
            case t.Is(t.Call(name, args)) if name in self.fields and self.fields[name].result == "condition":
                return self.written(name, tuple(self.value(a, env, state) for a in args), holds, state)
        return state

    def _held(self, cond: t.Cond, env: DomainEnv, state: Tracked) -> bool | None:
        """Whether a condition of the game's trees holds: worked out once for the values of its variables."""
        if id(cond) not in self.letters:
            self.letters[id(cond)] = cond, tuple(free(cond))
        key = id(cond), state, *map(env.get, self.letters[id(cond)][1])
        if key not in self.held:
            self.held[key] = self.holds(cond, env, state)
        return self.held[key]

    def _each(self, parts: tuple[t.Cond, ...], env: DomainEnv, state: Tracked, holds: bool) -> Tracked | None:
        found: Tracked | None = state
        for part in parts:
            found = None if found is None else self.assume(part, env, found, holds)
        return found

    def written(self, name: str, args: tuple[Of, ...], value: bool | None, state: Tracked) -> Tracked:
        """The state in which the condition has the value; what is not known is forgotten."""
        if name not in self.watched:
            return state
        said: KnownConditions = frozenset() if value is None else frozenset({(name, value)})
        if not args:
            return state._replace(table=frozenset(k for k in state.table if k[0] != name) | said)
        if self.about(self.fields[name]) == (self.sort,) and args[0] == THING and state.laid:
            return state._replace(own=frozenset(k for k in state.own if k[0] != name) | said)
        return state
