"""How what nobody knows compares: open as long as anything could be so, and settled by what was decided before."""

from __future__ import annotations

from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, ne, sub

import pytest
from conftest import trials
from hypothesis import given
from hypothesis import strategies as st

from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.term import Arith, Call, Count, Expr, Kind, Lit, Option, Point, Undecided, Value, Var, Yes
from checker.kernel.vocabulary import Fact, Field, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.evaluation_protocol import RuleWords
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import (
    COMPARED,
    UNKNOWN,
    arithmetic,
    compare,
    naming,
    uncompared,
    untold,
    with_unknown,
)

RULES = Rulebook(Game("yard", Vocabulary()), {})
NO_WORDS = RuleWords({}, {}, {}, {}, {})
OPS = {"is": eq, "is-not": ne, "least": ge, "most": le, "more": gt, "less": lt}
HENS = (("hen",), ("cow",), ("owl",))
NUMBERS = (0, 1, 2)
PLACES = range(-3, 12)
"""In quarters: before, between and behind the numbers there is room for all three that are unknown, in any order."""


def here(store: Store | None = None) -> Context:
    return Context(RULES, store or Store())


def point(store: Store, op: str, one: Value, other: Value, words: RuleWords = NO_WORDS) -> Point:
    with pytest.raises(Undecided) as raised:
        untold(here(store), words, op, given_as(one), given_as(other))
    return raised.value.point


def given_as(told: Value) -> tuple[Value, Value]:
    """A value as it is compared, with what it is the value of: what is told of as a word in brackets is unknown."""
    return (UNKNOWN, told) if isinstance(told, tuple) else (told, told)


@pytest.mark.parametrize(("op", "meant"), [("plus", add), ("minus", sub), ("times", mul)])
def test_known_numbers_are_reckoned_with(op: str, meant: object) -> None:
    assert callable(meant)
    for left, right in product(range(-3, 4), repeat=2):
        assert arithmetic(op, left, right) == meant(left, right)


def test_the_same_expression_is_always_told_alike() -> None:
    p, count = Var("P"), Count("C", "card", Yes())
    told: list[tuple[Expr, Value]] = [
        (Lit(7), 7),
        (p, 4),
        (Var("Q"), None),
        (Call("age", (p, Lit("old"))), ("age", 4, "old")),
        (Arith("minus", Call("age", (p,)), Lit(2)), ("minus", ("age", 4), 2)),
        (count, repr(count)),
    ]
    assert [naming(expr)(here(), {"P": 4}) for expr, _ in told] == [value for _, value in told]


def test_how_two_compare_is_asked_with_the_three_ways_after_what_was_decided_before() -> None:
    first = point(Store(), "least", ("hen",), 5)
    assert [o.text for o in first.options] == ["hen is more than 5", "hen is 5", "hen is less than 5"]
    assert [o.value for o in first.options] == [((("hen",), 5, sign),) for sign in (1, 0, -1)]
    assert (first.id, first.kind, first.key) == ("how hen compares with 5", Kind.SILENT, COMPARED)
    assert first.text == "nobody can tell how hen compares with 5"
    swapped = point(Store(), "least", 5, ("hen",))
    assert swapped == first, "whichever of them is asked about first"
    after = Store().put(first.key, first.options[2].value)
    second = point(after, "more", ("cow",), ("hen",))
    assert second.options[0].value == ((("hen",), 5, -1), (("cow",), ("hen",), 1))
    assert not uncompared(Point("x", Kind.SILENT, ("option", "other"), ()))


def test_whether_it_is_some_word_is_asked_with_no_first() -> None:
    pairs: tuple[tuple[Value, Value], ...] = ((("hen",), "A"), ("A", ("hen",)))
    for one, other in pairs:
        found = point(Store(), "is", one, other)
        no, yes = (("A", ("hen",), sign) for sign in (1, 0))
        assert found.options == (Option((no,), "hen is not A"), Option((yes,), "hen is A"))
        assert (found.id, found.text) == ("whether hen is A", "nobody can tell whether hen is A")
        for option, holds in zip(found.options, (False, True), strict=True):
            store = Store().put(found.key, option.value)
            assert untold(here(store), NO_WORDS, "is", given_as(one), given_as(other)) is holds
            assert untold(here(store), NO_WORDS, "is-not", given_as(one), given_as(other)) is not holds


