"""Conditions and expressions turned into functions, once for each rulebook.

The meaning is that of the tree, evaluated from left to right and no further than needed: what is
cited on the way, and which open point is met first, depends on that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any, assert_never

from checker.kernel import term as t
from checker.kernel.norm import ASSUMED
from checker.kernel.trees.two_state import BEFORE
from checker.kernel.vocabulary import Fact, Field
from checker.norms.candidate_zones import ZoneCandidates
from checker.norms.evaluation_protocol import (
    Binding,
    ConditionTest,
    Getter,
    Here,
    Match,
    RangeReader,
    RuleWords,
    ValueReader,
)
from checker.norms.number_ranges import numbers
from checker.norms.settled_facts import supposed
from checker.norms.unknown_values import arithmetic, compare, naming, not_stated, some_word, unknown, untold


class Compiled:
    """The functions of one rulebook's trees, made when they are first asked for."""

    def __init__(self, words: RuleWords) -> None:
        self.words = words
        self._tests: dict[int, tuple[t.Cond, ConditionTest]] = {}
        self._reads: dict[int, tuple[t.Expr, ValueReader]] = {}
        self._matches: dict[int, tuple[tuple[t.Expr, ...], Match]] = {}
        self._getters: dict[str, Getter] = {}
        self.owns: dict[str, Getter] = {}
        self._looking = ZoneCandidates(words, self._read)

    # Trees are told apart by identity; each is kept, so that no other can take its place.

    def test(self, cond: t.Cond) -> ConditionTest:
        """The condition as a function."""
        known = self._tests.get(id(cond))
        if known is None:
            known = self._tests[id(cond)] = (cond, self._test(cond))
        return known[1]

    def read(self, expr: t.Expr) -> ValueReader:
        """The expression as a function."""
        known = self._reads.get(id(expr))
        if known is None:
            known = self._reads[id(expr)] = (expr, self._read(expr))
        return known[1]

    def match(self, exprs: tuple[t.Expr, ...]) -> Match:
        """The arguments of a pattern as a function from those of an instance to the binding under which it is that."""
        known = self._matches.get(id(exprs))
        if known is None:
            known = self._matches[id(exprs)] = (exprs, self._match(exprs))
        return known[1]

    def lying(self, where: t.Cond, var: str, given: frozenset[str]) -> RangeReader | None:
        """Where the cards lie that can satisfy the condition, by what it says of them and the given variables alone."""
        return self._looking.beside(where, var, given)

    # -- conditions --------------------------------------------------------------------------

    def _test(self, cond: t.Cond) -> ConditionTest:
        match cond:
            case t.Yes():
                return lambda here, env: True
            case t.Is(call):
                return self._being(call)
            case t.Compare():
                return self._comparing(cond)
            case t.And(parts):
                return _both(tuple(self._test(p) for p in parts))
            case t.Or(parts):
                return _either(tuple(self._test(p) for p in parts))
            case t.Not(part):
                test = self._test(part)
                return lambda here, env: not test(here, env)
            case t.Some(var, sort, where):
                those = self.those(var, sort, where)
                return lambda here, env: next((True for _ in those(here, env)), False)
            case t.Every(var, sort, where):
                return self._every(var, sort, self._test(where))
            case _:
                assert_never(cond)

    def _being(self, call: t.Call) -> ConditionTest:
        read, told = self._read(call), naming(call)

        def being(here: Here, env: Binding) -> bool:
            found = read(here, env)
            if unknown(found):
                return untold(here, self.words, "is", (found, told(here, env)), (1, 1))
            return found is True

        return being

    def _comparing(self, cond: t.Compare) -> ConditionTest:
        op, left, right = cond.op, self._read(cond.left), self._read(cond.right)
        named, other = naming(cond.left), naming(cond.right)

        def comparing(here: Here, env: Binding) -> bool:
            one, two = left(here, env), right(here, env)
            if unknown(one) or unknown(two):
                return untold(here, self.words, op, (one, named(here, env)), (two, other(here, env)))
            return one == two if op == "is" else compare(op, one, two)

        return comparing

    def _every(self, var: str, sort: str, where: ConditionTest) -> ConditionTest:
        def every(here: Here, env: Binding) -> bool:
            inner = dict(env)
            for thing in here.things(sort):
                inner[var] = thing
                if not where(here, inner):
                    return False
            return True

        return every

    def those(self, var: str, sort: str, where: t.Cond) -> Callable[[Here, Binding], Iterator[t.Value]]:
        """The things of the sort for which the condition holds, in the order of the sort."""
        test = self._test(where)
        among = numbers(where, var, self.read) if sort == "number" else self._looking.range(where, var, sort)

        def those(here: Here, env: Binding) -> Iterator[t.Value]:
            inner = dict(env)
            for thing in here.things(sort) if among is None else among(here, env):
                inner[var] = thing
                if test(here, inner):
                    yield thing

        return those

    # -- expressions -------------------------------------------------------------------------

    def _read(self, expr: t.Expr) -> ValueReader:
        match expr:
            case t.Var(name):
                return lambda here, env: env.get(name)
            case t.Lit(value):
                return lambda here, env: value
            case t.Call(name, args):
                return self._call(name, args)
            case t.Arith(op, left, right):
                one, other = self._read(left), self._read(right)
                return lambda here, env: arithmetic(op, one(here, env), other(here, env))
            case t.Count(var, sort, where):
                those = self.those(var, sort, where)
                return lambda here, env: sum(1 for _ in those(here, env))
            case t.Sum(var, sort, where, of):
                summed, amount = self.those(var, sort, where), self._read(of)

                def total(here: Here, env: Binding) -> t.Value:
                    amounts = (amount(here, {**env, var: thing}) for thing in summed(here, env))
                    start: t.Value = 0
                    return reduce(partial(arithmetic, "plus"), amounts, start)

                return total
            case t.All(var, sort, where):
                listed = self.those(var, sort, where)
                return lambda here, env: tuple(listed(here, env))
            case _:
                assert_never(expr)

    def _call(self, name: str, args: tuple[t.Expr, ...]) -> ValueReader:
        get = self.getter(name)
        reads = tuple(self._read(a) for a in args)
        match reads:
            case ():
                return lambda here, env: get(here, ())
            case (one,):
                return lambda here, env: get(here, (one(here, env),))
            case (one, two):
                return lambda here, env: get(here, (one(here, env), two(here, env)))
            case _:
                return lambda here, env: get(here, tuple(r(here, env) for r in reads))

    def getter(self, name: str) -> Getter:
        """The fact or field as a function of its arguments."""
        known = self._getters.get(name)
        if known is None:
            known = self._getters[name] = self._getter(name)
        return known

    def _getter(self, name: str) -> Getter:
        if name == "is":
            return lambda here, args: here.is_kind(args[0], args[1])
        if name.startswith(BEFORE):
            return lambda here, args: here.earlier(name.removeprefix(BEFORE), args)
        field = self.words.fields.get(name)
        if field is not None:
            return self._stored(name, field)
        own = self._own(name)
        told = self.words.facts[name]
        if told.circle and told.result == "condition":
            return self._circular(told, own)

        def fact(here: Here, args: tuple[t.Value, ...]) -> t.Value:
            forced = here.store.get(("stated", name, *args)) if here.store.stated else None
            return own(here, args) if forced is None else forced

        return fact

    def _circular(self, fact: Fact, own: Getter) -> Getter:
        """The condition that may lead back to itself."""
        name = fact.name
        self.owns[name] = own

        def circular(here: Here, args: tuple[t.Value, ...]) -> t.Value:
            known = supposed(here, self.words, name, args)
            return here.settled(name, args) if known is None else known

        return circular

    def _stored(self, name: str, field: Field) -> Getter:
        """The field; where the game says what is supposed of it, that is relied on."""
        supposed, initial = self.words.functions.get(f"supposed {name}"), field.initial
        if initial is None and field.result == "number":
            return partial(_number, name)
        if supposed is None:
            return lambda here, args: here.store.get((name, *args), initial)

        def stored(here: Here, args: tuple[t.Value, ...]) -> t.Value:
            words = supposed(here, *args)
            if words:
                here.cites[f"{ASSUMED}{words}"] = None
            return here.store.get((name, *args), initial)

        return stored

    def _own(self, name: str) -> Getter:
        fact = self.words.facts[name]
        if fact.institutional:
            unstated = self._unstated(fact)

            def ruled(here: Here, args: tuple[t.Value, ...]) -> t.Value:
                found = here.ruled(fact, args)
                return unstated(here, args) if found is None else found

            return ruled
        if fact.definition is None:
            function = self.words.functions[name]
            return lambda here, args: function(here, *args)
        params = tuple(p for p, _ in fact.params)
        compiled: list[ValueReader] = []

        def defined(here: Here, args: tuple[t.Value, ...]) -> t.Value:
            if not compiled:
                meaning: Any = fact.definition
                compiled.append(self.test(meaning) if fact.result == "condition" else self.read(meaning))
            return compiled[0](here, dict(zip(params, args, strict=True)))

        return defined

    def _unstated(self, fact: Fact) -> Getter:
        """What the fact is where no norm says so."""
        if fact.initial is not None or fact.result == "condition":
            return lambda here, args: fact.initial
        if fact.result == "number":
            return lambda here, args: not_stated(fact.name, args)
        return partial(some_word, self.words, fact) if fact.result in self.words.worded else lambda here, args: None

    # -- patterns ----------------------------------------------------------------------------

    def _match(self, exprs: tuple[t.Expr, ...]) -> Match:
        names = tuple(e.name for e in exprs if isinstance(e, t.Var))
        if len(set(names)) == len(exprs):
            return lambda here, args: dict(zip(names, args, strict=True))
        parts = tuple((e.name if isinstance(e, t.Var) else None, self._read(e)) for e in exprs)

        def match(here: Here, args: tuple[t.Value, ...]) -> Binding | None:
            env: Binding = {}
            for (name, read), arg in zip(parts, args, strict=True):
                if name is not None and name not in env:
                    env[name] = arg
                elif read(here, env) != arg:
                    return None
            return env

        return match


def _number(name: str, here: Here, args: tuple[t.Value, ...]) -> t.Value:
    """The number that is stored, if one is."""
    found = here.store.get((name, *args))
    return not_stated(name, args) if found is None else found


def _both(parts: tuple[ConditionTest, ...]) -> ConditionTest:
    if len(parts) == 2:
        one, two = parts
        return lambda here, env: one(here, env) and two(here, env)

    def both(here: Here, env: Binding) -> bool:
        for part in parts:
            if not part(here, env):
                break
        else:
            return True
        return False

    return both


def _either(parts: tuple[ConditionTest, ...]) -> ConditionTest:
    def either(here: Here, env: Binding) -> bool:
        for part in parts:
            if part(here, env):
                break
        else:
            return False
        return True

    return either
