"""A small game of stones, trees over its words, and what each of them means, worked out word for word."""

from __future__ import annotations

import operator
from functools import cache
from random import Random
from typing import Any

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import ASSUMED, Counts, Gives, Norm
from checker.kernel.position import Store
from checker.kernel.term import (
    All,
    And,
    Arith,
    Call,
    Compare,
    Count,
    Every,
    Is,
    Lit,
    Not,
    Or,
    Some,
    Sum,
    Value,
    Var,
    Yes,
)
from checker.kernel.vocabulary import Fact, Field, Functions, Sort, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import UNKNOWN, naming

P, X, N = Var("P"), Var("X"), Var("N")
STONES = ("x", "y", "z")


def fact(name: str, result: str, *letters: str, **more: Any) -> Fact:
    phrase = " ".join((name, *(f"of {{{letter}}}" for letter in letters)))
    return Fact(name, tuple((letter, "") for letter in letters), result, phrase, **more)


def seen(context: Any, number: Value) -> bool:
    """Relies on having looked at the number, which is in sight if the table says so."""
    context.cites[f"saw {number}"] = None
    return number in context.store.get(("in sight",), ())


WORDS = Vocabulary(
    sorts=(Sort("stone", ("X", "Y")),),
    fields=(Field("weight", ("X",), "number", "the weight of {X}", 2), Field("set", ("X",), "condition", "{X} is set")),
    facts=(
        fact("seen", "condition", "N", definition=None),
        fact("none", "number"),
        fact("pair", "number", "N", "M"),
        fact("three", "number", "N", "M", "P"),
        fact("heavy", "condition", "X", definition=Compare("more", Call("weight", (X,)), Lit(3))),
        fact("double", "number", "X", definition=Arith("times", Call("weight", (X,)), Lit(2))),
        fact("lucky", "condition", "P", institutional=True, initial=False),
        fact("blessed", "condition", "P", institutional=True),
        fact("rank", "number", "P", institutional=True),
        fact("level", "number", "P", institutional=True, initial=4),
        fact("heir", "player", "P", institutional=True),
    ),
)
FUNCTIONS: Functions = {
    "seen": seen,
    "none": lambda context: 7,
    "pair": lambda context, one, two: 10 * one + two,
    "three": lambda context, *given: given,
    "supposed weight": lambda context, stone: f"{stone} was weighed" if stone == "x" else "",
}
NORMS = (
    Norm("K-1.1", "K-1", Counts(Call("lucky", (Lit(1),)))),
    Norm("K-2.1", "K-2", Gives(Call("rank", (Lit(1),)), Lit(5))),
    Norm("K-2.2", "K-2", Gives(Call("level", (Lit(1),)), Lit(0))),
)


@cache
def rules() -> Rulebook:
    ode = Card("Ode", ("song",), (), Nothing(), "", ())
    return Rulebook(Game("stones", WORDS, (ode,), norms=NORMS), FUNCTIONS)


def table(**more: Value) -> Store:
    store = Store({("seats",): 3, ("names",): ("A", "B", "C"), ("things", "stone"): STONES})
    return store.put(("in sight",), more.get("sight", ()))


def at(store: Store | None = None, before: Store | None = None) -> Context:
    return Context(rules(), table() if store is None else store, before)


# ---- against a plain second definition ---------------------------------------------------------

HOLDS = {
    "is": operator.eq,
    "is-not": operator.ne,
    "least": operator.ge,
    "most": operator.le,
    "more": operator.gt,
    "less": operator.lt,
}
RECKONED = {"plus": operator.add, "minus": operator.sub, "times": operator.mul}


class Open(Exception):
    """A comparison with what nobody knows."""


class Plain:
    """What a tree means, worked out word for word; `noted` is what was relied on, in order."""

    def __init__(self, weights: dict[Value, Value], sight: tuple[int, ...]) -> None:
        self.weights, self.sight = weights, sight
        self.noted: dict[str, None] = {}

    def those(self, tree: Any, env: dict[str, Value]) -> Any:
        for thing in range(3) if tree.sort == "player" else STONES:
            inner = {**env, tree.var: thing}
            if self.of(tree.where, inner):
                yield thing

    def of(self, tree: Any, env: dict[str, Value]) -> Any:
        match tree:
            case Yes():
                return True
            case Lit(value):
                return value
            case Var(name):
                return env[name]
            case Is(call):
                return self.of(call, env)
            case Call("seen", (number,)):
                found = self.of(number, env)
                self.noted[f"saw {found}"] = None
                return found in self.sight
            case Call("weight", (stone,)):
                found = self.of(stone, env)
                if found == "x":
                    self.noted[f"{ASSUMED}x was weighed"] = None
                return self.weights.get(found, 2)
            case Compare(op, left, right):
                one, other = self.of(left, env), self.of(right, env)
                if UNKNOWN not in (one, other):
                    return HOLDS[op](one, other)
                if one == other and naming(left)(at(), env) == naming(right)(at(), env):
                    return op in ("is", "least", "most")
                raise Open
            case Arith(op, left, right):
                one, other = self.of(left, env), self.of(right, env)
                return UNKNOWN if UNKNOWN in (one, other) else RECKONED[op](one, other)
            case And(parts):
                return all(self.of(p, env) for p in parts)
            case Or(parts):
                return any(self.of(p, env) for p in parts)
            case Not(part):
                return not self.of(part, env)
            case Some():
                return any(True for _ in self.those(tree, env))
            case Every(var, sort, where):
                return not self.of(Some(var, sort, Not(where)), env)
            case Count():
                return len(list(self.those(tree, env)))
            case All():
                return tuple(self.those(tree, env))
            case Sum():
                amounts = [self.of(tree.of, {**env, tree.var: thing}) for thing in self.those(tree, env)]
                return UNKNOWN if UNKNOWN in amounts else sum(amounts)


class Drawn:
    """Trees and tables from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def ranging(self, kind: type, depth: int, *more: Any) -> Any:
        return kind(*self.random.choice((("P", "player"), ("X", "stone"))), self.cond(depth - 1), *more)

    def amount(self, depth: int) -> Any:
        if depth < 1 or self.random.random() < 0.4:
            return self.random.choice((Lit(0), Lit(1), Lit(3), P, Call("weight", (X,)), Call("weight", (X,))))
        if self.random.random() < 0.5:
            return Arith(self.random.choice(sorted(RECKONED)), self.amount(depth - 1), self.amount(depth - 1))
        more = self.random.choice(((), (self.amount(depth - 1),)))
        return self.ranging(Sum if more else Count, depth, *more)

    def cond(self, depth: int) -> Any:
        if depth < 1 or self.random.random() < 0.4:
            compared = Compare(self.random.choice(sorted(HOLDS)), self.amount(depth - 1), self.amount(depth - 1))
            return self.random.choice((Is(Call("seen", (self.amount(depth - 1),))), compared, compared, Yes()))
        match self.random.choice((And, And, Or, Or, Not, Some, Every)):
            case kind if kind in (And, Or):
                return kind(tuple(self.cond(depth - 1) for _ in range(self.random.randrange(4))))
            case kind if kind is Not:
                return Not(self.cond(depth - 1))
            case kind:
                return self.ranging(kind, depth)

    def weights(self) -> dict[Value, Value]:
        return {stone: self.random.choice((0, 1, 3, 5, 5, UNKNOWN)) for stone in STONES if self.random.random() < 0.6}
