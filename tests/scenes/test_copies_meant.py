"""Which copy of a card is meant that the words do not tell apart, and by which act an outcome came that was not told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from checker.kernel import effect as e
from checker.kernel.game import Game
from checker.kernel.position import Position, Store
from checker.kernel.scene import Deed, Select
from checker.kernel.term import Call, Compare, Kind, Lit, Option, Point, Undecided, Value, Var
from checker.kernel.vocabulary import Act, Field, Vocabulary
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, Chose
from checker.run.progress import Chooser
from checker.scenes.copies_meant import meant
from checker.scenes.transitions import untold

A, B, C = 0, 1, 2
R1, R2, R3, H1, H2 = ("Ring", 1), ("Ring", 2), ("Ring", 3), ("Hat", 1), ("Hat", 2)
WORN = Call("worn", (Var("C"),))
TURN = e.If(Compare("is", WORN, Lit(7)), e.Nothing(), e.Put(WORN, Lit(7)))
"""Turns a card that is not turned yet."""
MAYBE = e.Choose(Var("P"), "N", Lit((1, 2)), e.If(Compare("is", Var("N"), Lit(1)), TURN))


def view(body: e.Effect, events: tuple[tuple[Value, ...], ...], *stored: tuple[tuple[Value, ...], Value]) -> Any:
    """What happened, and what is stored; cards are `coming` where they are stored as that."""
    words = Vocabulary(
        acts=(Act("use", (("P", ""), ("C", ""), ("D", "")), "use {C} on {D}", "{P} uses {C} on {D}", body),),
        fields=(Field("worn", ("C",), "number", "the wear of {C}", 0), Field("held", ("C",), "number", "held", 0)),
    )
    table = Store({("seats",): 3, ("names",): ("Ann", "Bo", "Cy"), **dict(stored)})
    coming = tuple(key[1] for key, _ in stored if key[0] == "coming")
    rules = Rulebook(Game("wardrobe", words), {})
    return SimpleNamespace(rules=rules, store=table, events=lambda: events, coming=lambda: coming)


def of(*ways: tuple[Value, Value]) -> list[tuple[Value, ...]]:
    return [(A, *way) for way in ways]


BY_B, BY_C, BY_A = ("wear", B, R1), ("wear", C, R2), ("wear", A, R1)


@pytest.mark.parametrize(
    ("events", "coming", "ways", "first"),
    [
        ((), (), of((R1, None), (R2, None)), R1),
        ((BY_B,), (), of((R1, None), (R2, None)), R1),
        ((BY_C,), (), of((R1, None), (R2, None)), R1),
        ((BY_A, BY_C), (), of((R1, None), (R2, None)), R1),
        ((BY_B, BY_A, BY_C), (), of((R1, None), (R2, None)), R1),
        ((BY_B, BY_C), (R1,), of((R1, None), (R2, None)), R1),
        ((BY_B, BY_C), (), of((R2, None)), R2),
        ((("wear", B), ("shout", B, R3), BY_C), (), of((R1, None), (R2, None)), R1),
    ],
)
def test_the_first_copy_is_meant_unless_others_used_it_and_another_one(
    events: Any, coming: tuple[Value, ...], ways: Any, first: Value
) -> None:
    at = view(TURN, events, *((("coming", card), True) for card in coming))
    assert meant(at, "use", ways, (1,), "a ring") == (A, first, None)


def test_no_copy_is_meant_with_which_nothing_changes_where_something_does_with_another() -> None:
    ways = of((R1, None), (R2, None), (R3, None))
    for body in (TURN, MAYBE):
        turned = view(body, (), (("worn", R1), 7), (("worn", R2), 7))
        assert meant(turned, "use", ways, (1,), "a ring") == (A, R3, None)
    every = view(TURN, (), *((("worn", card), 7) for card in (R1, R2, R3)))
    assert meant(every, "use", ways, (1,), "a ring") == (A, R1, None)
    plain = e.If(Compare("is", Var("C"), Lit(R1)), e.Put(Call("held", (Var("C"),)), Lit(0)), e.Put(WORN, Lit(1)))
    assert meant(view(plain, ()), "use", ways, (1,), "a ring") == (A, R2, None), "it stays as it began"
    back = e.If(Compare("is", Var("C"), Lit(R1)), e.Put(WORN, Lit(None)), e.Put(WORN, Lit(1)))
    assert meant(view(back, (), (("worn", R1), 0)), "use", ways, (1,), "a ring") == (A, R1, None)


def open_(at: Any, ways: Any, named: tuple[int, ...]) -> Point:
    with pytest.raises(Undecided) as raised:
        meant(at, "use", ways, named, "the ring")
    return raised.value.point


def point(what: str, *options: tuple[tuple[Value, ...], str]) -> Point:
    told = tuple(Option(way, f"{text} is meant") for way, text in options)
    text = f"the words do not say which {what} is meant"
    return Point(f"which {what} is meant", Kind.AMBIGUOUS, ("option", "copy", "the ring"), told, (), text)


def test_of_copies_that_others_used_it_is_open_which_is_meant() -> None:
    events = (BY_B, BY_C, ("wear", C, H1, H2), ("wear", "nobody", R3))
    rings = of((R1, H1), (R2, H1), (R3, H1))
    one, two, three = ((A, card, H1) for card in (R1, R2, R3))
    assert open_(view(TURN, events), rings[:2], (1, 2)) == point("Ring", (one, "Bo's Ring"), (two, "Cy's Ring"))
    every = point("Ring", (one, "Bo's Ring"), (two, "Cy's Ring"), (three, "Ring"))
    assert open_(view(TURN, events), rings, (1,)) == every
    chosen = view(TURN, events, (("option", "copy", "the ring"), two))
    assert meant(chosen, "use", rings, (1,), "the ring") == two
    unused = of((R1, H1), (("Ring", 4), H1), (R2, H1))
    assert open_(view(TURN, events), unused, (1,)) == point("Ring", (one, "Bo's Ring"), (two, "Cy's Ring"))
    coming = view(TURN, events, (("coming", R2), True))
    assert open_(coming, rings[:2], (1,)) == point("Ring", (one, "Bo's Ring"), (two, "Cy's Ring"))


def test_where_two_copies_are_named_both_are_to_be_told_apart() -> None:
    events = (BY_B, BY_C, ("wear", C, H1), ("wear", B, H2))
    both = of((R1, H1), (R2, H1), (R1, H2), (R2, H2))
    names = ("Bo's Ring and Cy's Hat", "Cy's Ring and Cy's Hat", "Bo's Ring and Bo's Hat", "Cy's Ring and Bo's Hat")
    assert open_(view(TURN, events), both, (1, 2)) == point("Ring and Hat", *zip(both, names, strict=True))
    hats = point("Hat", ((A, R1, H1), "Cy's Hat"), ((A, R1, H2), "Bo's Hat"))
    assert open_(view(e.Put(Call("worn", (Var("D"),)), Lit(7)), events), of((R1, H1), (R1, H2)), (1, 2)) == hats
    loose = of((R1, H1), (R2, H2), (R1, H2))
    mine = view(TURN, (*events, ("wear", A, R1)))
    assert open_(mine, loose, (1, 2)) == hats, "their own ring is meant, and one of the others' hats"
    unused = view(TURN, (BY_B, BY_C, ("wear", C, H1)))
    assert open_(unused, loose + of((R2, H1)), (1, 2)) == point(
        "Ring", ((A, R1, H1), "Bo's Ring"), ((A, R2, H1), "Cy's Ring")
    )
    rings = of((R1, R2), (R2, R1))
    assert open_(view(TURN, events), rings, (1, 2)) == point(
        "Ring", *zip(rings, ("Bo's Ring and Cy's Ring", "Cy's Ring and Bo's Ring"), strict=True)
    )


# ---- untold acts -------------------------------------------------------------------------------

START = Branch(Position(Store({("things", "hex"): ("h1", "h2"), ("things", "coin"): ("c1",), ("things", "x"): True})))
BETRAYED = Position(Store({("betrayed",): True}))


def with_things(**things: tuple[Value, ...]) -> Branch:
    return Branch(Position(Store({("things", sort): there for sort, there in things.items()})))


class Course:
    """Goes on to the ways that it is given, and notes what it was asked."""

    def __init__(self, *ways: Branch) -> None:
        self.ways = list(ways)
        self.asked: list[tuple[Any, Select]] = []

    def view(self, branch: Branch) -> Any:
        return branch.position.store

    def betrayed(self, branch: Branch, deed: Deed) -> list[Branch]:
        assert branch is START
        return [Branch(BETRAYED), Branch(Position(Store()))]

    def selected(self, branch: Branch, select: Select) -> list[Branch]:
        assert branch.position == START.position
        self.asked.append((branch.trail, select))
        return self.ways


def deed(text: str, args: tuple[Value, ...] | None) -> Deed:
    """What is done so on the table that it betrays, and cannot be done on another."""
    return Deed("use", lambda store: args if store == BETRAYED.store else pytest.fail("another table"), text)


def select(*deeds: Deed, alone: bool = False) -> Select:
    def untold(store: Any) -> tuple[Deed, ...]:
        assert store == START.position.store
        return deeds

    return Select(lambda _: True, text="it is so", untold=untold, alone=alone)


def test_each_deed_that_need_not_be_told_is_supposed_once() -> None:
    by_b, idle, never = deed("B uses it", (B, R1)), deed("it is used", ()), deed("C uses it", None)
    one, other = with_things(hex=("h1",)), with_things(hex=("h9",))
    course, asked = Course(one, other), select(by_b, never, idle)
    assert untold(course, START, asked) == [one, other, one, other]
    assert course.asked == [
        (
            (Chose(Chooser(who, "act"), Option(args, text)),),
            msgspec.structs.replace(asked, first=(done,), untold=None, deeds_only=True),
        )
        for done, who, args, text in ((by_b, B, (B, R1), "B uses it"), (idle, None, (), "it is used"))
    ]
    assert untold(course, START, msgspec.structs.replace(asked, untold=None)) == []


def test_where_one_thing_alone_is_spoken_of_nothing_more_comes_into_play() -> None:
    same, fewer, none = with_things(hex=("h2", "h1"), coin=("c1",)), with_things(coin=("c1",)), with_things()
    more, other = with_things(hex=("h1", "h2", "h3"), coin=("c1",)), with_things(hex=("h3",))
    course = Course(same, more, fewer, other, none)
    assert untold(course, START, select(deed("B uses it", (B,)), alone=True)) == [same, fewer, none]
    assert untold(course, START, select(deed("B uses it", (B,)))) == course.ways
