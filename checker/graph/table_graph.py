"""The state graph on tables: each edge a mask and a number, worked out by the interpreter once for what it reads."""

from __future__ import annotations

from typing import TypeAlias

from checker.graph.canonical_form import CanonicalForm, TableEntries
from checker.graph.canonical_rows import CanonicalRows
from checker.graph.composed_rows import NEVER, ComposedRows, DecisionRow
from checker.graph.decisions import Decided, StateKind
from checker.graph.interned_agendas import InternedAgendas
from checker.graph.offers import Offers
from checker.graph.packed_layout import PackedLayout
from checker.graph.step_rows import StepRows
from checker.kernel.position import Agenda, Key, Position
from checker.norms.rulebook import Rulebook
from checker.session.rule_tally import Tally

TableState: TypeAlias = tuple[int, int]
"""The number of an agenda, and a packed table."""
ENDLESS_STATE: TableState = (NEVER, 0)


class TableGraph:
    """The states of play from a table on; what is open goes as by default, or `each` way. What is looked up in the rules
    is told to the `tally`.

    Raises TooNarrow from anywhere where a slot has no room; the graph is then made anew with more bits for its key.
    """

    def __init__(
        self,
        rules: Rulebook,
        offers: Offers,
        begun: Position,
        each: bool = False,
        widths: dict[Key, int] | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.rules = rules
        self.form = CanonicalForm(rules)
        table, agenda = self.form.of(begun.store.items(), begun.agenda)
        self.agendas = InternedAgendas()
        self.layout = PackedLayout(self.form, table, {} if widths is None else widths)
        self.steps = StepRows(rules, offers, self.layout, self.agendas, each, tally or Tally(rules))
        self.rows = ComposedRows(self.steps, self.layout, self.agendas)
        self.forms = CanonicalRows(self.form, self.layout, self.agendas)
        self.first = self.reached(self.agendas.of(agenda), 0)

    @property
    def asked(self) -> int:
        """How often the interpreter was asked."""
        return self.steps.steps.missed + self.steps.offered.missed + self.steps.broken.missed

    def state(self, position: Position) -> TableState:
        """The state at which something is next decided from there on."""
        table, agenda = self.form.of(position.store.items(), position.agenda)
        return self.reached(self.agendas.of(agenda), self.layout.packed(table))

    def reached(self, cell: int, table: int) -> TableState:
        """The state at which something is next decided."""
        kept, put, cell = self.rows.onward(cell, table)
        if cell == NEVER:
            return ENDLESS_STATE
        return self.forms.of(cell, table & kept | put)

    def options(self, state: TableState) -> DecisionRow:
        """What is decided at the state."""
        if state == ENDLESS_STATE:
            return DecisionRow(StateKind.ENDLESS, None, ())
        return self.rows.decided(*state)

    def successors(self, state: TableState) -> Decided[TableState]:
        """What is decided at the state, and the states that come of it."""
        kind, by, changes = self.options(state)
        cell, table = state
        rest = self.agendas.cells[cell][1] if changes else 0
        found = ((c, self.agendas.before(c.heads, rest)) for c in changes)
        return Decided(kind, by, tuple((c.label, self.reached(to, table & c.kept | c.put)) for c, to in found))

    def shown(self, state: TableState) -> tuple[TableEntries, Agenda]:
        """The table and the agenda of the state."""
        cell, table = state
        return self.layout.unpacked(table), self.agendas.agenda(cell)
