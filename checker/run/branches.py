"""Branches of play: carried on through everything that nobody decides, forked where something is open."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import msgspec

from checker.kernel.effect import Await, Event
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Agenda, Env, Position, Store, Writes
from checker.kernel.record import Record
from checker.kernel.term import Lit, Option, Point, Value
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.forced_cycles import MOST_ROUND, Circle, again
from checker.run.macro_steps import onward
from checker.run.progress import Chooser, Ended, Forked, Line, Moved, Waits
from checker.run.unordered import as_written

MOST_BRANCHES = 2_000
MOST_STEPS = 200_000
MOST_POINTS = 100
"""So many open points at most are met on one way as play goes on by itself."""


class Back(Record):
    """What is looked for in what has happened: events of one of the acts, of any if none is named, that speak of the
    thing, if one is named."""

    acts: tuple[str, ...] = ()
    about: Value = None

    def finds(self, event: tuple[Value, ...]) -> bool:
        """The event is one of those that are looked for."""
        return (not self.acts or event[0] in self.acts) and (self.about is None or self.about in event[1:])


class WatchedTrail(tuple[Any, ...]):
    """A trail whose first part lies elsewhere: whoever goes through it is noted there, and with what in mind."""

    __slots__ = ()

    @abstractmethod
    def back(self, wanted: Back) -> Iterator[Any]:
        """The lines of the events that are looked for, in order, and no others."""

    @abstractmethod
    def since(self) -> Iterator[Any]:
        """What lies here itself: everything but the lines of the first part."""

    @abstractmethod
    def __add__(self, more: tuple[object, ...]) -> WatchedTrail:
        """The trail with more at its end, watched likewise."""


class Took(Record):
    """The option of an open point that a branch follows."""

    point: Point
    option: Option


class Chose(Record):
    """What a player or chance picked in a branch."""

    by: Chooser
    option: Option


TrailEntry: TypeAlias = Line | Took | Chose


class Passed(NamedTuple):
    """A step of a way: the positions before and after it, what is told of it, and the step before it."""

    before: Position
    after: Position
    entries: tuple[TrailEntry, ...]
    earlier: Passed | None


class TooMany(Exception):
    """More branches or steps than the bound; what is known so far is not the whole.

    Where that is since play goes round, and nobody decides anything, `round` are the clauses by which it does.
    `mostly` says what most of the branches come from.
    """

    def __init__(self, endless: bool = False, round: tuple[str, ...] = (), mostly: str = "") -> None:
        super().__init__("play goes round for ever" if endless else "play branches too often, or goes on for too long")
        self.endless, self.round, self.mostly = endless, round, mostly


class Allowance:
    """How many steps of play may be taken, and how many of them are left."""

    def __init__(self, given: int) -> None:
        self.given = self.left = given

    @property
    def taken(self) -> int:
        """How many steps were taken."""
        return self.given - self.left

    @property
    def used_up(self) -> bool:
        """Play would have taken more."""
        return self.left < 0


_ALLOWED = [Allowance(sys.maxsize)]


@contextmanager
def allowing(most: int = sys.maxsize) -> Iterator[Allowance]:
    """Whatever is carried on meanwhile takes so many steps at most in all, and no more than was allowed before.

    TooMany is raised where it would take more.
    """
    _ALLOWED.append(Allowance(min(most, _ALLOWED[-1].left)))
    try:
        yield _ALLOWED[-1]
    finally:
        spend(_ALLOWED.pop().taken)


def spend(steps: int) -> None:
    """So many steps count as taken: what they led to was worked out before."""
    _ALLOWED[-1].left -= steps


def allowed_still() -> int:
    """How many steps of play may still be taken."""
    return _ALLOWED[-1].left


class Branch(msgspec.Struct, eq=False):
    """A position with the way that led to it; `waits` is the moment at which players may act.

    `illegal` is the last act on the way that the rules forbid, if none was allowed after it.
    If the steps of the way are `kept`, `last` is the last of them.
    """

    position: Position
    trail: tuple[TrailEntry, ...] = ()
    waits: tuple[Await, Env] | None = None
    ended: bool = False
    illegal: tuple[Value, ...] | None = None
    kept: bool = False
    last: Passed | None = None

    def at(self, position: Position, *entries: TrailEntry) -> Branch:
        """This branch further on."""
        last = Passed(self.position, position, entries, self.last) if self.kept else None
        return Branch(position, self.trail + entries, None, False, self.illegal, self.kept, last)

    def laid(self, position: Position) -> Branch:
        """This branch with another position, to be carried on from there."""
        return Branch(position, self.trail, None, False, self.illegal, self.kept, self.last)

    def on(self, store: Store) -> Branch:
        """This branch as it is, on another table."""
        at = self.position.with_store(store)
        return Branch(at, self.trail, self.waits, self.ended, self.illegal, self.kept, self.last)

    def keeping(self, kept: bool) -> Branch:
        """This branch where it is, whose steps from here on are kept or not."""
        return Branch(self.position, self.trail, self.waits, self.ended, self.illegal, kept)

    def noting(self, *entries: TrailEntry) -> Branch:
        """This branch where it is, with more to be said of the way."""
        trail = self.trail + entries
        return Branch(self.position, trail, self.waits, self.ended, self.illegal, self.kept, self.last)

    def waiting(self, position: Position, waits: tuple[Await, Env] | None) -> Branch:
        """This branch at a moment at which players may act; or at its end, if there is none."""
        ended = waits is None
        return Branch(position, self.trail, waits, ended, self.illegal, self.kept, self.last)

    @property
    def passed(self) -> list[Passed]:
        """The steps of the way that are kept, the first first."""
        found: list[Passed] = []
        last = self.last
        while last is not None:
            found.append(last)
            last = last.earlier
        return found[::-1]

    @property
    def moment(self) -> str:
        """The name of the moment at which players may act, or nothing."""
        return self.waits[0].moment if self.waits else ""

    def lines(self) -> Iterable[Line]:
        """What happened on the way, in order."""
        return (e for e in self.trail if isinstance(e, Line))

    def back(self, *acts: str, about: Value = None) -> Iterable[Line]:
        """What happened on the way by these acts, by any if none is named, and to the thing, if one is named."""
        wanted = Back(acts, about)
        if isinstance(self.trail, WatchedTrail):
            return self.trail.back(wanted)
        return (e for e in self.trail if isinstance(e, Line) and e.event and wanted.finds(e.event))

    def since(self, act: str) -> tuple[Took | Chose, ...]:
        """What was decided on the way after it came to the act last; on the whole way if it never did."""
        entries = tuple(self.trail.since() if isinstance(self.trail, WatchedTrail) else self.trail)
        last = [n for n, e in enumerate(entries) if isinstance(e, Line) and e.event[:1] == (act,)][-1:]
        return tuple(e for e in entries[last[0] if last else 0 :] if not isinstance(e, Line))

    def forks(self) -> Iterable[Took | Chose]:
        """What was decided on the way, in order."""
        entries = self.trail.since() if isinstance(self.trail, WatchedTrail) else self.trail
        return (e for e in entries if not isinstance(e, Line))


def carry_on(rules: Rulebook, branches: Iterable[Branch]) -> list[Branch]:
    """Every branch carried on until somebody must decide or nothing is left to be done.

    Raises TooMany above the bound, and where that never comes since play goes round: what one branch has come by
    says nothing of another, which may be at the same position.
    """
    with allowing(MOST_STEPS) as allowed:
        return _carried(rules, branches, allowed)


def _carried(rules: Rulebook, branches: Iterable[Branch], allowed: Allowance) -> list[Branch]:
    todo = list(branches)
    done: list[Branch] = []
    for number, branch in enumerate(todo, 1):
        done += _alone(rules, branch, allowed, len(todo) - number + len(done))
    return done


class CarriedOn(NamedTuple):
    """Where a position leads to by itself: what is written on each way, with what is told of it and where it waits, in
    how many steps, and how many ways were followed at once at most."""

    ways: tuple[tuple[Writes, Agenda, tuple[TrailEntry, ...], tuple[Await, Env] | None], ...]
    steps: int
    most: int


def _alone(rules: Rulebook, branch: Branch, allowed: Allowance, beside: int) -> list[Branch]:
    """The branch carried on, with so many others beside it: worked out once for what it reads of the table."""
    store = branch.position.store
    memory = store.memory(rules)
    if branch.waits or branch.ended or branch.kept or memory is None or not memory.stretches:
        return _followed(rules, branch, allowed, beside)[0]
    agenda = memory.same(branch.position.agenda)
    before = allowed.left

    def work(traced: Store) -> CarriedOn:
        ways, most = _followed(rules, Branch(Position(traced, agenda)), allowed, beside)
        led = tuple((_writes(w.position.store), w.position.agenda, w.trail, w.waits) for w in ways)
        return CarriedOn(led, before - allowed.left, most)

    found: CarriedOn = memory.of(("carried", id(agenda)), store, work)
    allowed.left = before - found.steps
    ways = [
        Branch(Position(store.after(w) if w else store, to), branch.trail + trail, waits, waits is None, branch.illegal)
        for w, to, trail, waits in found.ways
    ]
    if allowed.left < 0 or beside + found.most > MOST_BRANCHES:
        raise TooMany(mostly=_mostly(ways))
    return ways


def _writes(traced: Any) -> Writes:
    """What was written since the table began to note what is read of it."""
    writes: Writes = traced.writes
    return writes


def _followed(rules: Rulebook, begun: Branch, allowed: Allowance, beside: int) -> tuple[list[Branch], int]:
    """The branch carried on, and how many were followed at once at most."""
    todo = [begun]
    done: list[Branch] = []
    circle = Circle(rules)
    most = 0
    while todo:
        branch = todo.pop()
        allowed.left -= 1
        most = max(most, len(todo) + len(done))
        if allowed.left < 0 or beside + most > MOST_BRANCHES:
            raise TooMany(mostly=_mostly((branch, *todo, *done)))
        if branch.waits or branch.ended:
            circle = Circle(rules)
            done.append(branch)
            continue
        try:
            progress = step(rules, branch.position) if branch.kept else onward(step, rules, branch.position)
        except RecursionError:
            plain = Position(as_written(branch.position.store), branch.position.agenda)
            raise TooMany(True, _round(rules, plain)) from None
        match progress:
            case Moved():
                allowed.left -= progress.steps - 1
                if circle.closes(progress.position):
                    raise TooMany(True, _round(rules, progress.position))
                todo.append(branch.at(progress.position, *progress.lines))
            case Forked():
                circle = Circle(rules)
                if sum(isinstance(one, Took) for one in branch.trail[len(begun.trail) :]) > MOST_POINTS:
                    raise TooMany(mostly=_mostly((branch,)))
                for option, position in reversed(progress.ways):
                    entry: TrailEntry = (
                        Took(progress.by, option) if isinstance(progress.by, Point) else Chose(progress.by, option)
                    )
                    todo.append(branch.at(position, entry))
            case Waits():
                circle = Circle(rules)
                done.append(branch.waiting(progress.position, (progress.moment, progress.env)))
            case Ended():
                circle = Circle(rules)
                done.append(branch.waiting(branch.position, None))
    return done, most


def _mostly(branches: Iterable[Branch]) -> str:
    """What was decided most often on the ways, in words."""
    decided: Counter[str] = Counter()
    for branch in branches:
        for one in branch.forks():
            by = one.by if isinstance(one, Chose) else None
            chosen = f"{by.name} chooses" if by is not None and by.name else "chance decides"
            decided[one.point.text or one.point.id if isinstance(one, Took) else chosen] += 1
    return decided.most_common(1)[0][0] if decided else ""


def _round(rules: Rulebook, start: Position) -> tuple[str, ...]:
    """The clauses by which play, which comes back to the position, goes on from there."""
    found: dict[str, None] = {}
    position = start
    for _ in range(MOST_ROUND):
        progress = step(rules, position)
        if not isinstance(progress, Moved):
            break
        found.update(dict.fromkeys(c for line in progress.lines for c in line.clauses))
        position = progress.position
        env = dict(position.agenda[1]) if position.agenda else {}
        if (card := rules.cards.get(title_of(env.get("this card")))) is not None:
            found.update(dict.fromkeys(rules.stated(card.clauses)))
        if again(start, position, grown=True):
            break
    return tuple(found)


def lapsed(branch: Branch) -> Branch:
    """The branch after nobody acted in a moment that lapses."""
    _, _, rest = branch.position.agenda
    return branch.laid(Position(branch.position.store, rest))


def due_act(rules: Rulebook, branch: Branch) -> tuple[str, tuple[Value, ...]]:
    """The act that is due at the branch's moment, of the things that are named there."""
    assert branch.waits is not None
    moment, env = branch.waits
    named, (act, *_) = dict(env), moment.acts
    return act, tuple(named.get(name) for name, _ in rules.acts[act].params)


def acting(branch: Branch, act: str, args: tuple[Value, ...]) -> Branch:
    """The branch in which the act is done next; the moment comes back after it."""
    event = Event(act, tuple(Lit(a) for a in args))
    store = branch.position.store
    count = store.get(("plays",), 0)
    assert isinstance(count, int)
    position = branch.position.with_store(store.put(("plays",), count + 1)).pushed(event, ())
    return branch.laid(position)
