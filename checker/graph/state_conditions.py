"""Whether a condition holds at a state: asked once for what it reads of the table."""

from __future__ import annotations

from checker.graph.row_tables import RowTable
from checker.graph.table_graph import TableGraph, TableState
from checker.kernel.point import Undecided
from checker.kernel.term import Cond
from checker.norms.evaluate import Context


class StateConditions:
    """The conditions on tables that were asked on the states of the graph."""

    def __init__(self, graph: TableGraph) -> None:
        self.graph = graph
        self.rows = RowTable(graph.layout)
        self._kept: list[object] = []

    def holds(self, cond: Cond, state: TableState) -> bool | None:
        """Whether the condition holds there; None where that is open."""
        known = self.rows.find(id(cond), state[1])
        if known is not None:
            return known.what[0]  # type: ignore[no-any-return]
        self._kept.append(cond)
        table = self.graph.steps.traced(state[1])
        try:
            found: bool | None = Context(self.graph.rules, table).holds(cond, {})
        except Undecided:
            found = None
        self.rows.add(id(cond), self.graph.layout.read(table), state[1], (found,))
        return found
