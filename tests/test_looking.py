"""Where a condition says which cards to look at, looking at those finds the cards that looking at all of them finds."""

from __future__ import annotations

import pytest
from positions import Generator, desk

from checker.kernel.term import All, And, Call, Cond, Is, Lit, Var, Yes
from checker.norms.context import Context

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
    for _ in range(30):
        context = Context(desk().rules, generator.table())
        env = {"P": generator.value(context.store, "player"), "D": generator.value(context.store, "card")}
        for where, those in listed:
            every = tuple(c for c in context.things("card") if context.holds(where, {**env, "C": c}))
            seen = context.value(those, env)
            assert isinstance(seen, tuple) and set(seen) == set(every)
