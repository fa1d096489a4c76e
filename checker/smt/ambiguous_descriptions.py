"""Descriptions that mean one thing and that several may fit."""

from __future__ import annotations

import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Norm
from checker.kernel.term import All, Count, Var
from checker.kernel.trees.walk import of_kind
from checker.smt.conflicts import matched, supposed
from checker.smt.encode import PLACE, FormulaEncoder, Names, solver
from checker.smt.norm_pairs import about


def described(game: Game) -> list[Norm]:
    """The norms whose value is whatever fits a description."""
    return [n for n in game.norms if isinstance(n.claim, Gives) and isinstance(n.claim.value, All)]


def single(game: Game, norm: Norm) -> bool:
    """Proved: at most one thing can fit the description. False if that is not so, or could not be proved."""
    assert isinstance(norm.claim, Gives) and isinstance(norm.claim.value, All)
    terms = FormulaEncoder(game, deep=True)
    asked = solver()
    pattern = about(norm)
    assert pattern is not None
    names, same = matched(pattern, tuple(range(len(pattern.args))), terms)
    one, other = Var(f"{PLACE}one"), Var(f"{PLACE}other")
    asked.add(*same, terms.holds(norm.cond, names), terms.value(one, {}) != terms.value(other, {}))
    asked.add(terms.nothing(), *(terms.holds(c.cond, {}) for p in supposed(game) for c in p.checks))
    asked.add(terms.fits(norm.claim.value, names, one), terms.fits(norm.claim.value, names, other))
    asked.add(*(_counted_twice(terms, c, names, one, other) for c in of_kind(norm.cond, Count)))
    return bool(asked.check() == z3.unsat)


def _counted_twice(terms: FormulaEncoder, count: Count, names: Names, one: Var, other: Var) -> z3.BoolRef:
    """Where two things are among those that are counted, the number is at least 2."""
    counted = All(count.var, count.sort, count.where)
    both = z3.And(terms.fits(counted, names, one), terms.fits(counted, names, other))
    return z3.Implies(both, terms.value(count, names) >= 2)
