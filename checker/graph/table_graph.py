"""The state graph on tables: each edge a mask and a number, worked out by the interpreter once for what it reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from checker.graph.canonical_form import COUNTS, CanonicalForm, Entries
from checker.graph.composed_rows import ComposedRows, Endless, Options
from checker.graph.decisions import Decided, StateKind
from checker.graph.interned_agendas import InternedAgendas
from checker.graph.offers import Offers
from checker.graph.packed_layout import CARD, PackedLayout
from checker.graph.step_rows import StepRows
from checker.kernel.position import GONE, Agenda, Key, Position
from checker.norms.rulebook import Rulebook
from checker.session.rule_tally import Tally

State: TypeAlias = tuple[int, int]
"""The number of an agenda, and a packed table."""
ENDLESS_STATE: State = (-1, 0)


class Naming(NamedTuple):
    """For which slots the masks hold: those that say which things there are, and those that speak of things at all."""

    made: int
    there: int
    spoken: int


class Cleared(NamedTuple):
    """What of a state is kept and put so that nothing is said of what is no more; whether things get other names then."""

    kept: int
    put: int
    renames: bool


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
        self._naming = Naming(-1, 0, 0)
        self._cleared: dict[tuple[int, int], Cleared] = {}
        self._renamed: dict[tuple[int, int], State] = {}
        self.first = self.reached(self.agendas.of(agenda), 0)

    @property
    def asked(self) -> int:
        """How often the interpreter was asked."""
        return self.steps.steps.missed + self.steps.offered.missed + self.steps.broken.missed

    def state(self, position: Position) -> State:
        """The state at which something is next decided from there on."""
        table, agenda = self.form.of(position.store.items(), position.agenda)
        return self.reached(self.agendas.of(agenda), self.layout.packed(table))

    def reached(self, cell: int, table: int) -> State:
        """The state at which something is next decided."""
        try:
            kept, put, cell = self.rows.onward(cell, table)
        except Endless:
            return ENDLESS_STATE
        return self._canonical(cell, table & kept | put)

    def options(self, state: State) -> Options:
        """What is decided at the state."""
        if state == ENDLESS_STATE:
            return Options(StateKind.ENDLESS, None, ())
        return self.rows.decided(*state)

    def successors(self, state: State) -> Decided[State]:
        """What is decided at the state, and the states that come of it."""
        kind, by, changes = self.options(state)
        cell, table = state
        rest = self.agendas.cells[cell][1] if changes else 0
        found = ((c, self.agendas.before(c.heads, rest)) for c in changes)
        return Decided(kind, by, tuple((c.label, self.reached(to, table & c.kept | c.put)) for c, to in found))

    def shown(self, state: State) -> tuple[Entries, Agenda]:
        """The table and the agenda of the state."""
        cell, table = state
        return self.layout.unpacked(table), self.agendas.agenda(cell)

    # -- canonical form --------------------------------------------------------------------------

    def _canonical(self, cell: int, table: int) -> State:
        """The state without what is said of what is no more, and with things under their names."""
        if self._naming.made != self.layout.made + self.layout.spoken:
            self._look_again()
        key = (cell, table & self._naming.there)
        found = self._cleared.get(key)
        if found is None:
            found = self._clear(cell, table)
        if not found.renames:
            return cell, table & found.kept | found.put
        key = (cell, table & self._naming.spoken)
        state = self._renamed.get(key)
        if state is None:
            named, agenda = self.form.of(self.layout.unpacked(table).items(), self.agendas.agenda(cell))
            other, mask = self.layout.packed(named), self._naming.spoken
            state = (self.agendas.of(agenda), other & mask)
            if self._naming.made != self.layout.made + self.layout.spoken:
                return state[0], other
            assert other & ~mask == table & ~mask, "a slot changed that speaks of nothing"
            self._renamed[key] = state
        return state[0], table & ~self._naming.spoken | state[1]

    def _clear(self, cell: int, table: int) -> Cleared:
        entries = self.layout.unpacked(table)
        form, agenda = self.form, self.agendas.agenda(cell)
        named, other = form.of(entries.items(), agenda)
        alive = form.alive(entries, agenda)
        gone = [
            k
            for k in self._keys()
            if k in COUNTS or form.occasion(k) is not None or not alive.issuperset(form.labels(k[1:]))
        ]
        kept, put = -1, 0
        for key in gone:
            if key in self.layout.slots or key in self.layout.first:
                mask, bits = self.layout.coded(key, GONE, key in self.layout.first)
                kept, put = kept & ~mask, put | bits
        left = {k: v for k, v in entries.items() if k not in gone}
        found = Cleared(kept, put, left != named or not _same(agenda, other))
        if self._naming.made == self.layout.made + self.layout.spoken:
            self._cleared[cell, table & self._naming.there] = found
        return found

    def _keys(self) -> Iterator[Key]:
        """The keys that can be cleared: those of which a table says anything, but not which things there are."""
        for key in {**self.layout.slots, **self.layout.first}:
            if key[0] not in (CARD, "things", "made", "zone"):
                yield key

    def _look_again(self) -> None:
        """Which slots say what there is, and which speak of things, once slots or values came."""
        there = spoken = 0
        form, layout = self.form, self.layout
        for key, slot in layout.slots.items():
            if key[0] == CARD:
                continue
            names = any(map(form.labels, slot.values))
            if key[0] in ("things", "made") or key in COUNTS or form.occasion(key) is not None or names:
                there |= slot.mask
            if names or key[0] in ("things", "made") or form.labels(key[1:]) or key in COUNTS or form.occasion(key):
                spoken |= slot.mask
        self._naming = Naming(layout.made + layout.spoken, there, spoken)
        self._cleared.clear()
        self._renamed.clear()


def _same(one: Agenda, other: Agenda) -> bool:
    """The agendas are equal; they may be longer than Python compares them."""
    while one is not other:
        if not one or not other or one[0] != other[0] or one[1] != other[1]:
            return False
        one, other = one[2], other[2]
    return True
