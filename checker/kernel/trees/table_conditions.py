"""Clauses that speak only of some tables: of so many players, of a tie-breaker, of several Hexes."""

from __future__ import annotations

from collections.abc import Iterable

from checker.kernel.norm import Norm
from checker.kernel.term import And, Cond, Var
from checker.kernel.trees.walk import of_kind


def of_tables(norms: Iterable[Norm]) -> tuple[tuple[Cond, ...], ...]:
    """What each norm of a clause needs of the table alone; nothing if one of them needs nothing."""
    found: list[tuple[Cond, ...]] = []
    for norm in norms:
        parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
        needed = tuple(part for part in parts if next(of_kind(part, Var), None) is None)
        if not needed:
            return ()
        found.append(needed)
    return tuple(found)
