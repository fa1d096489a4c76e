"""Outcomes of calls on the shelf: all of them, which are written seldom, and apart from them what came since."""

from __future__ import annotations

from checker.kernel.game import Game
from checker.smt.termination.call_memo import CallMemo, Finals, nothing
from checker.store.protocol import Shelf

ALL, SINCE = "calls", "calls since"
SHARE = 3
"""All is written anew once more than one part in so many came since."""


class ShelvedCalls:
    """The outcomes of calls under a name, as earlier runs left them on the shelf."""

    def __init__(self, shelf: Shelf | None, name: str) -> None:
        self.shelf, self.name = shelf, name
        self.long = self._got(ALL)
        since = self._got(SINCE) if _size(self.long) else nothing()
        self.kept = CallMemo(
            {**self.long.calls, **since.calls},
            {**self.long.possible, **since.possible},
            {**self.long.courses, **since.courses},
            {**self.long.measures, **since.measures},
        )

    def finals(self, game: Game) -> Finals:
        """The outcomes of calls of the game, with those that were left."""
        return Finals(game, self.kept)

    def leave(self, finals: Finals) -> None:
        """What was found beyond what earlier runs left is left to later ones."""
        if self.shelf is None or not _size(finals.beyond(self.kept)):
            return
        since = finals.beyond(self.long)
        if _size(since) * SHARE > _size(self.long):
            self.long, since = finals.left(), nothing()
            self.shelf.put(ALL, self.name, self.long)
        self.shelf.put(SINCE, self.name, since)
        self.kept = finals.left()

    def _got(self, kind: str) -> CallMemo:
        found: CallMemo | None = self.shelf.get(kind, self.name, CallMemo) if self.shelf is not None else None
        return found or nothing()


def _size(kept: CallMemo) -> int:
    return len(kept.calls) + len(kept.possible) + len(kept.courses) + len(kept.measures)
