"""Whether conditions exclude each other, as far as the solver can tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import z3

from checker.kernel import term as t
from checker.kernel.trees.walk import facts_in, letters_in, within
from checker.kernel.vocabulary import sort_of
from checker.smt.encode import compared
from checker.smt.termination.path_facts import NO, THERE, Logic

EFFORT = 50_000
"""How far the solver looks into a set of conditions, in its own units and not in time; those of a rulebook take
some thousands. The same on every machine."""


class Solver:
    """The conditions of one game as the solver sees them; each set of them is looked into once, as is `known` already."""

    name = "solver"

    def __init__(self, logic: Logic, known: dict[frozenset[t.Cond], bool] | None = None) -> None:
        self.game = logic.game
        self.facts = logic.facts
        self.fields = logic.fields
        self.thing = z3.DeclareSort("thing")
        self.formulas: dict[t.Cond, object] = {}
        self.literals: dict[object, z3.ExprRef] = {None: z3.Const("nobody", self.thing)}
        self.known: dict[frozenset[t.Cond], bool] = {} if known is None else known

    def possible(self, facts: frozenset[t.Cond]) -> bool:
        """The conditions do not exclude each other, as far as the solver can tell with limited effort."""
        if NO in facts:
            return False
        if facts not in self.known:
            solver = z3.Solver()
            solver.set("rlimit", EFFORT)
            try:
                solver.add(*(self._formula(f) for f in sorted(facts, key=repr)))
                solver.add(z3.Distinct(*self.literals.values()))
                self.known[facts] = solver.check() != z3.unsat
            except (z3.Z3Exception, KeyError):
                self.known[facts] = True
        return self.known[facts]

    def possible_with(self, facts: Iterable[t.Cond], new: t.Cond) -> bool:
        """As `possible`, for what is known and one thing more; only what can bear on it is looked at."""
        if new == t.Yes():
            return True
        words = _words(new)
        near = frozenset({new})
        left = set(facts)
        while True:
            more = {f for f in left if _words(f) & words}
            if not more:
                return (len(near) == 1 and new != NO) or self.possible(near)
            near |= more
            left -= more
            words = words.union(*map(_words, more))

    def _formula(self, cond: t.Cond) -> z3.BoolRef:
        if cond not in self.formulas:
            self.formulas[cond] = self._holds(cond, {})
        return self.formulas[cond]

    def _holds(self, cond: t.Cond, bound: dict[str, z3.ExprRef]) -> z3.BoolRef:
        match cond:
            case t.Yes():
                return z3.BoolVal(True)
            case t.And(parts):
                return z3.And(*(self._holds(p, bound) for p in parts))
            case t.Or(parts):
                return z3.Or(*(self._holds(p, bound) for p in parts))
            case t.Not(part):
                return z3.Not(self._holds(part, bound))
            case t.Is(t.Call(name, args)):
                given = [self._value(a, bound) for a in args]
                return z3.Function(f"{name}?", *(g.sort() for g in given), z3.BoolSort())(*given)
            case t.Some(var, sort, where) | t.Every(var, sort, where):
                one = z3.Const(f"{var} {len(bound)}", self._z3_sort(sort))
                there = z3.Function(f"{sort}{THERE}?", one.sort(), z3.BoolSort())(one)
                inner = self._holds(where, {**bound, var: one})
                if isinstance(cond, t.Some):
                    return z3.Exists([one], z3.And(there, inner))
                return z3.ForAll([one], z3.Implies(there, inner))
            case t.Compare(op, left, right):
                return compared(op, self._value(left, bound), self._value(right, bound))

    def _value(self, expr: t.Expr, bound: dict[str, z3.ExprRef]) -> z3.ExprRef:
        match expr:
            case t.Var(name):
                return bound[name] if name in bound else z3.Const(name, self._z3_sort(self.sort(name)))
            case t.Lit(value):
                if isinstance(value, int) and not isinstance(value, bool):
                    return z3.IntVal(value)
                return self.literals.setdefault(value, z3.Const(f"`{value}`", self.thing))
            case t.Arith(op, left, right):
                one, two = self._value(left, bound), self._value(right, bound)
                return one + two if op == "plus" else one - two if op == "minus" else one * two
            case t.Call(name, args):
                given = [self._value(a, bound) for a in args]
                word = self.fields.get(name) or self.facts[name]
                return z3.Function(name, *(g.sort() for g in given), self._z3_sort(word.result))(*given)
            case t.Count() | t.Sum() | t.All():
                if bound:
                    raise KeyError("a count within a quantifier")
                return z3.Const(repr(expr), self.thing if isinstance(expr, t.All) else z3.IntSort())

    def sort(self, name: str) -> str:
        """The sort of the named thing: its name begins with it."""
        sort, there, _ = name.partition("#")
        return sort if there else sort_of(self.game.vocabulary, name)

    def _z3_sort(self, sort: str) -> z3.SortRef:
        return z3.IntSort() if sort == "number" else self.thing


@cache
def _words(tree: object) -> frozenset[str]:
    return frozenset(
        (
            *facts_in(tree),
            *(part.sort + THERE for part in within(tree) if isinstance(part, t.Some | t.Every)),
            *(name for name in letters_in(tree) if "#" in name),
        )
    )
