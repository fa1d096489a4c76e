"""Stretches of play in which nobody decides anything, and what may be done at their ends, put together from steps."""

from __future__ import annotations

from typing import NamedTuple

from checker.graph.interned_agendas import OVER, InternedAgendas
from checker.graph.offers import StateKind
from checker.graph.packed_layout import MaskedRows, PackedLayout, Watching
from checker.graph.row_tables import Row, RowTable, joined, with_more
from checker.graph.step_rows import CardOffers, Fork, StepChange, StepRows, Stop
from checker.kernel.effect import Carry, Event, Run, Under, While
from checker.kernel.term import Value

MOST_WITHIN = 60
"""So many stretches at most lie one in another; beyond, each step is taken by itself."""
MOST_STEPS = 5_000
"""So many rows at most make one stretch."""
MOST_COMPARED = 50
"""Where so much at most is to be done, it is seen at once that play is where it was."""
NEVER = -1
"""The cell to which play comes where nobody decides anything any more, and it does not end."""


class Endless(Exception):
    """Nobody decides anything, and it is not seen to end."""


class Stretch(NamedTuple):
    """What of a state is kept and put until somebody decides, or the rest comes next.

    `heads` are what is then to be done before the rest; None if the rest comes next. `broken` says that the first of them
    breaks off what stands behind.
    """

    kept: int
    put: int
    heads: tuple[int, ...] | None
    broken: bool = False


class OnwardRow(NamedTuple):
    """What of a state is kept and put until somebody decides, and the agenda then."""

    kept: int
    put: int
    cell: int


class DecisionRow(NamedTuple):
    """What is decided at the head of an agenda, by whom, and the changes, each with the heads that come before the rest."""

    kind: StateKind
    by: Value
    changes: tuple[StepChange, ...]


