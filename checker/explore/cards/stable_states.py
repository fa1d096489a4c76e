"""Spots: tables at rest with what is still to be done, and the ways from each to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.explore.cards.search_result import Void
from checker.explore.scene_state import EndedPlay, Taken
from checker.kernel.position import Agenda, Key, Store, Writes
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.run.branches import Back, WatchedTrail
from checker.run.progress import Line
from checker.session.query_memo import TracedStore, peeked

EVENTS: Key = ("\0events",)
"""Where a spot's table holds what has happened, so that looking back counts as reading."""


EventTrail = tuple[tuple[Value, ...], ...]


class Happened(Record):
    """What was read: of what has happened, what somebody looked for."""

    wanted: Back

    def __call__(self, store: Store) -> EventTrail:
        happened: Any = store.get(EVENTS, ())
        return tuple(e for e in happened if self.wanted.finds(e))


class Past(WatchedTrail):
    """What has happened, as a trail: whoever looks back reads from the table what is looked for, and nothing more.

    It goes on with what is told besides, which is no part of the table; `before` counts what is.
    """

    store: TracedStore
    before: int

    @staticmethod
    def of(store: TracedStore) -> Past:
        """What the table holds of it."""
        events: Any = peeked(store, EVENTS, ())
        past = Past(Line("", (), e) for e in events)
        past.store, past.before = store, len(events)
        return past

    def __iter__(self) -> Iterator[object]:
        self.store.get(EVENTS)
        return super().__iter__()

    def __add__(self, more: tuple[object, ...]) -> Past:
        past = Past((*tuple.__iter__(self), *more))
        past.store, past.before = self.store, self.before
        return past

    def back(self, wanted: Back) -> Iterator[object]:
        """The lines of the events that are looked for; the table is asked for those that it holds."""
        self.store.looked(Happened(wanted))
        return (e for e in super().__iter__() if isinstance(e, Line) and e.event and wanted.finds(e.event))

    def since(self) -> Iterator[Any]:
        """What is told besides."""
        return iter(self[self.before :])


class Spot(NamedTuple):
    """A table at rest, with what is still to be done and the forks taken on the way.

    `events` is what has happened since the table last held it itself.
    """

    store: Store
    agenda: Agenda
    forks: tuple[Taken, ...] = ()
    events: EventTrail = ()
    void: Void | None = None

    def remembering(self) -> Store:
        """The table that holds all that has happened."""
        if not self.events:
            return self.store
        earlier: Any = self.store.get(EVENTS, ())
        return self.store.put(EVENTS, (*earlier, *self.events))


class Transition(NamedTuple):
    """What a move changes, where it stops, and the forks taken on it."""

    writes: Writes
    agenda: Agenda
    forks: tuple[Taken, ...] = ()
    events: EventTrail = ()
    void: Void | None = None


SaidEnds = tuple[EndedPlay, ...]
"""What a question is answered with at a spot, for each way to take the points that it meets itself."""

SpotMoves = tuple[Transition, ...]
