"""Play that nobody decides on and that comes back to where it was: it goes on so for ever."""

from __future__ import annotations

from checker.kernel.position import Position

FIRST = 128
"""So many positions are gone through before any is compared with a later one."""


class Circle:
    """Compares positions that follow each other, while nobody decides anything, with one of the earlier ones.

    The earlier one is taken anew after twice as many positions each time (Brent), so that every circle is found.
    """

    __slots__ = ("_at", "_count", "_until")

    def __init__(self) -> None:
        self._at: Position | None = None
        self._count = 0
        self._until = FIRST

    def closes(self, position: Position) -> bool:
        """The position is one from which play comes to the same again."""
        if self._at is not None and again(self._at, position):
            return True
        self._count += 1
        if self._count >= self._until:
            self._at, self._until = position, 2 * self._until
        return False


def again(earlier: Position, later: Position) -> bool:
    """The same comes next on the same table, and what was to be done after it still is, if only after more."""
    if not earlier.agenda or not later.agenda:
        return False
    effect, env, rest = earlier.agenda
    now = later.agenda
    if now[0] is not effect or now[1] != env or later.store != earlier.store:
        return False
    if now[2] == rest:
        return True
    while now and now is not rest:
        now = now[2]
    return now is rest
