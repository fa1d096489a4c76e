"""Open points: places where the rules do not decide."""

from __future__ import annotations

from enum import Enum

from checker.kernel.record import Record
from checker.kernel.term import Value


class Kind(Enum):
    """Why a point is open; the order is that in which a verdict names it."""

    CONTRADICTORY = "contradictory"
    AMBIGUOUS = "ambiguous"
    ORDER = "order"
    SILENT = "silent"


class Option(Record):
    """One way to go on; `value` is what is stored for the point."""

    value: Value
    text: str
    clauses: tuple[str, ...] = ()


class Point(Record):
    """A place where play forks because the rules do not decide; the first option is the default.

    `key` is where the choice is remembered: the id alone for rigid points, the id and the event
    for points that may go differently each time.
    """

    id: str
    kind: Kind
    key: tuple[Value, ...]
    options: tuple[Option, ...]
    clauses: tuple[str, ...] = ()
    text: str = ""


class Undecided(Exception):
    """Raised where evaluation meets an open point that the position has not decided yet."""

    def __init__(self, point: Point) -> None:
        super().__init__(point.id)
        self.point = point

    def __reduce__(self) -> tuple[type[Undecided], tuple[Point]]:
        return Undecided, (self.point,)
