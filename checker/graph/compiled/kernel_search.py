"""State spaces found by the kernel, from where plain Python left off: the same states and edges under the same numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, overload

import numpy as np

from checker.graph.compiled import kernel
from checker.graph.compiled.bit_order import BitOrder
from checker.graph.compiled.flat_tables import GROWTH, FlatTables, grown
from checker.graph.state_space import StateSpace, Telling
from checker.graph.table_graph import TableState

AT_MOST = 512
"""So many states for which rows are missing are handed back at a time."""
AHEAD = 1 << 14
"""So many states are looked through for missing rows once one is missing."""
BUDGET = 1 << 17
"""After so many states each it is told how far the search is."""


class PackedStates(Sequence[TableState]):
    """States in rows of words, each made out when it is asked for."""

    def __init__(self, order: BitOrder, tables: np.ndarray, cells: np.ndarray) -> None:
        self.order = order
        self.tables = tables
        self.cells = cells

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, at: int) -> TableState: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[TableState]: ...
    def __getitem__(self, at: int | slice) -> TableState | Sequence[TableState]:
        if isinstance(at, slice):
            return list(zip(self.cells[at].tolist(), self.order.tables(self.tables[at]), strict=True))
        return int(self.cells[at]), self.order.table(self.tables[at].tobytes())

    def __iter__(self) -> Iterator[TableState]:
        for start in range(0, len(self), AHEAD):
            yield from self[start : start + AHEAD]


class _KnownStates(NamedTuple):
    """What is known: states in an order of their bits, their cells, a set of their numbers, and their edges."""

    order: BitOrder
    states: np.ndarray
    cells: np.ndarray
    set: np.ndarray
    firsts: np.ndarray
    to: np.ndarray


class KernelSearch:
    """The rest of a state space; `bytes` are held for what is known of it, and `filled` counts states asked of the tables.

    `flat` are the tables of the same graph from an earlier search, if there was one.
    """

    def __init__(self, space: StateSpace, flat: FlatTables | None = None) -> None:
        self.space = space
        self.filled = 0
        set_ = 0
        for _, table in space.states:
            set_ |= table
        self.flat = FlatTables(space.graph, set_) if flat is None else flat
        for state in space.states[: space.looked]:
            self.flat.push(state)
        self.flat.refresh()
        self.counts = np.array([space.looked, len(space.states), len(space.to), 0], np.int64)
        self.known = self._begun()

    def _begun(self) -> _KnownStates:
        space, order = self.space, self.flat.order
        tables = order.ordered([t for _, t in space.states], space.graph.layout.bits)
        cells = np.array([c for c, _ in space.states], np.int32)
        known = _KnownStates(
            order,
            tables[:, : order.resting].copy(),
            cells,
            np.zeros(0, np.int32),
            np.array(space.firsts, np.int32),
            np.array(space.to, np.int32),
        )
        return _collected(known, len(cells))

    @property
    def bytes(self) -> int:
        """What the arrays of states and edges take."""
        return sum(a.nbytes for a in self.known[1:])

    def run(self, most: int, tell: Telling) -> None:
        """Goes through all states, or until so many are known. Raises TooNarrow."""
        missed, seen = np.zeros(AT_MOST, np.int64), np.zeros(4 * AT_MOST, np.int64)
        while True:
            flat, known = self.flat, self.known
            outside = np.zeros(flat.order.words, np.int64)
            self.counts[kernel.MISSED] = 0
            seen[:] = 0
            status = kernel.go_through(
                flat.memory.all,
                flat.roots,
                flat.agenda.all,
                flat.rows.all,
                flat.options.all,
                flat.kept.all,
                flat.put.all,
                flat.leads.all,
                flat.pairs,
                flat.pushed,
                *known[1:],
                self.counts,
                missed,
                seen,
                outside,
                most,
                BUDGET,
                AHEAD,
            )
            match status:
                case kernel.DONE:
                    return
                case kernel.FULL:
                    self.known = self._roomier()
                case kernel.PAUSED:
                    tell(int(self.counts[kernel.LOOKED]), int(self.counts[kernel.KNOWN]))
                case _:  # rows are missing
                    self._fill(missed[: self.counts[kernel.MISSED]], outside)

    def _fill(self, missed: object, outside: np.ndarray) -> None:
        """Asks the tables for the states for which rows are missing."""
        known, flat = self.known, self.flat
        states = zip(known.cells[missed].tolist(), known.order.tables(known.states[missed]), strict=True)
        for state in states:
            self.space.graph.successors(state)
            flat.push(state)
            self.filled += 1
        if outside.any():
            flat.widen(known.order.tables(outside[None])[0])
        flat.refresh()
        if flat.order is not known.order:
            count = self.counts[kernel.KNOWN]
            tables = flat.order.moved(known.states[:count], known.order)
            room = grown(tables, len(known.cells))
            self.known = _collected(known._replace(order=flat.order, states=room), count)

    def _roomier(self) -> _KnownStates:
        known = self.known
        count, edges = int(self.counts[kernel.KNOWN]), int(self.counts[kernel.EDGES])
        most = int(self.flat.rows.all[:, 1].max(initial=0))
        states = _room(known.states, count + most)
        known = known._replace(
            states=states,
            cells=grown(known.cells, len(states)),
            firsts=grown(known.firsts, len(states) + 2),
            to=_room(known.to, edges + most),
        )
        return _collected(known, count)

    def result(self) -> StateSpace:
        """The state space as far as it is known."""
        known = self.known
        looked, count, edges = (int(self.counts[x]) for x in (kernel.LOOKED, kernel.KNOWN, kernel.EDGES))
        return StateSpace(
            self.space.graph,
            PackedStates(known.order, known.states[:count], known.cells[:count]),
            self.space.begins,
            looked,
            memoryview(known.firsts[: looked + 1]),
            memoryview(known.to[:edges]),
        )


def _room(array: np.ndarray, least: int) -> np.ndarray:
    return array if len(array) >= least else grown(array, max(least, int(GROWTH * len(array))))


def _collected(known: _KnownStates, count: int) -> _KnownStates:
    """With a set of the states that has room for all that there is room for."""
    set_ = np.full(1 << (4 * max(256, len(known.cells)) // 3).bit_length(), -1, np.int32)
    kernel.collect(set_, known.states, known.cells, count)
    return known._replace(set=set_)


def continued(space: StateSpace, most: int, tell: Telling = lambda looked, known: None) -> StateSpace:
    """The state space with what can be reached from it, or with what was met until `most` states were known.

    Interrupted, it gives what is known by then. Raises TooNarrow.
    """
    search = KernelSearch(space)
    with suppress(KeyboardInterrupt):
        search.run(most, tell)
    return search.result()
