"""Spots: tables at rest with what is still to be done, and the ways from each to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.position import Agenda, Key, Store
from checker.kernel.term import Value
from checker.run.progress import Line
from checker.search.decide import Ended, Taken
from checker.search.traced import Writes, peeked
from checker.search.voids import Void

EVENTS: Key = ("\0events",)
"""Where a spot's table holds what has happened, so that looking back counts as reading."""


Events = tuple[tuple[Value, ...], ...]


class Past(tuple[Line, ...]):
    """What has happened, as a trail: whoever goes through it reads it from the table."""

    store: Store

    @staticmethod
    def of(store: Store) -> Past:
        """What the table holds of it."""
        events: Any = peeked(store, EVENTS, ())
        past = Past(Line("", (), e) for e in events)
        past.store = store
        return past

    def __iter__(self) -> Iterator[Line]:
        self.store.get(EVENTS)
        return super().__iter__()


class Spot(NamedTuple):
    """A table at rest, with what is still to be done and the forks taken on the way.

    `events` is what has happened since the table last held it itself.
    """

    store: Store
    agenda: Agenda
    forks: tuple[Taken, ...] = ()
    events: Events = ()
    void: Void | None = None

    def remembering(self) -> Store:
        """The table that holds all that has happened."""
        if not self.events:
            return self.store
        earlier: Any = self.store.get(EVENTS, ())
        return self.store.put(EVENTS, (*earlier, *self.events))


class Way(NamedTuple):
    """What a move changes, where it stops, and the forks taken on it."""

    writes: Writes
    agenda: Agenda
    forks: tuple[Taken, ...] = ()
    events: Events = ()
    void: Void | None = None


Said = tuple[Ended, ...]
"""What a question is answered with at a spot, for each way to take the points that it meets itself."""

Ways = tuple[Way, ...]

__all__ = ["Events", "Past", "Said", "Spot", "Way", "Ways"]
