"""The tables on which no norm gives a fact its value, as regions with one table in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Leaves
from checker.kernel.term import Value
from checker.kernel.value_gap import Missing, Region, Said
from checker.kernel.vocabulary import Fact
from checker.smt.encode import solver
from checker.smt.values.nearest_table import DefaultValue, Tables, as_nothing_said, exactly, first
from checker.smt.values.slots import TableSlot, cards_told_of
from checker.smt.values.table_formulas import TableFormulas, asked, reached
from checker.static.guarded_sites import Site
from checker.static.written_values import Written

MOST_REGIONS = 12
"""So many regions at most are told of one fact and the things it is asked of."""


class ValueQuestion(NamedTuple):
    """The fact with the things that it is asked of, in the place of numbers nothing; what rules write, and where they ask.

    With `asked_only`, where they do not ask is left out.
    """

    fact: Fact
    args: tuple[Value, ...]
    known: DefaultValue
    written: Mapping[str, Written]
    sites: Sequence[Site]
    asked_only: bool = False


def uncovered(game: Game, seats: int, titles: tuple[str, ...], question: ValueQuestion) -> Missing:
    """Where no norm gives the fact a value at a table of so many players, where these cards lie and those of which norms speak."""
    norms = (n for n in game.norms if isinstance(n.claim, Gives) and n.claim.term.fact == question.fact.name)
    lying = cards_told_of(game, question.args, tuple(n.cond for n in norms))
    return _Search(TableFormulas(game, seats, tuple(dict.fromkeys((*titles, *lying)))), question).found()


class _Search:
    def __init__(self, terms: TableFormulas, question: ValueQuestion) -> None:
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
        self.tables = Tables(self.terms, z3.Not(self.covered))
        self.solver = self.tables.solver
        some = self.solver.check()
        if some != z3.sat:
            return Missing((), some == z3.unsat, some == z3.unknown)
        written = reached(self.terms, self.question.written)
        wanted = asked(self.terms, self.question.fact, self.args, self.question.sites)
        plain = as_nothing_said(self.terms, self.question.known)
        self.solver.add(*self.terms.side)
        regions: list[Region] = []
        met = (plain, written, wanted)
        levels: list[tuple[z3.BoolRef, ...]] = [(*met, self.tables.none_below_zero()), met, met[:2], met[:1], ()]
        for supposed in levels[:2] if self.question.asked_only else levels:
            self._supposing(supposed, regions, (len(supposed) > 1, len(supposed) > 2, len(supposed) > 0))
        if self.question.asked_only:
            others = self.solver.check(written, wanted)
            return Missing(tuple(regions), others == z3.unsat, idle=self.solver.check() != z3.unsat)
        return Missing(tuple(regions), self.solver.check() == z3.unsat)

    def _supposing(
        self, supposed: tuple[z3.BoolRef, ...], regions: list[Region], known: tuple[bool, bool, bool]
    ) -> None:
        """Adds the regions where all that is supposed holds, and takes them from what is looked at."""
        most = MOST_REGIONS if supposed else min(MOST_REGIONS, len(regions) + 1)
        while len(regions) < most:
            if self.solver.check(*supposed) != z3.sat:
                return
            fixed = self.tables.table(supposed)
            said = self._widened(fixed, supposed)
            near = self._near(said, fixed)
            regions.append(Region(self.question.fact.name, self.question.args, said, near, *known, self._whole(said)))
            self.solver.add(z3.Not(z3.And(*self._box(said))))

    def _whole(self, said: tuple[Said, ...]) -> bool:
        """Nothing holds on any table of the region, whatever was not looked into."""
        asking = solver()
        asking.add(*self.terms.side, self.covered, *self._box(said))
        return bool(asking.check() == z3.unsat)

    # -- regions -----------------------------------------------------------------------------

    def _widened(self, fixed: dict[TableSlot, Value], supposed: tuple[z3.BoolRef, ...]) -> tuple[Said, ...]:
        """The region around the table in which nothing holds, one stored value after the other."""
        asking = solver()
        asking.add(*self.terms.side, *supposed[:1], self.covered)
        said = {slot: exactly(slot, value) for slot, value in fixed.items()}
        for slot, value in fixed.items():
            others = self._box([one for other, one in said.items() if other != slot])
            if asking.check(*others) == z3.unsat:
                said[slot] = msgspec.structs.replace(said[slot], free=True)
            elif slot.sort == "number" and isinstance(value, int):
                said[slot] = self._spread(asking, slot, value, others, said[slot])
        return tuple(said.values())

    def _spread(self, asking: z3.Solver, slot: TableSlot, value: int, others: list[z3.BoolRef], said: Said) -> Said:
        ends: list[int | None] = []
        for sign in (-1, 1):
            away = (slot.term - value) * sign
            near = first(partial(_met, asking, others, away))
            ends.append(None if near is None else value + sign * (near - 1))
        least, most = ends
        if least is None and most is None:
            return msgspec.structs.replace(said, free=True)
        return Said(said.kind, said.name, said.args, said.sort, value, said.start, least, most)

    def _box(self, said: Iterable[Said]) -> list[z3.BoolRef]:
        return [part for one in said for part in self._part(one)]

    def _part(self, said: Said) -> Iterator[z3.BoolRef]:
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

    def _near(self, said: tuple[Said, ...], fixed: dict[TableSlot, Value]) -> tuple[str, ...]:
        """The norms that hold where one of the values is the next one outside the region."""
        asking = solver()
        asking.add(*self.terms.side)
        found: dict[str, None] = {}
        for one in said:
            if not one.free:
                others = self._box(exactly(s, v) for s, v in fixed.items() if (s.kind, s.name, s.args) != _key(one))
                term = self.terms.slots[one.kind, one.name, *one.args].term
                beside = [n for n in (_less(one.least), _more(one.most)) if n is not None]
                around = z3.Or(*(term == n for n in beside)) if one.sort == "number" else z3.BoolVal(True)
                found |= {n.id: None for n, live in self.live if asking.check(*others, around, live) == z3.sat}
        return tuple(found)


def _met(asking: z3.Solver, others: list[z3.BoolRef], away: z3.ArithRef, far: int) -> bool:
    """Something may hold where the distance is at most so far."""
    return bool(asking.check(*others, away > 0, away <= far) != z3.unsat)


def _key(said: Said) -> tuple[str, str, tuple[Value, ...]]:
    return said.kind, said.name, said.args


def _less(number: int | None) -> int | None:
    return None if number is None else number - 1


def _more(number: int | None) -> int | None:
    return None if number is None else number + 1
