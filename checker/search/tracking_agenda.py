"""What calls come to, worked out until nothing is added: each is looked at again when what it asks for has grown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from checker.search.tracked import Tracked

States: TypeAlias = frozenset[Tracked]
Key: TypeAlias = tuple[str, tuple[Any, ...], Tracked]
Go: TypeAlias = Callable[[], Iterable[Tracked]]


class Came(NamedTuple):
    """The states after something, and those in which procedures were broken off in it."""

    states: States = frozenset()
    left: frozenset[tuple[str, Tracked]] = frozenset()


class Agenda:
    """The calls that were met, what each comes to by now, and which others ask for it."""

    def __init__(self) -> None:
        self._known: dict[Key, Came] = {}
        self._goes: dict[Key, Go] = {}
        self._asking: dict[Key, dict[Key, None]] = {}
        self._new: list[Key] = []
        self._now: Key = ("", (), Tracked(""))
        self.left: list[set[tuple[str, Tracked]]] = [set()]

    def settled(self, go: Go) -> Came:
        """What it comes to when nothing is added any more."""
        start = self._now
        self._goes[start] = go
        todo: dict[Key, None] = {start: None}
        while todo:
            self._now = todo.popitem()[0]
            self.left = [set()]
            self._new = []
            states = frozenset(self._goes[self._now]())
            before = self._known.get(self._now, Came())
            came = Came(before.states | states, before.left | self.left[0])
            if came != before:
                self._known[self._now] = came
                todo |= self._asking.get(self._now, {})
            todo |= dict.fromkeys(self._new)
        return self._known.get(start, Came())

    def call(self, name: str, given: tuple[Any, ...], state: Tracked, go: Go) -> States:
        """What is known by now of the call."""
        key = (name, given, state)
        asking = self._asking.get(key)
        if asking is None:
            self._goes[key] = go
            self._asking[key] = asking = {}
            self._new.append(key)
        asking[self._now] = None
        found = self._known.get(key)
        if found is None:
            return frozenset()
        if found.left:
            self.left[-1] |= found.left
        return found.states


def each(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> States:
    """The states after it, from each of these."""
    return frozenset(after for state in states for after in go(state))


def closed(go: Callable[[Tracked], Iterable[Tracked]], states: Iterable[Tracked]) -> States:
    """The states after any number of times."""
    found = set(states)
    todo = list(found)
    while todo:
        new = set(go(todo.pop())) - found
        found |= new
        todo += new
    return frozenset(found)
