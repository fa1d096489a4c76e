"""The precedence resolver's core: claims, who outranks whom, which is the newer, and what stands.

It knows nothing of cards, acts or positions. A claim is beaten by a standing claim that says
something else and outranks it; the claims that are not beaten stand. This is the well-founded
(ambiguity blocking) reading of defeasible rules with an acyclic superiority relation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, TypeAlias

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Newer, Norm
from checker.kernel.record import Record
from checker.kernel.term import Value

if TYPE_CHECKING:
    from checker.norms.evaluate import Context


class Statement(Record):
    """A live claim: which norm makes it and what it says."""

    norm: str
    says: Value


class Beaten(Record):
    """`loser` does not stand because `winner`, which says something else, outranks it."""

    loser: str
    winner: str


class Agreed(Record):
    """All standing claims say the same."""

    says: Value
    by: tuple[str, ...]
    beaten: tuple[Beaten, ...] = ()


class Conflict(Record):
    """Standing claims disagree and neither outranks the other."""

    standing: tuple[Statement, ...]
    beaten: tuple[Beaten, ...] = ()


class NoClaim(Record):
    """Nobody claims anything."""


Resolution: TypeAlias = Agreed | Conflict | NoClaim


class PrecedenceCycle(Exception):
    """Norms outrank each other in a circle; `cycle` names them, first and last the same."""

    def __init__(self, cycle: tuple[str, ...]) -> None:
        super().__init__("these norms outrank each other in a circle: " + " > ".join(cycle))
        self.cycle = cycle


def ranking(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The norms named in the pairs (upper, lower), each after everything that outranks it.

    Raises PrecedenceCycle if the relation has a cycle.
    """
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for upper, lower in sorted(set(pairs)):
        sorter.add(lower, upper)
    try:
        return tuple(sorter.static_order())
    except CycleError as error:
        raise PrecedenceCycle(tuple(error.args[1])) from None


def closure(pairs: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """The smallest transitive relation that contains the pairs."""
    known = set(pairs)
    below: dict[str, set[str]] = {}
    for upper, lower in known:
        below.setdefault(upper, set()).add(lower)
    changed = True
    while changed:
        changed = False
        for lowers in below.values():
            further = set().union(*(below[x] for x in lowers if x in below)) - lowers
            if further:
                lowers |= further
                changed = True
    return frozenset((upper, lower) for upper, lowers in below.items() for lower in lowers)


def weigh(statements: Iterable[Statement], outranks: Callable[[str, str], bool]) -> Resolution:
    """What stands among the statements, the norms of some of which outrank those of others: a transitive relation.

    The result depends on neither the order nor the repetition of the statements. Raises PrecedenceCycle for a circle.
    """
    left = sorted({(s.norm, _value(s)): s for s in statements}.values(), key=_order)
    if not left:
        return NoClaim()
    if len({_value(s) for s in left}) == 1:
        return Agreed(left[0].says, _names(left))
    standing: list[Statement] = []
    beaten: list[Beaten] = []
    while left:
        top = [s for s in left if not any(outranks(o.norm, s.norm) for o in left)]
        if not top:
            raise PrecedenceCycle(_circle(tuple(dict.fromkeys(s.norm for s in left)), outranks))
        for statement in top:
            winner = next((o for o in standing if _beats(o, statement, outranks)), None)
            if winner is None:
                standing.append(statement)
            else:
                beaten.append(Beaten(statement.norm, winner.norm))
        left = [s for s in left if s not in top]
    beaten.sort(key=lambda b: (b.loser, b.winner))
    standing.sort(key=_order)
    if len({_value(s) for s in standing}) == 1:
        return Agreed(standing[0].says, _names(standing), tuple(beaten))
    return Conflict(tuple(standing), tuple(beaten))


def _value(statement: Statement) -> tuple[str, Value]:
    """What is said, so that yes and 1 are not the same."""
    return (type(statement.says).__name__, statement.says)


def _order(statement: Statement) -> tuple[str, str]:
    return (statement.norm, repr(statement.says))


def _beats(upper: Statement, lower: Statement, outranks: Callable[[str, str], bool]) -> bool:
    return _value(upper) != _value(lower) and outranks(upper.norm, lower.norm)


def _circle(norms: tuple[str, ...], outranks: Callable[[str, str], bool]) -> tuple[str, ...]:
    """A circle among norms of which each is outranked by another; told from the upper to the lower."""
    path = [norms[0]]
    while True:
        upper = next(n for n in norms if outranks(n, path[-1]))
        if upper in path:
            return tuple(reversed([*path[path.index(upper) :], upper]))
        path.append(upper)


def _names(statements: Iterable[Statement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.norm for s in statements))


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
