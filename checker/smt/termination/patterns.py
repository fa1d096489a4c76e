"""Which events the pattern of a norm is about, as far as values are written."""

from __future__ import annotations

from checker.kernel.norm import Pattern
from checker.kernel.term import Expr, Lit, Var
from checker.smt.encode import Names


def matched(pattern: Pattern, args: tuple[Expr, ...]) -> tuple[Names, bool]:
    """The variables of the pattern, and whether the event may be one of its instances as far as values are written."""
    found: Names = {}
    same = True
    for mine, arg in zip(pattern.args, args, strict=True):
        if isinstance(mine, Var) and mine.name not in found:
            found[mine.name] = arg
        elif isinstance(mine, Lit) and isinstance(arg, Lit) and mine != arg:
            same = False
    return found, same


def always(pattern: Pattern, args: tuple[Expr, ...]) -> bool:
    """The event is one of the pattern's instances whatever its arguments stand for."""
    names = [p.name for p in pattern.args if isinstance(p, Var)]
    pairs = zip(pattern.args, args, strict=True)
    return len(set(names)) == len(names) and all(isinstance(p, Var) or p == a for p, a in pairs)
