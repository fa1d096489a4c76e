"""Whether two norms say the same in every position."""

from __future__ import annotations

from typing import Any

import msgspec
import z3

from checker.kernel.game import Game
from checker.kernel.norm import Norm
from checker.kernel.term import Var, Yes
from checker.smt.terms import PLACE, Terms, solver


def same(before: Game, after: Game, one: Norm, other: Norm) -> bool:
    """Proved: the two make the same claim, for the same speaker and with the same rank, and always together.

    False if that is not so, or could not be proved.
    """
    if _bare(one) != _bare(other) or before.vocabulary != after.vocabulary or not _alike(before, after):
        return False
    if one.cond == other.cond:
        return True
    names = {v: Var(f"{PLACE}{v}") for v in _variables((one.claim, one.cond, other.cond))}
    terms = Terms(before)
    asked = solver()
    asked.add(terms.holds(one.cond, dict(names)) != terms.holds(other.cond, dict(names)))
    return bool(asked.check() == z3.unsat)


def _bare(norm: Norm) -> Norm:
    return msgspec.structs.replace(norm, id="", clause="", place=None, cond=Yes())


def _alike(before: Game, after: Game) -> bool:
    """The cards are of the same kinds, so that conditions on kinds mean the same."""
    return [(c.title, c.kinds, c.unsure) for c in before.cards] == [(c.title, c.kinds, c.unsure) for c in after.cards]


def _variables(tree: Any) -> set[str]:
    if isinstance(tree, Var):
        return {tree.name}
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return set().union(*map(_variables, parts)) if parts else set()
