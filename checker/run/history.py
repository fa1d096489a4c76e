"""What somebody looks for who looks back on a way of play."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from checker.kernel.record import Record
from checker.kernel.term import Value


class Back(Record):
    """What is looked for in what has happened: events of one of the acts, of any if none is named, that speak of the
    thing, if one is named."""

    acts: tuple[str, ...] = ()
    about: Value = None

    def finds(self, event: tuple[Value, ...]) -> bool:
        """The event is one of those that are looked for."""
        return (not self.acts or event[0] in self.acts) and (self.about is None or self.about in event[1:])


class WatchedTrail(tuple[Any, ...]):
    """A trail whose first part lies elsewhere: whoever goes through it is noted there, and with what in mind."""

    __slots__ = ()

    @abstractmethod
    def back(self, wanted: Back) -> Iterator[Any]:
        """The lines of the events that are looked for, in order, and no others."""

    @abstractmethod
    def since(self) -> Iterator[Any]:
        """What lies here itself: everything but the lines of the first part."""

    @abstractmethod
    def __add__(self, more: tuple[object, ...]) -> WatchedTrail:
        """The trail with more at its end, watched likewise."""
