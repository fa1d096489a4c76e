"""What calls come to, worked out until nothing is added: each is looked at again when what it asks for has grown.

Of those that are due the one that was met last comes first, so that most find what they ask for complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from checker.kernel.trees.walk import reachable
from checker.static.typestate_domain import Tracked

TrackedStates: TypeAlias = frozenset[Tracked]
CallKey: TypeAlias = tuple[str, tuple[object, ...], Tracked]
Go: TypeAlias = Callable[[], Iterable[Tracked]]


class Came(NamedTuple):
    """The states after something, and those in which procedures were broken off in it."""

    states: TrackedStates = frozenset()
    left: frozenset[tuple[str, Tracked]] = frozenset()


class PendingCalls:
    """The calls that were met, what each comes to by now, and which others ask for it."""

    def __init__(self) -> None:
        self._known: dict[int, Came] = {}
        self._numbers: dict[CallKey, int] = {}
        self._goes: list[Go] = []
        self._asking: list[dict[int, None]] = []
        self._due: list[int] = []
        self._waiting: set[int] = set()
        self._now = 0
        self.left: list[set[tuple[str, Tracked]]] = [set()]

    def settled(self, go: Go) -> Came:
        """What it comes to when nothing is added any more."""
        start = self._met(go)
        while self._due:
            self._now = -heappop(self._due)
            self._waiting.remove(self._now)
            self.left = [set()]
            states = frozenset(self._goes[self._now]())
            before = self._known.get(self._now, Came())
            came = Came(before.states | states, before.left | self.left[0])
            if came != before:
                self._known[self._now] = came
                for number in self._asking[self._now]:
                    self._look(number)
        return self._known.get(start, Came())

    def call(self, name: str, given: tuple[object, ...], state: Tracked, go: Go) -> TrackedStates:
        """What is known by now of the call."""
        key = (name, given, state)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._met(go)
        self._asking[number][self._now] = None
        found = self._known.get(number)
        if found is None:
            return frozenset()
        if found.left:
            self.left[-1] |= found.left
        return found.states

    def _met(self, go: Go) -> int:
        number = len(self._goes)
        self._goes.append(go)
        self._asking.append({})
        self._look(number)
        return number

    def _look(self, number: int) -> None:
        if number not in self._waiting:
            self._waiting.add(number)
            heappush(self._due, -number)


def each(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> TrackedStates:
    """The states after it, from each of these."""
    return frozenset(after for state in states for after in go(state))


def closed(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> TrackedStates:
    """The states after any number of times."""
    return frozenset(reachable(states, go))
