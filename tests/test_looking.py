"""Where a condition says which cards to look at, looking at those finds the cards that looking at all of them finds."""

from __future__ import annotations

import pytest
from positions import Generator, bases, desk

from checker.kernel.position import Store
from checker.kernel.term import All, And, Call, Cond, Is, Lit, Not, Or, Value, Var, Yes
from checker.norms.context import Context
from checker.norms.looking import Looking

C, D, P = Var("C"), Var("D"), Var("P")
PLACES = {"holds": (P, C), "shows": (C, P), "in pile": (C,), "laid by": (C, P)}


def conditions(fact: str) -> list[Cond]:
    """The fact of the card looked for, of another card, and of a kind."""
    own = Is(Call(fact, PLACES[fact]))
    other = Is(Call(fact, tuple(D if a is C else a for a in PLACES[fact])))
    kind = Is(Call("is", (C, Lit("Duck"))))
    return [And((own, Yes())), And((other, Yes())), And((other, own)), And((kind, own)), And((own, other, kind))]


@pytest.mark.parametrize("fact", PLACES)
def test_looking_where_the_condition_says_finds_the_same(fact: str) -> None:
    generator = Generator(1)
    listed = [(where, All("C", "card", where)) for where in conditions(fact)]
    for number in range(36):
        store = generator.table()
        env = {"P": generator.value(store, "player"), "D": generator.value(store, "card")}
        if number % 2:
            stated = {**env, "C": generator.value(store, "card")}
            store = store.put(("stated", fact, *(stated[a.name] for a in PLACES[fact])), number % 4 == 1)
        context = Context(desk().rules, store)
        for where, those in listed:
            every = tuple(c for c in context.things("card") if context.holds(where, {**env, "C": c}))
            seen = context.value(those, env)
            assert isinstance(seen, tuple) and set(seen) == set(every)


def looked_at(where: Cond, store: Store, var: str = "C") -> tuple[Value, ...] | None:
    """The cards that are tested in the position, the first player asked about; None if all are."""
    rules = desk().rules
    among = Looking(rules.compiled.words, rules.compiled.read).range(where, var, "card")
    return None if among is None else among(Context(rules, store), {"P": 0})


HELD, KNOWN = Is(Call("holds", (P, C))), Is(Call("at random", (P, C)))
DUCK = Is(Call("is", (C, Lit("Duck"))))


def test_no_card_is_tested_that_the_condition_leaves_out() -> None:
    """Also behind the definition of a word, and after parts that neither cite nor are open."""
    store = bases()[0]
    hand = {c for c in Context(desk().rules, store).things("card") if Context(desk().rules, store).fact("holds", 0, c)}
    assert hand
    piled = looked_at(Is(Call("in pile", (C,))), store)
    assert piled is not None and len(piled) < len(Context(desk().rules, store).things("card"))
    for where in (HELD, KNOWN, And((DUCK, HELD)), And((HELD, DUCK)), And((KNOWN, DUCK))):
        found = looked_at(where, store)
        assert found is not None and set(found) == hand


def test_where_a_condition_does_not_say_or_could_cite_before_it_does_everything_is_tested() -> None:
    store = bases()[0]
    deflection = Is(Call("is", (C, Lit("basic deflection"))))
    itself = Is(Call("holds", (C, C)))
    beside = Is(Call("holds", (Call("left neighbour", (C,)), C)))
    for where in (DUCK, Or((HELD, HELD)), Not(HELD), And((deflection, HELD)), And((Not(DUCK), HELD)), itself, beside):
        assert looked_at(where, store) is None
    assert looked_at(HELD, store, "D") is None
