"""Which numbers come into question: those that a condition leaves, and those with which an act may be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.kernel.norm import May, Must, MustNot, Norm
from checker.kernel.source import NUMBERS, InputError, Place, Problem
from checker.kernel.term import Cond, Expr, Value, Var
from checker.kernel.trees.number_bounds import Between, spans
from checker.kernel.vocabulary import Act
from checker.norms.evaluation_protocol import Binding, Here, RangeReader, ValueReader

Interval = tuple[int | None, int | None]
"""The least and the most of some numbers; nothing where there is no bound."""
RangeReading = Callable[[Expr], ValueReader]


def numbers(where: Cond, var: str, read: RangeReading) -> RangeReader:
    """The numbers between the bounds that the condition tells; where an amount is unknown some, since each leaves it open."""
    told = spans(where, var)
    return lambda here, env: _listed(_interval(span, read, here, env) for span in told)


def _listed(intervals: Iterable[Interval]) -> tuple[int, ...]:
    found: set[int] = set()
    for least, most in intervals:
        low = least if least is not None else 0 if most is None else min(0, most)
        high = most if most is not None else low
        if high - low >= NUMBERS:
            raise InputError(
                Problem(
                    Place("the table", 1), f"{high - low + 1} numbers would have to be tried; {NUMBERS} is the most"
                )
            )
        found.update(range(low, high + 1))
    return tuple(sorted(found))


def _interval(span: Between, read: RangeReading, here: Here, env: Binding) -> Interval:
    return (
        max(_values(span.least, read, here, env), default=None),
        min(_values(span.most, read, here, env), default=None),
    )


def _values(amounts: tuple[tuple[Expr, int], ...], read: RangeReading, here: Here, env: Binding) -> tuple[int, ...]:
    values = ((read(amount)(here, env), more) for amount, more in amounts)
    return tuple(value + more for value, more in values if isinstance(value, int))


def offered(
    here: Here, act: Act, norms: Iterable[Norm], args: tuple[Value, ...], at: int, read: RangeReading
) -> tuple[int, ...] | None:
    """The numbers in that place of the act with which some norm may allow it, the others being given; None if that is
    all of them.

    What forbids it is looked at too where what allows it leaves no bound.
    """
    letters = [letter for letter, _ in act.params]
    given = dict(zip(letters, args, strict=True))
    own = _intervals(spans(act.needs, letters[at]), read, here, given)
    allowed: list[Interval] = []
    forbidden = own
    for norm in norms:
        assert isinstance(norm.claim, May | Must | MustNot)
        pattern = norm.claim.act.args
        env = {e.name: a for e, a in zip(pattern, args, strict=True) if isinstance(e, Var)}
        said = pattern[at]
        if isinstance(norm.claim, MustNot):
            if isinstance(said, Var):
                forbidden = _met(forbidden, _intervals(spans(norm.cond, said.name, False), read, here, env))
        elif isinstance(said, Var):
            allowed += _intervals(spans(norm.cond, said.name), read, here, env)
        elif isinstance(value := read(said)(here, env), int):
            allowed.append((value, value))
    for found in (_met(allowed, own), _met(allowed, forbidden)):
        if all(None not in interval for interval in found):
            return _listed(found)
    return None


def _intervals(told: tuple[Between, ...], read: RangeReading, here: Here, env: Binding) -> list[Interval]:
    return [_interval(span, read, here, env) for span in told]


def _met(one: Iterable[Interval], other: list[Interval]) -> list[Interval]:
    """What is in an interval of both."""
    return [(_end(max, a[0], b[0]), _end(min, a[1], b[1])) for a in one for b in other]


def _end(furthest: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else furthest(one, other)
