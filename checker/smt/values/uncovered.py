"""The tables on which no norm gives a fact its value, as regions with one table in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import msgspec
import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Leaves
from checker.kernel.term import Cond, Expr, Value
from checker.kernel.value_gap import Missing, Region, Said
from checker.kernel.vocabulary import Fact
from checker.smt.encode import solver
from checker.smt.values.slots import Slot
from checker.smt.values.table_formulas import TableFormulas
from checker.smt.values.where_met import asked, reached
from checker.static.guarded_sites import Site
from checker.static.written_values import Written

MOST_REGIONS = 6
"""So many regions at most are told of one fact and the things it is asked of."""
FAR = 40
"""Numbers are looked at up to two to this power."""
Known: TypeAlias = Callable[[Expr | Cond, dict[str, Value]], Value]
"""What something is worth on a table of which nothing was said; None where that is not known."""


class Question(NamedTuple):
    """The fact with the things that it is asked of, in the place of numbers nothing; what rules write, and where they ask."""

    fact: Fact
    args: tuple[Value, ...]
    known: Known
    written: Mapping[str, Written]
    sites: Sequence[Site]


def uncovered(game: Game, seats: int, titles: tuple[str, ...], question: Question) -> Missing:
    """Where no norm gives the fact a value at a table of so many players, where these cards lie."""
    return _Search(TableFormulas(game, seats, titles), question).found()


class _Search:
    def __init__(self, terms: TableFormulas, question: Question) -> None:
        self.terms = terms
        self.question = question
        self.args = tuple(
            terms.slot("number", letter, (), "number", 0).term if terms.sort(letter) == "number" else arg
            for (letter, _), arg in zip(question.fact.params, question.args, strict=True)
        )
        norms = [n for n in terms.about.get(question.fact.name, []) if isinstance(n.claim, Gives | Leaves)]
        self.live = [(n, terms.live(n, self.args)) for n in norms]
        self.covered = z3.simplify(z3.Or(*(live for _, live in self.live)))

    def found(self) -> Missing:
        if z3.is_true(self.covered):
            return Missing((), True)
        self.solver = solver()
        self.solver.add(*self.terms.side, z3.Not(self.covered))
        first = self.solver.check()
        if first != z3.sat:
            return Missing((), first == z3.unsat, first == z3.unknown)
        written = reached(self.terms, self.question.written)
        wanted = asked(self.terms, self.question.fact, self.args, self.question.sites)
        plain = self._as_nothing_said()
        self.solver.add(*self.terms.side)
        regions: list[Region] = []
        for many, supposed in ((3, (plain, written, wanted)), (2, (plain, written)), (1, (plain,)), (0, ())):
            self._supposing(supposed, regions, (many > 1, many > 2, many > 0))
        return Missing(tuple(regions), self.solver.check() == z3.unsat)

    def _as_nothing_said(self) -> Any:
        """That what was not looked into is as it is on a table of which nothing was said, where that is known."""
        same = []
        for key, (tree, env) in self.terms.trees.items():
            slot, value = self.terms.slots[key], self.question.known(tree, env)
            if isinstance(value, bool) and slot.sort == "condition":
                same.append(slot.term == value)
            elif slot.sort != "condition" and (value is None or isinstance(value, int | str)) and value != "?":
                same.append(slot.term == self.terms.code(value))
        return z3.And(*same) if same else z3.BoolVal(True)

    def _supposing(self, supposed: tuple[Any, ...], regions: list[Region], known: tuple[bool, bool, bool]) -> None:
        """Adds the regions where all that is supposed holds, and takes them from what is looked at."""
        most = MOST_REGIONS if supposed else min(MOST_REGIONS, len(regions) + 1)
        while len(regions) < most:
            if self.solver.check(*supposed) != z3.sat:
                return
            fixed = self._table(supposed)
            said = self._widened(fixed, supposed)
            near = self._near(said, fixed)
            regions.append(Region(self.question.fact.name, self.question.args, said, near, *known))
            self.solver.add(z3.Not(z3.And(*self._box(said))))

    def _slots(self) -> list[Slot]:
        return [s for s in self.terms.slots.values() if s.kind in ("field", "zone", "pile", "number")]

    def _table(self, supposed: tuple[Any, ...]) -> dict[Slot, Value]:
        """One table of those looked at on which all that is supposed holds: as much as can be as it starts, then as near as can be."""
        self.solver.push()
        self.solver.add(*supposed)
        fixed: dict[Slot, Value] = {}
        listed = self._slots()
        for slot in (*(s for s in listed if s.sort != "number"), *(s for s in listed if s.sort == "number")):
            number = self._nearest(slot)
            fixed[slot] = self.terms.meant(slot, number)
            self.solver.add(slot.term == (bool(number) if slot.sort == "condition" else number))
        self.solver.pop()
        return fixed

    def _nearest(self, slot: Slot) -> int:
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
        far = self._first(lambda most: self._can(apart <= most)) or 0
        return start + far if self._can(slot.term == start + far) else start - far

    def _can(self, *more: Any) -> bool:
        return bool(self.solver.check(*more) == z3.sat)

    def _first(self, enough: Callable[[int], bool]) -> int | None:
        """The first number from 1 on that is enough; None if none is, as far as is looked."""
        most: int | None = next((2**power for power in range(FAR) if enough(2**power)), None)
        if most is None:
            return None
        least = most // 2
        while least + 1 < most:
            middle = (least + most) // 2
            least, most = (least, middle) if enough(middle) else (middle, most)
        return most

    # -- regions -----------------------------------------------------------------------------

    def _widened(self, fixed: dict[Slot, Value], supposed: tuple[Any, ...]) -> tuple[Said, ...]:
        """The region around the table in which nothing holds, one stored value after the other."""
        asking = solver()
        asking.add(*self.terms.side, *supposed[:1], self.covered)
        said = {slot: _exactly(slot, value) for slot, value in fixed.items()}
        for slot, value in fixed.items():
            others = self._box([one for other, one in said.items() if other != slot])
            if asking.check(*others) == z3.unsat:
                said[slot] = msgspec.structs.replace(said[slot], free=True)
            elif slot.sort == "number" and isinstance(value, int):
                said[slot] = self._spread(asking, slot, value, others, said[slot])
        return tuple(said.values())

    def _spread(self, asking: Any, slot: Slot, value: int, others: list[Any], said: Said) -> Said:
        ends: list[int | None] = []
        for sign in (-1, 1):
            away = (slot.term - value) * sign
            near = self._first(partial(_met, asking, others, away))
            ends.append(None if near is None else value + sign * (near - 1))
        least, most = ends
        return Said(said.kind, said.name, said.args, said.sort, value, said.start, least, most)

    def _box(self, said: Iterable[Said]) -> list[Any]:
        return [part for one in said for part in self._part(one)]

    def _part(self, said: Said) -> Iterator[Any]:
        term = self.terms.slots[said.kind, said.name, *said.args].term
        if said.free:
            return
        if said.sort == "number":
            yield from [term >= said.least] if said.least is not None else []
            yield from [term <= said.most] if said.most is not None else []
        elif said.sort == "condition":
            yield term == bool(said.value)
        else:
            yield term == self.terms.code(said.value)

    def _near(self, said: tuple[Said, ...], fixed: dict[Slot, Value]) -> tuple[str, ...]:
        """The norms that hold where one of the values is the next one outside the region."""
        asking = solver()
        asking.add(*self.terms.side)
        found: dict[str, None] = {}
        for one in said:
            if not one.free:
                others = self._box(_exactly(s, v) for s, v in fixed.items() if (s.kind, s.name, s.args) != _key(one))
                term = self.terms.slots[one.kind, one.name, *one.args].term
                beside = [n for n in (_less(one.least), _more(one.most)) if n is not None]
                around = z3.Or(*(term == n for n in beside)) if one.sort == "number" else z3.BoolVal(True)
                found |= {n.id: None for n, live in self.live if asking.check(*others, around, live) == z3.sat}
        return tuple(found)


def _met(asking: Any, others: list[Any], away: Any, far: int) -> bool:
    """Something may hold where the distance is at most so far."""
    return bool(asking.check(*others, away > 0, away <= far) != z3.unsat)


def _key(said: Said) -> tuple[str, str, tuple[Value, ...]]:
    return said.kind, said.name, said.args


def _less(number: int | None) -> int | None:
    return None if number is None else number - 1


def _more(number: int | None) -> int | None:
    return None if number is None else number + 1


def _exactly(slot: Slot, value: Value) -> Said:
    number = value if slot.sort == "number" and isinstance(value, int) else None
    return Said(slot.kind, slot.name, slot.args, slot.sort, value, slot.start, number, number)
