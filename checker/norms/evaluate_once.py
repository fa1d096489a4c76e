"""What is worked out once for a table: asked for again, it is known, and rests on the same clauses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from checker.kernel.position import Store
from checker.kernel.term import Point, Undecided

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

T = TypeVar("T")


def once(here: Context, name: Hashable, work: Callable[[Context], T]) -> T:
    """What the work gives here, cited as if done anew: done once for the table, or once for what it reads there.

    The latter is where the table has a memory that it shares with others.
    """
    memory = here.store.memory(here.rules)
    if memory is None:
        return _kept(here, name, work)

    def alone(store: Store) -> tuple[Any, Point | None, dict[str, None], dict[tuple[str, str], None]]:
        inner = here.at(store)
        found, point = None, None
        try:
            found = work(inner)
        except Undecided as undecided:
            point = undecided.point
        return found, point, inner.cites, inner.beaten

    found, point, cites, beaten = memory.of(name, here.store, alone)
    if cites:
        here.cites.update(cites)
    if beaten:
        here.beaten.update(beaten)
    if point is not None:
        raise Undecided(point)
    given: T = found
    return given


def _kept(here: Context, name: Hashable, work: Callable[[Context], T]) -> T:
    """What the work gives, kept with the table as long as what is looked up in the rules is not looked up afresh.

    What it raises is not kept.
    """
    key = (here.rules, here.rules.looked.era, name)
    known: Any = here.store.kept.get(key)
    if known is None:
        cites, beaten = here.cites, here.beaten
        here.cites, here.beaten = {}, {}
        try:
            known = here.store.kept[key] = (work(here), here.cites, here.beaten)
        finally:
            cites.update(here.cites)
            beaten.update(here.beaten)
            here.cites, here.beaten = cites, beaten
    else:
        here.cites.update(known[1])
        here.beaten.update(known[2])
    made: T = known[0]
    return made
