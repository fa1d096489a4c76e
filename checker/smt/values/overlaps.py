"""Tables on which two norms hold of the same thing and say different things of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Norm
from checker.kernel.term import All, Value
from checker.kernel.value_gap import Region
from checker.smt.norm_pairs import about
from checker.smt.values.instances import instances
from checker.smt.values.nearest_table import Known, Tables, as_nothing_said, exactly
from checker.smt.values.table_formulas import TableFormulas
from checker.smt.values.where_met import reached
from checker.static.written_values import Written

MOST_THINGS = 60
"""Of so many things at most it is asked whether both norms hold of them."""


def overlaps(
    game: Game, pair: tuple[Norm, Norm], seats: int, known: Known, put: Mapping[str, Written]
) -> Iterator[Region]:
    """For each thing of which both norms can hold at one table of so many players such a table, that says the least."""
    pattern = about(pair[0])
    assert pattern is not None
    letters = TableFormulas(game, seats).letters(pattern.act)
    for args in islice(instances(game, letters, seats), MOST_THINGS):
        found = overlap(game, pair, seats, args, known, put) if args is not None else None
        if found is not None:
            yield found


def overlap(
    game: Game, pair: tuple[Norm, Norm], seats: int, args: tuple[Value, ...], known: Known, put: Mapping[str, Written]
) -> Region | None:
    """The table that says the least of those on which both norms hold of these things; in the place of numbers is nothing.

    None if there is none, or the solver gave up.
    """
    pattern = about(pair[0])
    assert pattern is not None
    terms = TableFormulas(
        game, seats, tuple(a for a in args if isinstance(a, str) and a in {c.title for c in game.cards})
    )
    letters = terms.letters(pattern.act)
    of = tuple(
        terms.slot("number", letter, (), "number", 0).term if terms.sort(letter) == "number" else arg
        for letter, arg in zip(letters, args, strict=True)
    )
    live = [terms.live(norm, of) for norm in pair]
    if any(map(z3.is_false, live)):
        return None
    tables = Tables(terms, *live, _differ(terms, pair, of))
    written = reached(terms, put)
    plain = as_nothing_said(terms, known)
    tables.solver.add(*terms.side)
    for many, supposed in ((2, (plain, written)), (1, (plain,)), (0, ())):
        if tables.solver.check(*supposed) == z3.sat:
            said = tuple(exactly(slot, value) for slot, value in tables.table(supposed).items())
            return Region(pattern.act, args, said, (), many > 1, True, many > 0)
    return None


def _differ(terms: TableFormulas, pair: tuple[Norm, Norm], args: tuple[Any, ...]) -> Any:
    """That the values that the two norms give, if they give any, are not the same."""
    one, other = (norm.claim for norm in pair)
    if not isinstance(one, Gives) or not isinstance(other, Gives) or isinstance(one.value, All):
        return z3.BoolVal(True)
    if isinstance(other.value, All):
        return z3.BoolVal(True)
    first, second = (terms.value(c.value, terms.bound(n, args)) for n, c in zip(pair, (one, other), strict=True))
    return z3.simplify(first != second)
