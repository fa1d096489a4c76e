"""Conditions about one small table as formulas.

What cannot be looked into is left open, so that what is impossible here is impossible on every table of so many players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import assert_never

import z3

from checker.kernel import term as t
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves, Modifies, Norm, OfFact, about
from checker.kernel.term import And, Lit, Value, Var
from checker.kernel.vocabulary import Fact
from checker.kernel.zone_terms import INSIDE, NUMBER
from checker.smt.conflicts import supposed
from checker.smt.encode import both, compared, either
from checker.smt.values.slots import SlotEnv, Slots, TableSlot
from checker.static.guarded_sites import Site
from checker.static.written_values import Written

DEEPEST = 8
"""So deep meanings are put for facts, and what norms decide is looked into."""
MOST_WAYS = 16
"""So many things at most are looked at one by one for what a fact is asked of."""


class TableFormulas(Slots):
    """The formulas of one game for so many players and the cards of these titles, which lie on the table."""

    def __init__(self, game: Game, seats: int, titles: tuple[str, ...] = ()) -> None:
        super().__init__(game, seats)
        self.lying = titles
        self.depth = 0
        self.about: dict[str, list[Norm]] = {}
        for norm in game.norms:
            if isinstance(norm.claim, OfFact) and (what := about(norm.claim)) is not None:
                self.about.setdefault(what.act, []).append(norm)

    # -- values ------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: SlotEnv) -> z3.ExprRef:
        """The expression as a number."""
        match expr:
            case t.Var(name):
                if name not in env:
                    return self.left(expr, {}, "thing")
                return env[name] if z3.is_expr(env[name]) else z3.IntVal(self.code(env[name]))
            case t.Lit(value):
                return z3.IntVal(self.code(value))
            case t.Arith(op, left, right):
                one, two = self.value(left, env), self.value(right, env)
                return one + two if op == "plus" else one - two if op == "minus" else one * two
            case t.Call(_, args):
                return self._of_each(False, expr, env) if args else self._asked(False, expr, ())
            case t.Count(var, sort, where):
                return self._counted(expr, var, sort, where, t.Lit(1), env)
            case t.Sum(var, sort, where, of):
                return self._counted(expr, var, sort, where, of, env)
            case t.All():
                return self.left(expr, env, "thing")
            case _:
                assert_never(expr)

    def _counted(self, expr: t.Expr, var: str, sort: str, where: t.Cond, of: t.Expr, env: SlotEnv) -> z3.ExprRef:
        there = self.things(sort) if sort != "card" else None
        if there is None or len(there) > MOST_WAYS:
            return self.left(expr, env, "number")
        inner = [{**env, var: one} for one in there]
        return z3.Sum([z3.If(self.holds(where, e), self.value(of, e), z3.IntVal(0)) for e in inner] or [z3.IntVal(0)])

    def _of_each(self, so: bool, call: t.Call, env: SlotEnv) -> z3.ExprRef:
        """The fact, or that it is so, for whatever its arguments come to, each by itself."""
        cases = list(self._ways(call, env))
        left = partial(self.left, call, env, self._result(call.fact))
        if not cases or len(cases) > MOST_WAYS:
            return left()
        *others, (last, guard) = cases
        found = self._asked(so, call, last)
        found = found if guard is None else z3.If(guard, found, left())
        for args, when in reversed(others):
            found = z3.If(when, self._asked(so, call, args), found)
        return found

    def _ways(self, call: t.Call, env: SlotEnv) -> Iterator[tuple[tuple[t.Value, ...], object]]:
        """What the arguments can come to, and when they do; nothing where that cannot be listed."""
        columns: list[list[tuple[t.Value, object]]] = []
        for arg, sort in zip(call.args, map(self.sort, self.letters(call.fact)), strict=False):
            match arg:
                case t.Lit(value):
                    columns.append([(value, None)])
                case t.Var(name) if name in env and not z3.is_expr(env[name]):
                    columns.append([(env[name], None)])
                case _:
                    there = self.things(sort)
                    if there is None or len(there) > MOST_WAYS or (isinstance(arg, t.Var) and arg.name not in env):
                        return
                    term = self.value(arg, env)
                    columns.append([(one, term == self.code(one)) for one in there])
        if len(columns) != len(call.args):
            return
        for chosen in product(*columns):
            guards = [guard for _, guard in chosen if guard is not None]
            yield tuple(one for one, _ in chosen), z3.And(*guards) if guards else None

    def letters(self, name: str) -> tuple[str, ...]:
        """The letters for what the field, fact or act is about."""
        field, fact = self.fields.get(name), self.facts.get(name)
        if field is not None:
            return field.params
        act = next((a for a in self.words.acts if a.name == name), None)
        told = fact or act
        return tuple(p for p, _ in told.params) if told is not None else ()

    def _result(self, name: str) -> str:
        found = self.fields.get(name) or self.facts.get(name)
        return found.result if found is not None else "thing"

    def _asked(self, so: bool, call: t.Call, args: tuple[t.Value, ...]) -> z3.ExprRef:
        """The field or fact of these things: its value, or that it is so."""
        field, fact = self.fields.get(call.fact), self.facts.get(call.fact)
        if field is not None:
            return self.stored(field, args)
        sort = "condition" if so else self._result(call.fact)
        zone = call.fact.removeprefix(INSIDE if so else NUMBER)
        if zone != call.fact and zone in self.zones:
            return self.slot(*(("zone", zone, args, sort, False) if so else ("pile", zone, args, "number", 0))).term
        said = t.Call(call.fact, tuple(map(t.Lit, args)))
        closed = t.Is(said) if so else said
        if fact is None or fact.circle or self.depth >= DEEPEST:
            return self.left(closed, {}, sort)
        self.depth += 1
        inner = {letter: one for (letter, _), one in zip(fact.params, args, strict=False)}
        if so and isinstance(fact.definition, t.Cond):
            found = self.holds(fact.definition, inner)
        elif not so and isinstance(fact.definition, t.Expr):
            found = self.value(fact.definition, inner)
        elif fact.institutional:
            found = self._counting(fact, args) if so else self._ruled(fact, args)
        else:
            found = self.left(closed, {}, sort)
        self.depth -= 1
        return found

    def _ruled(self, fact: Fact, args: tuple[t.Value, ...]) -> z3.ExprRef:
        """What norms give for these things: one of their values where any holds."""
        known = ("ruled", fact.name, *args) in self.slots
        slot = self.slot("ruled", fact.name, args, fact.result)
        norms = self.about.get(fact.name, [])
        if not known and not any(isinstance(n.claim, Leaves | Modifies) for n in norms):
            live = [(self.live(n, args), n, self.bound(n, args)) for n in norms]
            given = [
                z3.And(when, slot.term == self.value(n.claim.value, env))
                if not isinstance(n.claim.value, t.All)
                else when
                for when, n, env in live
                if isinstance(n.claim, Gives)
            ]
            self.ranges.append(z3.Implies(z3.Or(*(when for when, _, _ in live)), z3.Or(*given)))
        return slot.term

    # -- norms -------------------------------------------------------------------------------

    def bound(self, norm: Norm, args: tuple[t.Value, ...]) -> SlotEnv:
        """What the letters of the norm stand for where it speaks of these things."""
        env: SlotEnv = {}
        for arg, one in zip(_spoken_of(norm), args, strict=False):
            if isinstance(arg, t.Var) and arg.name not in env:
                env[arg.name] = one
        return env

    def live(self, norm: Norm, args: tuple[t.Value, ...]) -> z3.BoolRef:
        """That the norm speaks of these things and holds, in the reading that is chosen."""
        env = self.bound(norm, args)
        same = [
            self.value(arg, env) == (one if z3.is_expr(one) else z3.IntVal(self.code(one)))
            for arg, one in zip(_spoken_of(norm), args, strict=False)
            if not (isinstance(arg, t.Var) and env[arg.name] is one)
        ]
        if norm.reading:
            chosen = self.slot("open", f"reading of {norm.clause} {norm.asks}", (), "number").term
            same.append(chosen == self.code(("reading", norm.reading)))
        return both(part() for part in (*(partial(z3.simplify, s) for s in same), partial(self.holds, norm.cond, env)))

    # -- conditions --------------------------------------------------------------------------

    def holds(self, cond: t.Cond, env: SlotEnv) -> z3.BoolRef:
        """The condition as a formula."""
        match cond:
            case t.Yes():
                return z3.BoolVal(True)
            case t.And(parts):
                return both(self.holds(p, env) for p in parts)
            case t.Or(parts):
                return either(self.holds(p, env) for p in parts)
            case t.Not(part):
                return z3.simplify(z3.Not(self.holds(part, env)))
            case t.Compare(op, left, right):
                return z3.simplify(compared(op, self.value(left, env), self.value(right, env)))
            case t.Is(t.Call("is", (thing, t.Lit(kind)))):
                return self._kind(cond, thing, str(kind), env)
            case t.Is(t.Call(_, args) as call):
                return self._of_each(True, call, env) if args else self._asked(True, call, ())
            case t.Some(var, sort, where):
                there, rest = self._range_of(cond, sort, env)
                return either((*(self.holds(where, {**env, var: one}) for one in there), *rest))
            case t.Every(var, sort, where):
                there, rest = self._range_of(cond, sort, env)
                return both((*(self.holds(where, {**env, var: one}) for one in there), *rest))
            case _:
                assert_never(cond)

    def _range_of(
        self, cond: t.Some | t.Every, sort: str, env: SlotEnv
    ) -> tuple[tuple[t.Value, ...], list[z3.BoolRef]]:
        """The things to look at one by one, and what is so of the others, which is open."""
        if sort == "card":
            return self.lying, [self.left(cond, env, "condition")]
        there = self.things(sort)
        return (there, []) if there is not None else ((), [self.left(cond, env, "condition")])

    def _counting(self, fact: Fact, args: tuple[t.Value, ...]) -> z3.ExprRef:
        """That the fact counts as so by the norms: where some say so and none that it is not; open where both do."""
        norms = self.about.get(fact.name, [])
        sides = [
            z3.Or(*(self.live(n, args) for n in norms if isinstance(n.claim, Counts) and n.claim.positive is side))
            for side in (True, False)
        ]
        both = self.left(t.Is(t.Call(fact.name, tuple(map(t.Lit, args)))), {}, "condition")
        if any(not isinstance(n.claim, Counts) for n in norms):
            return both
        return z3.If(z3.And(*sides), both, z3.If(sides[0], True, z3.If(sides[1], False, fact.initial is True)))

    def _kind(self, cond: t.Cond, thing: t.Expr, kind: str, env: SlotEnv) -> z3.BoolRef:
        """That the card has the title or is of the kind."""
        named = env.get(thing.name) if isinstance(thing, t.Var) else thing.value if isinstance(thing, t.Lit) else None
        card = self.titles.get(named) if isinstance(named, str) else None
        if card is not None and kind not in card.unsure:
            return z3.BoolVal(kind == card.title or kind in card.kinds)
        term = self.value(thing, env)
        sure = [x for x, c in self.titles.items() if kind == x or kind in c.kinds]
        doubted = [x for x, c in self.titles.items() if kind in c.unsure]
        found = z3.Or(*(term == self.code(x) for x in sure))
        if not doubted:
            return found
        return z3.Or(found, z3.And(z3.Or(*(term == self.code(x) for x in doubted)), self.left(cond, env, "condition")))


def _spoken_of(norm: Norm) -> tuple[t.Expr, ...]:
    """What the norm speaks of."""
    pattern = about(norm.claim)
    return pattern.args if pattern is not None else ()


def reached(terms: TableFormulas, written: Mapping[str, Written]) -> z3.BoolRef:
    """That every stored value is one that rules write there, or one into which they never write, as properties have it."""
    holding = [terms.holds(check.cond, {}) for one in supposed(terms.game) for check in one.checks]
    slots = [s for s in terms.slots.values() if s.kind == "field" and s.name in written]
    return z3.And(*(_writable(terms, slot, written[slot.name]) for slot in slots), *holding)


def _writable(terms: TableFormulas, slot: TableSlot, put: Written) -> z3.BoolRef:
    numbers = [v for v in put.values if isinstance(v, int)]
    if (
        put.anything
        or not any(v is not None for v in put.values)
        or (slot.sort == "number" and len(numbers) < len(put.values))
    ):
        return z3.BoolVal(True)
    if slot.sort == "condition":
        return z3.Or(*(slot.term == bool(v) for v in put.values))
    if slot.sort != "number":
        return z3.Or(*(slot.term == terms.code(v) for v in put.values))
    if put.rises or put.falls:
        least = min(0, *numbers) if put.falls else min(numbers)
        low = [] if put.falls and not put.spared else [slot.term >= least]
        high = [] if put.rises else [slot.term <= max(numbers)]
        return z3.And(*low, *high)
    return z3.Or(*(slot.term == n for n in numbers))


def asked(terms: TableFormulas, fact: Fact, args: tuple[Value, ...], sites: Sequence[Site]) -> z3.BoolRef:
    """That some place of the rules can come to ask for the fact of these things.

    Where the rules never do, players ask what a number or a word is, and nobody asks for a thing.
    """
    if not sites:
        return z3.BoolVal(fact.result == "number" or fact.result not in ("player", "card"))
    ways = []
    for part, guards in sites:
        env: SlotEnv = {}
        same = []
        for arg, one in zip(part.args, args, strict=False):
            match arg:
                case Lit(value):
                    same.append(_number(terms, one) == terms.code(value))
                case Var(name) if name not in env:
                    env[name] = one
                case _:  # it may be this one
                    continue
        ways.append(both((*map(z3.simplify, same), terms.holds(And(guards), env))))
    return z3.simplify(z3.Or(*ways))


def _number(terms: TableFormulas, one: Value | z3.ExprRef) -> z3.ExprRef:
    return one if z3.is_expr(one) else z3.IntVal(terms.code(one))
