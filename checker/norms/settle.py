"""The precedence resolver's core: claims, who outranks whom, and what stands.

It knows nothing of cards, acts or positions. A claim is beaten by a standing claim that says
something else and outranks it; the claims that are not beaten stand. This is the well-founded
(ambiguity blocking) reading of defeasible rules with an acyclic superiority relation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from checker.kernel.record import Record
from checker.kernel.term import Value


class Statement(Record):
    """A live claim: which norm makes it and what it says."""

    norm: str
    says: Value


class Beaten(Record):
    """`loser` does not stand because `winner`, which says something else, outranks it."""

    loser: str
    winner: str


class Settled(Record):
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


Outcome: TypeAlias = Settled | Conflict | NoClaim


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
            further = set().union(*(below.get(x, set()) for x in lowers)) - lowers
            if further:
                lowers |= further
                changed = True
    return frozenset((u, l) for u, lowers in below.items() for l in lowers)


def settle(statements: Iterable[Statement], pairs: Iterable[tuple[str, str]]) -> Outcome:
    """What stands among the statements under the superiority pairs (upper, lower).

    The result depends on neither the order nor the repetition of the input.
    Raises PrecedenceCycle if the relation has a cycle.
    """
    given = tuple(pairs)
    ranking(given)
    above = closure(given)
    return weigh(statements, lambda upper, lower: (upper, lower) in above)


def weigh(statements: Iterable[Statement], outranks: Callable[[str, str], bool]) -> Outcome:
    """As `settle`, for a relation that is known to be transitive and free of cycles."""
    left = sorted(set(statements), key=lambda s: (s.norm, repr(s.says)))
    if not left:
        return NoClaim()
    if len({s.says for s in left}) == 1:
        return Settled(left[0].says, _names(left))
    standing: list[Statement] = []
    beaten: list[Beaten] = []
    while left:
        top = [s for s in left if not any(outranks(o.norm, s.norm) for o in left)]
        for statement in top:
            winner = next(
                (o for o in standing if o.says != statement.says and outranks(o.norm, statement.norm)), None
            )
            if winner is None:
                standing.append(statement)
            else:
                beaten.append(Beaten(statement.norm, winner.norm))
        left = [s for s in left if s not in top]
    beaten.sort(key=lambda b: (b.loser, b.winner))
    standing.sort(key=lambda s: (s.norm, repr(s.says)))
    if len({s.says for s in standing}) == 1:
        return Settled(standing[0].says, _names(standing), tuple(beaten))
    return Conflict(tuple(standing), tuple(beaten))


def _names(statements: Iterable[Statement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.norm for s in statements))
