"""Whether two norms say the same in every position."""

from __future__ import annotations

import msgspec
import z3

from checker.kernel.game import Game
from checker.kernel.norm import Norm
from checker.kernel.term import Var, Yes
from checker.kernel.trees.walk import letters_in
from checker.smt.encode import PLACE, FormulaEncoder, solver


def same(before: Game, after: Game, one: Norm, other: Norm) -> bool:
    """Proved: the two make the same claim, for the same speaker and with the same rank, and always together.

    False if that is not so, or could not be proved.
    """
    if _bare(one) != _bare(other) or before.vocabulary != after.vocabulary or not _alike(before, after):
        return False
    if one.cond == other.cond:
        return True
    return reach(before, one, other) == SAME


SAME, MORE, FEWER, OTHER, APART = (
    "in the same cases",
    "in more cases",
    "in fewer cases",
    "in other cases",
    "in no same case",
)


def reach(before: Game, one: Norm, other: Norm) -> str:
    """Where the second holds against the first, each way proved; OTHER also where nothing was."""
    names = {v: Var(f"{PLACE}{v}") for v in letters_in((one.claim, one.cond, other.claim, other.cond))}
    terms = FormulaEncoder(before)

    def never(*parts: z3.BoolRef) -> bool:
        asked = solver()
        asked.add(*parts)
        return bool(asked.check() == z3.unsat)

    old, new = (terms.holds(n.cond, dict(names)) for n in (one, other))
    within, without = never(old, z3.Not(new)), never(new, z3.Not(old))
    if within or without:
        return SAME if within and without else MORE if within else FEWER
    return APART if never(old, new) else OTHER


def _bare(norm: Norm) -> Norm:
    return msgspec.structs.replace(norm, id="", clause="", place=None, cond=Yes())


def _alike(before: Game, after: Game) -> bool:
    """The cards are of the same kinds, so that conditions on kinds mean the same."""
    return [(c.title, c.kinds, c.unsure) for c in before.cards] == [(c.title, c.kinds, c.unsure) for c in after.cards]
