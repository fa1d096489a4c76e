"""The filled tables of a graph as flat arrays, taken up again where they changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np

from checker.graph.compiled import kernel
from checker.graph.compiled.bit_order import BitOrder
from checker.graph.interned_agendas import OVER
from checker.graph.offers import StateKind
from checker.graph.row_tables import MaskTree, Row, RowNode, RowTable
from checker.graph.table_graph import TableGraph

WASTE = 1 << 20
"""So many words may be left over from trees that changed, before all is taken up anew."""
GROWTH = 1.3
"""A full array gets so many times the room."""


class FlatTables:
    """What the kernel goes by: trees, operations, rows of options, and which agendas come of heads before rests.

    A tree is taken up again once its version is another; everything is once bits lie elsewhere.
    """

    def __init__(self, graph: TableGraph, set_: int) -> None:
        self.graph = graph
        self.order = BitOrder(graph.layout, set_)
        self.agenda = GrowingArray(3)
        self._pushes: dict[tuple[int, ...], int] = {(): 0}
        self._pushed: dict[int, int] = {}
        self._begin()

    def _begin(self) -> None:
        words = self.order.words
        self.memory = GrowingArray(1)
        self.kept, self.put, self.leads = GrowingArray(words), GrowingArray(words), GrowingArray(1)
        self.rows, self.options = GrowingArray(2), GrowingArray(2)
        self.memory.add(np.zeros(1, np.int64))
        self._bits, self._live = self.graph.layout.bits, 0
        self._taken: tuple[dict[Hashable, tuple[MaskTree, int]], ...] = ({}, {}, {}, {})
        self._roots: tuple[list[int], ...] = ([], [], [], [])
        self._leaves: dict[int, tuple[Row, int]] = {}
        self._operations: dict[tuple[int, int, int], int] = {}
        self._fresh: list[tuple[int, int, int]] = []

    def widen(self, set_: int) -> None:
        """Lets these bits, too, be set where somebody decides."""
        self.order = BitOrder(self.graph.layout, self.order.set | set_)
        self._begin()

    def refresh(self) -> None:
        """Takes up what changed."""
        self.graph.forms.look_again()
        if not self.order.grown(self.graph.layout, self._bits):
            self.order = BitOrder(self.graph.layout, self.order.set)
            self._begin()
        elif self.memory.count > 2 * self._live + WASTE:
            self._begin()
        self._bits = self.graph.layout.bits
        graph = self.graph
        cells = graph.agendas.cells
        self._take_up(0, graph.rows.options, self._options)
        self._take_up(1, graph.rows.onwards, self._operation)
        self._take_up(2, graph.forms.cleared, self._cleared)
        self._take_up(3, graph.forms.renamed, self._operation)
        self._put_operations()
        self._live = self._live or self.memory.count
        size = max(len(cells), len(graph.agendas.heads))
        self.roots = np.zeros((4, size), np.int64)
        for which, roots in zip(self.roots, self._roots, strict=True):
            which[: len(roots)] = roots
        self._put_agendas()
        self.pairs, self.pushed = self._all_pushed()

    def _put_agendas(self) -> None:
        """The head of each cell, the cell of its rest, and its sort; they never change."""
        cells, sort = self.graph.agendas.cells, self.graph.forms.sort
        begin = self.agenda.count
        if begin < len(cells):
            self.agenda.add(np.array([(*cells[n], sort(n)) for n in range(begin, len(cells))], np.int64))

    # -- trees -----------------------------------------------------------------------------------

    def _take_up(self, which: int, table: RowTable, leaf: Callable[[Row], int]) -> None:
        taken, roots = self._taken[which], self._roots[which]
        for gone in [about for about in taken if about not in table.trees]:
            del taken[gone]
            assert isinstance(gone, int)
            roots[gone] = 0
        batch = _Batch(leaf)
        changed: list[tuple[int, int]] = []
        for about, tree in table.trees.items():
            root = tree.built() if tree.stale else tree.root
            if taken.get(about) == (tree, tree.version):
                continue
            taken[about] = (tree, tree.version)
            assert isinstance(about, int)
            changed.append((about, batch.child(root)))
        addresses = self._assemble(batch)
        for about, child in changed:
            roots += [0] * (about + 1 - len(roots))
            roots[about] = int(addresses[child - 1]) if child > 0 else child

    def _assemble(self, batch: _Batch) -> np.ndarray:
        if not batch.masks:
            return np.zeros(0, np.int64)
        masks = self._ordered(batch.masks)
        nodes = np.array(batch.nodes, np.int64)
        entries = np.bincount(nodes, minlength=len(masks))
        bits = np.maximum(1, np.ceil(np.log2(2 * entries)).astype(np.int64))
        sizes = (masks != 0).sum(axis=1)
        room = 1 + 2 * sizes + (1 << bits) * (sizes + 1)
        begin = self.memory.count
        address = begin + np.cumsum(room) - room
        self.memory.add(np.zeros(int(room.sum()), np.int64))
        children = np.array(batch.children, np.int64)
        kernel.assemble(self.memory.all, address, masks, bits, nodes, self._ordered(batch.keys), children)
        return address

    def _ordered(self, tables: Sequence[int]) -> np.ndarray:
        return self.order.ordered(tables, self.graph.layout.bits)

    # -- rows ------------------------------------------------------------------------------------

    def _operation(self, row: Row) -> int:
        """The leaf of a row that keeps and puts, and leads to a cell."""
        kept, put, cell = row.what
        return -1 - self._number(kept, put, cell)

    def _cleared(self, row: Row) -> int:
        """The leaf of a row of what is cleared."""
        kept, put, renames = row.what
        return -1 - self._number(kept, put, kernel.RENAMES if renames else OVER)

    def _number(self, kept: int, put: int, cell: int) -> int:
        key = (kept, put, cell)
        number = self._operations.get(key)
        if number is None:
            number = self._operations[key] = len(self._operations)
            self._fresh.append(key)
        return number

    def _options(self, row: Row) -> int:
        """The leaf of a row of options."""
        known = self._leaves.get(id(row))
        if known is None:
            changes = row.what.changes
            pushes = self._pushes
            listed = [
                (self._number(kept, put, 0), pushes.setdefault(heads, len(pushes))) for _, kept, put, heads in changes
            ]
            first = self.options.count
            self.options.add(np.array(listed, np.int64).reshape(len(listed), 2))
            known = self._leaves[id(row)] = (row, -1 - self.rows.count)
            self.rows.add(np.array([(first, len(listed))], np.int64))
        return known[1]

    def _put_operations(self) -> None:
        fresh, self._fresh = self._fresh, []
        if fresh:
            whole = (1 << self.graph.layout.bits) - 1
            self.kept.add(~self._ordered([~kept & whole for kept, _, _ in fresh]))
            self.put.add(self._ordered([put for _, put, _ in fresh]))
            self.leads.add(np.array([cell for _, _, cell in fresh], np.int64))

    # -- heads before rests ----------------------------------------------------------------------

    def push(self, state: tuple[int, int]) -> None:
        """Takes up which agendas come of the options of the state."""
        agendas = self.graph.agendas
        options = self.graph.options(state)
        if options.kind in (StateKind.OVER, StateKind.ENDLESS):
            return
        rest = agendas.cells[state[0]][1]
        for change in options.changes:
            number = self._pushes.setdefault(change.heads, len(self._pushes))
            self._pushed[number << 32 | rest] = agendas.before(change.heads, rest)

    def _all_pushed(self) -> tuple[object, object]:
        size = 1 << (2 * len(self._pushed) + 2).bit_length()
        pairs, cells = np.full(size, -1, np.int64), np.zeros(size, np.int64)
        keys, values = np.array(list(self._pushed), np.int64), np.array(list(self._pushed.values()), np.int64)
        kernel.place_pairs(pairs, cells, keys, values)
        return pairs, cells


class _Batch:
    """Nodes of trees and their entries, as lists; a child above 0 is a node by its number, one below 0 a row."""

    def __init__(self, leaf: Callable[[Row], int]) -> None:
        self.leaf = leaf
        self.masks: list[int] = []
        self.nodes: list[int] = []
        self.keys: list[int] = []
        self.children: list[int] = []

    def child(self, node: RowNode) -> int:
        """The node or row, taken up."""
        if node is None:
            return 0
        if type(node) is not list:
            return self.leaf(node)
        number = len(self.masks)
        self.masks.append(node[0])
        ways: Iterable[tuple[int, RowNode]] = node[1].items()
        for key, under in ways:
            child = self.child(under)
            self.nodes.append(number)
            self.keys.append(key)
            self.children.append(child)
        return number + 1


class GrowingArray:
    """An array of 64-bit numbers, or of rows of so many."""

    def __init__(self, width: int) -> None:
        self._room = np.zeros((1024, width) if width > 1 else 1024, np.int64)
        self.count = 0

    @property
    def all(self) -> np.ndarray:
        """What is in it."""
        return self._room[: self.count]

    def add(self, more: np.ndarray) -> None:
        """Puts more numbers, or rows, at the end."""
        end = self.count + len(more)
        if end > len(self._room):
            self._room = grown(self._room, max(end, int(GROWTH * len(self._room))))
        self._room[self.count : end] = more
        self.count = end


def grown(array: np.ndarray, size: int) -> np.ndarray:
    """The array with so much room, or with as much as it has."""
    if len(array) >= size:
        return array
    fresh = np.zeros((size, *array.shape[1:]), array.dtype)
    fresh[: len(array)] = array
    return fresh
