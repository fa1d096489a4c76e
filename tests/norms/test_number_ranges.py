"""Which numbers come into question: as many as a second reading of the same words, which tries each, finds."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import trials
from hypothesis import given
from hypothesis import strategies as st

from checker.kernel.effect import Nothing
from checker.kernel.game import Game
from checker.kernel.norm import May, Must, MustNot, Norm, Pattern
from checker.kernel.position import Store
from checker.kernel.source import NUMBERS, InputError
from checker.kernel.term import And, Arith, Call, Compare, Cond, Expr, Lit, Not, Or, Value, Var, Yes
from checker.kernel.vocabulary import Act, Field, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.number_ranges import numbers, offered
from checker.norms.rulebook import Rulebook

FAR = range(-9, 14)
"""Numbers that reach far beyond any that is written below: what holds at an end of them holds of all beyond it."""
N, P, M, Q = (Var(letter) for letter in "NPMQ")
CROWD = Call("crowd")
WORDS = Vocabulary(fields=(Field("crowd", (), "number", "the crowd", "?"),))
HERE = Context(Rulebook(Game("bids", WORDS), {}), Store())
READ = HERE.rules.compiled.read
OPS = ("least", "most", "more", "less")


def compared(op: str, amount: int | Expr, var: Var = N) -> Compare:
    return Compare(op, var, Lit(amount) if isinstance(amount, int) else amount)


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (And((compared("least", 2), compared("most", 5))), (2, 3, 4, 5)),
        (And((compared("more", 2), compared("less", 5))), (3, 4)),
        (And(tuple(compared(*c) for c in (("least", 1), ("most", 9), ("least", 3), ("most", 4)))), (3, 4)),
        (And((compared("least", -1), compared("most", 1))), (-1, 0, 1)),
        (And((compared("least", P), compared("most", Arith("plus", P, Lit(1))))), (7, 8)),
        (And((compared("least", 4), compared("most", 2))), ()),
        (Or((compared("is", 5), compared("is", 2), compared("is", 5))), (2, 5)),
        (compared("most", 2), (0, 1, 2)),
        (compared("most", 0), (0,)),
        (compared("most", -2), (-2,)),
        (compared("least", 4), (4,)),
        (compared("least", -4), (-4,)),
        (Yes(), (0,)),
        (compared("is", CROWD), (0,)),
        (And((compared("least", CROWD), compared("most", 2))), (0, 1, 2)),
        (And((compared("most", CROWD), compared("least", 6))), (6,)),
        (And((compared("least", CROWD), compared("least", 1), compared("most", 2), compared("most", CROWD))), (1, 2)),
    ],
)
def test_the_numbers_lie_between_the_bounds_or_are_some_where_one_is_missing(
    where: Cond, found: tuple[int, ...]
) -> None:
    assert numbers(where, "N", READ)(HERE, {"P": 7}) == found


def test_no_more_numbers_are_tried_than_is_said() -> None:
    def tried(least: int) -> tuple[Value, ...]:
        return numbers(And((compared("least", least), compared("most", NUMBERS))), "N", READ)(HERE, {})

    assert tried(1) == tuple(range(1, NUMBERS + 1))
    for least in (0, -1):
        with pytest.raises(InputError) as refused:
            tried(least)
        problem = refused.value.problems[0]
        assert (problem.place.file, problem.place.line) == ("the table", 1)
        assert problem.message == f"{NUMBERS + 1 - least} numbers would have to be tried; {NUMBERS} is the most"


def conditions(var: Var, other: Var) -> st.SearchStrategy[Cond]:
    """What is said of the variable: bounds, among them the other variable, denied and joined."""
    amounts = st.integers(-5, 9).map(Lit) | st.just(other) | st.just(Arith("plus", other, Lit(2)))
    one = st.builds(lambda op, amount: Compare(op, var, amount), st.sampled_from(OPS), amounts)
    return st.recursive(
        one,
        lambda parts: (
            st.lists(parts, min_size=1, max_size=3).map(lambda p: And(tuple(p)))
            | st.lists(parts, min_size=1, max_size=3).map(lambda p: Or(tuple(p)))
            | one.map(Not)
        ),
        max_leaves=4,
    )


def norms(at: int) -> st.SearchStrategy[Norm]:
    """A norm about the act, of which the number stands in that place: any number for which something holds, or one."""

    def norm(kind: Any, said: Expr, cond: Cond) -> Norm:
        return Norm("K-1.1", "K-1", kind(Pattern("bid", (said, Q) if at == 0 else (Q, said))), cond)

    kinds, always = st.sampled_from((May, Must, MustNot, MustNot)), st.just(Yes())
    said = st.integers(-5, 9).map(Lit) | st.just(Arith("plus", Q, Lit(1)))
    some = st.builds(norm, kinds, st.just(M), conditions(M, Q))
    return some | st.builds(norm, kinds, said, always) | st.builds(norm, st.just(May), st.just(M), always)


def meant(needs: Cond, about: list[Norm], at: int, other: int) -> set[int] | None:
    """The numbers for which the act makes sense and a norm may allow it; what forbids counts if these never end."""

    def those(cond: Cond, number: str, given: str) -> set[int]:
        return {n for n in FAR if HERE.holds(cond, {number: n, given: other})}

    own = those(needs, "N", "P")
    allowed: set[int] = set()
    left = set(own)
    for norm in about:
        assert isinstance(norm.claim, May | Must | MustNot)
        said = norm.claim.act.args[at]
        if isinstance(norm.claim, MustNot):
            left -= those(norm.cond, "M", "Q") if said == M else set()
        elif said == M:
            allowed |= those(norm.cond, "M", "Q")
        else:
            value = HERE.value(said, {"Q": other})
            assert isinstance(value, int)
            allowed.add(value)
    return next((f for f in (allowed & own, allowed & left) if f.isdisjoint((FAR[0], FAR[-1]))), None)


@trials(100)
@given(st.data(), conditions(N, P) | st.just(Yes()), st.integers(0, 1), st.integers(-3, 6))
def test_an_act_may_be_done_with_the_numbers_with_which_some_norm_may_allow_it(
    data: st.DataObject, needs: Cond, at: int, other: int
) -> None:
    about = data.draw(st.lists(norms(at), max_size=4))
    params = (("N", ""), ("P", "")) if at == 0 else (("P", ""), ("N", ""))
    act = Act("bid", params, "bid", "{P} bids {N}", Nothing(), needs=needs)
    args: tuple[Value, ...] = (None, other) if at == 0 else (other, None)
    found = offered(HERE, act, about, args, at, READ)
    expected = meant(needs, about, at, other)
    assert (found if found is None else list(found)) == (expected if expected is None else sorted(expected))


def test_what_is_no_number_is_not_offered_and_what_is_unknown_is_no_bound() -> None:
    act = Act("bid", (("N", ""),), "bid", "{N} is bid", Nothing())
    word = Norm("K-1.1", "K-1", May(Pattern("bid", (Lit("pass"),))))
    five = Norm("K-1.2", "K-1", Must(Pattern("bid", (Lit(5),))))
    some = Norm("K-1.3", "K-1", May(Pattern("bid", (M,))), And((compared("is", CROWD, M), compared("least", 4, M))))
    forbidden = Norm("K-2", "K-2", MustNot(Pattern("bid", (M,))), compared("more", 6, M))
    one = Norm("K-3", "K-3", MustNot(Pattern("bid", (Lit(5),))))
    for about, found in (
        ((), ()),
        ((word,), ()),
        ((word, five, one), (5,)),
        ((some,), None),
        ((some, one), None),
        ((five, some, forbidden), (4, 5, 6)),
        ((forbidden,), ()),
    ):
        assert offered(HERE, act, about, (None,), 0, READ) == found


def test_a_norm_about_somebody_in_particular_offers_its_numbers() -> None:
    act = Act("bid", (("P", ""), ("N", "")), "bid", "{P} bids {N}", Nothing())
    own = Norm("K-1", "K-1", May(Pattern("bid", (Lit(0), M))), And((compared("least", 3, M), compared("most", 4, M))))
    assert offered(HERE, act, (own,), (0, None), 1, READ) == (3, 4)
