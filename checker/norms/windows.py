"""What lies open for others to respond to, on a table."""

from __future__ import annotations

from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.norms.rulebook import Rulebook


def coming(rules: Rulebook, store: Store) -> tuple[Value, ...]:
    """What others may respond to: the cards that are coming into play, the acts that are."""
    marked = (f for f in rules.fields if f in rules.answerable)
    return tuple(k[1] for field in marked for k, v in store.entries(field) if v is True)
