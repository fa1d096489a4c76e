"""What one step of play can come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from checker.kernel.effect import Await
from checker.kernel.position import Agenda, Env, Position
from checker.kernel.record import Record
from checker.kernel.term import Option, Point, Value
from checker.norms.rulebook import Rulebook


class Line(Record):
    """What happened, in words, with the clauses that made it happen."""

    text: str
    clauses: tuple[str, ...] = ()
    event: tuple[Value, ...] = ()


IN_VAIN = "in vain"
"""What stands before an event that would have happened to nobody and nothing, and so did not."""

ACT = "act"
"""What is picked where a player does one of several acts of which a scene tells only what they brought about."""


class Chooser(Record):
    """A player (or chance, if `who` is None) picks one value; `what` names what is picked."""

    who: Value
    what: str
    name: str = ""


Carried: TypeAlias = tuple[Value, Agenda | None]


class Moved:
    """Play went on, by so many steps, without anybody deciding.

    `carried` has each card whose text was begun, with the agenda that stands behind the text; None once that is done.
    """

    __slots__ = ("carried", "lines", "position", "steps")

    def __init__(
        self, position: Position, lines: tuple[Line, ...] = (), steps: int = 1, carried: tuple[Carried, ...] = ()
    ) -> None:
        self.position = position
        self.lines = lines
        self.steps = steps
        self.carried = carried


class Forked:
    """Play can go on in several ways: by an open point, a player's choice or chance."""

    __slots__ = ("by", "ways")

    def __init__(self, by: Point | Chooser, ways: tuple[tuple[Option, Position], ...]) -> None:
        self.by = by
        self.ways = ways


class Waits:
    """Players may act now; `moment` says what kinds of act."""

    __slots__ = ("env", "moment", "position")

    def __init__(self, position: Position, moment: Await, env: Env) -> None:
        self.position = position
        self.moment = moment
        self.env = env


class Ended:
    """Nothing is left to be done."""


Progress: TypeAlias = Moved | Forked | Waits | Ended

StepFunction: TypeAlias = Callable[[Rulebook, Position, bool], Progress]
"""One step of play; told not to, it lists every order without asking which of them end alike."""
