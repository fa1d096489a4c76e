"""What is known at a place of the rules: conditions closed over named things, kept until what they speak of changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

import z3

from checker.kernel.game import Game
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
    Var,
    Yes,
)
from checker.kernel.vocabulary import sort_of

MILLISECONDS = 300
Names: TypeAlias = dict[str, Expr]
Token: TypeAlias = tuple[str, str]
"""A change: what kind (`true`, `false`, `value`, `zone`, `create`, `remove`) and of what."""
ANYTHING: Token = ("anything", "")
NO = Not(Yes())
THERE = " there"


def closed(tree: Any, names: Names) -> Any:
    """The tree with its free variables put as given."""
    if isinstance(tree, Var):
        return names.get(tree.name, tree)
    if _variables(tree).isdisjoint(names):
        return tree
    if isinstance(tree, tuple):
        return tuple(closed(t, names) for t in tree)
    fields = getattr(tree, "__struct_fields__", ())
    if not fields:
        return tree
    inner = {k: v for k, v in names.items() if k != getattr(tree, "var", None)}
    return type(tree)(*(closed(getattr(tree, f), inner) for f in fields))


@cache
def _variables(tree: Any) -> frozenset[str]:
    if isinstance(tree, Var):
        return frozenset({tree.name})
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return frozenset().union(*(_variables(p) for p in parts if not isinstance(p, str | int))) if parts else frozenset()


@cache
def constants(tree: Any) -> frozenset[str]:
    """The named things that the condition speaks of."""
    if isinstance(tree, Var):
        return frozenset({tree.name} if "#" in tree.name else ())
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return frozenset().union(*map(constants, parts)) if parts else frozenset()


class Logic:
    """The words of one game as the solver sees them.

    `zoned` says of facts about one card in which zones the card lies if they hold; other facts that a
    function answers, or that norms decide, may depend on anything.
    """

    def __init__(self, game: Game, zoned: dict[str, frozenset[str]]) -> None:
        self.game = game
        self.zoned = zoned
        self.facts = {f.name: f for f in game.vocabulary.facts}
        self.fields = {f.name: f for f in game.vocabulary.fields}
        self.thing = z3.DeclareSort("thing")
        self.formulas: dict[Cond, Any] = {}
        self.literals: dict[object, Any] = {None: z3.Const("nobody", self.thing)}
        self.known: dict[frozenset[Cond], bool] = {}
        self.reading: dict[Any, frozenset[Token]] = {}
        self._left: dict[tuple[Cond, frozenset[Token]], Cond] = {}

    # -- normal form -------------------------------------------------------------------------

    def plain(self, cond: Cond, yes: bool = True) -> Cond:
        """The condition (or its opposite) with meanings unfolded and `not` before single facts only."""
        match cond:
            case Yes():
                return cond if yes else NO
            case Not(part):
                return self.plain(part, not yes)
            case And(parts) | Or(parts):
                joined = And if isinstance(cond, And) == yes else Or
                return _flat(joined, tuple(self.plain(p, yes) for p in parts))
            case Some(var, sort, where) | Every(var, sort, where):
                made = Some if isinstance(cond, Some) == yes else Every
                return made(var, sort, self.plain(where, yes))
            case Is(Call(name, args)) if (fact := self.facts.get(name)) and fact.definition is not None:
                meant = closed(fact.definition, {p: a for (p, _), a in zip(fact.params, args, strict=True)})
                return self.plain(meant, yes)
            case _:
                return cond if yes else Not(cond)

    # -- what a condition depends on ---------------------------------------------------------

    def reads(self, tree: Any) -> frozenset[Token]:
        """The fields, zones and kinds of things that the value of the tree depends on."""
        if tree not in self.reading:
            self.reading[tree] = self._reads(tree)
        return self.reading[tree]

    def _reads(self, tree: Any) -> frozenset[Token]:
        found: set[Token] = set()
        if isinstance(tree, Call) and tree.fact != "is":
            if tree.fact in self.fields:
                found.add(("value", tree.fact))
            elif tree.fact in self.zoned:
                found.add(("zone", ""))
            elif tree.fact.endswith(THERE):
                found.add(("things", tree.fact.removesuffix(THERE)))
            else:
                fact = self.facts.get(tree.fact)
                meant = fact.definition if fact else None
                found |= self.reads(meant) if meant is not None else {ANYTHING}
        if isinstance(tree, Count | All | Some | Every):
            found.add(("things", tree.sort))
        parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
        return frozenset(found.union(*map(self.reads, (p for p in parts if not isinstance(p, str)))))

    def weakened(self, cond: Cond, changes: frozenset[Token]) -> Cond:
        """What is left of the condition after the changes, wherever they happened."""
        key = (cond, changes)
        if key not in self._left:
            self._left[key] = self._weakened(cond, changes)
        return self._left[key]

    def _weakened(self, cond: Cond, changes: frozenset[Token]) -> Cond:
        match cond:
            case And(parts):
                return _flat(And, tuple(self.weakened(p, changes) for p in parts))
            case Or(parts):
                kept = tuple(self.weakened(p, changes) for p in parts)
                return Yes() if Yes() in kept else _flat(Or, kept)
            case Some(var, sort, where):
                return Yes() if ("remove", sort) in changes else Some(var, sort, self.weakened(where, changes))
            case Every(var, sort, where):
                inner = self.weakened(where, changes)
                return Yes() if ("create", sort) in changes or inner == Yes() else Every(var, sort, inner)
            case _:
                return cond if all(self._stands(cond, c) for c in changes) else Yes()

    def _stands(self, literal: Cond, change: Token) -> bool:
        kind, name = change
        reads = self.reads(literal)
        if not reads or literal == Yes():
            return True
        if change == ANYTHING or ANYTHING in reads:
            return False
        match kind:
            case "zone":
                return ("zone", "") not in reads
            case "create" | "remove":
                stays = kind == "create" and isinstance(literal, Is) and literal.call.fact == name + THERE
                return stays or ("things", name) not in reads
            case "true" | "false" if ("value", name) in reads:
                positive = literal if isinstance(literal, Is) else literal.part if isinstance(literal, Not) else None
                return (
                    isinstance(positive, Is)
                    and positive.call.fact == name
                    and (kind == "true") == (positive is literal)
                    and ("value", name) not in self.reads(positive.call.args)
                )
            case _:
                return ("value", name) not in reads

    # -- the solver --------------------------------------------------------------------------

    def possible(self, facts: frozenset[Cond]) -> bool:
        """The conditions do not exclude each other, as far as the solver can tell in its time."""
        if NO in facts:
            return False
        if facts not in self.known:
            solver = z3.Solver()
            solver.set("timeout", MILLISECONDS)
            try:
                solver.add(*(self._formula(f) for f in facts))
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

    def _formula(self, cond: Cond) -> Any:
        if cond not in self.formulas:
            self.formulas[cond] = self._holds(cond, {})
        return self.formulas[cond]

    def _holds(self, cond: Cond, bound: dict[str, Any]) -> Any:
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
                return _compared(op, self._value(left, bound), self._value(right, bound))

    def _value(self, expr: Expr, bound: dict[str, Any]) -> Any:
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
            case Count() | All():
                if bound:
                    raise KeyError("a count within a quantifier")
                return z3.Const(repr(expr), z3.IntSort() if isinstance(expr, Count) else self.thing)

    def sort(self, name: str) -> str:
        """The sort of the named thing: its name begins with it."""
        sort, there, _ = name.partition("#")
        return sort if there else sort_of(self.game.vocabulary, name)

    def _z3_sort(self, sort: str) -> Any:
        return z3.IntSort() if sort == "number" else self.thing


def there(sort: str, name: str) -> Cond:
    """The condition that the named thing exists."""
    return Is(Call(sort + THERE, (Var(name),)))


@cache
def _words(tree: Any) -> frozenset[str]:
    found = {tree.fact} if isinstance(tree, Call) else set()
    if isinstance(tree, Some | Every):
        found.add(tree.sort + THERE)
    if isinstance(tree, Var) and "#" in tree.name:
        found.add(tree.name)
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return frozenset(found.union(*(_words(p) for p in parts if not isinstance(p, str | int))))


def _flat(joined: Any, parts: tuple[Cond, ...]) -> Cond:
    """The parts joined, without those that change nothing."""
    idle, ruling = (Yes(), NO) if joined is And else (NO, Yes())
    flat = [q for p in parts for q in (p.parts if isinstance(p, joined) else (p,)) if q != idle]
    if ruling in flat:
        return ruling
    return idle if not flat else flat[0] if len(flat) == 1 else joined(tuple(dict.fromkeys(flat)))


def _compared(op: str, one: Any, two: Any) -> Any:
    match op:
        case "is":
            return one == two
        case "is-not":
            return one != two
        case "least":
            return one >= two
        case "most":
            return one <= two
        case "more":
            return one > two
        case _:
            return one < two
