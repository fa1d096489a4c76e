"""Conditions and expressions as functions: what they give, what they rely on, and no further than needed."""

from __future__ import annotations

from typing import Any

import pytest
from stones import Drawn, N, Open, P, Plain, X, at, rules, table

from checker.kernel.norm import ASSUMED
from checker.kernel.term import All, And, Arith, Call, Compare, Count, Is, Lit, Not, Sum, Undecided, Value, Var, Yes
from checker.kernel.trees.two_state import BEFORE
from checker.norms.unknown_values import COMPARED, UNKNOWN


@pytest.mark.parametrize("seed", range(5))
def test_a_tree_means_what_it_says_word_for_word(seed: int) -> None:
    drawn = Drawn(seed)
    for _ in range(200):
        weights, sight = drawn.weights(), tuple(n for n in range(4) if drawn.random.random() < 0.5)
        for tree in (drawn.cond(3), drawn.amount(3), drawn.ranging(All, 3)):
            agrees(tree, weights, sight)


def agrees(tree: Any, weights: dict[Value, Value], sight: tuple[int, ...]) -> None:
    """What the tree gives, relies on, and where it is open are what its plain meaning has."""
    plain = Plain(weights, sight)
    store = table(sight=plain.sight)
    for stone, weight in weights.items():
        store = store.put(("weight", stone), weight)
    env: dict[str, Value] = {"P": 1, "X": "x"}
    here = at(store)
    compiled = rules().compiled
    function = compiled.read(tree) if isinstance(tree, Call | Arith | Count | Sum | All | Lit | Var) else None
    function = compiled.test(tree) if function is None else function
    try:
        expected = plain.of(tree, {**env})
    except Open:
        with pytest.raises(Undecided):
            function(here, env)
    else:
        found = function(here, env)
        assert (found, type(found)) == (expected, type(expected))
    assert (list(here.cites), env) == (list(plain.noted), {"P": 1, "X": "x"})


# ---- the words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (Call("none"), 7),
        (Call("pair", (Lit(3), Lit(4))), 34),
        (Call("three", (Lit(3), Lit(4), P)), (3, 4, 1)),
        (Call("double", (X,)), 4),
        (Call("double", (Lit("y"),)), 10),
        (Call("heavy", (X,)), False),
        (Call("heavy", (Lit("y"),)), True),
        (Call("set", (X,)), None),
        (Call("lucky", (P,)), True),
        (Call("lucky", (Lit(0),)), False),
        (Call("blessed", (P,)), None),
        (Call("rank", (P,)), 5),
        (Call("rank", (Lit(0),)), (UNKNOWN, "rank", 0)),
        (Call("level", (P,)), 0),
        (Call("level", (Lit(0),)), 4),
        (Call("heir", (P,)), None),
        (Call("is", (Lit("Ode"), Lit("song"))), True),
        (Call("is", (Lit("song"), Lit("Ode"))), False),
        (Call(f"{BEFORE}weight", (Lit("y"),)), 1),
        (Call(f"{BEFORE}double", (Lit("y"),)), 2),
        (Var("Q"), None),
    ],
)
def test_a_word_stands_for_what_the_game_says(call: Any, value: Value) -> None:
    here = at(table().put(("weight", "y"), 5), table().put(("weight", "y"), 1))
    assert here.value(call, {"P": 1, "X": "x"}) == value
    if isinstance(call, Call) and value != (UNKNOWN, "rank", 0):
        assert here.holds(Is(call), {"P": 1, "X": "x"}) is (value is True)


@pytest.mark.parametrize(
    ("call", "told", "others"),
    [
        (Call("seen", (Lit(2),)), True, False),
        (Call("heavy", (Lit("y"),)), True, False),
        (Call("lucky", (Lit(1),)), False, True),
        (Call("level", (Lit(1),)), 9, 0),
    ],
)
def test_what_is_stated_of_a_fact_goes_before_what_it_is_worked_out_from(
    call: Call, told: Value, others: Value
) -> None:
    key = ("stated", call.fact, *(a.value for a in call.args if isinstance(a, Lit)))
    assert at().value(call, {}) == others
    assert at(table().put(key, told)).value(call, {}) == told
    assert at(table().put((*key[:-1], "else"), told)).value(call, {}) == others
    here = at(table().put(key, told))
    here.value(call, {})
    assert not here.cites


