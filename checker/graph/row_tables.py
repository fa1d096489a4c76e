"""Rows found by what they looked at: a decision tree of masks for each thing that rows are about."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from checker.graph.packed_layout import MaskedRows, PackedLayout, Watching

FEW = 4
"""So many rows are looked through one mask after the other."""
GROWN = 1.3
"""A tree is made anew once there are so many times the rows that are in it."""


class Row(NamedTuple):
    """What is known for all states that agree in what was looked at."""

    what: Any
    looked: MaskedRows


class MaskTree:
    """The rows about one thing, the tree over those that there were when it was made, and for which slots that was."""

    __slots__ = ("classes", "count", "made", "root", "size")

    def __init__(self) -> None:
        self.classes: list[MaskedRows] = []
        self.root: Any = None
        self.size = self.count = 0
        self.made = -1


class RowTable:
    """Rows of one sort; `missed` counts those that had to be worked out."""

    def __init__(self, layout: PackedLayout) -> None:
        self.layout = layout
        self.trees: dict[Hashable, MaskTree] = {}
        self.missed = 0

    def __len__(self) -> int:
        return sum(tree.count for tree in self.trees.values())

    def find(self, about: Hashable, state: int) -> Row | None:
        """The row about it for the state, if there is one."""
        tree = self.trees.get(about)
        if tree is None:
            return None
        if tree.made != self.layout.made:
            self._build(tree)
        node = tree.root
        while type(node) is list:
            node = node[1].get(state & node[0])
        if node is not None:
            return node  # type: ignore[no-any-return]
        for rows in tree.classes:
            if (found := rows.rows.get(state & rows.mask)) is not None:
                return found  # type: ignore[no-any-return]
        return None

    def add(self, about: Hashable, read: Watching, state: int, what: Any) -> Row:
        """The row, kept for all states in which the same is read."""
        self.missed += 1
        tree = self.trees.setdefault(about, MaskTree())
        rows = next((c for c in tree.classes if c.mask == read.mask), None)
        if rows is None:
            rows = MaskedRows(read.mask)
            tree.classes.append(rows)
        self.layout.watch(rows, read.of)
        row = rows.rows[state & rows.mask] = Row(what, rows)
        tree.count += 1
        if tree.count > FEW and tree.count > tree.size * GROWN:
            self._build(tree)
        return row

    def _build(self, tree: MaskTree) -> None:
        rows = []
        for one in tree.classes:
            rows += [(one.mask, key, row) for key, row in one.rows.items()]
        tree.root, tree.size, tree.made = _tree(rows, 0), len(rows), self.layout.made


def _tree(rows: list[tuple[int, int, Row]], done: int) -> Any:
    """The next thing to look at, with a tree for each value; a row where nothing more is to be looked at; or nothing."""
    if not rows:
        return None
    shared = -1
    for mask, _, _ in rows:
        shared &= mask
    shared &= ~done
    if shared:
        ways: dict[int, list[tuple[int, int, Row]]] = {}
        for row in rows:
            ways.setdefault(row[1] & shared, []).append(row)
        return [shared, {value: _tree(some, done | shared) for value, some in ways.items()}]
    return next((row for mask, _, row in rows if not mask & ~done), None)


def joined(parts: Iterable[tuple[MaskedRows, int]]) -> Watching:
    """What rows looked at that come one after the other, each with the mask of what was not yet written before it."""
    mask, of = 0, set[Any]()
    for rows, kept in parts:
        mask |= rows.mask & kept
        of |= rows.of
    return Watching(mask, frozenset(of))


def with_more(one: Watching, other: Watching) -> Watching:
    """What is read by either."""
    return Watching(one.mask | other.mask, one.of | other.of)
