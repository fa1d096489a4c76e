"""Rows found by what they looked at: a decision tree of masks for each thing that rows are about."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple, TypeAlias

from checker.graph.packed_layout import MaskedRows, PackedLayout, Watching

RowNode: TypeAlias = Any
"""A list of a mask and a node for each value under it; a row where nothing more is looked at; or None."""


class Row(NamedTuple):
    """What is known for all states that agree in what was looked at."""

    what: Any
    looked: MaskedRows


class MaskTree:
    """The rows about one thing, and the tree over them, which is to be made anew if it is `stale`.

    What looks at slots is told of those that are made later: then there is no tree until somebody looks for a row.
    `version` counts the changes.
    """

    __slots__ = ("classes", "count", "root", "stale", "version")

    def __init__(self) -> None:
        self.classes: list[MaskedRows] = []
        self.root: RowNode = None
        self.stale = False
        self.count = self.version = 0

    def changed(self) -> None:
        """There is no tree until somebody looks for a row."""
        self.root, self.stale = None, True

    def built(self) -> RowNode:
        """The tree over all rows."""
        root: RowNode = None
        for one in self.classes:
            for key, row in one.rows.items():
                root = _with(root, one.mask, key, row)
        self.root, self.stale = root, False
        self.version += 1
        return root


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
        node = tree.root
        while type(node) is list:
            node = node[1].get(state & node[0])
        if node is None and tree.stale:
            tree.built()
            return self.find(about, state)
        return node  # type: ignore[no-any-return]

    def add(self, about: Hashable, read: Watching, state: int, what: Any) -> Row:
        """The row, kept for all states in which the same is read."""
        self.missed += 1
        tree = self.trees.setdefault(about, MaskTree())
        rows = next((c for c in tree.classes if c.mask == read.mask), None)
        if rows is None:
            rows = MaskedRows(read.mask, tree.changed)
            tree.classes.append(rows)
        self.layout.watch(rows, read.of)
        row = rows.rows[state & rows.mask] = Row(what, rows)
        tree.count += 1
        if not tree.stale:
            tree.root = _with(tree.root, rows.mask, state, row)
            tree.version += 1
        return row

    def narrow(self, mask: int) -> None:
        """Lets the rows hold only where these slots, made after them, are as they were."""
        for tree in self.trees.values():
            for rows in tree.classes:
                rows.mask |= mask
            tree.changed()

    def forget(self, mask: int) -> None:
        """Drops the rows that did not look at all of these slots."""
        for tree in self.trees.values():
            kept = [rows for rows in tree.classes if rows.mask & mask == mask]
            if len(kept) < len(tree.classes):
                tree.classes = kept
                tree.count = sum(len(rows.rows) for rows in kept)
                tree.changed()


def _with(root: RowNode, mask: int, state: int, row: Row) -> RowNode:
    """The tree with one more row.

    A node looks at what all rows under it look at, as far as nothing above it did. Where there is nothing such, the row is
    found only where the rest of the state is as it is now.
    """
    ways, key, done = {0: root}, 0, 0
    top = ways
    while type(node := ways.get(key)) is list:
        shared = node[0] & mask
        if not mask & ~done:
            break
        if shared and shared != node[0]:
            _divide(node, shared)
        done |= node[0]
        ways, key = node[1], state & node[0]
    left = mask & ~done
    if not left:
        ways[key] = row
    elif node is None:
        ways[key] = [left, {state & left: row}]
    return top[0]


def _divide(node: list[Any], shared: int) -> None:
    """Lets the node look at a part of its mask first, and at the rest in a second node."""
    rest = node[0] & ~shared
    ways: dict[int, list[tuple[int, RowNode]]] = {}
    for key, child in node[1].items():
        ways.setdefault(key & shared, []).append((key & rest, child))
    node[0], node[1] = shared, {key: _second(rest, some) for key, some in ways.items()}


def _second(mask: int, ways: list[tuple[int, RowNode]]) -> RowNode:
    (key, child), *more = ways
    if not more and type(child) is list:
        return [mask | child[0], {key | k: c for k, c in child[1].items()}]
    return [mask, dict(ways)]


def joined(parts: Iterable[tuple[MaskedRows, int]]) -> Watching:
    """What rows looked at that come one after the other, each with the mask of what was not yet written before it."""
    mask, of = 0, set[object]()
    for rows, kept in parts:
        mask |= rows.mask & kept
        of |= rows.of
    return Watching(mask, frozenset(of))


def with_more(one: Watching, other: Watching) -> Watching:
    """What is read by either."""
    return Watching(one.mask | other.mask, one.of | other.of)
