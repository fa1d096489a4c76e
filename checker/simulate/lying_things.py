"""Properties of any game about where things lie, each a watcher of the course of play.

A watcher is sent what it sees of every step and answers with a complaint, or with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeAlias

from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of

Watch: TypeAlias = Generator[str, Any, None]
"""What is sent has: `before` and `after` (tables), `events` (of the step), `moment`, and `fact`."""
Watchers: TypeAlias = dict[str, Callable[[], Watch]]


def one_place() -> Watch:
    """No thing lies in two places, and none with nobody."""
    said = ""
    while True:
        seen = yield said
        said = ""
        if seen.before.placed is not seen.after.placed:
            lying = list(_lying(seen.after))
            words, seats = seen.rules.game.vocabulary, seen.after.get(("seats",), 0)
            owned = {z.name for z in words.zones if z.params and sort_of(words, z.params[0]) == "player"}
            strays = [t for (zone, *who), t in lying if zone in owned and who[0] not in range(seats)]
            twice = len(lying) > len({t for _, t in lying})
            said = "a thing lies in two places" if twice else f"{strays} lie with nobody" if strays else ""


def same_things() -> Watch:
    """The things that lie anywhere are the same all the time."""
    known: frozenset[Value] | None = None
    said = ""
    while True:
        seen = yield said
        said = ""
        known = frozenset(t for _, t in _lying(seen.before)) if known is None else known
        if seen.before.placed is not seen.after.placed and known != {t for _, t in _lying(seen.after)}:
            said = f"the things in all places are no longer the {len(known)} there were"


def _lying(store: Store) -> Iterator[tuple[tuple[Value, ...], Value]]:
    """Each thing with the place where it lies."""
    for key, held in store.entries("zone"):
        yield from ((key[1:], thing) for thing in (held if isinstance(held, tuple) else ()))


SHARED: Watchers = {"one place": one_place, "the same things": same_things}
"""What a property of any game may be watched by."""
