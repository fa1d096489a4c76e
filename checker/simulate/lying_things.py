"""Properties of any game about where things lie, each watched from one table to the next on which things lie elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import Vocabulary, sort_of

Watch: TypeAlias = Callable[[Vocabulary, Store, Store], str]
"""What is complained of, if anything, on the table after the table before."""


def one_place(words: Vocabulary, _: Store, after: Store) -> str:
    """No thing lies in two places, and none with nobody."""
    lying = list(_lying(after))
    owned = {z.name for z in words.zones if z.params and sort_of(words, z.params[0]) == "player"}
    strays = [t for (zone, *who), t in lying if zone in owned and who[0] not in after.seats]
    twice = len(lying) > len({t for _, t in lying})
    return "a thing lies in two places" if twice else f"{strays} lie with nobody" if strays else ""


def same_things(_: Vocabulary, before: Store, after: Store) -> str:
    """The things that lie anywhere are the same all the time."""
    there, now = ({t for _, t in _lying(store)} for store in (before, after))
    return "" if there == now else f"the things in all places are no longer the {len(there)} there were"


def _lying(store: Store) -> Iterator[tuple[tuple[Value, ...], Value]]:
    """Each thing with the place where it lies."""
    for key, held in store.entries("zone"):
        yield from ((key[1:], thing) for thing in (held if isinstance(held, tuple) else ()))


SHARED: dict[str, Watch] = {"one place": one_place, "the same things": same_things}
"""What a property of any game may be watched by."""
