"""Tables on which two norms hold of the same thing and say different things of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import z3

from checker.kernel.game import Game
from checker.kernel.norm import Gives, Modifies, Norm, about
from checker.kernel.term import All, Value
from checker.kernel.value_gap import Region
from checker.smt.values.nearest_table import DefaultValue, Tables, as_nothing_said, exactly
from checker.smt.values.slots import cards_told_of, instances
from checker.smt.values.table_formulas import TableFormulas, reached
from checker.static.written_values import Written

MOST_THINGS = 60
"""Of so many things at most it is asked whether both norms hold of them."""


def overlaps(
    game: Game, pair: tuple[Norm, Norm], seats: int, known: DefaultValue, put: Mapping[str, Written]
) -> Iterator[Region]:
    """For each thing of which both norms can hold at one table of so many players such a table, that says the least."""
    letters = TableFormulas(game, seats).letters(_about(pair[0]))
    for args in islice(instances(game, letters, seats), MOST_THINGS):
        found = overlap(game, pair, seats, args, known, put) if args is not None else None
        if found is not None:
            yield found


def overlap(
    game: Game,
    pair: tuple[Norm, Norm],
    seats: int,
    args: tuple[Value, ...],
    known: DefaultValue,
    put: Mapping[str, Written],
) -> Region | None:
    """The table that says the least of those on which both norms hold of these things; in the place of numbers is nothing.

    None if there is none, or the solver gave up.
    """
    terms = TableFormulas(game, seats, cards_told_of(game, args, (pair[0].cond, pair[1].cond)))
    letters = terms.letters(_about(pair[0]))
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
            return Region(_about(pair[0]), args, said, (), many > 1, True, many > 0)
    return None


def _differ(terms: TableFormulas, pair: tuple[Norm, Norm], args: tuple[Value, ...]) -> z3.BoolRef:
    """That the values that the two norms give, if they give any, are not the same."""
    one, other = (norm.claim for norm in pair)
    if isinstance(one, Modifies) and isinstance(other, Modifies):
        return _matters(terms, pair, args)
    if not isinstance(one, Gives) or not isinstance(other, Gives) or isinstance(one.value, All):
        return z3.BoolVal(True)
    if isinstance(other.value, All):
        return z3.BoolVal(True)
    first, second = (terms.value(c.value, terms.bound(n, args)) for n, c in zip(pair, (one, other), strict=True))
    return z3.simplify(first != second)


def _about(norm: Norm) -> str:
    """The fact or act that the norm speaks of."""
    pattern = about(norm.claim)
    assert pattern is not None
    return pattern.act


def _matters(terms: TableFormulas, pair: tuple[Norm, Norm], args: tuple[Value, ...]) -> z3.BoolRef:
    """That a value is given which comes out otherwise if it is first multiplied and then changed by an amount."""
    amounts = {
        n.claim.op == "times": terms.value(n.claim.amount, terms.bound(n, args))
        for n in pair
        if isinstance(n.claim, Modifies)
    }
    given = [terms.live(n, args) for n in terms.about[_about(pair[0])] if isinstance(n.claim, Gives)]
    fact = terms.facts[_about(pair[0])]
    starts = z3.BoolVal(fact.initial is not None)
    return z3.And(z3.Or(starts, *given), amounts[True] != 1, amounts[False] != 0)
