"""What is known of deals, under the names that `--format json` prints."""

from __future__ import annotations

from checker.kernel.record import Record


class DealtStep(Record, tag=False):
    """A step of play, with the clauses that it rests on."""

    text: str
    clauses: tuple[str, ...]


DealtStep.__name__ = "Step"
"""What the library and its schemas call it; of a game, a step is one of a procedure."""


class DealtPoint(Record, tag=False):
    """An open point of a deal: at how many states it is met, and the share of plays (`12/335`) in which it is met, and
    decides the result; empty where plays are not counted."""

    point: str
    states: int
    met: str
    decides: str


class DealtRound(Record, tag=False):
    """A way in which play can go round: what comes before, and what then happens again and again."""

    before: tuple[DealtStep, ...]
    again: tuple[DealtStep, ...]


class DealtBreach(Record, tag=False):
    """A property that is broken, with a shortest play that does it."""

    name: str
    steps: tuple[DealtStep, ...]


class DealResult(Record, tag=False):
    """What is known of a deal: all of it, if it was `exhausted`; `plays` is a number of any size, empty if not counted."""

    deal: str
    hands: str
    exhausted: bool
    interrupted: bool
    states: int
    edges: int
    ends: int
    stuck: int
    endless: int
    plays: str
    results: int
    points: tuple[DealtPoint, ...]
    rounds: tuple[DealtRound, ...]
    broken: tuple[DealtBreach, ...]
    most: tuple[tuple[str, int], ...]

    @property
    def faulty(self) -> bool:
        """Play can go round, is stuck or breaks a property."""
        return bool(self.rounds or self.stuck or self.endless or self.broken)


class LeftDeal(Record, tag=False):
    """A deal that was not looked at, and why."""

    deal: str
    why: str


class PointOfDeals(Record, tag=False):
    """An open point: in how many exhausted deals it is met, and decides, and the shares of all their plays."""

    point: str
    met_in: int
    decides_in: int
    met: str
    decides: str


class RoundOfDeals(Record, tag=False):
    """A way in which play can go round: in how many deals, and the shortest, with its deal."""

    deals: int
    deal: str
    before: tuple[DealtStep, ...]
    again: tuple[DealtStep, ...]


class BreachOfDeals(Record, tag=False):
    """A property that is broken: in how many deals, and a shortest play, with its deal."""

    name: str
    deals: int
    deal: str
    steps: tuple[DealtStep, ...]


class DealSummary(Record, tag=False):
    """All deals together; `plays` are those of the exhausted deals whose plays are `counted`."""

    deals: int
    exhausted: int
    counted: int
    plays: str
    points: tuple[PointOfDeals, ...]
    rounds: tuple[RoundOfDeals, ...]
    broken: tuple[BreachOfDeals, ...]
