"""Where play comes, and where something asks for a fact, as formulas about one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from checker.kernel.term import And, Lit, Value, Var
from checker.kernel.vocabulary import Fact
from checker.smt.conflicts import supposed
from checker.smt.connectives import both
from checker.smt.values.slots import SlotEnv, TableSlot
from checker.smt.values.table_formulas import TableFormulas
from checker.static.guarded_sites import Site
from checker.static.written_values import Written


def reached(terms: TableFormulas, written: Mapping[str, Written]) -> z3.BoolRef:
    """That every stored value is one that rules write there, or one into which they never write, as properties have it."""
    holding = [terms.holds(check.cond, {}) for one in supposed(terms.game) for check in one.checks]
    slots = [s for s in terms.slots.values() if s.kind == "field" and s.name in written]
    return z3.And(*(_writable(terms, slot, written[slot.name]) for slot in slots), *holding)


def _writable(terms: TableFormulas, slot: TableSlot, put: Written) -> z3.BoolRef:
    numbers = [v for v in put.values if isinstance(v, int)]
    if (
        put.anything
        or not any(v is not None for v in put.values)
        or (slot.sort == "number" and len(numbers) < len(put.values))
    ):
        return z3.BoolVal(True)
    if slot.sort == "condition":
        return z3.Or(*(slot.term == bool(v) for v in put.values))
    if slot.sort != "number":
        return z3.Or(*(slot.term == terms.code(v) for v in put.values))
    if put.rises or put.falls:
        least = min(0, *numbers) if put.falls else min(numbers)
        low = [] if put.falls and not put.spared else [slot.term >= least]
        high = [] if put.rises else [slot.term <= max(numbers)]
        return z3.And(*low, *high)
    return z3.Or(*(slot.term == n for n in numbers))


def asked(terms: TableFormulas, fact: Fact, args: tuple[Value, ...], sites: Sequence[Site]) -> z3.BoolRef:
    """That some place of the rules can come to ask for the fact of these things.

    Where the rules never do, players ask what a number or a word is, and nobody asks for a thing.
    """
    if not sites:
        return z3.BoolVal(fact.result == "number" or fact.result not in ("player", "card"))
    ways = []
    for part, guards in sites:
        env: SlotEnv = {}
        same = []
        for arg, one in zip(part.args, args, strict=False):
            match arg:
                case Lit(value):
                    same.append(_number(terms, one) == terms.code(value))
                case Var(name) if name not in env:
                    env[name] = one
                case _:  # it may be this one
                    continue
        ways.append(both((*map(z3.simplify, same), terms.holds(And(guards), env))))
    return z3.simplify(z3.Or(*ways))


def _number(terms: TableFormulas, one: Value | z3.ExprRef) -> z3.ExprRef:
    return one if z3.is_expr(one) else z3.IntVal(terms.code(one))
