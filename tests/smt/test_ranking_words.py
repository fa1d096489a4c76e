"""What the finder of certificates keeps in mind on its walk: names, zones and conditions, and how it tells them."""

from __future__ import annotations

from typing import Any

import pytest

from checker.catalog import games as house
from checker.kernel.effect import Put
from checker.kernel.term import And, Call, Compare, Is, Lit, Not, Some, Var
from checker.smt.termination.calls import unused, without
from checker.smt.termination.changes import told
from checker.smt.termination.counters import CounterNames, Opposites, State
from checker.smt.termination.path_facts import Logic, closed

GAME = house.desk("hexhex").game
LOGIC = Logic(GAME, {"holds": frozenset({"hand"})})
ONE, OTHER, SOMEBODY = Var("card#1"), Var("card#2"), Var("player#1")
HAND = frozenset({"hand"})


def holds(who: Var, card: Var) -> Is:
    return Is(Call("holds", (who, card)))


def words() -> CounterNames:
    return CounterNames(GAME, LOGIC, Opposites(LOGIC))


def test_what_is_known_of_one_thing_goes_and_what_is_known_of_others_stays() -> None:
    known = State(frozenset({holds(SOMEBODY, ONE), holds(SOMEBODY, OTHER)}), ((ONE.name, HAND), (OTHER.name, HAND)))
    left = without(known, ONE.name)
    assert left == State(frozenset({holds(SOMEBODY, OTHER)}), ((OTHER.name, HAND),))
    assert unused("card", {}, known) == Var("card#3") and unused("card", {"C": ONE}, State()) == OTHER


@pytest.mark.parametrize(
    ("tree", "put"),
    [
        (Var("C"), ONE),
        (And((holds(Var("P"), Var("C")), Not(holds(Var("P"), Var("C"))))), And((holds(Var("P"), ONE), Not(holds(Var("P"), ONE))))),
        (Some("C", "card", holds(Var("P"), Var("C"))), Some("C", "card", holds(Var("P"), Var("C")))),
    ],
    ids=["alone", "in parts", "bound"],
)  # fmt: skip
def test_free_variables_are_put_and_bound_ones_are_not(tree: Any, put: Any) -> None:
    assert closed(tree, {"C": ONE}) == put
    assert closed(tree, {"Q": ONE}) == tree


def test_a_card_that_is_held_lies_in_the_zones_of_that_and_its_holder_in_none() -> None:
    found = words().adding(State(), [holds(SOMEBODY, ONE)])
    assert found.zones == ((ONE.name, HAND),)
    moved = words().after(found, frozenset({("zone", "deck"), ("true", "cast")}))
    assert moved.zones == ((ONE.name, HAND | {"deck"}),), "what is no zone is none to lie in"


def test_what_holds_already_is_not_changed_by_saying_so() -> None:
    cast = Call("cast", ())
    said = Put(cast, Lit(True))
    assert words().put(State(frozenset({Is(cast)})), said)[0] is None
    deed, changed, known = words().put(State(), said)
    assert deed is not None and (changed, known) == (frozenset({("true", "cast")}), (Is(cast),))


def test_things_on_the_walk_are_told_by_their_sort() -> None:
    assert [told(GAME, t) for t in (ONE, SOMEBODY, Var("the hex"))] == ["a card", "a player", "the hex"]
    assert told(GAME, Compare("least", Var("N"), Lit(2))) == "N is at least 2"
