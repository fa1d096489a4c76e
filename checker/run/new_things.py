"""New things on the table."""

from __future__ import annotations

from checker.kernel.position import Store


def created(store: Store, sort: str) -> tuple[Store, str]:
    """A table with one more thing of the sort, and its label: the first letter and the next number."""
    number = store.get(("made", sort), 0)
    assert isinstance(number, int)
    label = f"{sort[0].upper()}{number + 1}"
    there = store.get(("things", sort), ())
    assert isinstance(there, tuple)
    return store.put(("made", sort), number + 1).put(("things", sort), (*there, label)), label
