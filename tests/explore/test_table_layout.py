"""What effects ask of a table, and what is laid out besides so that it is otherwise, in the words of a catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from checker.explore.interactions.table_layout import EffectReads, LaidItem, Layer, Stored, TableLines, _sets, with_line
from checker.kernel.effect import Add, Each, If, Nothing, Put, Then
from checker.kernel.game import Card, Game
from checker.kernel.norm import Leaves, Norm
from checker.kernel.position import Store
from checker.kernel.term import Call, Compare, Count, Is, Lit, Var, Yes
from checker.kernel.vocabulary import Fact, Field, Sort, Vocabulary
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scratch

P, Q, N, T = (Var(name) for name in "PQNT")
POT, NOBODY_KNOWS = Call("pot"), Call("guess")


def coins(who: Any) -> Call:
    return Call("coins", (who,))


def card(title: str, *kinds: str, unsure: tuple[str, ...] = ()) -> Card:
    return Card(title, kinds, unsure, Nothing(), "", ())


GAME = Game(
    "laid",
    Vocabulary(
        sorts=(Sort("token", ("T",)),),
        fields=(
            Field("pot", (), "number", "the pot | the bank", 0),
            Field("coins", ("P",), "number", "the coins of {P}", 0),
            Field("owed", ("P", "Q"), "number", "what {P} owes {Q}", 0),
            Field("worth", ("T",), "number", "the worth of {T}", 0),
            Field("leader", (), "player", "the leader", 0),
            Field("face", ("C",), "number", "the face of {C}", 0),
            Field("level", ("N",), "number", "level {N}", 0),
        ),
        facts=(Fact("guess", (), "number", "the guess", institutional=True),),
        kinds=("red", "blue"),
    ),
    cards=(card("Duck", "red"), card("Duck Twice"), card("Owl", "blue"), card("Hen", unsure=("blue",))),
    norms=(Norm("G-1", "G-1", Leaves(NOBODY_KNOWS, Lit(1))),),
)
RULES = Rulebook(GAME, {})


def seen(trees: Any, **there: Any) -> dict[tuple[int, tuple[Any, ...]], Any]:
    entries = {("seats",): 2, **{tuple(k.split("_")): v for k, v in there.items()}}
    return EffectReads(RULES, trees).seen(Store(entries))


def test_each_condition_and_amount_is_looked_at_for_everything_that_it_may_be_about() -> None:
    rich = If(Compare("least", POT, Lit(3)), Put(POT, coins(P)))
    assert seen(rich, pot=4) == {(0, ()): True, (1, ()): 4, (2, (0,)): 0, (2, (1,)): 0}
    assert seen(Then((rich, rich)), pot=2) == {(0, ()): False, (1, ()): 2, (2, (0,)): 0, (2, (1,)): 0}
    pairs = [(Var(x), Var(y)) for x, y in ("PQ", "QR", "PR", "RS", "PS", "QS")]
    assert seen(tuple(Compare("more", x, y) for x, y in pairs)) == {
        (n, (x, y)): x > y for n in range(len(pairs)) for x in (0, 1) for y in (0, 1)
    }
    assert seen(Compare("is", Q, Lit(1))) == {(0, (0,)): False, (0, (1,)): True}


def test_things_of_a_sort_and_cards_are_looked_at_where_they_are_there() -> None:
    lying = {"things_token": ("t1", "t2"), "zone_hand": (("Duck", 1),)}
    for name in ("T", "T2", "the token"):
        assert seen(Call("worth", (Var(name),)), **lying) == {(0, ("t1",)): 0, (0, ("t2",)): 0}
    for name in ("C", "this card", "that card"):
        assert seen(Call("face", (Var(name),)), **lying) == {(0, (("Duck", 1),)): 0}


def test_what_cannot_be_said_and_what_is_about_a_number_is_left_out_and_nothing_else() -> None:
    lying = {"things_number": (5, 6), "things_": ("x",)}
    others = (Call("level", (N,)), Call("level", (Var("zz"),)), NOBODY_KNOWS, Call("no such word"))
    assert seen(others, **lying) == {}
    assert seen((*others, POT), **lying) == {(len(others), ()): 0}


def test_a_condition_is_looked_at_for_150_things_at_most() -> None:
    assert len(seen(Compare("is", P, Q), seats=12)) == 144
    assert len(seen((Compare("is", P, Q), POT), seats=13)) == 150 + 1


def test_what_is_stored_of_some_words_is_all_that_is_seen_of_them() -> None:
    store = Store({("pot",): 3, ("coins", 0): 1, ("coins", 1): 2, ("zone", "hand", 0): ()})
    assert Stored(frozenset({"zone", "coins"})).seen(store) == {
        (0, ("coins", 0)): 1,
        (0, ("coins", 1)): 2,
        (1, ("zone", "hand", 0)): (),
    }


# ---- lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "whole"),
    [
        ((), "deck is empty", ("deck is empty",)),
        (("hand A: nothing", "pot: 3"), "deck is empty", ("deck is empty", "hand A: nothing", "pot: 3")),
        (("hand A: nothing", "pot: 3"), "pot: 4", ("pot: 4", "hand A: nothing")),
        (("Hex H1: A to B", "pot: 3"), "Hex H1, boosted", ("Hex H1: A to B, boosted", "pot: 3")),
        (("pot: 3", "Hex H1: A to B, boosted"), "Hex H1, rotted", ("pot: 3", "Hex H1: A to B, boosted, rotted")),
        (("a: 1", "b: 2", "c: 3"), "b, 4, 5", ("a: 1", "b: 2, 4, 5", "c: 3")),
        (("Hex H1: A to B",), "Hex H2, boosted", ("Hex H2, boosted", "Hex H1: A to B")),
        (("deck: King",), "deck", ("deck", "deck: King")),
        (("signs: A rock",), "signs: A rock, B paper", ("signs: A rock, B paper",)),
    ],
)
def test_a_line_stands_before_the_others_in_the_place_of_one_about_the_same_or_goes_one_on(
    lines: TableLines, line: str, whole: TableLines
) -> None:
    assert with_line(lines, line) == whole


def item(name: str, *about: int) -> LaidItem:
    return LaidItem(name, "", frozenset(((number, ()), name) for number in about))


@pytest.mark.parametrize(
    ("items", "sets"),
    [
        ("", ""),
        ("a0", " a"),
        ("a0 b1", " a b ab"),
        ("a0 b0", " a b ab"),
        ("a0 b1 c2", " abc a b c ab ac bc"),
        ("a0 b0 c1 d2", " acd a c d ac ad cd b bc bd ab"),
        ("a0 b0 c0", " a b ab c ac bc"),
        ("a0 b0 c1", " a c ac b bc ab"),
        ("a01 b1 c2 d3", " acd a b c d ab ac ad bc bd cd"),
    ],
)
def test_first_one_thing_about_each_then_each_and_every_two_with_the_first_about_each_before(
    items: str, sets: str
) -> None:
    laid = [item(one[0], *map(int, one[1:])) for one in items.split()]
    assert ["".join(i.line for i in some) for some in _sets(laid)] == sets.split(" ")


# ---- tables ----------------------------------------------------------------------------------

PLAIN: TableLines = ("hand A: nothing", "hand B: nothing")


def begun(lines: TableLines) -> Store | None:
    """A table on which each line is an entry of its own; there is none on which a hand is told twice, an Owl lies or a storm is."""
    heads = [line.partition(":")[0] for line in lines]
    if any("Owl" in line or "storm" in line for line in lines) or len(heads) > len(set(heads)):
        return None
    numbers = (line.removeprefix("set up ").partition(" as ") for line in lines if line.startswith("set up "))
    told: dict[Any, Any] = {}
    for named, _, number in numbers:
        words = named.removeprefix("the ").split(" of ")
        told[(words[0], *("ABC".index(w) for w in words[1:]))] = int(number)
    return Store({("seats",): 2, **{("line", line): True for line in lines}, **told})


def layer(trees: Any, besides: str = "", asked: Any = None) -> Layer:
    text = f'scene "laid besides"\n{besides}' if besides else ""
    unused: Any = None
    bench = Bench(RULES, unused, unused, unused, unused, Scratch(), text)
    return Layer(bench, trees, asked or EffectReads(RULES, trees), begun)


LAID = Stored(frozenset({"line"}))
"""Every line makes something otherwise."""


def added(layer: Layer, lines: TableLines = PLAIN, seats: int = 2) -> list[str]:
    """What is laid out by itself, in order."""
    return [i.line for i in layer._items(seats, lines)]


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (Compare("least", POT, Lit(2)), ["the pot as 2", "the pot as 1", "the pot as 3"]),
        (Compare("least", POT, Lit(0)), ["the pot as 0", "the pot as 1"]),
        (If(Compare("is", POT, Lit(1)), Put(POT, Lit(7))), ["the pot as 1", "the pot as 0", "the pot as 2"]),
        (Compare("is", coins(P), Lit(1)), [f"the coins of {who} as {n}" for who in "BA" for n in (1, 0, 2)]),
        (Compare("is", Call("leader"), Lit(1)), []),
        (Compare("is", Call("owed", (P, Q)), Lit(1)), []),
        (Compare("is", Call("worth", (T,)), Lit(1)), []),
        (Compare("is", NOBODY_KNOWS, Lit(1)), []),
        (Compare("is", POT, coins(P)), []),
        (POT, []),
    ],
)
def test_numbers_are_put_to_what_is_asked_for_and_to_one_less_and_one_more(asked: Any, lines: list[str]) -> None:
    assert added(layer(asked, asked=LAID)) == [f"set up {line}" for line in lines]


def test_of_all_that_makes_the_same_otherwise_one_is_laid_out() -> None:
    twice = If(Compare("least", POT, Lit(5)), Add(POT, Lit(1)))
    assert added(layer(twice)) == ["set up the pot as 5", "set up the pot as 4", "set up the pot as 6"]
    only = EffectReads(RULES, ())
    only.atoms, only.over = (Compare("least", POT, Lit(5)),), [()]
    assert added(layer(twice, asked=only)) == ["set up the pot as 5"]


@pytest.mark.parametrize(
    ("trees", "besides", "lines"),
    [
        ((), "deck is empty", ["deck is empty"]),
        ((), "deck is empty\na storm\nlast round", ["deck is empty", "last round"]),
        ((), "A is rich", ["B is rich", "A is rich"]),
        ((), "A fears B", ["B fears B", "A fears B"]),
        ((), "A fears C", ["B fears C", "A fears C"]),
        ((), "A has Duck", ["B has Duck", "B has Duck Twice", "A has Duck", "A has Duck Twice"]),
        ((), "Duck Twice lies", ["Duck lies", "Duck Twice lies"]),
        (Put(POT, Lit("Hen")), "Duck lies", ["Hen lies"]),
        (Put(POT, Lit("blue")), "Duck lies", ["Hen lies"]),
        (Put(POT, Lit("red")), "Duck lies", ["Duck lies"]),
        ((Put(POT, Lit("red")), Lit("Duck Twice")), "Duck lies", ["Duck Twice lies"]),
        ((Lit("Owl"), Lit("red")), "Duck lies", []),
        ((Lit("Hen"), Lit("Owl"), Lit("Duck")), "Duck lies", ["Duck lies", "Hen lies"]),
        ((), "Hex H1, boosted", []),
    ],
)
def test_lines_of_the_catalogue_are_said_of_any_player_and_of_two_cards_that_can_lie_there(
    trees: Any, besides: str, lines: list[str]
) -> None:
    assert added(layer(trees, besides, LAID)) == lines


def test_lines_of_the_catalogue_are_said_of_every_thing_that_the_scene_names() -> None:
    lines = ("Hex H2: A to B", "Hex H1: B to A", "Hex H2 goes to A")
    assert added(layer((), "Hex H1, boosted\nH1 is late", LAID), lines) == [
        "Hex H2, boosted",
        "Hex H1, boosted",
        "H2 is late",
        "H1 is late",
    ]


def test_players_come_by_how_many_lines_speak_of_them_then_by_the_last_that_does() -> None:
    for lines, order in (
        ((), "ABC"),
        (("Hex: A to B",), "BAC"),
        (("pot: for C", "x: C and C", "y: B"), "CBA"),
        (("x: C C C", "y: of B", "z: B"), "BCA"),
        (("x: A", "y: A D"), "ABC"),
    ):
        assert "".join(line[0] for line in added(layer((), "A is rich", LAID), lines, 3)) == order
    assert added(layer((), "A is rich", LAID), PLAIN, 1) == ["A is rich"]


def test_a_table_is_the_scene_with_what_is_laid_besides_and_the_cards_in_that() -> None:
    found = layer((), "hand A: Duck\nhand A: Duck Twice\npot: 3", LAID).tables(2, PLAIN)
    every = list(found)
    assert every[0] == (PLAIN, ())
    assert (("hand B: Duck", "hand A: nothing"), ("Duck",)) in every
    assert (("pot: 3", "hand B: Duck", "hand A: nothing"), ("Duck",)) in every
    assert (("hand A: Duck Twice", "hand B: Duck"), ("Duck", "Duck Twice")) in every
    assert (("hand A: Duck", "hand B: Duck"), ("Duck",)) in every
    assert len({lines for lines, _ in every}) == len(every)


def test_nothing_is_laid_out_where_the_scene_or_what_lies_there_besides_cannot_be() -> None:
    assert list(layer((), "deck is empty", LAID).tables(2, ("Owl",))) == []
    known = ("A sits",)
    pot = layer((Compare("is", POT, Lit(1)), Compare("is", coins(P), Lit(1)), Compare("is", Call("pot"), Lit(3))))
    for lines, _ in pot.tables(2, known):
        assert begun(lines) is not None


def test_all_that_makes_something_otherwise_lies_there_at_once_and_one_by_one_only_where_something_does() -> None:
    rich = Count("P", "player", Compare("more", coins(P), Lit(0)))
    trees = Each("P", Lit(None), If(Is(Call("guess")), Put(POT, rich)))
    assert [lines for lines, _ in layer((), "deck is empty").tables(2, PLAIN)] == [PLAIN]
    made = [lines for lines, _ in layer(trees).tables(2, PLAIN)]
    assert made[0] == PLAIN and ("set up the coins of B as 1", *PLAIN) in made
    assert Yes() not in made
