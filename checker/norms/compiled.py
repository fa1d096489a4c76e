"""Conditions and expressions turned into functions, once for each rulebook.

The meaning is that of the tree, evaluated from left to right and no further than needed: what is
cited on the way, and which open point is met first, depends on that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from checker.kernel.norm import Pattern
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
    Value,
    Var,
    Yes,
)

if TYPE_CHECKING:
    from checker.norms.context import Context
    from checker.norms.rulebook import Rulebook

Binding: TypeAlias = dict[str, Value]
Test: TypeAlias = "Callable[[Context, Binding], bool]"
Read: TypeAlias = "Callable[[Context, Binding], Value]"
Match: TypeAlias = "Callable[[Context, tuple[Value, ...]], Binding | None]"
Range: TypeAlias = "Callable[[Context, Binding], tuple[Value, ...]]"

UNKNOWN = "?"
"""The value of what nothing states; it spreads through arithmetic and satisfies no comparison."""


class Compiled:
    """The functions of one rulebook's trees, made when they are first asked for."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self._tests: dict[int, tuple[Cond, Test]] = {}
        self._reads: dict[int, tuple[Expr, Read]] = {}
        self._matches: dict[int, tuple[tuple[Expr, ...], Match]] = {}
        self._getters: dict[str, Callable[[Context, tuple[Value, ...]], Value]] = {}

    # Trees are told apart by identity; each is kept, so that no other can take its place.

    def test(self, cond: Cond) -> Test:
        """The condition as a function."""
        known = self._tests.get(id(cond))
        if known is None:
            known = self._tests[id(cond)] = (cond, self._test(cond))
        return known[1]

    def read(self, expr: Expr) -> Read:
        """The expression as a function."""
        known = self._reads.get(id(expr))
        if known is None:
            known = self._reads[id(expr)] = (expr, self._read(expr))
        return known[1]

    def match(self, pattern: Pattern) -> Match:
        """The pattern as a function from the arguments to the binding under which it is that instance."""
        known = self._matches.get(id(pattern.args))
        if known is None:
            known = self._matches[id(pattern.args)] = (pattern.args, self._match(pattern.args))
        return known[1]

    # -- conditions --------------------------------------------------------------------------

    def _test(self, cond: Cond) -> Test:
        match cond:
            case Yes():
                return lambda context, env: True
            case Is(call):
                read = self._read(call)
                return lambda context, env: read(context, env) is True
            case Compare(op, left, right):
                return _comparing(op, self._read(left), self._read(right))
            case And(parts):
                return _both(tuple(self._test(p) for p in parts))
            case Or(parts):
                return _either(tuple(self._test(p) for p in parts))
            case Not(part):
                test = self._test(part)
                return lambda context, env: not test(context, env)
            case Some(var, sort, where):
                those = self.those(var, sort, where)
                return lambda context, env: next((True for _ in those(context, env)), False)
            case Every(var, sort, where):
                return self._every(var, sort, self._test(where))
            case _:
                assert_never(cond)

    def _every(self, var: str, sort: str, where: Test) -> Test:
        def every(context: Context, env: Binding) -> bool:
            inner = dict(env)
            for thing in context.things(sort):
                inner[var] = thing
                if not where(context, inner):
                    return False
            return True

        return every

    def those(self, var: str, sort: str, where: Cond) -> Callable[[Context, Binding], Iterator[Value]]:
        """The things of the sort for which the condition holds, in the order of the sort."""
        test = self._test(where)
        among = self._range(where, var, sort)

        def those(context: Context, env: Binding) -> Iterator[Value]:
            inner = dict(env)
            for thing in context.things(sort) if among is None else among(context, env):
                inner[var] = thing
                if test(context, inner):
                    yield thing

        return those

    # -- expressions -------------------------------------------------------------------------

    def _read(self, expr: Expr) -> Read:
        match expr:
            case Var(name):
                return lambda context, env: env.get(name)
            case Lit(value):
                return lambda context, env: value
            case Call(name, args):
                return self._call(name, args)
            case Arith(op, left, right):
                one, other = self._read(left), self._read(right)
                return lambda context, env: arithmetic(op, one(context, env), other(context, env))
            case Count(var, sort, where):
                those = self.those(var, sort, where)
                return lambda context, env: sum(1 for _ in those(context, env))
            case All(var, sort, where):
                listed = self.those(var, sort, where)
                return lambda context, env: tuple(listed(context, env))
            case _:
                assert_never(expr)

    def _call(self, name: str, args: tuple[Expr, ...]) -> Read:
        get = self.getter(name)
        reads = tuple(self._read(a) for a in args)
        match reads:
            case ():
                return lambda context, env: get(context, ())
            case (one,):
                return lambda context, env: get(context, (one(context, env),))
            case (one, two):
                return lambda context, env: get(context, (one(context, env), two(context, env)))
            case _:
                return lambda context, env: get(context, tuple(r(context, env) for r in reads))

    def getter(self, name: str) -> Callable[[Context, tuple[Value, ...]], Value]:
        """The fact or field as a function of its arguments."""
        known = self._getters.get(name)
        if known is None:
            known = self._getters[name] = self._getter(name)
        return known

    def _getter(self, name: str) -> Callable[[Context, tuple[Value, ...]], Value]:
        if name == "is":
            return lambda context, args: context.is_kind(args[0], args[1])
        field = self.rules.fields.get(name)
        if field is not None:
            initial = field.initial
            return lambda context, args: context.store.get((name, *args), initial)
        own = self._own(name)

        def fact(context: Context, args: tuple[Value, ...]) -> Value:
            forced = context.store.get(("stated", name, *args))
            return own(context, args) if forced is None else forced

        return fact

    def _own(self, name: str) -> Callable[[Context, tuple[Value, ...]], Value]:
        fact = self.rules.facts[name]
        if fact.institutional:

            def ruled(context: Context, args: tuple[Value, ...]) -> Value:
                found = context.ruled(fact, args)
                return fact.initial if found is None else found

            return ruled
        if fact.definition is None:
            function = self.rules.functions[name]
            return lambda context, args: function(context, *args)
        params = tuple(p for p, _ in fact.params)
        compiled: list[Read] = []

        def defined(context: Context, args: tuple[Value, ...]) -> Value:
            if not compiled:
                meaning: Any = fact.definition
                compiled.append(self.test(meaning) if fact.result == "condition" else self.read(meaning))
            return compiled[0](context, dict(zip(params, args, strict=True)))

        return defined

    # -- patterns ----------------------------------------------------------------------------

    def _match(self, exprs: tuple[Expr, ...]) -> Match:
        names = tuple(e.name for e in exprs if isinstance(e, Var))
        if len(set(names)) == len(exprs):
            return lambda context, args: dict(zip(names, args, strict=True))
        parts = tuple((e.name if isinstance(e, Var) else None, self._read(e)) for e in exprs)

        def match(context: Context, args: tuple[Value, ...]) -> Binding | None:
            env: Binding = {}
            for (name, read), arg in zip(parts, args, strict=True):
                if name is not None and name not in env:
                    env[name] = arg
                elif read(context, env) != arg:
                    return None
            return env

        return match

    # -- where to look -----------------------------------------------------------------------

    def _range(self, where: Cond, var: str, sort: str) -> Range | None:
        """Where to look for things that satisfy the condition, if that is less than all of the sort.

        Only what the first parts say is used, as long as they can neither cite nor be open.
        """
        if sort != "card":
            return None
        for part in where.parts if isinstance(where, And) else (where,):
            if isinstance(part, Is):
                found = self._extent(part.call, var)
                if found is not None:
                    return found
            if not self._plain(part):
                return None
        return None

    def _extent(self, call: Call, var: str) -> Range | None:
        at = [i for i, a in enumerate(call.args) if a == Var(var)]
        if len(at) != 1 or any(_mentions(a, var) for i, a in enumerate(call.args) if i != at[0]):
            return None
        others = tuple(self._read(a) for i, a in enumerate(call.args) if i != at[0])
        listing = self.rules.functions.get(f"{call.fact} over {at[0]}")
        if listing is not None:

            def extent(context: Context, env: Binding) -> tuple[Value, ...]:
                found = listing(context, *(r(context, env) for r in others))
                known = isinstance(found, tuple) and not context.store.stated
                return found if known else context.things("card")  # type: ignore[return-value]

            return extent
        fact = self.rules.facts.get(call.fact)
        if fact is None or fact.result != "condition" or not isinstance(fact.definition, And | Is):
            return None
        params = [p for p, _ in fact.params]
        free = params.pop(at[0])
        inner = self._range(fact.definition, free, "card")
        if inner is None:
            return None
        pairs = tuple(zip(params, others, strict=True))
        return lambda context, env: inner(context, {p: r(context, env) for p, r in pairs})

    def _plain(self, part: Cond) -> bool:
        match part:
            case Is(Call("is", (Var(), Lit(title)))):
                return title in self.rules.cards
            case Is(Call(name, _)):
                return name in self.rules.fields
            case _:
                return False


