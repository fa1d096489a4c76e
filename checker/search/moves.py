"""Moves from spot to spot: each way that a play can go, worked out once for each thing that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from checker.kernel.position import Agenda, Key, Position, Store
from checker.kernel.scene import Deed
from checker.kernel.term import Value
from checker.run.play import Branch, Chose, Entry, Took, TooMany
from checker.run.progress import Line
from checker.search.follow import attempted, quieted
from checker.search.table import Cause, Table, holding, key_of
from checker.search.traced import Memo, Traced, Writes, written


class Taken(NamedTuple):
    """A fork on the way with the option taken: an open point by its key, or a choice, which has no key."""

    key: str
    plain: str
    option: Value
    by: Any
    cause: Cause = Cause()


class Spot(NamedTuple):
    """A table at rest, with what is still to be done, what has happened, and the forks taken on the way."""

    store: Store
    agenda: Agenda
    events: tuple[Line, ...] = ()
    forks: tuple[Taken, ...] = ()

    def branch(self) -> Branch:
        """The spot as a branch of play."""
        waits = (self.agenda[0], self.agenda[1]) if self.agenda else None
        return Branch(Position(self.store, self.agenda), self.events, waits, not self.agenda)


class Way_(NamedTuple):
    """What a move changes, and where it stops."""

    writes: Writes
    agenda: Agenda
    events: tuple[Line, ...]
    forks: tuple[Taken, ...]


class Moves:
    """The moves at tables of one size; `cut` counts those with more ways than are followed."""

    def __init__(self, table: Table, forms: Any) -> None:
        self.table = table
        self.forms = forms
        self.rules = table.bench.rules
        self.memo: Memo[tuple[Way_, ...] | None] = Memo()
        self._agendas: dict[Any, Agenda] = {}

    def after(self, spot: Spot, way: Way_) -> Spot:
        """The spot that the way leads to."""
        store = written(spot.store, way.writes, self._plain)
        return Spot(store, way.agenda, (*spot.events, *way.events), (*spot.forks, *way.forks))

    def _plain(self, key: Key, value: Value) -> bool:
        """The entry says what holds anyway."""
        if key[0] == "zone":
            return value == ()
        field = self.rules.fields.get(str(key[0]))
        return field is not None and field.initial == value and type(field.initial) is type(value)

    def spot(self, branch: Branch) -> Spot:
        """The branch as a spot."""
        events, forks = _trail(branch.trail)
        return Spot(branch.position.store, self._same(branch.position.agenda), events, forks)

    def responds(self, spot: Spot, line: str, seat: int, title: str) -> tuple[Way_, ...] | None:
        """The ways in which the play can lawfully answer what is coming into play; None if there are too many."""
        return self._told("respond", spot, line, seat, title) if _answerable(spot) else ()

    def plays(self, spot: Spot, line: str, seat: int, title: str) -> tuple[Way_, ...] | None:
        """The ways in which the play can lawfully go where nothing is to be answered; None if there are too many."""
        return self._told("play", spot, line, seat, title) if not _answerable(spot) else ()

    def _told(self, how: str, spot: Spot, line: str, seat: int, title: str) -> tuple[Way_, ...] | None:
        form = self.table.formed(self.forms, line)
        if not isinstance(form, Deed):
            return ()
        aimed = how == "respond"
        return self._worked((how, line, id(spot.agenda)), spot, lambda b: self._played(b, form, seat, title, aimed))

    def quiet(self, spot: Spot) -> tuple[Way_, ...] | None:
        """The ways on from the spot when nobody answers; None if there are too many."""
        if not _answerable(spot):
            return (Way_((), spot.agenda, (), ()),)
        return self._worked(("quiet", id(spot.agenda)), spot, lambda b: quieted(self.rules, [b], self.table.way))

    def _worked(self, name: Any, spot: Spot, work: Any) -> tuple[Way_, ...] | None:
        def ways(traced: Traced) -> tuple[Way_, ...] | None:
            waits = (spot.agenda[0], spot.agenda[1]) if spot.agenda else None
            try:
                done = work(Branch(Position(traced, spot.agenda), (), waits, not spot.agenda))
            except TooMany:
                return None
            return tuple(self._way(b) for b in done)

        return self.memo.of(name, spot.store, ways)

    def _way(self, branch: Branch) -> Way_:
        assert isinstance(branch.position.store, Traced)
        events, forks = _trail(branch.trail)
        return Way_(branch.position.store.writes, self._same(branch.position.agenda), events, forks)

    def _played(self, branch: Branch, deed: Deed, seat: int, title: str, aimed: bool) -> list[Branch]:
        store = branch.position.store
        if not store.get(("unknown hand", seat), False):
            return []
        held = Branch(branch.position.with_store(holding(store, seat, title)), (), branch.waits, branch.ended)
        args = self.table.instance(held, deed)
        if args is None or aimed is not _aimed(held, args):
            return []
        return attempted(self.rules, held, deed.act, args, self.table.way)

    def _same(self, agenda: Agenda) -> Agenda:
        """The one agenda that is equal to this one: agendas at spots are told apart by identity."""
        chain = []
        while agenda:
            chain.append(agenda)
            agenda = agenda[2]
        same: Agenda = self._agendas.setdefault((), ())
        for effect, env, _ in reversed(chain):
            same = self._agendas.setdefault((effect, env, id(same)), (effect, env, same))
        return same


def _trail(trail: Iterable[Entry]) -> tuple[tuple[Line, ...], tuple[Taken, ...]]:
    events, forks = [], []
    act, card = "", ""
    for entry in trail:
        match entry:
            case Line(_, _, event):
                if event:
                    events.append(Line("", (), event))
                    act = str(event[0])
                    card = next((str(x[0]) for x in event[1:] if isinstance(x, tuple)), card)
            case Took(point, option):
                cause = Cause() if point.clauses else Cause(act, card)
                forks.append(Taken(key_of(point, cause), key_of(point, Cause()), option.value, point, cause))
            case Chose(by, option):
                forks.append(Taken("", "", option.value, by))
    return tuple(events), tuple(forks)


def _answerable(spot: Spot) -> bool:
    return bool(spot.agenda) and spot.agenda[0].lapses and not spot.agenda[0].told


def _aimed(branch: Branch, args: tuple[Value, ...]) -> bool:
    """The act is aimed at a card that is coming into play."""
    store = branch.position.store
    return any(store.get(("coming", a)) is True for a in args[2:] if a is not None)
