"""What lies where: what the facts that zones bring say of a table, and what they suppose of what nobody tells."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import ASSUMED
from checker.kernel.position import AS_IT_FELL, Key, Store
from checker.kernel.term import Undecided, Value
from checker.kernel.untold_hands import ASKED, OF_HAND, untold
from checker.kernel.vocabulary import Vocabulary, Zone
from checker.kernel.zone_terms import SHUFFLED, UNDER
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.norms.zones import coming, functions, lying, printed, unsorted

O1, O2, HYMN, LAY = ("Ode", 1), ("Ode", 2), ("Hymn", 1), ("Lay", 1)
HAND, PILE = Zone("hand", ("P",), "the hand of {P}", cards=True, held=True), Zone("pile", (), "the pile", True, True)
LOOT = Zone("loot", ("P",), "the loot of {P}")
OF_PILE = {
    "in pile",
    "in pile over 0",
    "cards in pile",
    "top of pile",
    "comes up from pile",
    "comes up from pile over 0",
}
SEATS = {"left neighbour", "right neighbour"}
SUPPOSED = ASSUMED + untold("A")


def words(*zones: Zone) -> Vocabulary:
    return Vocabulary(zones=zones)


@cache
def rules() -> Rulebook:
    cards = tuple(Card(title, (), (), Nothing(), "", (), n) for title, n in (("Ode", 2), ("Hymn", 1)))
    return Rulebook(Game("songs", words(HAND, PILE), cards), functions(words(HAND, PILE)))


def at(*entries: dict[Key, Value]) -> Context:
    store = Store({("seats",): 3, ("names",): ("A", "B", "C")})
    for key, value in (e for some in entries for e in some.items()):
        store = store.put(key, value)
    return Context(rules(), store)


def pile(*cards: Value, unknown: Value = 0, under: Value = 0) -> dict[Key, Value]:
    """The pile, of which so many cards are shuffled and lie under those; nothing is stored of a number that is missing."""
    told = {(SHUFFLED + "pile",): unknown, (UNDER + "pile",): under}
    return {("zone", "pile"): cards, **{key: number for key, number in told.items() if number != "missing"}}


def hand(*cards: Value) -> dict[Key, Value]:
    return {("zone", "hand", 0): cards}


def untold_hand(seat: int, so: bool) -> dict[Key, Value]:
    return {("unknown hand", seat): so}


HAND_OF_A = untold_hand(0, True)


def asked(here: Context, name: str, *args: Value) -> Value:
    found: Value = rules().functions[name](here, *args)
    return found


OF_HANDS = {n.replace("pile", "hand") for n in OF_PILE}


@pytest.mark.parametrize(
    ("zones", "names"),
    [
        ((), SEATS),
        ((PILE,), SEATS | OF_PILE),
        ((PILE, LOOT), SEATS | OF_PILE | {n.replace("pile", "loot") for n in OF_PILE}),
        ((HAND,), SEATS | OF_HANDS | {"holds"}),
        ((Zone("hand", ("P",), "the hand of {P}", held=True),), SEATS | OF_HANDS | {"holds"}),
        ((Zone("hand", (), "the hand"),), SEATS | OF_HANDS),
    ],
)
def test_every_zone_brings_functions_behind_facts(zones: tuple[Zone, ...], names: set[str]) -> None:
    assert set(functions(words(*zones))) == names


@pytest.mark.parametrize(("who", "left", "right"), [(0, 1, 2), (1, 2, 0), (2, 0, 1), (None, None, None)])
def test_the_left_neighbour_sits_one_seat_further_on(who: Value, left: Value, right: Value) -> None:
    assert (asked(at(), "left neighbour", who), asked(at(), "right neighbour", who)) == (left, right)


@pytest.mark.parametrize(
    ("cards", "unknown", "under", "may_come"),
    [
        ((), 0, 0, ()),
        ((), 1, 0, ()),
        ((O1, HYMN), 0, 0, (HYMN,)),
        ((HYMN, O1), 0, 2, (O1,)),
        ((O1, HYMN), 2, 0, (HYMN, O1)),
        ((O1, HYMN), 3, 0, (HYMN, O1)),
        ((O2, O1), 2, 0, (O1,)),
        ((O1, HYMN), 1, 0, (HYMN,)),
        ((LAY, O1, HYMN), 2, 0, (HYMN,)),
        ((LAY, O1, HYMN), 2, 1, (HYMN, O1)),
        ((LAY, O1, HYMN), 1, 1, (HYMN,)),
        ((LAY, HYMN, O1), 1, 2, (O1,)),
        ((LAY, O1, HYMN), 2, 3, (HYMN, LAY, O1)),
        ((O1, HYMN), "?", 0, (HYMN,)),
        ((O1, HYMN), 2, "?", (HYMN,)),
        ((O1, HYMN), None, 0, (HYMN,)),
        ((O1, HYMN), "missing", 2, (HYMN,)),
        ((LAY, O1, HYMN), 2, "missing", (HYMN,)),
    ],
)
def test_what_may_come_up_is_what_may_lie_on_top(cards: Any, unknown: Value, under: Value, may_come: Any) -> None:
    here = at(pile(*cards, unknown=unknown, under=under))
    assert coming("pile", here) == asked(here, "comes up from pile over 0") == may_come
    assert {c for c in (O1, O2, HYMN, LAY) if asked(here, "comes up from pile", c)} == set(may_come)
    assert not here.cites
    assert asked(here, "top of pile") == (cards[-1] if cards else None)
    assert list(here.cites) == [ASSUMED + unsorted("pile")] * (len(may_come) > 1)
    fell = at(pile(*cards, unknown=unknown, under=under), {AS_IT_FELL: True})
    assert asked(fell, "top of pile") == (cards[-1] if cards else None) and not fell.cites


def test_as_it_fell_counts_only_where_the_table_says_so() -> None:
    here = at(pile(O1, HYMN, unknown=2), {AS_IT_FELL: False})
    assert asked(here, "top of pile") == HYMN and here.cites


def test_a_card_is_in_a_zone_by_itself_or_by_its_title() -> None:
    here = at(pile(O2, HYMN, O1))
    assert [asked(here, "in pile", c) for c in (O1, LAY, ("Ode", 3), "Ode", "Lay")] == [True, False, False, True, False]
    assert asked(here, "in pile over 0") == (HYMN, O1, O2)
    assert asked(here, "cards in pile") == 3
    assert lying(here, "pile") == (O2, HYMN, O1)
    bare = at({("zone", "pile"): "a heap"})
    assert lying(bare, "pile") == () and asked(bare, "cards in pile") == 0 and asked(bare, "top of pile") is None


@pytest.mark.parametrize("name", ["in hand", "in hand over 0", "cards in hand"])
def test_what_is_asked_of_a_hand_that_nobody_tells_is_supposed_to_be_as_told(name: str) -> None:
    for told, cites in ((HAND_OF_A, [SUPPOSED]), (untold_hand(0, False), []), (untold_hand(1, True), [])):
        here = at(hand(O1), told)
        args = (0,) if name != "in hand" else (O1, 0)
        assert asked(here, name, *args) == {"in hand": True, "in hand over 0": (O1,), "cards in hand": 1}[name]
        assert list(here.cites) == cites
    other = at(pile(O1), {("unknown hand",): True})
    assert asked(other, "cards in pile") == 1 and not other.cites


ELSEWHERE = pile(O1)
ALL_OUT: dict[Key, Value] = {("printed", "Ode"): 2}
ONE_OUT: dict[Key, Value] = {("printed", "Ode"): 1}
ODE_HELD: Key = (*OF_HAND, 0, "holds Ode")


@pytest.mark.parametrize(
    ("entries", "card", "held", "cites"),
    [
        ((hand(O1),), O1, True, []),
        ((hand(O1), HAND_OF_A, {ASKED: True}), O1, True, []),
        ((hand(O2), ONE_OUT), O1, False, []),
        ((hand(O2), HAND_OF_A), O1, False, []),
        ((hand(O2), {ASKED: True}), O1, False, []),
        ((hand(O2), HAND_OF_A, {ASKED: True}), O1, None, []),
        ((hand(O2), HAND_OF_A, {ASKED: True}, ONE_OUT), O1, None, []),
        ((hand(O2), HAND_OF_A, {ASKED: True}, {("printed", "Ode"): "?"}), O1, None, []),
        ((hand(O2), HAND_OF_A, {ASKED: True}, ALL_OUT), O1, False, [SUPPOSED]),
        ((hand(O2), HAND_OF_A, {ASKED: True}, {("printed", "Ode"): 3}), O1, False, [SUPPOSED]),
        ((hand(O2), HAND_OF_A, {ASKED: True}, ELSEWHERE), O1, False, [SUPPOSED]),
        ((hand(O2), HAND_OF_A, {ASKED: True}), LAY, False, [SUPPOSED]),
        ((hand(O2), HAND_OF_A, {ASKED: True}, {ODE_HELD: True}), O1, True, []),
        ((hand(O2), HAND_OF_A, {ASKED: True}, {ODE_HELD: False}), O1, False, []),
    ],
)
def test_what_an_untold_hand_holds_is_open_where_it_is_asked_of_a_card_that_may_be_there(
    entries: Any, card: Value, held: bool | None, cites: list[str]
) -> None:
    here = at(*entries)
    if held is None:
        with pytest.raises(Undecided) as raised:
            asked(here, "holds", 0, card)
        point = raised.value.point
        assert (point.id, point.key) == ("whether A holds Ode", ODE_HELD)
        assert [(o.value, o.text) for o in point.options] == [(False, "A does not hold Ode"), (True, "A holds Ode")]
    else:
        assert asked(here, "holds", 0, card) is held
    assert list(here.cites) == cites


def test_so_many_cards_of_a_title_lie_anywhere_as_were_put_there() -> None:
    store = at(ALL_OUT, {("printed", "Lay"): "?"}).store
    assert [printed(store, title) for title in ("Ode", "Hymn", "Lay")] == [2, 0, 0]
