"""Branches of play: carried on through everything that nobody decides, forked where something is open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from checker.kernel.effect import Await, Event
from checker.kernel.point import Option, Point
from checker.kernel.position import Env, Position
from checker.kernel.record import Record
from checker.kernel.term import Lit, Value
from checker.norms.rulebook import Rulebook
from checker.run.progress import Chooser, Ended, Forked, Line, Moved, Waits
from checker.run.step import step

MOST_BRANCHES = 400
MOST_STEPS = 20_000


class Took(Record):
    """The option of an open point that a branch follows."""

    point: Point
    option: Option


class Chose(Record):
    """What a player or chance picked in a branch."""

    by: Chooser
    option: Option


Entry: TypeAlias = Line | Took | Chose


class TooMany(Exception):
    """More branches or steps than the bound; what is known so far is not the whole."""


class Branch:
    """A position with the way that led to it; `waits` is the moment at which players may act.

    `illegal` is an act on the way that the rules forbid; `settled` if they say what follows it.
    """

    __slots__ = ("ended", "illegal", "position", "settled", "trail", "waits")

    def __init__(
        self,
        position: Position,
        trail: tuple[Entry, ...] = (),
        waits: tuple[Await, Env] | None = None,
        ended: bool = False,
        illegal: tuple[Value, ...] | None = None,
        settled: bool = False,
    ) -> None:
        self.position = position
        self.trail = trail
        self.waits = waits
        self.ended = ended
        self.illegal = illegal
        self.settled = settled

    def at(self, position: Position, *entries: Entry) -> Branch:
        """This branch further on."""
        return Branch(position, (*self.trail, *entries), None, False, self.illegal, self.settled)

    @property
    def moment(self) -> str:
        """The name of the moment at which players may act, or nothing."""
        return self.waits[0].moment if self.waits else ""

    def lines(self) -> Iterable[Line]:
        """What happened on the way, in order."""
        return (e for e in self.trail if isinstance(e, Line))


def carry_on(rules: Rulebook, branches: Iterable[Branch]) -> list[Branch]:
    """Every branch carried on until somebody must decide or nothing is left to be done.

    Raises TooMany above the bound.
    """
    todo = list(branches)
    todo.reverse()
    done: list[Branch] = []
    steps = 0
    while todo:
        branch = todo.pop()
        steps += 1
        if steps > MOST_STEPS or len(todo) + len(done) > MOST_BRANCHES:
            raise TooMany
        if branch.waits or branch.ended:
            done.append(branch)
            continue
        progress = step(rules, branch.position)
        match progress:
            case Moved():
                todo.append(branch.at(progress.position, *progress.lines))
            case Forked():
                for option, position in reversed(progress.ways):
                    entry: Entry = (
                        Took(progress.by, option) if isinstance(progress.by, Point) else Chose(progress.by, option)
                    )
                    todo.append(branch.at(position, entry))
            case Waits():
                done.append(
                    Branch(
                        progress.position,
                        branch.trail,
                        (progress.moment, progress.env),
                        False,
                        branch.illegal,
                        branch.settled,
                    )
                )
            case Ended():
                done.append(Branch(branch.position, branch.trail, None, True, branch.illegal, branch.settled))
    return done


def lapsed(branch: Branch) -> Branch:
    """The branch after nobody acted in a moment that lapses."""
    _, _, rest = branch.position.agenda
    return Branch(Position(branch.position.store, rest), branch.trail, None, False, branch.illegal, branch.settled)


def acting(branch: Branch, act: str, args: tuple[Value, ...]) -> Branch:
    """The branch in which the act is done next; the moment comes back after it."""
    event = Event(act, tuple(Lit(a) for a in args))  # type: ignore[arg-type]
    store = branch.position.store
    count = store.get(("plays",), 0)
    assert isinstance(count, int)
    position = branch.position.with_store(store.put(("plays",), count + 1)).pushed(event, ())
    return Branch(position, branch.trail, None, False, branch.illegal, branch.settled)