def test_what_is_supposed_of_a_field_is_relied_on_where_there_is_something() -> None:
    for stone, cited in (("x", [f"{ASSUMED}x was weighed"]), ("y", [])):
        here = at(table().put(("weight", stone), 6))
        assert here.value(Call("weight", (Lit(stone),)), {}) == 6 and list(here.cites) == cited
    assert at().value(Call("weight", (Lit("x"),)), {}) == 2


@pytest.mark.parametrize(("sign", "holds"), [(1, False), (0, True), (-1, False)])
def test_whether_something_unknown_holds_is_open_until_it_is_decided(sign: int, holds: bool) -> None:
    with pytest.raises(Undecided) as raised:
        at().holds(Is(Call("rank", (Lit(0),))), {})
    assert raised.value.point.id == "how rank of A compares with 1"
    decided = table().put(COMPARED, ((("rank", 0), 1, sign),))
    assert at(decided).holds(Is(Call("rank", (Lit(0),))), {}) is holds


@pytest.mark.parametrize(
    ("left", "op", "right", "said"),
    [
        (Call("rank", (Lit(0),)), "more", Lit(3), "how rank of A compares with 3"),
        (Lit(3), "less", Call("rank", (Lit(0),)), "how rank of A compares with 3"),
        (Call("rank", (Lit(0),)), "is", Call("rank", (Lit(2),)), "how rank of A compares with rank of C"),
    ],
)
def test_a_comparison_with_something_unknown_is_open(left: Any, op: str, right: Any, said: str) -> None:
    with pytest.raises(Undecided) as raised:
        at().holds(Compare(op, left, right), {})
    assert raised.value.point.id == said


def test_numbers_are_counted_between_the_bounds_of_the_condition() -> None:
    between = And((Compare("least", N, Lit(2)), Compare("less", N, Call("weight", (X,)))))
    store = table().put(("weight", "x"), 6)
    assert at(store).value(All("N", "number", between), {"X": "x"}) == (2, 3, 4, 5)
    assert at(store).value(Count("N", "number", between), {"X": "x"}) == 4


# ---- patterns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "args", "binding"),
    [
        ((), (), {}),
        ((P, X), (1, "y"), {"P": 1, "X": "y"}),
        ((P, P), (1, 1), {"P": 1}),
        ((P, P), (1, 2), None),
        ((P, Lit(2), X), (1, 2, "y"), {"P": 1, "X": "y"}),
        ((P, Lit(2), X), (1, 3, "y"), None),
        ((X, Call("weight", (X,))), ("y", 5), {"X": "y"}),
        ((X, Call("weight", (X,))), ("x", 5), None),
        ((Lit(2), Lit(3)), (2, 3), {}),
        ((Lit(2), Lit(3)), (2, 2), None),
    ],
)
def test_a_pattern_binds_its_variables_and_asks_for_the_rest(pattern: Any, args: Any, binding: Any) -> None:
    here = at(table().put(("weight", "y"), 5))
    assert rules().compiled.match(pattern)(here, args) == binding
    if binding is None:
        return
    with pytest.raises(ValueError, match="argument"):
        rules().compiled.match(pattern)(here, (*args, 0))


def test_what_is_defined_takes_as_many_arguments_as_it_has() -> None:
    with pytest.raises(ValueError, match="argument"):
        at().fact("double", "x", "y")


def test_a_tree_is_made_a_function_once() -> None:
    compiled, cond, expr, pattern = rules().compiled, Not(Yes()), Arith("plus", Lit(1), Lit(2)), (P, Lit(8))
    assert compiled.test(cond) is compiled.test(cond) and compiled.test(cond) is not compiled.test(Not(Yes()))
    assert compiled.read(expr) is compiled.read(expr) and compiled.match(pattern) is compiled.match(pattern)
    assert compiled.getter("double") is compiled.getter("double")
