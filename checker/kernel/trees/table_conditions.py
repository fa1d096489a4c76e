"""Clauses that speak only of some tables: of so many players, of a tie-breaker, of several Hexes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from checker.kernel.norm import Norm
from checker.kernel.term import And, Cond
from checker.kernel.trees.walk import letters_in


def of_tables(norms: Iterable[Norm]) -> dict[str, tuple[tuple[Cond, ...], ...]]:
    """For each clause of which all norms need something of the table alone, what each of them needs."""
    found: dict[str, list[tuple[Cond, ...]]] = defaultdict(list)
    for norm in norms:
        parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
        found[norm.clause].append(tuple(part for part in parts if not _variables(part)))
    return {clause: tuple(needed) for clause, needed in found.items() if all(needed)}


def _variables(tree: object) -> bool:
    """A variable stands in the tree."""
    return bool(letters_in(tree))
