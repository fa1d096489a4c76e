"""How many plays there are, how they end, and in how many of them an open point decides that."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from checker.graph.offers import StateKind
from checker.graph.state_space import StateSpace, components
from checker.kernel.term import Value

OutcomeOf = Callable[[int], Hashable]
"""What tells the ends of play apart, by the number of the state."""


class PointShare(NamedTuple):
    """An open point: at how many states it is met, in how many plays, and in how many its options lead to other results."""

    point: Value
    states: int
    met: int
    decides: int


class Shares(NamedTuple):
    """How many plays there are from the first state on, the results they can have, and what each open point does to them."""

    plays: int
    results: frozenset[Hashable]
    points: tuple[PointShare, ...]


def shares(space: StateSpace, outcome: OutcomeOf) -> Shares | None:
    """The exact numbers of plays, each a way from the first state to an end; None where not all is known or play can go
    round."""
    if not space.whole:
        return None
    order: list[int] = []
    for component in components(space):
        if len(component) > 1 or component[0] in space.after(component[0]):
            return None
        order += component
    return _counted(space, order, outcome)


def _counted(space: StateSpace, order: list[int], outcome: OutcomeOf) -> Shares:
    """The order has each state after its successors."""
    plays = [0] * len(order)
    results: list[frozenset[Hashable]] = [frozenset()] * len(order)
    known: dict[frozenset[Hashable], frozenset[Hashable]] = {}
    points: dict[Value, list[int]] = {}
    deciding = bytearray(len(order))
    for state in order:
        after = space.after(state)
        plays[state] = sum(plays[n] for n in after) if after else 1
        ends = frozenset[Hashable]().union(*(results[n] for n in after)) if after else frozenset((outcome(state),))
        results[state] = known.setdefault(ends, ends)
        options = space.graph.options(space.states[state])
        if options.kind is StateKind.POINT:
            points.setdefault(options.by, []).append(state)
            deciding[state] = len({results[n] for n in after}) > 1
    first = 0
    told = (
        PointShare(
            point,
            len(at),
            _through(space, order, plays, frozenset(at))[first],
            _through(space, order, plays, frozenset(n for n in at if deciding[n]))[first],
        )
        for point, at in points.items()
    )
    return Shares(plays[first], results[first], tuple(told))


def _through(space: StateSpace, order: list[int], plays: list[int], marked: frozenset[int]) -> list[int]:
    """For each state the number of plays from there on that come to a marked one."""
    found = [0] * len(order)
    for state in order:
        found[state] = plays[state] if state in marked else sum(found[n] for n in space.after(state))
    return found
