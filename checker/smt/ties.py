"""Descriptions that mean one thing and that several may fit."""

from __future__ import annotations

import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Norm
from checker.kernel.term import All, Var
from checker.smt.clash import MILLISECONDS, about, matched, supposed
from checker.smt.terms import PLACE, Terms


def ties(game: Game) -> tuple[list[Norm], list[Norm]]:
    """The norms whose value is whatever fits a description: those that at most one thing can fit, and the rest."""
    single: list[Norm] = []
    several: list[Norm] = []
    for norm in game.norms:
        if isinstance(norm.claim, Gives) and isinstance(norm.claim.value, All):
            (single if _single(game, norm, norm.claim.value) else several).append(norm)
    return single, several


def _single(game: Game, norm: Norm, chosen: All) -> bool:
    terms = Terms(game, deep=True)
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    pattern = about(norm)
    assert pattern is not None
    names, same = matched(pattern, tuple(range(len(pattern.args))), terms)
    one, other = Var(f"{PLACE}one"), Var(f"{PLACE}other")
    solver.add(*same, terms.holds(norm.cond, names), terms.value(one, {}) != terms.value(other, {}))
    solver.add(terms.nothing(), *(terms.holds(c.cond, {}) for p in supposed(game) for c in p.checks))
    solver.add(terms.fits(chosen, names, one), terms.fits(chosen, names, other))
    return bool(solver.check() == z3.unsat)