def test_what_nobody_knows_any_more_is_compared_anew() -> None:
    before = Store({COMPARED: ((("hen",), 5, 1),), ("age", 0): 3, ("age", 1): 4})
    after = with_unknown(before, ("age", 0))
    assert after == Store({("age", 0): UNKNOWN, ("age", 1): 4})


def test_what_is_unknown_is_told_in_the_words_of_the_game() -> None:
    """Players by their names, things by what the game calls them, numbers as they are; of several wordings the first."""
    of = (("P", ""), ("N", ""), ("H", ""))
    words = RuleWords(
        {"age": Field("age", ("P",), "number", "the age of {P} | {P}'s age")},
        {"price": Fact("price", of, "number", "what {P} asks for {N} of {H}")},
        {"name of hen": lambda here, hen: f"the {hen} hen"},
        {},
        {"P": "player", "N": "number", "H": "hen"},
    )
    seated = Store({("names",): ("Ann", "Bob")})
    told: list[tuple[Value, str]] = [
        (("age", 0), "the age of Ann"),
        (("age", 1), "the age of Bob"),
        (("age", 2), "the age of 2"),
        (("age", -1), "the age of -1"),
        (("age", "Zoe"), "the age of Zoe"),
        (("price", 1, 1, "red"), "what Bob asks for 1 of the red hen"),
        (("age", ("friend", 0)), "the age of 0 friend"),
        (("plus", ("age", 0), 3), "the age of Ann plus 3"),
        (("minus", ("age", 0), ("age", 1)), "the age of Ann minus the age of Bob"),
        (("sum",), "sum"),
    ]
    for value, said in told:
        assert point(seated, "more", value, 9, words).text == f"nobody can tell how {said} compares with 9"
    assert point(Store(), "more", ("age", 0), 9, words).text == "nobody can tell how the age of 0 compares with 9"


def test_a_word_is_neither_more_nor_less_than_anything() -> None:
    for op in ("least", "most", "more", "less"):
        assert not any(compare(op, *pair) for pair in (("A", 1), (1, "A"), ("A", "A"), ("A", "B")))


def settled(worlds: list[dict[Value, int]], op: str, one: Value, other: Value) -> set[int]:
    """How the two compare in the worlds: 1 where the one is the greater, 0 where they are the same."""
    return {(w[one] > w[other]) - (w[one] < w[other]) for w in worlds}


EVERY = [{**dict(zip(HENS, at, strict=True)), **{n: 4 * n for n in NUMBERS}} for at in product(PLACES, repeat=3)]


@trials(60)
@given(st.data())
def test_a_comparison_is_open_as_long_as_it_could_go_either_way(data: st.DataObject) -> None:
    """A second reading: all ways in which the unknown ones can lie among the numbers, less those that were ruled out."""
    store, worlds = Store(), EVERY
    things: st.SearchStrategy[Value] = st.sampled_from((*HENS, *HENS, *NUMBERS))
    for _ in range(7):
        one, other = data.draw(things), data.draw(things)
        op = data.draw(st.sampled_from(tuple(OPS)))
        if not (isinstance(one, tuple) or isinstance(other, tuple)):
            continue
        ways = settled(worlds, op, one, other)
        if len(ways) == 1:
            assert untold(here(store), NO_WORDS, op, given_as(one), given_as(other)) is OPS[op](ways.pop(), 0)
            continue
        found = point(store, op, one, other)
        assert uncompared(found)
        way = data.draw(st.sampled_from(sorted(ways)))
        worlds = [w for w in worlds if (w[one] > w[other]) - (w[one] < w[other]) == way]
        first = repr(one) < repr(other)
        store = store.put(found.key, found.options[1 - (way if first else -way)].value)
        assert untold(here(store), NO_WORDS, op, given_as(one), given_as(other)) is OPS[op](way, 0)
