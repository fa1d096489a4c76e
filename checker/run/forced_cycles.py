"""Play that nobody decides on and that comes back to where it was: it goes on so for ever."""

from __future__ import annotations

from checker.kernel.position import Agenda, Key, Position, Store
from checker.kernel.term import Value

FIRST = 128
"""So many positions are gone through before any is compared with a later one."""
GROWN = 1000
"""So many are gone through before positions count as alike between which only numbers have moved."""


class Circle:
    """Compares positions that follow each other, while nobody decides anything, with one of the earlier ones.

    The earlier one is taken anew after twice as many positions each time (Brent), so that every circle is found; far
    on, one in which numbers move and nothing else does is as good, since nothing counts so far.
    """

    __slots__ = ("_at", "_count", "_until")

    def __init__(self) -> None:
        self._at: Position | None = None
        self._count = 0
        self._until = FIRST

    def closes(self, position: Position) -> bool:
        """The position is one from which play comes to the same again."""
        if self._at is not None and again(self._at, position, self._count > GROWN):
            return True
        self._count += 1
        if self._count >= self._until:
            self._at, self._until = position, 2 * self._until
        return False


def again(earlier: Position, later: Position, grown: bool = False) -> bool:
    """The same comes next on the same table, and what was to be done after it still is, if only after more.

    If `grown`, it is the same table also where numbers have moved.
    """
    if not earlier.agenda or not later.agenda:
        return False
    effect, env, rest = earlier.agenda
    now = later.agenda
    if now[0] is not effect or now[1] != env:
        return False
    if later.store != earlier.store and (not grown or moved(earlier.store, later.store) is None):
        return False
    if _same(now[2], rest):
        return True
    while now and now is not rest:
        now = now[2]
    return now is rest


def _same(one: Agenda, other: Agenda) -> bool:
    """The agendas are equal; they may be longer than Python compares them."""
    while one is not other:
        if not one or not other or one[0] != other[0] or one[1] != other[1]:
            return False
        one, other = one[2], other[2]
    return True


def moved(earlier: Store, later: Store) -> dict[Key, int] | None:
    """By how much each number has moved; None if anything else is different."""
    found: dict[Key, int] = {}
    for key in {k for k, _ in (*earlier.items(), *later.items())}:
        was, now = earlier.get(key), later.get(key)
        if was == now and type(was) is type(now):
            continue
        if not (_number(was) and _number(now)):
            return None
        found[key] = int(str(now or 0)) - int(str(was or 0))
    return found


def _number(value: Value) -> bool:
    """It is a number, or none is stored, which counts as one."""
    return value is None or (isinstance(value, int) and not isinstance(value, bool))