def _mentions(expr: Expr, var: str) -> bool:
    match expr:
        case Var(name):
            return name == var
        case Lit():
            return False
        case _:
            return True


def _both(parts: tuple[Test, ...]) -> Test:
    if len(parts) == 2:
        one, two = parts
        return lambda context, env: one(context, env) and two(context, env)

    def both(context: Context, env: Binding) -> bool:
        for part in parts:  # noqa: SIM110
            if not part(context, env):
                return False
        return True

    return both


def _either(parts: tuple[Test, ...]) -> Test:
    def either(context: Context, env: Binding) -> bool:
        for part in parts:  # noqa: SIM110
            if part(context, env):
                return True
        return False

    return either


def _comparing(op: str, left: Read, right: Read) -> Test:
    match op:
        case "is":

            def same(context: Context, env: Binding) -> bool:
                one, two = left(context, env), right(context, env)
                return one == two and one != UNKNOWN

            return same
        case _:
            return lambda context, env: compare(op, left(context, env), right(context, env))


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """`left op right`, unknown if either is no number."""
    if not isinstance(left, int) or not isinstance(right, int):
        return UNKNOWN
    match op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case _:
            return left * right


def compare(op: str, left: Value, right: Value) -> bool:
    """Whether `left op right`; nothing holds of what is unknown."""
    if left == UNKNOWN or right == UNKNOWN:
        return False
    match op:
        case "is":
            return left == right
        case "is-not":
            return left != right
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    match op:
        case "least":
            return left >= right
        case "most":
            return left <= right
        case "more":
            return left > right
        case _:
            return left < right
