"""Where a condition says which cards to look at, looking at those finds the cards that looking at all of them finds."""

from __future__ import annotations

import pytest
from positions import Generator, bases, desk

from checker.kernel.position import Store
from checker.kernel.term import All, And, Call, Cond, Is, Lit, Not, Or, Some, Value, Var, Yes
from checker.norms.candidate_zones import ZoneCandidates
from checker.norms.evaluate import Context
from checker.session.query_memo import Memo, Tally

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


@pytest.mark.parametrize("fact", ["cancelled", "removed card"])
def test_the_cards_of_which_it_is_stored_are_found_as_far_as_they_lie_somewhere(fact: str) -> None:
    generator = Generator(2)
    own = Is(Call(fact, (C,)))
    assert desk().rules.fields[fact].result == "condition"
    for where in (own, And((own, Not(Is(Call("holds", (P, C)))))), And((Is(Call("holds", (P, D))), own))):
        for _ in range(12):
            store = generator.table()
            there = Context(desk().rules, store).things("card")
            for card in (*generator.random.sample(there, min(3, len(there))), ("Duck", 99)):
                store = store.put((fact, card), True)
            for card in generator.random.sample(there, min(3, len(there))):
                store = store.put((fact, card), False)
            env = {"P": generator.value(store, "player"), "D": generator.value(store, "card")}
            context = Context(desk().rules, store)
            every = tuple(c for c in there if context.holds(where, {**env, "C": c}))
            assert context.value(All("C", "card", where), env) == tuple(dict.fromkeys(every))
    tested = looked_at(own, Store({("zone", "hand", 0): (("Duck", 1), ("Null", 1)), (fact, ("Null", 1)): True}))
    assert tested == (("Null", 1),)


def test_where_it_is_stored_of_no_card_that_is_read_without_the_zones() -> None:
    """So that what was found is found again wherever the cards lie, and not where it is stored of one."""
    memory: Memo[bool] = Memo(Tally(desk().rules))
    there = Some("C", "card", And((Is(Call("cancelled", (C,))), Is(Call("holds", (P, C))))))

    def found(store: Store) -> bool:
        return memory.of("w", store, lambda s: Context(desk().rules, s).holds(there, {"P": 0}))

    hand = Store({("zone", "hand", 0): (("Duck", 1),)})
    assert [found(hand), found(hand.put(("zone", "deck"), (("Null", 1),)))] == [False, False] and memory.missed == 1
    marked = hand.put(("cancelled", ("Duck", 1)), True)
    assert found(marked) and not found(marked.put(("zone", "hand", 0), ()).put(("zone", "deck"), (("Duck", 1),)))
    assert not found(marked.drop(("cancelled", ("Duck", 1)))) and not found(marked.put(("zone", "hand", 0), ()))


def looked_at(where: Cond, store: Store, var: str = "C") -> tuple[Value, ...] | None:
    """The cards that are tested in the position, the first player asked about; None if all are."""
    rules = desk().rules
    among = ZoneCandidates(rules.compiled.words, rules.compiled.read).range(where, var, "card")
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
    apart, of_one = Is(Call("sits out", (P,))), Is(Call("holds", (Lit(0), C)))
    for where in (HELD, KNOWN, And((DUCK, HELD)), And((HELD, DUCK)), And((KNOWN, DUCK)), And((apart, HELD)), of_one):
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
