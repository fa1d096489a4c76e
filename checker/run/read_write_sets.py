"""A table that notes what is read of it and what is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from checker.kernel.position import Key, Store, Writes
from checker.kernel.term import Value

EVERYTHING: Key = ("everything",)
ZONE = "zone"


def headed(head: Value) -> Key:
    """Stands for all entries whose key begins with the head."""
    return ("entries", head)


ZONES = headed(ZONE)


class Marks:
    """What was read, set, and changed in a way that may come in any order (numbers raised, cards laid down).

    `open` is true if more may be read and changed than was seen.
    """

    __slots__ = ("added", "open", "ordered", "read", "written")

    def __init__(self, ordered: frozenset[str] = frozenset()) -> None:
        self.read: set[Key] = set()
        self.written: set[Key] = set()
        self.added: set[Key] = set()
        self.ordered = ordered
        self.open = False

    @property
    def changing(self) -> bool:
        """Something is changed, or may be."""
        return bool(self.written or self.added or self.open)

    def without(self, kind: Callable[[Key], bool]) -> Marks:
        """The marks but for keys of that kind."""
        rest = Marks(self.ordered)
        rest.read = {k for k in self.read if not kind(k)}
        rest.written = {k for k in self.written if not kind(k)}
        rest.added = {k for k in self.added if not kind(k)}
        rest.open = self.open
        return rest

    def meets(self, other: Marks) -> bool:
        """One of the two reads or changes what the other changes, so that their order may matter."""
        return self.open or other.open or self._disturbs(other) or other._disturbs(self)

    def _disturbs(self, other: Marks) -> bool:
        if not (self.written.isdisjoint(other.read) and self.written.isdisjoint(other.written)):
            return True
        if not (self.written.isdisjoint(other.added) and self.added.isdisjoint(other.read)):
            return True
        if EVERYTHING in other.read and (self.written or self.added):
            return True
        return any(headed(key[0]) in other.read for key in (*self.written, *self.added))


class Noted(dict[Any, object]):
    """What was worked out from the zones; whoever looks at it has read them."""

    def __init__(self, known: dict[object, object], marks: Marks) -> None:
        super().__init__(known)
        self.marks = marks

    def get(self, key: Key, default: object = None) -> object:
        """What is known under the key, noted."""
        self.marks.read.add(ZONES)
        return super().get(key, default)


class MarkingStore(Store):
    """A store that notes in `marks` what is read of it and of those that are made from it, and what is changed."""

    __slots__ = ("depth", "inner", "marks")

    def __init__(self, inner: Store, marks: Marks) -> None:
        self.inner = inner
        self.depth: int = inner.depth + 1 if isinstance(inner, MarkingStore) else 1
        self.marks = marks
        self._memory = None
        self.kept = {}
        self.placed = Noted(inner.placed, marks)
        self.stated = inner.stated

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, noted."""
        self.marks.read.add(key)
        return self.inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        self.marks.read.add(key if isinstance(key, tuple) else EVERYTHING)
        return key in self.inner

    def items(self) -> Iterator[tuple[Key, Value]]:
        """All entries; everything counts as read."""
        self.marks.read.add(EVERYTHING)
        return self.inner.items()

    def entries(self, head: Value) -> tuple[tuple[Key, Value], ...]:
        """The entries whose key begins with the head; all of these count as read."""
        self.marks.read.add(headed(head))
        return self.inner.entries(head)

    def holding(self, card: Value) -> tuple[Key, ...]:
        """The zones that hold the card; all zones count as read."""
        self.marks.read.add(ZONES)
        return self.inner.holding(card)

    def put(self, key: Key, value: Value) -> Store:
        """A noting store that differs from this one in that key only, noted."""
        self.marks.written.add(key)
        return MarkingStore(self.inner.put(key, value), self.marks)

    def drop(self, key: Key) -> Store:
        """A noting store without the key, noted."""
        self.marks.written.add(key)
        return MarkingStore(self.inner.drop(key), self.marks)

    def after(self, writes: Writes) -> Store:
        """A noting store in which the entries are as written, noted."""
        self.marks.written.update(key for key, _ in writes)
        return MarkingStore(self.inner.after(writes), self.marks)

    def raised(self, key: Key, amount: Value, initial: Value, plus: Callable[[Value, Value], Value]) -> Store:
        """A noting store in which the number has grown by the amount, noted as a change that may come at any time."""
        self.marks.added.add(key)
        return MarkingStore(self.inner.raised(key, amount, initial, plus), self.marks)

    def laid(self, key: Key) -> Value:
        """What was just stored there, which is not noted."""
        return self.inner.laid(key)

    def moved(self, card: Value, zone: Key, under: bool = False) -> Store:
        """A noting store in which the card lies in the zone; two cards may come to it in any order."""
        places = {*self._bare().holding(card), zone}
        in_order = {key for key in places if key[1] in self.marks.ordered}
        self.marks.written |= in_order | {("card", card)}
        self.marks.added |= places - in_order
        return MarkingStore(self.inner.moved(card, zone, under), self.marks)

    def without(self, sort: str, thing: Value) -> Store:
        """A noting store in which the thing no longer exists; several may go in any order."""
        self.marks.written.add(("thing", thing))
        self.marks.added.add(("things", sort))
        return MarkingStore(self.inner.without(sort, thing), self.marks)

    def _whole(self) -> Mapping[Key, Value]:
        self.marks.read.add(EVERYTHING)
        return self.inner._whole()

    def _bare(self) -> Store:
        return self.inner._bare() if isinstance(self.inner, MarkingStore) else self.inner

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkingStore) and self.inner == other.inner

    def __hash__(self) -> int:
        return hash(self.inner)


def unmarked(store: Store) -> Store:
    """The table itself, of which nothing is noted."""
    while isinstance(store, MarkingStore):
        store = store.inner
    return store
