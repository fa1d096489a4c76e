"""What is worked out once for a table: asked for again, it is known, and rests on the same clauses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from checker.kernel.position import Store
from checker.norms.rulebook import Rulebook

T = TypeVar("T")


class Relying(Protocol):
    """An evaluation on a table under rules: the clauses that were relied on, and which norm was beaten by which."""

    rules: Rulebook
    store: Store
    cites: dict[str, None]
    beaten: dict[tuple[str, str], None]


def kept(here: Relying, what: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives; it must be the same whenever `what` is the same on this table.

    What was looked up in the rules before that was forgotten is looked up again. What `make` raises is not kept.
    """
    key = (here.rules, here.rules.looked.era, what)
    known: Any = here.store.kept.get(key)
    if known is None:
        cites, beaten = here.cites, here.beaten
        here.cites, here.beaten = {}, {}
        try:
            known = here.store.kept[key] = (make(), here.cites, here.beaten)
        finally:
            cites.update(here.cites)
            beaten.update(here.beaten)
            here.cites, here.beaten = cites, beaten
    else:
        here.cites.update(known[1])
        here.beaten.update(known[2])
    made: T = known[0]
    return made


__all__ = ["kept"]
