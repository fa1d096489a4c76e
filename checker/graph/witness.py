"""The shortest play to a state, carried out by the interpreter: what is told is what it did."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from checker.graph.canonical_form import CanonicalForm
from checker.graph.interned_agendas import InternedAgendas
from checker.graph.offers import Decided, Label, Offers, StateKind, of_players
from checker.graph.state_space import StateSpace
from checker.graph.table_graph import ENDLESS_STATE as ENDLESS
from checker.kernel.position import Position, Store
from checker.kernel.term import Point, Undecided
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import fork, step
from checker.run.branches import Branch, Chose, Took, TrailEntry, acting, lapsed
from checker.run.forced_cycles import Circle
from checker.run.progress import Chooser, Ended, Forked, Moved, Waits

MOST_STEPS = 5_000
"""So many steps at most in which nobody decides anything."""


class NotConfirmed(Exception):
    """The interpreter does not come to the state to which the tables came."""


def path_to(space: StateSpace, goals: Collection[int], start: int = -1) -> Sequence[int]:
    """The options taken on a shortest way from where play begins, or from the start, to one of the goals.

    The first is the number of the state at which the way begins. Empty if none leads there.
    """
    begins = range(space.begins) if start < 0 else (start,)
    wanted = frozenset(goals)
    came: dict[int, tuple[int, int]] = {n: (-1, n) for n in begins}
    todo = deque(begins)
    while todo:
        state = todo.popleft()
        if state in wanted:
            way = []
            while state >= 0:
                state, option = came[state]
                way.append(option)
            return way[::-1]
        for option, after in enumerate(space.after(state)):
            if after not in came:
                came[after] = (state, option)
                todo.append(after)
    return ()


def replayed(space: StateSpace, plain: PlainGraph, way: Sequence[int]) -> tuple[TrailEntry, ...]:
    """What happens on the way, as the interpreter carries it out.

    Raises NotConfirmed where it comes to another state than the tables did.
    """
    entries: list[TrailEntry] = []
    number, state = way[0], shown(space, plain, way[0])
    for option in way[1:]:
        told = plain.told(state)
        if len(told.options) != len(space.after(number)):
            raise NotConfirmed
        label, (lines, after) = told.options[option]
        number = space.after(number)[option]
        entries += lines
        if after != shown(space, plain, number):
            raise NotConfirmed(label)
        state = after
    return tuple(entries)


def shown(space: StateSpace, plain: PlainGraph, number: int) -> PlainState:
    """The state of the space as the plain graph has it."""
    state = space.states[number]
    if state == ENDLESS:
        return ENDLESS_STATE
    table, agenda = space.graph.shown(state)
    return PlainState(Store(table), plain.agendas.of(agenda))


class PlainState(NamedTuple):
    """A table and the number of an agenda; nothing where play goes on for ever by itself."""

    table: Store | None
    cell: int


class PlainOption(NamedTuple):
    """The position after a decision, and what is told of that."""

    position: Position
    entries: tuple[TrailEntry, ...] = ()


ENDLESS_STATE = PlainState(None, -1)
Successors: TypeAlias = Decided[PlainState]


class PlainGraph:
    """The states of play under the rules; what is open goes as by default, or `each` way."""

    def __init__(self, rules: Rulebook, offers: Offers, each: bool = False) -> None:
        self.rules = rules
        self.offers = offers
        self.each = each
        self.form = CanonicalForm(rules)
        self.agendas = InternedAgendas()
        self.steps = 0

    def state(self, position: Position) -> PlainState:
        """The state at which something is next decided."""
        return self.carried(position)[1]

    def carried(self, position: Position) -> tuple[tuple[TrailEntry, ...], PlainState]:
        """What happens until something is next decided, and the state then."""
        circle = Circle(self.rules)
        entries: list[TrailEntry] = []
        for _ in range(MOST_STEPS):
            after = self._onward(position)
            if after is None:
                return tuple(entries), self._named(position)
            position, told = after
            entries += told
            if circle.closes(position):
                break
        return tuple(entries), ENDLESS_STATE

    def successors(self, state: PlainState) -> Successors:
        """What is decided there, and the states that come of it."""
        found = self.told(state)
        return Decided(found.kind, found.by, tuple((label, after) for label, (_, after) in found.options))

    def told(self, state: PlainState) -> Decided[tuple[tuple[TrailEntry, ...], PlainState]]:
        """What is decided there, what happens then, and the states that come of it."""
        if state.table is None:
            return Decided(StateKind.ENDLESS, None, ())
        found = self._decided(Position(state.table, self.agendas.agenda(state.cell)))
        return Decided(found.kind, found.by, tuple((label, self._after(after)) for label, after in found.options))

    def _after(self, option: PlainOption) -> tuple[tuple[TrailEntry, ...], PlainState]:
        entries, state = self.carried(option.position)
        return (*option.entries, *entries), state

    def _named(self, position: Position) -> PlainState:
        table, agenda = self.form.of(position.store.items(), position.agenda)
        return PlainState(Store(table), self.agendas.of(agenda))

    def _onward(self, position: Position) -> tuple[Position, tuple[TrailEntry, ...]] | None:
        """The position after a step that nobody decides, and what is told of it; None where somebody does."""
        self.steps += 1
        progress = step(self.rules, position)
        if isinstance(progress, Moved):
            return progress.position, progress.lines
        if isinstance(progress, Forked) and isinstance(progress.by, Point) and not self.each:
            option, after = progress.ways[0]
            return after, (Took(progress.by, option),)
        return None

    def _decided(self, position: Position) -> Decided[PlainOption]:
        self.steps += 1
        progress = step(self.rules, position)
        match progress:
            case Moved():
                raise AssertionError("a state at which nobody decides anything")
            case Ended():
                return Decided(StateKind.OVER, None, ())
            case Forked(by=by):
                return forked(progress) if not isinstance(by, Point) else at_point(by, progress)
            case Waits():
                found = self._moment(progress)
                if not isinstance(found, Point):
                    return found
                settled = fork(progress.position, found)
                return at_point(found, settled) if self.each else self._decided(settled.ways[0][1])

    def _moment(self, waits: Waits) -> Decided[PlainOption] | Point:
        position, moment, about = waits.position, waits.moment, dict(waits.env)
        branch = Branch(position)
        ways: list[tuple[Label, PlainOption]] = []
        obliged = False
        try:
            for lies in self.offers.lying(moment, of_players(position.store)):
                offered = self.offers.of(position.store, moment, about, lies)
                ways += [(a, PlainOption(acting(branch, str(a[0]), a[1:]).position)) for a in offered.acts]
                obliged = obliged or offered.obliged
        except Undecided as undecided:
            return undecided.point
        if moment.lapses and not obliged:
            ways.append(((), PlainOption(lapsed(branch).position)))
        return Decided(StateKind.ACTS if ways else StateKind.STUCK, moment.moment, tuple(ways))


def forked(progress: Forked) -> Decided[PlainOption]:
    """What somebody chooses, or chance draws."""
    by = progress.by
    assert isinstance(by, Chooser)
    kind = StateKind.CHANCE if by.who is None else StateKind.CHOICE
    ways = ((o, PlainOption(p, (Chose(by, o),))) for o, p in progress.ways)
    return Decided(kind, by.who, tuple(((o.value,), option) for o, option in ways))


def at_point(point: Point, progress: Forked) -> Decided[PlainOption]:
    """The options of the open point."""
    ways = ((o, PlainOption(p, (Took(point, o),))) for o, p in progress.ways)
    return Decided(StateKind.POINT, point.id, tuple(((o.value,), option) for o, option in ways))
