"""Orders that end alike: every end that can be reached with one of several effects as the first.

What is still to be done in the same order from a table that looks the same is followed once, whatever came before.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from checker.kernel.effect import Unstated
from checker.kernel.point import Option, Point
from checker.kernel.position import Agenda, Position, Store, tails
from checker.norms.rulebook import Rulebook
from checker.run.observables import ORDER, ObservedChange, observable
from checker.run.progress import Chooser, Forked, Moved, StepFunction

DecidedOnWay: TypeAlias = tuple[tuple[str, str], ...]
"""What was decided on the way, in no order: what it was about, and how."""

TailWays: TypeAlias = tuple[tuple[Option, Position], ...]

OrderEnd: TypeAlias = tuple[DecidedOnWay, int, ObservedChange]
"""How an order ends: what was decided on the way, where play goes on, and what became of the table."""

MOST_STEPS = 1_500
"""Steps carried out on the side for one place in the order; more count as a difference."""

MOST_WAYS = 8
"""Ways of one choice that are followed on the side; more (a card from the whole deck) count as a difference."""

MOST_FORKS = 150
"""Forks on one way that are followed on the side; more count as a difference."""


class Unseen(NamedTuple):
    """How an order ends cannot be seen; `unstated` if that is because no clause states an effect."""

    unstated: bool = False


class _Lost(Exception):
    """The ends cannot be seen."""

    def __init__(self, unstated: bool = False) -> None:
        self.unseen = Unseen(unstated)


class OrderEnds:
    """The ends of several orders that begin on one table and leave the same things to be done after all of them."""

    def __init__(self, step: StepFunction, rules: Rulebook, since: Store, rest: Agenda) -> None:
        self.step = step
        self.rules = rules
        self.since = since
        self.tails = identities(rest)
        self.left = 0
        self._known: dict[object, tuple[Agenda, frozenset[OrderEnd]]] = {}
        """Each with its agenda, so that no other is told by the same identity."""

    def of(self, start: Position) -> frozenset[OrderEnd] | Unseen:
        """Every end that can be reached from there, in any order of what is left."""
        self.left = MOST_STEPS
        try:
            return self._from(start, MOST_FORKS)
        except _Lost as lost:
            return lost.unseen
        finally:
            self.rules.looked.aside += MOST_STEPS - self.left

    def _from(self, position: Position, forks: int) -> frozenset[OrderEnd]:
        while id(position.agenda) not in self.tails:
            if not self.left:
                raise _Lost
            self.left -= 1
            progress = self.step(self.rules, position, False)
            match progress:
                case Moved(position=further, steps=steps):
                    if self.left < steps - 1:
                        raise _Lost
                    self.left -= steps - 1
                    position = further
                case Forked(by=by, ways=ways):
                    if not forks:
                        raise _Lost
                    return self._either(position, by, ways, forks - 1)
                case _:
                    raise _Lost
        return frozenset({((), id(position.agenda), self._seen(position))})

    def _either(self, at: Position, by: Point | Chooser, ways: TailWays, forks: int) -> frozenset[OrderEnd]:
        if isinstance(by, Point) and by.key[1] == ORDER:
            here = (frozenset(o.value for o, _ in ways), at.agenda[1], id(at.agenda[2]), self._seen(at))
            if here not in self._known:
                found = [self._from(p, forks) for _, p in reversed(ways)]
                self._known[here] = (at.agenda, frozenset[OrderEnd]().union(*found))
            return self._known[here][1]
        if isinstance(at.agenda[0], Unstated) and not at.agenda[0].changes:
            raise _Lost(unstated=True)
        if len(ways) > MOST_WAYS:
            raise _Lost
        what = by.id if isinstance(by, Point) else f"{by.who} {by.what}"
        return frozenset(
            (tuple(sorted(((what, option.text), *decided))), rest, seen)
            for option, further in reversed(ways)
            for decided, rest, seen in self._from(further, forks)
        )

    def _seen(self, position: Position) -> ObservedChange:
        return observable(self.rules, position.store, self.since)


def identities(agenda: Agenda) -> frozenset[int]:
    """Every agenda that is a rest of this one, by identity."""
    return frozenset({id(agenda), *(id(left[2]) for left in tails(agenda))})
