"""Whether conditions exclude each other, as far as the solver can tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import z3

from checker.kernel.term import (
    All,
    And,
    Arith,
    Call,
    Compare,
    Cond,
    Count,
    Every,
    Expr,
    Is,
    Lit,
    Not,
    Or,
    Some,
    Sum,
    Var,
    Yes,
)
from checker.kernel.trees.walk import facts_in, letters_in, within
from checker.kernel.vocabulary import sort_of
from checker.smt.connectives import compared
from checker.smt.termination.path_facts import NO, THERE, Logic

EFFORT = 50_000
"""How far the solver looks into a set of conditions, in its own units and not in time; those of a rulebook take
some thousands. The same on every machine."""


class Solver:
    """The conditions of one game as the solver sees them; each set of them is looked into once, as is `known` already."""

    name = "solver"

    def __init__(self, logic: Logic, known: dict[frozenset[Cond], bool] | None = None) -> None:
        self.game = logic.game
        self.facts = logic.facts
        self.fields = logic.fields
        self.thing = z3.DeclareSort("thing")
        self.formulas: dict[Cond, object] = {}
        self.literals: dict[object, z3.ExprRef] = {None: z3.Const("nobody", self.thing)}
        self.known: dict[frozenset[Cond], bool] = {} if known is None else known

    def possible(self, facts: frozenset[Cond]) -> bool:
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

    def possible_with(self, facts: Iterable[Cond], new: Cond) -> bool:
        """As `possible`, for what is known and one thing more; only what can bear on it is looked at."""
        if new == Yes():
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

    def _formula(self, cond: Cond) -> z3.BoolRef:
        if cond not in self.formulas:
            self.formulas[cond] = self._holds(cond, {})
        return self.formulas[cond]

    def _holds(self, cond: Cond, bound: dict[str, z3.ExprRef]) -> z3.BoolRef:
        match cond:
            case Yes():
                return z3.BoolVal(True)
            case And(parts):
                return z3.And(*(self._holds(p, bound) for p in parts))
            case Or(parts):
                return z3.Or(*(self._holds(p, bound) for p in parts))
            case Not(part):
                return z3.Not(self._holds(part, bound))
            case Is(Call(name, args)):
                given = [self._value(a, bound) for a in args]
                return z3.Function(f"{name}?", *(g.sort() for g in given), z3.BoolSort())(*given)
            case Some(var, sort, where) | Every(var, sort, where):
                one = z3.Const(f"{var} {len(bound)}", self._z3_sort(sort))
                there = z3.Function(f"{sort}{THERE}?", one.sort(), z3.BoolSort())(one)
                inner = self._holds(where, {**bound, var: one})
                if isinstance(cond, Some):
                    return z3.Exists([one], z3.And(there, inner))
                return z3.ForAll([one], z3.Implies(there, inner))
            case Compare(op, left, right):
                return compared(op, self._value(left, bound), self._value(right, bound))

    def _value(self, expr: Expr, bound: dict[str, z3.ExprRef]) -> z3.ExprRef:
        match expr:
            case Var(name):
                return bound[name] if name in bound else z3.Const(name, self._z3_sort(self.sort(name)))
            case Lit(value):
                if isinstance(value, int) and not isinstance(value, bool):
                    return z3.IntVal(value)
                return self.literals.setdefault(value, z3.Const(f"`{value}`", self.thing))
            case Arith(op, left, right):
                one, two = self._value(left, bound), self._value(right, bound)
                return one + two if op == "plus" else one - two if op == "minus" else one * two
            case Call(name, args):
                given = [self._value(a, bound) for a in args]
                word = self.fields.get(name) or self.facts[name]
                return z3.Function(name, *(g.sort() for g in given), self._z3_sort(word.result))(*given)
            case Count() | Sum() | All():
                if bound:
                    raise KeyError("a count within a quantifier")
                return z3.Const(repr(expr), self.thing if isinstance(expr, All) else z3.IntSort())

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
            *(part.sort + THERE for part in within(tree) if isinstance(part, Some | Every)),
            *(name for name in letters_in(tree) if "#" in name),
        )
    )