class ComposedRows:
    """Rows for whole stretches of play and for decisions, made of step rows."""

    def __init__(self, steps: StepRows, layout: PackedLayout, agendas: InternedAgendas) -> None:
        self.steps = steps
        self.layout = layout
        self.agendas = agendas
        self.stretches = RowTable(layout)
        self.onwards = RowTable(layout)
        self.options = RowTable(layout)

    # -- until somebody decides ------------------------------------------------------------------

    def onward(self, cell: int, state: int) -> OnwardRow:
        """From the state on until somebody decides; to no cell if that is not seen to happen."""
        found = self.onwards.find(cell, state)
        if found is not None:
            return found.what  # type: ignore[no-any-return]
        try:
            return self._onward(cell, state)
        except Endless:
            never = OnwardRow(0, 0, NEVER)
            self.onwards.add(cell, self.layout.whole(), state, never)
            return never

    def _onward(self, first: int, begun: int) -> OnwardRow:
        cell, state, kept, put = first, begun, -1, 0
        parts: list[tuple[MaskedRows, int]] = []
        met: set[tuple[int, int]] = set()
        while cell != OVER:
            if len(parts) > MOST_STEPS or (cell, state) in met:
                raise Endless
            met.add((cell, state))
            head, rest = self.agendas.cells[cell]
            stretch, looked = self.stretch(head, state, 0)
            parts.append((looked, kept))
            state, kept, put = state & stretch.kept | stretch.put, kept & stretch.kept, put & stretch.kept | stretch.put
            if stretch.heads is None:
                cell = rest
                continue
            cell = self.agendas.before(stretch.heads, rest)
            if not stretch.broken:
                break
            (_, k, p, (cell,)), looked = self.steps.beyond(cell, state)
            parts.append((looked, kept))
            state, kept, put = state & k | p, kept & k, put & k | p
        found = OnwardRow(kept, put, cell)
        self.onwards.add(first, joined(parts), begun, found)
        return found

    def stretch(self, head: int, state: int, within: int) -> Row:
        """From the head on until somebody decides, or what stands behind it is next."""
        found = self.stretches.find(head, state)
        if found is not None:
            return found
        row, looked = self.steps.step(head, state)
        if not isinstance(row, StepChange):
            what = Stretch(-1, 0, (head,), row is Stop.BEYOND)
            return self.stretches.add(head, Watching(looked.mask, frozenset(looked.of)), state, what)
        parts: list[tuple[MaskedRows, int]] = [(looked, -1)]
        what = self._through(row, state, parts, within)
        return self.stretches.add(head, joined(parts), state, what)

    def _through(self, first: StepChange, begun: int, parts: list[tuple[MaskedRows, int]], within: int) -> Stretch:
        kept, put, todo = first.kept, first.put, [*reversed(first.heads)]
        state = begun & kept | put
        met: set[tuple[int, ...]] = set()
        while todo:
            if len(parts) > MOST_STEPS:
                raise Endless
            if isinstance(self.agendas.heads[todo[-1]][0], While) and len(todo) <= MOST_COMPARED:
                if (state, *todo) in met:
                    raise Endless
                met.add((state, *todo))
            head = todo.pop()
            if within < MOST_WITHIN and self._is_named(head):
                (k, p, heads, broken), looked = self.stretch(head, state, within + 1)
                stops = heads is not None
            else:
                row, looked = self.steps.step(head, state)
                stops, broken = not isinstance(row, StepChange), row is Stop.BEYOND
                k, p, heads = (row.kept, row.put, row.heads) if isinstance(row, StepChange) else (-1, 0, (head,))
            parts.append((looked, kept))
            state, kept, put = state & k | p, kept & k, put & k | p
            if stops:
                return Stretch(kept, put, (*(heads or ()), *reversed(todo)), broken)
            todo += reversed(heads or ())
        return Stretch(kept, put, None)

    def _is_named(self, head: int) -> bool:
        """What is to be done is long enough, and met often enough, to be remembered as a whole."""
        return isinstance(self.agendas.heads[head][0], Event | Run | Carry | Under)

    # -- what is decided -------------------------------------------------------------------------

    def decided(self, cell: int, state: int) -> DecisionRow:
        """What is decided at the state, to which play comes by nobody's decision no more."""
        if cell == OVER:
            return DecisionRow(StateKind.OVER, None, ())
        head = self.agendas.cells[cell][0]
        found = self.options.find(head, state)
        return found.what if found is not None else self._decided(head, state)

    def _decided(self, head: int, state: int) -> DecisionRow:
        row, looked = self.steps.step(head, state)
        parts = [(looked, -1)]
        zones = Watching(0, frozenset())
        match row:
            case Fork(kind, by, changes):
                found = DecisionRow(kind, by, changes)
            case Stop.WAITS:
                found = self._moment(head, state, parts)
                if self.steps.by_card(head):
                    zones = self.layout.zones(self.layout.of_players)
            case Stop.OVER:
                found = DecisionRow(StateKind.OVER, None, ())
            case _:  # a step that nobody decides, or one that breaks off, was taken before
                raise AssertionError(f"nobody decides {self.agendas.heads[head]}")
        self.options.add(head, with_more(joined(parts), zones), state, found)
        return found

    def _moment(self, head: int, state: int, parts: list[tuple[MaskedRows, int]]) -> DecisionRow:
        """What may be done; what is open of that is settled as by default first, or is what is decided."""
        kept, put = -1, 0
        while True:
            offered, opened = self._offered(head, state, kept, parts)
            if opened is None:
                break
            if self.steps.each:
                return DecisionRow(opened.kind, opened.by, tuple(_later(kept, put, c) for c in opened.changes))
            first = opened.changes[0]
            state, kept, put = state & first.kept | first.put, kept & first.kept, put & first.kept | first.put
        moment = self.agendas.heads[head][0]
        changes = [_later(kept, put, c) for one in offered for c in one.changes]
        if moment.lapses and not any(one.obliged for one in offered):
            changes.append(StepChange((), kept, put, ()))
        return DecisionRow(StateKind.ACTS if changes else StateKind.STUCK, moment.moment, tuple(changes))

    def _offered(
        self, head: int, state: int, kept: int, parts: list[tuple[MaskedRows, int]]
    ) -> tuple[list[CardOffers], Fork | None]:
        """What may be done with each card, and what is first to be settled before that can be said."""
        found: list[CardOffers] = []
        for lies in self.steps.lying(head, state):
            offered, looked = self.steps.offers_at(head, state, lies)
            parts.append((looked, kept))
            if offered.open is not None:
                return found, offered.open
            found.append(offered)
        return found, None


def _later(kept: int, put: int, change: StepChange) -> StepChange:
    """The change after another one."""
    return change._replace(kept=kept & change.kept, put=put & change.kept | change.put)
