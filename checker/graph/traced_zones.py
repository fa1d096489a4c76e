"""A table that notes what is read and written of it, card by card in zones without order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from checker.kernel.position import GONE, Key, Memory, Store, Writes
from checker.kernel.term import Value
from checker.session.query_memo import TracedStore


class ZoneTracedStore(TracedStore):
    """A traced table on which to move a card is to read and write where that card lies, and nothing else.

    `bits` are the changes of zones without order: whether the card lies there. A zone in `apart` was changed card by card
    only, and counts as read when it is looked at. `box` are all cards that there are.
    """

    __slots__ = ("apart", "bits", "box", "loose")

    def __init__(
        self, root: Store, loose: Callable[[Key], bool], box: frozenset[Value], memory: Memory | None = None
    ) -> None:
        super().__init__(root, memory)
        self.loose = loose
        self.box = box
        self.apart: frozenset[Key] = frozenset()
        self.bits: dict[tuple[Key, Value], bool] = {}

    def get(self, key: Key, default: Value = None) -> Value:
        """The value stored for the key, or the default."""
        if key in self.apart and key not in self.reads:
            self.reads[key] = self.root.get(key, GONE)
        return super().get(key, default)

    def put(self, key: Key, value: Value) -> ZoneTracedStore:
        """A table that differs from this one in that key only."""
        fresh = self._copied(key)
        fresh.over[key] = value
        if self.loose(key):
            held = value if isinstance(value, tuple) else ()
            fresh.apart = self.apart - {key}
            fresh.bits |= {(key, card): card in held for card in (*self.box, *held)}
        return fresh

    def after(self, writes: Writes) -> Store:
        """A table in which the entries are as written; GONE stands for one that is taken away."""
        store: Store = self
        for key, value in writes:
            store = store.put(key, value)
        return store

    def moved(self, card: Value, zone: Key, under: bool = False) -> Store:
        """A table in which the card is the last in the zone, or the first if `under` the others, and in no other."""
        store: Any = self
        for key in self.holding(card):
            store = store._without(key, card)
        if not self.loose(zone):
            there = store.get(zone, ())
            return store.put(zone, (card, *there) if under else (*there, card))  # type: ignore[no-any-return]
        there = store.peeked(zone)
        return store._apart(zone, card, (card, *there) if under else (*there, card))  # type: ignore[no-any-return]

    def _without(self, key: Key, card: Value) -> Store:
        if self.loose(key):
            return self._apart(key, card, tuple(c for c in self.peeked(key) if c != card))
        held = self.get(key)
        assert isinstance(held, tuple)
        at = held.index(card)
        return self.put(key, held[:at] + held[at + 1 :])

    def _apart(self, key: Key, card: Value, held: tuple[Value, ...]) -> ZoneTracedStore:
        fresh = self._copied(key)
        fresh.over[key] = held
        fresh.apart = self.apart | {key}
        fresh.bits[key, card] = card in held
        return fresh

    def peeked(self, zone: Key) -> tuple[Value, ...]:
        """What lies in the zone, without that counting as reading."""
        held: object = self.over.get(zone, None)
        if held is None:
            held = self.root.get(zone, ())
        return held if isinstance(held, tuple) else ()

    def entries(self, head: Value) -> tuple[tuple[Key, Value], ...]:
        """The entries whose key begins with the head, in the order in which they came."""
        if head == "zone":
            self._whole_zones()
        return super().entries(head)

    def items(self) -> Iterator[tuple[Key, Value]]:
        """All entries."""
        self._whole_zones()
        return super().items()

    def lying_of(self, title: str) -> tuple[tuple[Key, tuple[Value, ...]], ...]:
        """The zones in which cards of the title lie, each with these."""
        return Store.lying_of(self, title)

    def _whole_zones(self) -> None:
        for key in self.apart:
            self.get(key)

    def _copied(self, changing: Key) -> ZoneTracedStore:
        fresh = ZoneTracedStore(self.root, self.loose, self.box, self._memory)
        fresh.reads, fresh.over = self.reads, self.over.copy()
        fresh.placed = {} if changing[0] == "zone" else self.placed
        fresh.stated = self.stated or changing[0] == "stated"
        fresh.apart = self.apart
        fresh.bits = self.bits.copy() if changing[0] == "zone" else self.bits
        return fresh
