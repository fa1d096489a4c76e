"""Trees of sentences: what text is read into and printed from."""

from __future__ import annotations

from checker.kernel.record import Record


class Leaf(Record):
    """A word with a value of its own: a number, a name, a variable, a kind."""

    kind: str
    text: str


class Node(Record):
    """A phrase with its parts in reading order."""

    rule: str
    parts: tuple[Node | Leaf, ...] = ()
