"""What the search leaves out because it comes out the same; each can be switched off, to compare."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from checker.norms.rulebook import Rulebook
from checker.run.branches import allowed_still, allowing, spend
from checker.session.query_memo import Memo, Tally

R = TypeVar("R")


class Reductions(NamedTuple):
    """Which reductions are made.

    `moves`: a move is worked out once for what it reads of the table; `norms`: so is what norms say, and with
    `stretches` what comes of a thing to be done until something is decided; `tables`: tables of all sizes share
    what was worked out; `cards`: one card is tried for all that differ in their name only.
    """

    moves: bool = True
    norms: bool = True
    stretches: bool = True
    tables: bool = True
    cards: bool = True


MOST_BEGUN = 200
"""So many scenes are kept as far as they were told."""

ALL = Reductions()
NO = Reductions(False, False, False, False, False)


class Common:
    """What was worked out of moves and of norms; tables of every size may share it.

    Moves that are worked out with other points known must not share it; they may share what was worked out `beside`,
    which is all but the moves. `begun` has scenes as far as they were told last.
    """

    def __init__(self, rules: Rulebook, reductions: Reductions = ALL, beside: Common | None = None) -> None:
        self.tally: Tally = beside.tally if beside else Tally(rules)
        self.norms: Memo[Any] = beside.norms if beside else self._of_norms(reductions)
        self.remembers: Memo[Any] | None = self.norms if reductions.norms else None
        self.moves: Memo[Any] = Memo(self.tally, self.remembers, reductions.moves)
        most = MOST_BEGUN if reductions.norms else 0
        self._starts: dict[Hashable, int] = {}
        self.begun: BoundedMemo = beside.begun if beside else BoundedMemo(self.tally, most)

    def _of_norms(self, reductions: Reductions) -> Memo[Any]:
        norms: Memo[Any] = Memo(self.tally, remembers=reductions.norms, stretches=reductions.stretches)
        norms.parts = norms
        return norms

    def start(self, of: Hashable) -> int:
        """A number for how scenes begin, so that names of work in them are short."""
        return self._starts.setdefault(of, len(self._starts))

    def forget(self) -> None:
        """Nothing that was worked out is remembered any more."""
        for memo in (self.moves, self.norms, self.begun):
            memo.forget()


class WorkedOut(NamedTuple):
    """A result, what was looked up in the rules for it, and how many steps of play it took."""

    result: Any
    looked: int
    steps: int


class BoundedMemo:
    """Results by their names, so many at most: those that were asked for last.

    A piece of work must give the same whenever it has the same name. What took more steps than are still allowed is
    worked out again, to be broken off where it would have been.
    """

    def __init__(self, tally: Tally, most: int) -> None:
        self.tally = tally
        self.most = most
        self._found: dict[Hashable, WorkedOut] = {}

    def of(self, name: Hashable, work: Callable[[], R], lasting: Callable[[R], bool] = lambda _: True) -> R:
        """What the work gives; it is remembered if it is `lasting`."""
        known = self._found.pop(name, None)
        if known is None or known.steps > allowed_still():
            with allowing() as allowed:
                result, looked = self.tally.of(work)
            known = WorkedOut(result, looked, allowed.taken)
        else:
            spend(known.steps)
            self.tally.bits |= known.looked
        if lasting(known.result):
            self._found[name] = known
            if len(self._found) > self.most:
                del self._found[next(iter(self._found))]
        found: R = known.result
        return found

    def forget(self) -> None:
        """Nothing is remembered any more."""
        self._found.clear()
