"""The canonical form of packed tables, worked out once for what says which things there are."""

from __future__ import annotations

from collections.abc import Iterator

from checker.graph.canonical_form import COUNTS, CanonicalForm
from checker.graph.composed_rows import Onward
from checker.graph.interned_agendas import InternedAgendas
from checker.graph.packed_layout import CARD, PackedLayout, Watching
from checker.graph.row_tables import RowTable
from checker.kernel.position import GONE, Agenda, Key


class CanonicalRows:
    """For the number of an agenda and a table, what is kept and put so that the state is in canonical form.

    `there` are the slots that say which things there are; `spoken` are these and all that speak of things.
    """

    def __init__(self, form: CanonicalForm, layout: PackedLayout, agendas: InternedAgendas) -> None:
        self.form = form
        self.layout = layout
        self.agendas = agendas
        self.rows = RowTable(layout)
        self.there = self.spoken = 0
        self._known, self._bits = -1, 0

    def of(self, cell: int, table: int) -> tuple[int, int]:
        """The state without what is said of what is no more, and with things under their names."""
        if self._known != self.layout.made + self.layout.spoken:
            self._look_again()
        found = self.rows.find(cell, table)
        kept, put, cell = found.what if found is not None else self._worked_out(cell, table)
        return cell, table & kept | put

    def _worked_out(self, cell: int, table: int) -> Onward:
        layout, form, agenda = self.layout, self.form, self.agendas.agenda(cell)
        entries = layout.unpacked(table)
        named, other = form.of(entries.items(), agenda)
        alive = form.alive(entries, agenda)
        gone = frozenset(k for k in self._keys() if self._counts(k) or not alive.issuperset(form.labels(k[1:])))
        if named == {k: v for k, v in entries.items() if k not in gone} and _same(agenda, other):
            found, looked = self._without(cell, gone), self.there
        else:
            packed, looked = layout.packed(named), self.spoken
            if self._known != layout.made + layout.spoken:
                return Onward(0, packed, self.agendas.of(other))
            assert packed & ~looked == table & ~looked, "a slot changed that speaks of nothing"
            found = Onward(~looked, packed & looked, self.agendas.of(other))
        if self._known == layout.made + layout.spoken:
            self.rows.add(cell, Watching(looked, frozenset()), table, found)
        return found

    def _without(self, cell: int, gone: frozenset[Key]) -> Onward:
        kept, put = -1, 0
        for key in gone:
            mask, bits = self.layout.coded(key, GONE, key in self.layout.first)
            kept, put = kept & ~mask, put | bits
        return Onward(kept, put, cell)

    def _keys(self) -> Iterator[Key]:
        """The keys that can be cleared: those of which a table says anything, but not which things there are."""
        for key in {**self.layout.slots, **self.layout.first}:
            if key[0] not in (CARD, "things", "made", "zone"):
                yield key

    def _counts(self, key: Key) -> bool:
        """The key says at which occasion something was settled, or counts occasions."""
        return key in COUNTS or self.form.occasion(key) is not None

    def _look_again(self) -> None:
        """Which slots say what there is, and which speak of things, once slots or values came.

        What was worked out before a slot was made holds where that is as it was. Once a slot speaks of things that did not
        before, what was worked out is forgotten.
        """
        there = spoken = 0
        for key, slot in self.layout.slots.items():
            if key[0] == CARD:
                continue
            says = key[0] in ("things", "made") or self._counts(key) or any(map(self.form.labels, slot.values))
            there |= slot.mask if says else 0
            spoken |= slot.mask if says or self.form.labels(key[1:]) else 0
        before = (1 << self._bits) - 1
        if (there & before, spoken & before) != (self.there, self.spoken):
            self.rows.forget()
        elif spoken & ~before:
            self.rows.narrow(spoken & ~before)
        self.there, self.spoken = there, spoken
        self._known, self._bits = self.layout.made + self.layout.spoken, self.layout.bits


def _same(one: Agenda, other: Agenda) -> bool:
    """The agendas are equal; they may be longer than Python compares them."""
    while one is not other:
        if not one or not other or one[0] != other[0] or one[1] != other[1]:
            return False
        one, other = one[2], other[2]
    return True
