"""One step of the interpreter for all states in which it reads the same: what comes of the head of an agenda."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from checker.graph.canonical_form import CanonicalForm
from checker.graph.interned_agendas import InternedAgendas
from checker.graph.offers import Label, Offers, StateKind
from checker.graph.packed_layout import PackedLayout
from checker.graph.row_tables import Row, RowTable
from checker.graph.traced_zones import ZoneTracedStore
from checker.kernel.effect import Await
from checker.kernel.game_play import Lies
from checker.kernel.position import Position, Store
from checker.kernel.term import Point, Undecided, Value
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import fork, step
from checker.run.branches import Branch, acting
from checker.run.procedures import REST, Beyond
from checker.run.progress import Chooser, Ended, Forked, Moved, Waits
from checker.session.query_memo import Memo, Tally


class StepChange(NamedTuple):
    """What becomes of a state: what of it is `kept`, what is `put` there, and the heads that come before the rest."""

    label: Label
    kept: int
    put: int
    heads: tuple[int, ...]


class Stop(Enum):
    """Why a step is not one that nobody decides."""

    WAITS = "waits"
    OVER = "over"
    BEYOND = "beyond"


class Fork(NamedTuple):
    """Somebody, or something open, decides which of the changes it is."""

    kind: StateKind
    by: Value
    changes: tuple[StepChange, ...]


class CardOffers(NamedTuple):
    """What may be done with a card or without any; or what is to be settled before that can be said."""

    changes: tuple[StepChange, ...]
    obliged: bool
    open: Fork | None


class StepRows:
    """Steps, and what may be done at moments, each asked of the interpreter once for what it reads."""

    def __init__(
        self, rules: Rulebook, offers: Offers, layout: PackedLayout, agendas: InternedAgendas, each: bool, tally: Tally
    ) -> None:
        self.rules = rules
        self.offers = offers
        self.layout = layout
        self.agendas = agendas
        self.each = each
        self.form: CanonicalForm = layout.form
        self.steps = RowTable(layout)
        self.offered = RowTable(layout)
        self.broken = RowTable(layout)
        self.memory: Memo[Any] = Memo(tally, stretches=False)
        self.memory.parts = self.memory

    def traced(self, state: int) -> ZoneTracedStore:
        """The table of the state, of which it is noted what is read."""
        return ZoneTracedStore(Store(self.layout.unpacked(state)), self.form.loose, self.layout.box, self.memory)

    def step(self, head: int, state: int) -> Row:
        """What the head leads to: one StepChange that nobody decides, a Fork, or why it stops there."""
        found = self.steps.find(head, state)
        if found is not None:
            return found
        table = self.traced(state)
        what = self._stepped(Position(table, self.agendas.alone(head)))
        return self.steps.add(head, self.layout.read(table), state, what)

    def _stepped(self, position: Position) -> StepChange | Fork | Stop:
        try:
            progress = step(self.rules, position)
            match progress:
                case Moved():
                    return self._change((), progress.position)
                case Forked():
                    return self._forked(progress)
                case Waits():
                    return Stop.WAITS
                case Ended():
                    return Stop.OVER
        except Beyond:
            return Stop.BEYOND

    def _forked(self, progress: Forked) -> StepChange | Fork:
        by = progress.by
        if isinstance(by, Point) and not self.each:
            return self._change((), progress.ways[0][1])
        changes = tuple(self._change((o.value,), p) for o, p in progress.ways)
        match by:
            case Point():
                return Fork(StateKind.POINT, by.id, changes)
            case Chooser(who=None):
                return Fork(StateKind.CHANCE, None, changes)
            case Chooser():
                return Fork(StateKind.CHOICE, by.who, changes)

    def _change(self, label: Label, position: Position) -> StepChange:
        assert isinstance(position.store, ZoneTracedStore)
        heads = self.agendas.until(position.agenda, REST)
        return StepChange(label, *self.layout.written(position.store), heads)

    def beyond(self, cell: int, state: int) -> Row:
        """What a step leads to that breaks off what stands behind its head: a StepChange with the whole agenda in its label."""
        found = self.broken.find(cell, state)
        if found is not None:
            return found
        table = self.traced(state)
        progress = step(self.rules, Position(table, self.agendas.agenda(cell)))
        assert isinstance(progress, Moved) and isinstance(progress.position.store, ZoneTracedStore)
        kept, put = self.layout.written(progress.position.store)
        what = StepChange((), kept, put, (self.agendas.of(progress.position.agenda),))
        return self.broken.add(cell, self.layout.read(table), state, what)

    def offers_at(self, head: int, state: int, lies: Lies) -> Row:
        """What may be done at the moment with the card, or without any."""
        found = self.offered.find((head, lies), state)
        if found is not None:
            return found
        table = self.traced(state)
        effect, env = self.agendas.heads[head]
        what = self._offered(Position(table, self.agendas.alone(head)), effect, dict(env), lies)
        return self.offered.add((head, lies), self.layout.read(table), state, what)

    def _offered(self, position: Position, moment: Await, about: dict[str, Value], lies: Lies) -> CardOffers:
        try:
            offered = self.offers.of(position.store, moment, about, lies)
        except Undecided as undecided:
            progress = fork(position, undecided.point)
            changes = tuple(self._change((o.value,), p) for o, p in progress.ways)
            return CardOffers((), False, Fork(StateKind.POINT, undecided.point.id, changes))
        branch = Branch(position)
        acted = ((a, acting(branch, str(a[0]), a[1:]).position) for a in offered.acts)
        return CardOffers(tuple(self._change(a, p) for a, p in acted), offered.obliged, None)

    def by_card(self, head: int) -> bool:
        """What may be done at the moment hangs on which cards lie with players."""
        return self.offers.by_card(self.agendas.heads[head][0])

    def lying(self, head: int, state: int) -> list[Lies]:
        """What the acts of the moment can be about."""
        effect, _ = self.agendas.heads[head]
        zones = [(z, self.layout.held(z, state)) for z in self.layout.of_players]
        return list(self.offers.lying(effect, zones))
