"""Where a condition says which cards to look at: just those, and all of them where it does not say."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.position import Store
from checker.kernel.term import All, And, Call, Compare, Cond, Expr, Is, Lit, Not, Or, Value, Var, Yes
from checker.kernel.vocabulary import Fact, Field, Functions, Vocabulary
from checker.norms.candidate_zones import ZoneCandidates
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook

C, D, P, Q = Var("C"), Var("D"), Var("P"), Var("Q")
O1, O2, HYMN, LAY = ("Ode", 1), ("Ode", 2), ("Hymn", 1), ("Lay", 1)


def so(name: str, *args: Expr) -> Cond:
    return Is(Call(name, args))


def fact(name: str, params: str, definition: Any = None, result: str = "condition", **more: Any) -> Fact:
    return Fact(name, tuple((p, "") for p in params), result, name, definition=definition, **more)


def held(context: Any, player: Value, card: Value) -> bool:
    return card in context.store.get(("zone", "hand", player), ())


WORDS = Vocabulary(
    fields=(
        Field("marked", ("C",), "condition", "marked"),
        Field("clean", ("C",), "condition", "clean", initial=True),
        Field("size", ("C",), "number", "size"),
        Field("tied", ("P", "C", "Q"), "condition", "tied", initial=False),
        Field("dark", (), "condition", "dark"),
        Field("chief", (), "player", "chief"),
    ),
    facts=(
        fact("holds", "PC"),
        fact("vague", "C"),
        fact("loud", ""),
        fact("ruled", "C", institutional=True),
        fact("got by", "CP", so("holds", P, C)),
        fact("between", "PCQ", And((so("dark"), so("holds", Q, C)))),
        fact("far", "C", And((so("got by", C, Lit(1)), so("marked", C)))),
        fact("either", "PC", Or((so("holds", P, C), so("marked", C)))),
        fact("spoken", "PC", so("loud")),
    ),
    kinds=("song",),
)
FUNCTIONS: Functions = {
    "holds": held,
    "holds over 1": lambda context, player: context.store.get(("zone", "hand", player), ()),
    "vague over 0": lambda context: "anything",
    "loud": lambda context: True,
}
HANDS: dict[Any, Value] = {
    ("seats",): 2,
    ("zone", "hand", 0): (O1, HYMN),
    ("zone", "hand", 1): (LAY, O2),
    ("marked", O2): True,
    ("marked", HYMN): True,
    ("marked", O1): False,
    ("marked", ("Ode", 9)): True,
    ("tied", 0, LAY, 1): True,
    ("tied", 0, O1, 0): True,
    ("tied", 1, O2, 0): True,
    ("tied", 0, O2, 1): False,
    ("tied", 0, HYMN, 1): True,
}
EVERY = (HYMN, LAY, O1, O2)


@cache
def rules() -> Rulebook:
    cards = tuple(Card(title, ("song",), (), Nothing(), "", ()) for title in ("Ode", "Hymn", "Lay"))
    return Rulebook(Game("songs", WORDS, cards), FUNCTIONS)


def looked_at(where: Cond, store: Store, var: str = "C", sort: str = "card") -> tuple[Value, ...] | None:
    """The cards that are looked at, P being the first player and Q the second; None if the condition does not say."""
    among = ZoneCandidates(rules().compiled.words, rules().compiled.read).range(where, var, sort)
    return None if among is None else among(Context(rules(), store), {"P": 0, "Q": 1, "D": O1})


IN_HAND, ODE, SONG = so("holds", P, C), so("is", C, Lit("Ode")), so("is", C, Lit("song"))


@pytest.mark.parametrize(
    ("where", "cards"),
    [
        (IN_HAND, (O1, HYMN)),
        (so("holds", Q, C), (LAY, O2)),
        (so("holds", Lit(1), C), (LAY, O2)),
        (so("holds", C, C), None),
        (so("holds", Call("chief"), C), None),
        (so("holds", P, D), None),
        (And((IN_HAND, so("loud"))), (O1, HYMN)),
        (And((ODE, IN_HAND)), (O1, HYMN)),
        (And((SONG, IN_HAND)), None),
        (And((so("is", Lit("Ode"), Lit("Ode")), IN_HAND)), None),
        (And((so("is", D, Lit("Ode")), IN_HAND)), (O1, HYMN)),
        (And((so("dark"), IN_HAND)), (O1, HYMN)),
        (And((so("marked", D), IN_HAND)), (O1, HYMN)),
        (And((so("loud"), IN_HAND)), None),
        (And((Not(so("dark")), IN_HAND)), None),
        (And((Compare("is", Lit(1), Lit(1)), IN_HAND)), None),
        (And((Yes(), IN_HAND)), None),
        (And((ODE, so("dark"))), None),
        (And(()), None),
        (Or((IN_HAND, IN_HAND)), None),
        (so("marked", C), (HYMN, O2)),
        (And((so("clean", C), IN_HAND)), (O1, HYMN)),
        (so("clean", C), None),
        (so("size", C), None),
        (so("tied", P, C, Q), (HYMN, LAY)),
        (so("tied", P, C, P), (O1,)),
        (so("tied", Q, C, P), (O2,)),
        (so("tied", Q, C, Q), ()),
        (so("vague", C), EVERY),
        (so("ruled", C), None),
        (so("got by", C, P), (O1, HYMN)),
        (so("got by", C, Q), (LAY, O2)),
        (so("between", P, C, Q), (LAY, O2)),
        (so("between", Q, C, P), (O1, HYMN)),
        (so("far", C), (LAY, O2)),
        (so("either", P, C), None),
        (so("spoken", P, C), None),
        (And((so("ruled", D), IN_HAND)), None),
    ],
)
def test_the_first_part_that_says_where_to_look_counts(where: Cond, cards: tuple[Value, ...] | None) -> None:
    store = Store(HANDS)
    assert looked_at(where, store) == cards
    assert looked_at(where, store, "C", "stone") is None
    if cards is not None and where != so("vague", C):
        everything = {c for c in EVERY if Context(rules(), store).holds(where, {"P": 0, "Q": 1, "D": O1, "C": c})}
        assert everything <= set(cards)
        found = Context(rules(), store).value(All("C", "card", where), {"P": 0, "Q": 1, "D": O1})
        assert isinstance(found, tuple) and set(found) == everything


def test_the_variable_that_is_looked_for_is_the_one_that_counts() -> None:
    store = Store(HANDS)
    assert looked_at(so("holds", P, D), store, "D") == (O1, HYMN)
    assert looked_at(And((so("holds", Q, C), so("holds", P, D))), store, "D") is None


def test_where_facts_are_stated_every_card_is_looked_at() -> None:
    stated = Store(HANDS).put(("stated", "holds", 0, LAY), True)
    assert looked_at(IN_HAND, stated) == EVERY and looked_at(so("got by", C, P), stated) == EVERY
    assert Context(rules(), stated).value(All("C", "card", IN_HAND), {"P": 0}) == (HYMN, LAY, O1)


def test_a_word_takes_as_many_arguments_as_it_has() -> None:
    with pytest.raises(ValueError, match="argument"):
        looked_at(so("got by", C, P, Q), Store(HANDS))
