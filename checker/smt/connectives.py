"""Formulas of formulas, with what is plain left out."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from checker.kernel.term import COMPARING


def both(parts: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """That all of it holds; nothing is asked for behind what does not."""
    kept = []
    for part in parts:
        if z3.is_false(part):
            return part
        kept += [] if z3.is_true(part) else [part]
    return z3.And(*kept)


def either(parts: Iterable[z3.BoolRef]) -> z3.BoolRef:
    """That any of it holds; nothing is asked for behind what does."""
    kept = []
    for part in parts:
        if z3.is_true(part):
            return part
        kept += [] if z3.is_false(part) else [part]
    return z3.Or(*kept)


def compared(op: str, one: z3.ExprRef, two: z3.ExprRef) -> z3.BoolRef:
    """That the one number stands so to the other."""
    return COMPARING[op](one, two)
