"""The one table among many that says as little as it can: as much as can be as it starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import z3

from checker.kernel.term import Cond, Every, Expr, Some, Value
from checker.kernel.trees.walk import free
from checker.kernel.value_gap import Said
from checker.smt.encode import solver
from checker.smt.values.slots import TableSlot
from checker.smt.values.table_formulas import TableFormulas

FAR = 40
"""Numbers are looked at up to two to this power."""
DefaultValue: TypeAlias = Callable[[Expr | Cond, dict[str, Value]], Value]
"""What something is worth on a table of which nothing was said; None where that is not known."""


class Tables:
    """The tables on which some formulas hold."""

    def __init__(self, terms: TableFormulas, *formulas: z3.BoolRef) -> None:
        self.terms = terms
        self.solver = solver()
        self.solver.add(*terms.side, *formulas)

    def slots(self) -> list[TableSlot]:
        return [s for s in self.terms.slots.values() if s.kind in ("field", "zone", "pile", "number")]

    def none_below_zero(self) -> z3.BoolRef:
        """That no number is less than 0, unless it starts so."""
        numbers = [s for s in self.slots() if s.sort == "number" and not (isinstance(s.start, int) and s.start < 0)]
        return z3.And(*(slot.term >= 0 for slot in numbers))

    def table(self, supposed: tuple[z3.BoolRef, ...]) -> dict[TableSlot, Value]:
        """One table of those looked at on which all that is supposed holds: as much as can be as it starts, then as near as can be."""
        self.solver.push()
        self.solver.add(*supposed)
        fixed: dict[TableSlot, Value] = {}
        listed = self.slots()
        for slot in (*(s for s in listed if s.sort != "number"), *(s for s in listed if s.sort == "number")):
            number = self._nearest(slot)
            fixed[slot] = self.terms.meant(slot, number)
            self.solver.add(slot.term == (bool(number) if slot.sort == "condition" else number))
        self.solver.pop()
        return fixed

    def _nearest(self, slot: TableSlot) -> int:
        """The number for the slot that is nearest to what it starts as."""
        start = slot.start if isinstance(slot.start, int) else 0
        if slot.sort == "condition":
            return int(start if self._can(slot.term == bool(start)) else not start)
        if slot.sort != "number":
            self.solver.check()
            return int(self.solver.model().eval(slot.term, model_completion=True).as_long())
        if self._can(slot.term == start):
            return start
        apart = z3.If(slot.term > start, slot.term - start, start - slot.term)
        far = first(lambda most: self._can(apart <= most)) or 0
        return start + far if self._can(slot.term == start + far) else start - far

    def _can(self, *more: z3.BoolRef) -> bool:
        return bool(self.solver.check(*more) == z3.sat)


def first(enough: Callable[[int], bool]) -> int | None:
    """The first number from 1 on that is enough; None if none is, as far as is looked."""
    most: int | None = next((2**power for power in range(FAR) if enough(2**power)), None)
    if most is None:
        return None
    least = most // 2
    while least + 1 < most:
        middle = (least + most) // 2
        least, most = (least, middle) if enough(middle) else (middle, most)
    return most


def as_nothing_said(terms: TableFormulas, known: DefaultValue) -> z3.BoolRef:
    """That what was not looked into is as it is on a table of which nothing was said, where that is known.

    What is asked of a thing that may be any stays open: on that table it may be so of one and not of another.
    """
    same = []
    for key, (tree, env) in terms.trees.items():
        if free(tree) - env.keys():
            continue
        slot, value = terms.slots[key], known(tree, env)
        if value is None and isinstance(tree, Some | Every) and tree.sort == "card":
            value = isinstance(tree, Every)  # no other cards lie there
        if isinstance(value, bool) and slot.sort == "condition":
            same.append(slot.term == value)
        elif (
            slot.sort != "condition"
            and (isinstance(value, int | str) or (value is None and slot.sort != "number"))
            and value != "?"
        ):
            same.append(slot.term == terms.code(value))
    return z3.And(*same) if same else z3.BoolVal(True)


def exactly(slot: TableSlot, value: Value) -> Said:
    """That the stored value is this one."""
    number = value if slot.sort == "number" and isinstance(value, int) else None
    return Said(slot.kind, slot.name, slot.args, slot.sort, value, slot.start, number, number)
