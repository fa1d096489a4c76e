"""What was worked out under a name alone: done again, it looks up as much and takes as many steps as it did."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from checker.run.branches import allowed_still, allowing, spend
from checker.session.rule_tally import Tally

R = TypeVar("R")


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
