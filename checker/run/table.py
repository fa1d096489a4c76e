"""Cards and things on the table: each change is a new table."""

from __future__ import annotations

from checker.kernel.position import Key, Store
from checker.kernel.term import Value


def moved(store: Store, card: Value, zone: Key) -> Store:
    """A table on which the card is in the zone and nowhere else."""
    store = taken(store, card)
    held = store.get(zone, ())
    assert isinstance(held, tuple)
    return store.put(zone, (*held, card))


def taken(store: Store, card: Value) -> Store:
    """A table on which the card is in no zone."""
    for key in store.holding(card):
        held = store.get(key)
        assert isinstance(held, tuple)
        left = list(held)
        left.remove(card)
        store = store.put(key, tuple(left))
    return store


def created(store: Store, sort: str) -> tuple[Store, str]:
    """A table with one more thing of the sort, and its label: the first letter and the next number."""
    number = store.get(("made", sort), 0)
    assert isinstance(number, int)
    label = f"{sort[0].upper()}{number + 1}"
    there = store.get(("things", sort), ())
    assert isinstance(there, tuple)
    return store.put(("made", sort), number + 1).put(("things", sort), (*there, label)), label


def removed(store: Store, sort: str, thing: Value) -> Store:
    """A table without the thing; what was stored about it is kept for questions."""
    there = store.get(("things", sort), ())
    assert isinstance(there, tuple)
    return store.put(("things", sort), tuple(t for t in there if t != thing))
