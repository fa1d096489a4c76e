"""The state graph on tables: each edge a mask and a number, worked out by the interpreter once for what it reads."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from checker.graph.canonical_form import COUNTS, CanonicalForm, TableEntries
from checker.graph.composed_rows import NEVER, ComposedRows, DecisionRow, OnwardRow
from checker.graph.interned_agendas import OVER, InternedAgendas
from checker.graph.offers import Decided, Offers, StateKind
from checker.graph.packed_layout import CARD, PackedLayout, PackedSlot, Watching
from checker.graph.row_tables import RowTable
from checker.graph.step_rows import StepRows
from checker.kernel.position import GONE, Agenda, Key, Position
from checker.kernel.term import Cond, Undecided
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.forced_cycles import same_agenda
from checker.session.query_memo import Tally

TableState: TypeAlias = tuple[int, int]
"""The number of an agenda, and a packed table."""
ENDLESS_STATE: TableState = (NEVER, 0)

FIXED = ("things", "made", "zone")
"""Keys that begin with these are never cleared."""


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


class Speaking(NamedTuple):
    """A key that says which things there are, or names some: what it is about, and what its values so far name."""

    key: Key
    about: frozenset[str]
    names: frozenset[str]
    slot: PackedSlot | None
    mask: int
    says: bool
    counts: bool


class Cleared(NamedTuple):
    """What is kept and put so that nothing is said of what is no more; whether things get other names then."""

    kept: int
    put: int
    renames: bool


class CanonicalRows:
    """For the number of an agenda and a table, what is kept and put so that the state is in canonical form.

    What is cleared hangs on the agenda only by the things named in it: agendas that name the same are of one `sort`. What is
    said of things that are not there need not be looked at, and of a slot that names only things that are there neither.
    """

    def __init__(self, form: CanonicalForm, layout: PackedLayout, agendas: InternedAgendas) -> None:
        self.form = form
        self.layout = layout
        self.agendas = agendas
        self.cleared = RowTable(layout)
        self.renamed = RowTable(layout)
        self.sorts: list[frozenset[str]] = [frozenset()]
        self._sorts: dict[frozenset[str], int] = {frozenset(): 0}
        self._sort_of: dict[int, int] = {OVER: 0}
        self._speaking: dict[Key, Speaking] = {}
        self._first: TableEntries = {}
        self._mask = self._bits = 0
        self._known = -1

    def of(self, cell: int, table: int) -> tuple[int, int]:
        """The state without what is said of what is no more, and with things under their names."""
        if self._known != self.layout.made + self.layout.spoken:
            self.look_again()
        found = self.cleared.find(self.sort(cell), table)
        kept, put, renames = found.what if found is not None else self._clear(cell, table)
        if renames:
            found = self.renamed.find(cell, table)
            kept, put, cell = found.what if found is not None else self._rename(cell, table)
        return cell, table & kept | put

    def sort(self, cell: int) -> int:
        """The number of the things that are named in the agenda."""
        found = self._sort_of.get(cell)
        return found if found is not None else self._sorted(cell)

    def _sorted(self, cell: int) -> int:
        chain = []
        while cell not in self._sort_of:
            chain.append(cell)
            cell = self.agendas.cells[cell][1]
        number = self._sort_of[cell]
        for one in reversed(chain):
            effect, env = self.agendas.heads[self.agendas.cells[one][0]]
            named = self.sorts[number].union(self.form.spoken(effect), *(self.form.labels(v) for _, v in env))
            number = self._sort_of[one] = self._sorts.setdefault(named, len(self.sorts))
            if number == len(self.sorts):
                self.sorts.append(named)
        return number

    # -- rows ------------------------------------------------------------------------------------

    def _clear(self, cell: int, table: int) -> Cleared:
        form, agenda, sort = self.form, self.agendas.agenda(cell), self.sort(cell)
        entries, spoken = self._said(table), self.sorts[sort]
        alive = form.alive(entries, spoken)
        gone = frozenset(
            s.key for s in self._speaking.values() if s.key[0] not in FIXED and (s.counts or not s.about <= alive)
        )
        named, other = form.of(entries.items(), agenda, spoken)
        renames = named != {k: v for k, v in entries.items() if k not in gone} or not same_agenda(agenda, other)
        found = Cleared(*((-1, 0) if renames else self._without(gone)), renames)
        if self._known == self.layout.made + self.layout.spoken:
            sure = spoken.union(*(form.labels(v) for k, v in entries.items() if k[0] == "things"))
            settled = any(form.occasion(k) is not None for k in entries)
            looked = 0
            for one in self._speaking.values():
                if one.says and one.about <= alive and (settled or one.key not in COUNTS):
                    if one.key[0] in FIXED or one.counts or not one.names <= sure:
                        looked |= one.mask
            self.cleared.add(sort, Watching(looked, frozenset()), table, found)
        return found

    def _without(self, gone: frozenset[Key]) -> tuple[int, int]:
        kept, put = -1, 0
        for key in gone:
            mask, bits = self.layout.coded(key, GONE, key in self.layout.first)
            kept, put = kept & ~mask, put | bits
        return kept, put

    def _rename(self, cell: int, table: int) -> OnwardRow:
        layout, spoken, mask = self.layout, self.sorts[self.sort(cell)], self._mask
        alive = self.form.alive(self._said(table), spoken)
        named, other = self.form.of(layout.unpacked(table).items(), self.agendas.agenda(cell), spoken)
        packed, to = layout.packed(named), self.agendas.of(other)
        if self._known != layout.made + layout.spoken:
            return OnwardRow(0, packed, to)
        assert packed & ~mask == table & ~mask, "a slot changed that speaks of nothing"
        found = OnwardRow(~mask, packed & mask, to)
        looked = 0
        for one in self._speaking.values():
            looked |= one.mask if one.about <= alive else 0
        self.renamed.add(cell, Watching(looked, frozenset()), table, found)
        return found

    def _said(self, table: int) -> TableEntries:
        """The entries that say which things there are, or speak of some."""
        entries = self._first.copy()
        for key, _, _, slot, mask, _, _ in self._speaking.values():
            if slot is not None and table & mask:
                value = slot.values[table >> slot.shift & slot.ones]
                if value is GONE:
                    entries.pop(key, None)
                else:
                    entries[key] = value
        return entries

    # -- what speaks of things -------------------------------------------------------------------

    def look_again(self) -> None:
        """Takes up which slots say what there is, and which speak of things, once slots or values came.

        What was worked out before a slot was made holds where that is as it was. Once values of a slot name other things
        than before, only what had looked at the slot is still known. To be done before rows are looked at from outside.
        """
        layout, before = self.layout, self._speaking
        heard = (self._heard(key) for key in {**layout.slots, **layout.first} if key[0] != CARD)
        self._speaking = {one.key: one for one in heard if one.says or one.about}
        self._first = {key: layout.first[key] for key in self._speaking if key in layout.first}
        fresh, self._mask = 0, 0
        for key, one in self._speaking.items():
            self._mask |= one.mask
            if one.slot is not None and one.slot.shift >= self._bits:
                fresh |= one.mask
            elif key not in before or before[key].names != one.names:
                self.cleared.forget(one.mask)
                self.renamed.forget(one.mask)
        if fresh:
            self.cleared.narrow(fresh)
            self.renamed.narrow(fresh)
        self._known, self._bits = layout.made + layout.spoken, layout.bits

    def _heard(self, key: Key) -> Speaking:
        """What the key speaks of, as far as values were met."""
        form, slot = self.form, self.layout.slots.get(key)
        values = slot.values if slot is not None else [self.layout.first[key]]
        names = frozenset[str]().union(*map(form.labels, values))
        counts = key in COUNTS or form.occasion(key) is not None
        fixed = key[0] in ("things", "made")
        about = frozenset[str]() if fixed else form.labels(key[1:])
        return Speaking(
            key, about, names, slot, slot.mask if slot is not None else 0, fixed or counts or bool(names), counts
        )


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
