"""Single changes of the table as far as counters see them: what is done, and what is known of what was there.

Numbers count as far as they are above 0, so that every counter has a floor.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from checker.kernel.record import Record

Bounds: TypeAlias = tuple[int | None, int | None]
"""The least and the largest change of a counter; None where there is no bound."""
Delta: TypeAlias = tuple[tuple[str, Bounds], ...]


class RoomAbove(Record):
    """What counts how far a number is below `top`; it is known to be at most `most`, if that is not None."""

    counter: str
    top: int
    most: int | None

    @property
    def left(self) -> int:
        """So far below it is at least."""
        return 0 if self.most is None else max(0, self.top - self.most)


class Adds(Record):
    """A number that is at least `least` is raised, or lowered if `by` is below 0; by how much is not known if None."""

    counter: str
    by: int | None
    least: int
    room: RoomAbove | None = None


class Sets(Record):
    """A number that is at least `least` becomes another; which is not known if None."""

    counter: str
    to: int | None
    least: int
    room: RoomAbove | None = None


class Swaps(Record):
    """One of those counted by `down`, or one counted already, is counted by `up`; `surely` one that was not."""

    up: str
    down: str
    surely: bool


class Varies(Record):
    """Each of the counters counts one more, one fewer or as many."""

    counters: tuple[str, ...]


class Goes(Record):
    """A card comes from where `source` counts it, or from nowhere if None, to where `goal` does."""

    source: str | None
    goal: str


class Comes(Record):
    """A new thing; the counters of what is said about such things rise at most so far."""

    counter: str
    about: tuple[tuple[str, int], ...]


class ThingLeaves(Record):
    """A thing leaves, `surely` one that was there; the `ones` count one less at most, the `numbers` less by any number."""

    counter: str
    surely: bool
    ones: tuple[str, ...]
    numbers: tuple[str, ...]


class Unclear(Record):
    """What happens to the counters is not stated."""

    counters: tuple[str, ...]


CounterDelta: TypeAlias = Adds | Sets | Swaps | Varies | Goes | Comes | ThingLeaves | Unclear


def moved(deed: CounterDelta) -> Delta:
    """How far the deed moves each counter."""
    match deed:
        case Adds(counter, by, least, room):
            return ((counter, _added(by, least)), *_filled(room, by))
        case Sets(counter, to, least, room):
            over: Delta = ((counter, (None, None if to is None else max(0, to) - least)),)
            above = None if to is None or room is None else max(0, room.top - to) - room.left
            return over if room is None else (*over, (room.counter, (None, above)))
        case Swaps(up, down, surely):
            return ((up, (1 if surely else 0, 1)), (down, (-1, -1 if surely else 0)))
        case Varies(counters):
            return tuple((c, (-1, 1)) for c in counters)
        case Goes(source, goal):
            both: Delta = ((goal, (1, 1)),) if source is None else ((goal, (1, 1)), (source, (-1, -1)))
            return () if source == goal else both
        case Comes(counter, about):
            return ((counter, (1, 1)), *((c, (0, n)) for c, n in about))
        case ThingLeaves(counter, surely, ones, numbers):
            fewer: Delta = ((counter, (-1, -1 if surely else 0)), *((c, (-1, 0)) for c in ones))
            return (*fewer, *((c, (None, 0)) for c in numbers))
        case Unclear(counters):
            return tuple((c, (None, None)) for c in counters)
        case _:
            assert_never(deed)


def _filled(room: RoomAbove | None, by: int | None) -> Delta:
    """How far the room above a number changes that is raised, or lowered."""
    if room is None:
        return ()
    if by is None:
        return ((room.counter, (None, None)),)
    return ((room.counter, (-by, -min(by, room.left)) if by >= 0 else (0, -by)),)


def _added(by: int | None, least: int) -> Bounds:
    if by is None:
        return None, None
    return (by if least > 0 else 0, by) if by >= 0 else (by, max(by, -least))


Measure: TypeAlias = tuple[tuple[str, int], ...]
"""A sum of counters, each with its weight."""


def most(measure: Measure, delta: Delta) -> float:
    """How far the change can raise the sum at most."""
    total: float = 0
    weights = dict(measure)
    for counter, (_, high) in delta:
        if counter in weights:
            total += float("inf") if high is None else weights[counter] * high
    return total
