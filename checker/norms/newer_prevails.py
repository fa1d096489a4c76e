"""Precedence of the newer: which of two norms came into play, or into force, later than the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Newer, Norm
from checker.kernel.term import Value

if TYPE_CHECKING:
    from checker.norms.evaluate import Context


def outranking(context: Context) -> Callable[[str, str], bool]:
    """Whether one norm outranks another where it stands so on the table."""
    if not context.rules.newer:
        return context.rules.outranks
    return lambda upper, lower: ranked(context, upper, lower) is not None


def ranked(context: Context, upper: str, lower: str) -> str | None:
    """The clause by which the one outranks the other where it stands so on the table, if it does."""
    rules = context.rules
    found = rules.rank(upper, lower)
    if found is not None or rules.rank(lower, upper) is not None:
        return found
    if upper not in rules.norms or lower not in rules.norms:
        return None
    one, other = rules.norms[upper], rules.norms[lower]
    return next((n.clause for n in rules.newer if _newer(context, n, one, other)), None)


def _newer(context: Context, order: Norm, one: Norm, other: Norm) -> bool:
    claim = order.claim
    assert isinstance(claim, Newer)
    if claim.kind not in context.rules.classes(one) or claim.kind not in context.rules.classes(other):
        return False
    age, others = _age(context, order, one.speaker), _age(context, order, other.speaker)
    return age is not None and others is not None and age > others


def _age(context: Context, order: Norm, title: str) -> int | None:
    """The largest amount of a card of that title for which the precedence holds."""
    assert isinstance(order.claim, Newer) and order.claim.age is not None
    found: list[Value] = []
    for card in context.things("card"):
        if title_of(card) == title and context.holds(order.cond, {"C": card}):
            found.append(context.value(order.claim.age, {"C": card}))
    return max((n for n in found if isinstance(n, int)), default=None)


def later(one: str, other: str) -> bool:
    """The one date is later than the other; of a year and a day in it, neither is."""
    return one > other and not one.startswith(other)
