"""What may have been meant by a text that cannot be read: forms near it that can."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.read.tables import END, Stack, Table

MOST_ADDED = 3
"""So many words at most are added where some are missing."""
MOST_FOUND = 4
"""So many endings are named."""


def reworded(text: str, start: str) -> Iterator[str]:
    """Other forms of a norm: what is said to hold as a value, as what counts, a consequence behind its event."""
    if start != "norm":
        return
    yield f"the value of {text}"
    yield f"it counts that {text}"
    said, when, event = text.partition(" when ")
    if when:
        yield f"when {event}, {said}"


def endings(table: Table, start: str, stuck: list[Stack]) -> list[str]:
    """Words of the grammar with which a text that ends too early would be whole, the fewest first."""
    literals, vague = table.literals, _vague(table)
    found: dict[str, None] = {}
    todo: list[tuple[tuple[str, ...], Stack]] = [((), stack) for stack in stuck]
    for _ in range(MOST_ADDED):
        todo = [
            ((*said, literals[t]), after)
            for said, stack in todo
            for t in sorted(set(table.accepted(start, stack)) & literals.keys())
            if (after := table.fed(start, stack, t, literals[t])) is not None
        ]
        found |= {" ".join(s): None for s, at in todo if s[-2:] not in vague and table.fed(start, at, END) is not None}
    return list(found)[:MOST_FOUND]


def _vague(table: Table) -> frozenset[tuple[str, ...]]:
    """The words of phrases that stand for a thing named before, or for none."""
    found = (r.symbols for r in table.rules if re.match(r"(the|none|no|that)_", r.name))
    return frozenset(tuple(word for _, word in symbols) for symbols in found)
