"""What is asked in a scene of the word game, and how the answer is read off the table."""

from __future__ import annotations

from typing import Any

from checker.games.hexx.telling.events import Events
from checker.kernel.scene import Form, MayQuestion
from checker.kernel.source import refused


class Questions:
    """Reads the questions of one scene."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.seat = events.seat
        self.names = tuple(events.table.seats)

    def asked(self, item: Any) -> Form:
        """The form of a question."""
        tree = item.tree.parts[0].parts[0]
        parts = tree.parts
        match tree.rule:
            case "may_play":
                who = self.seat(parts[0])
                return MayQuestion("lay", self.events.layings(who, parts[1], item.raw))
        raise refused(item.raw.place, "this question is not known here", item.raw.whole)
