"""Conditions as formulas for the solver: facts are unknown functions over numbers for things.

What the solver need not look into (a quantifier, a fact that norms decide) is left open, so that what it
finds impossible is impossible in every position; what it finds possible may still be impossible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import z3

from checker.kernel import term as t
from checker.kernel.game import Game
from checker.kernel.norm import Counts
from checker.kernel.term import COMPARING
from checker.kernel.trees.walk import filled, free
from checker.kernel.vocabulary import needed, sorts

DEEPEST = 6
NO_NUMBER = 10**9
"""Where the numbers begin that stand for what is no number."""
EFFORT = 500_000
"""What the solver may spend on one question, in units of its own, so that a busy machine gets the same answer."""
Names = dict[str, t.Expr]
PLACE = "place "
"""Begins the names of the variables that stand for the places of an act; others stand for nothing."""


def solver() -> z3.Solver:
    """A solver that gives up after the same effort everywhere."""
    made = z3.Solver()
    made.set("rlimit", EFFORT)
    return made


class Opaque(NamedTuple):
    """A term that the solver does not look into: the expression or condition that it stands for.

    `asks` is `value`, or `title` or the name of a kind, which are asked of the card that is the value.
    """

    term: z3.ExprRef
    stands_for: t.Expr | t.Cond
    asks: str = "value"


class FormulaEncoder:
    """Turns conditions of one game into formulas; things are numbers, and so are titles and words.

    `opaque` holds every term that was left as it is, by its identity in the solver.

    With `deep`, quantifiers are looked into; without, each is an unknown of its own.
    """

    def __init__(self, game: Game, deep: bool = False) -> None:
        self.game = game
        self.deep = deep
        self.bound = 0
        self.facts = {f.name: f for f in game.vocabulary.facts}
        self.titles = {c.title: c for c in game.cards}
        self.codes: dict[object, int] = {}
        self.opaque: dict[int, Opaque] = {}

    def always(self, name: str) -> frozenset[int]:
        """The places of the act or fact that are never empty: those that every wording of it names."""
        act = next((a for a in self.game.vocabulary.acts if a.name == name), None)
        declared = act or self.facts.get(name)
        if declared is None:
            return frozenset()
        wanted = needed(act.said if act else declared.phrase)
        return frozenset(at for at, (p, _) in enumerate(declared.params) if p in wanted)

    # -- values ------------------------------------------------------------------------------

    def value(self, expr: t.Expr, names: Names, depth: int = 0) -> z3.ExprRef:
        """The expression as a number."""
        match expr:
            case t.Var(name):
                if name.startswith(PLACE):
                    return self._left(z3.Int(name), expr)
                return self.value(names[name], {}, depth + 1) if name in names else z3.IntVal(self.code(None))
            case t.Lit(value):
                return z3.IntVal(self.code(value))
            case t.Arith(op, left, right):
                one, two = self.value(left, names, depth), self.value(right, names, depth)
                return one + two if op == "plus" else one - two if op == "minus" else one * two
            case t.Call(name, args):
                fact = self.facts.get(name)
                if fact and isinstance(fact.meant, t.Expr) and depth < DEEPEST:
                    return self.value(fact.meant, self._bound(fact, args, names), depth + 1)
                return self._function(expr, names, depth, z3.IntSort())
            case t.Count() | t.Sum() | t.All():
                if not self.deep:
                    closed = filled(expr, names)
                    return self._left(z3.Int(f"some {closed!r}"), closed)
                given = [self.value(names[v], {}) for v in sorted(free(expr) & names.keys())]
                some = z3.Function(f"some {expr!r}", *([z3.IntSort()] * (len(given) + 1)))
                number = some(*given) if given else z3.Int(f"some {expr!r}")
                return self._counted(expr, names, number, depth) if isinstance(expr, t.Count) else number

    def _counted(self, count: t.Count, names: Names, number: z3.ArithRef, depth: int) -> z3.ExprRef:
        """The number where it is at least 1 or one such thing is there, and 0 where none is."""
        one = self.holds(t.Some(count.var, count.sort, count.where), names, depth)
        return z3.If(one, z3.If(number > 1, number, z3.IntVal(1)), z3.IntVal(0))

    def code(self, value: t.Value) -> int:
        """The number that stands for the value; numbers stand for themselves."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return self.codes.setdefault(value, NO_NUMBER + len(self.codes))

    def _left(self, term: z3.ExprRef, tree: t.Expr | t.Cond, asks: str = "value") -> z3.ExprRef:
        self.opaque[term.get_id()] = Opaque(term, tree, asks)
        return term

    def _bound(self, fact: Any, args: tuple[t.Expr, ...], names: Names) -> Names:
        return {p: filled(a, names) for (p, _), a in zip(fact.params, args, strict=False)}

    def _function(self, call: t.Call, names: Names, depth: int, sort: z3.SortRef) -> z3.ExprRef:
        given = [self.value(a, names, depth + 1) for a in call.args]
        term = (
            z3.Function(call.fact, *([z3.IntSort()] * len(given)), sort)(*given) if given else z3.Const(call.fact, sort)
        )
        return self._left(term, filled(call, names))

    # -- conditions --------------------------------------------------------------------------

    def holds(self, cond: t.Cond, names: Names, depth: int = 0) -> z3.BoolRef:
        """The condition as a formula."""
        match cond:
            case t.Yes():
                return z3.BoolVal(True)
            case t.And(parts):
                return z3.And(*(self.holds(p, names, depth) for p in parts))
            case t.Or(parts):
                return z3.Or(*(self.holds(p, names, depth) for p in parts))
            case t.Not(part):
                return z3.Not(self.holds(part, names, depth))
            case t.Compare(op, left, right):
                return compared(op, self.value(left, names, depth), self.value(right, names, depth))
            case t.Is(t.Call("is", (thing, t.Lit(kind)))):
                return self._kind(thing, str(kind), names, depth)
            case t.Is(t.Call(name, args) as call):
                fact = self.facts.get(name)
                if fact and isinstance(fact.meant, t.Cond) and depth < DEEPEST:
                    return self.holds(fact.meant, self._bound(fact, args, names), depth + 1)
                itself = self._function(call, names, depth, z3.BoolSort())
                if not self.deep or depth >= DEEPEST or (fact and fact.circle):
                    return itself
                ways = [
                    self.holds(cond, self._bound_to(given, args, names), depth + 1)
                    for given, cond in self._counting(name)
                ]
                return z3.Or(itself, *ways) if ways else itself
            case t.Some(var, sort, where) if self.deep:
                thing, inner = self._thing(var, names)
                here = self.value(thing, {})
                return z3.Exists([here], z3.And(self.sort(sort, here), self.holds(where, inner, depth)))
            case t.Every(var, sort, where) if self.deep:
                thing, inner = self._thing(var, names)
                here = self.value(thing, {})
                return z3.ForAll([here], z3.Implies(self.sort(sort, here), self.holds(where, inner, depth)))
            case t.Some() | t.Every():
                closed = filled(cond, names)
                return self._left(z3.Bool(f"so {closed!r}"), closed)

    def _counting(self, name: str) -> list[tuple[tuple[str, ...], t.Cond]]:
        """When norms have it that the fact holds and none that it does not, each with its variables."""
        norms = [n for n in self.game.norms if isinstance(n.claim, Counts) and n.claim.fact.fact == name]
        if not all(n.claim.positive and not n.reading for n in norms if isinstance(n.claim, Counts)):
            return []
        found = []
        for norm in norms:
            assert isinstance(norm.claim, Counts)
            letters = tuple(a.name for a in norm.claim.fact.args if isinstance(a, t.Var))
            alone = len(set(letters)) == len(norm.claim.fact.args) and free(norm.cond) <= set(letters)
            found += [(letters, norm.cond)] if alone else []
        return found

    def _bound_to(self, letters: tuple[str, ...], args: tuple[t.Expr, ...], names: Names) -> Names:
        return {letter: filled(a, names) for letter, a in zip(letters, args, strict=True)}

    def sort(self, name: str, thing: t.Value) -> z3.ExprRef:
        """That the thing is of the sort; of one that has words only, that it is one of them."""
        words = [w for w, sort in self.game.vocabulary.words if sort == name]
        if words and not any(s.cards for s in self.game.vocabulary.sorts if s.name == name):
            return z3.Or(*(thing == self.code(w) for w in words))
        return z3.Function(f"is a {name}", z3.IntSort(), z3.BoolSort())(thing)

    def fits(self, chosen: t.All, names: Names, thing: z3.ExprRef) -> z3.BoolRef:
        """That the thing, a place, is one of those that are chosen."""
        inner = {**names, chosen.var: thing}
        return z3.And(self.sort(chosen.sort, self.value(thing, {})), self.holds(chosen.where, inner))

    def _thing(self, var: str, names: Names) -> tuple[t.Var, Names]:
        self.bound += 1
        thing = t.Var(f"{PLACE}bound {self.bound}")
        return thing, {**names, var: thing}

    def titled(self, card: t.Expr, title: str) -> z3.BoolRef:
        """That the card has the title."""
        return z3.Function("title of the card", z3.IntSort(), z3.IntSort())(self.value(card, {})) == self.code(title)

    def nothing(self) -> z3.BoolRef:
        """That what is not there is of no sort, has no title, and nothing that things do not have from the start."""
        none = z3.IntVal(self.code(None))
        marks = [
            z3.Not(z3.Function(f.name, z3.IntSort(), z3.BoolSort())(none))
            for f in self.game.vocabulary.fields
            if f.result == "condition" and f.initial is False and len(f.params) == 1
        ]
        blank = [
            z3.Function(f.name, z3.IntSort(), z3.IntSort())(none) == none
            for f in self.game.vocabulary.fields
            if f.result not in ("condition", "number") and f.initial is None and len(f.params) == 1
        ]
        absent = [z3.Not(self.sort(s.name, none)) for s in sorts(self.game.vocabulary) if s.name != "number"]
        return z3.And(self.titled(t.Lit(None), ""), *marks, *blank, *absent)

    def apart(self) -> z3.BoolRef:
        """That no card is of two kinds of which nothing is both."""
        unsure = [(x, k) for x, c in self.titles.items() for k in c.unsure]
        known = {(x, k) for x, c in self.titles.items() for k in c.kinds}
        apart = set(self.game.vocabulary.apart)
        both = [(x, k, o) for x, k in unsure for one, o in apart if one == k and (x, o) in {*unsure, *known}]
        return z3.And(
            *(
                z3.Not(z3.And(self._unsure(k, x), z3.BoolVal(True) if (x, o) in known else self._unsure(o, x)))
                for x, k, o in sorted(both)
            )
        )

    def _unsure(self, kind: str, title: str) -> z3.BoolRef:
        return z3.Function(f"unsure {kind}", z3.IntSort(), z3.BoolSort())(z3.IntVal(self.code(title)))

    def _kind(self, thing: t.Expr, kind: str, names: Names, depth: int) -> z3.BoolRef:
        number, card = z3.IntSort(), filled(thing, names)
        title = z3.Function("title of the card", number, number)(self.value(thing, names, depth))
        self._left(title, card, "title")
        if kind in self.titles:
            return title == self.code(kind)
        known = [x for x, c in self.titles.items() if kind in c.kinds]
        unsure = [x for x, c in self.titles.items() if kind in c.unsure]
        maybe = self._left(z3.Function(f"unsure {kind}", number, z3.BoolSort())(title), card, kind)
        sure = [title == self.code(x) for x in known]
        return z3.Or(*sure, *(z3.And(title == self.code(x), maybe) for x in unsure))


def both(parts: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """That all of it holds; nothing is asked for behind what does not."""
    kept = []
    for part in parts:
        if z3.is_false(part):
            return part
        kept += [] if z3.is_true(part) else [part]
    return z3.And(*kept)


def either(parts: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """That any of it holds; nothing is asked for behind what does."""
    kept = []
    for part in parts:
        if z3.is_true(part):
            return part
        kept += [] if z3.is_false(part) else [part]
    return z3.Or(*kept)


def compared(op: str, one: z3.ExprRef, two: z3.ExprRef) -> z3.BoolRef:
    """That the one number stands so to the other."""
    return COMPARING[op](one, two)
