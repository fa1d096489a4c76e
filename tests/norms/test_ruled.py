"""What the norms say of facts: readings, amounts and kinds that nothing states, and how their options are told."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import Claim, Counts, Gives, Leaves, Norm
from checker.kernel.position import Store
from checker.kernel.term import Call, Kind, Lit, Point, Undecided, Value, Var
from checker.kernel.vocabulary import Fact, Field, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.evaluation_protocol import RuleWords
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import UNKNOWN, arithmetic, compare, uncompared, untold, with_unknown

TALL, AGE, NAME = Call("tall", (Var("P"),)), Call("age", (Var("P"),)), Call("name", (Var("P"),))
FRIEND = Call("friend", (Var("P"),))
WORDS = Vocabulary(
    facts=(
        Fact("tall", (("P", ""),), "condition", "{P} is tall", institutional=True),
        Fact("age", (("P", ""),), "number", "the age of {P}", institutional=True),
        Fact("name", (("P", ""),), "title", "the name of {P}", institutional=True),
        Fact("friend", (("P", ""),), "player", "the friend of {P}", institutional=True),
    ),
    kinds=("loud",),
)
ODE = Card("Ode", (), ("loud",), Nothing(), "", ())


def norm(name: str, claim: Claim, reading: str = "") -> Norm:
    return Norm(name, name.partition(".")[0], claim, reading=reading)


def at(*norms: Norm, store: Store | None = None) -> Context:
    return Context(Rulebook(Game("songs", WORDS, (ODE,), norms=norms), {}), store or Store())


def point(context: Context, fact: str, *args: Value) -> Point:
    with pytest.raises(Undecided) as raised:
        context.fact(fact, *args)
    return raised.value.point


def test_the_norms_of_the_reading_that_was_chosen_hold_and_those_of_the_other_do_not() -> None:
    norms = (norm("K-1.1", Counts(TALL), "wide"), norm("K-1.2", Counts(TALL, False), "narrow"))
    found = point(at(*norms), "tall", 0)
    assert [o.value for o in found.options] == ["wide", "narrow"]
    for label, holds in (("wide", True), ("narrow", False)):
        assert at(*norms, store=Store().put(found.key, label)).fact("tall", 0) is holds


def test_options_say_what_is_so_and_by_which_clauses() -> None:
    said = point(at(norm("K-1", Counts(TALL)), norm("K-2", Counts(TALL, False))), "tall", 0)
    assert sorted(o.text for o in said.options) == ["no, by K-2", "yes, by K-1"]
    norms = [norm(f"K-{n}", Gives(NAME, Lit(title))) for n, title in enumerate(("Ode", "Hymn", "Hymn"))]
    assert sorted(o.text for o in point(at(*norms), "name", 0).options) == ["K-0 prevails", "K-1 and K-2 prevail"]
    numbers = [norm(f"K-{n}", Gives(AGE, Lit(n))) for n in range(2)]
    assert sorted(o.text for o in point(at(*numbers), "age", 0).options) == ["it is 0, by K-0", "it is 1, by K-1"]
    seated = Store().put(("names",), ("A", "B"))
    assert sorted(o.text for o in point(at(*numbers, store=seated), "age", 0).options)[0] == "it is 0, by K-0"
    for call in (AGE, FRIEND):
        unknown = at(norm("K-1", Gives(call, Lit(1))), norm("K-2", Gives(call, Lit(UNKNOWN))), store=seated)
        assert "K-2 prevails" in [o.text for o in point(unknown, call.fact, 0).options]
    players = [norm(f"K-{n}", Gives(FRIEND, Lit(n))) for n in range(3)]
    for names in (("A", "B"), ()):
        two = Store().put(("names",), names) if names else Store()
        known = [f"it is {name}, by K-{n}" for n, name in enumerate(names)] or ["K-0 prevails", "K-1 prevails"]
        assert sorted(o.text for o in point(at(*players, store=two), "friend", 0).options) == sorted(
            [*known, "K-2 prevails"]
        )


@pytest.mark.parametrize(
    ("least", "most", "values"),
    [(2, 4, {3, 2, 4}), (3, None, {3, 4, 5}), (None, 3, {3}), (2, 3, {2, 3}), (None, None, {3, 4, 5})],
)
def test_amounts_are_tried_within_their_bounds(least: int | None, most: int | None, values: set[int]) -> None:
    found = point(at(norm("K-1", Leaves(AGE, Lit(3), least, most))), "age", 0)
    assert {o.value for o in found.options} == values
    assert found.options[0].value == 3


def test_what_kind_a_card_is_follows_what_was_chosen_where_nothing_says() -> None:
    ode: Value = ("Ode", 1)
    with pytest.raises(Undecided) as raised:
        at().is_kind(ode, "loud")
    key = raised.value.point.key
    for chosen in (True, False):
        assert at(store=Store().put(key, chosen)).is_kind(ode, "loud") is chosen
    assert at().is_kind(ode, "Ode") and not at().is_kind(("Hymn", 1), "loud")


def test_before_anybody_sits_down_there_is_no_player() -> None:
    assert at().things("player") == ()
    assert at(store=Store().put(("seats",), 2)).things("player") == (0, 1)


SHY = Card("Elegy", ("sad",), ("loud", "merry", "old"), Nothing(), "", ())


def test_a_card_is_of_one_of_the_kinds_of_which_nothing_is_two() -> None:
    """What is known, or was taken to be so, answers for the kinds apart from it; others stay open."""

    def context(store: Store, *apart: tuple[str, str]) -> Context:
        words = Vocabulary(kinds=("loud", "merry", "old", "sad"), apart=apart)
        return Context(Rulebook(Game("songs", words, (SHY,)), {}), store)

    two = (("loud", "merry"), ("merry", "loud"))
    with pytest.raises(Undecided) as raised:
        context(Store(), *two).is_kind("Elegy", "loud")
    loud, quiet = (Store().put(raised.value.point.key, value) for value in (True, False))
    assert context(loud, *two).is_kind("Elegy", "loud")
    assert not context(loud, *two).is_kind("Elegy", "merry")
    for store, apart in ((loud, ()), (quiet, two), (loud, (("old", "merry"), ("merry", "old")))):
        with pytest.raises(Undecided):
            context(store, *apart).is_kind("Elegy", "merry")
    assert not context(Store(), ("old", "sad"), ("sad", "old")).is_kind("Elegy", "old")


@pytest.mark.parametrize("op", ["plus", "minus", "times"])
def test_what_is_reckoned_with_something_unknown_is_unknown(op: str) -> None:
    assert {arithmetic(op, *pair) for pair in ((UNKNOWN, 1), (1, UNKNOWN), (None, 2), (2, None))} == {UNKNOWN}


def test_numbers_compare_as_numbers() -> None:
    ops = {"is": eq, "is-not": ne, "least": ge, "most": le, "more": gt, "less": lt}
    for op, meant in ops.items():
        for left in range(3):
            assert compare(op, left, 1) is meant(left, 1)
    assert compare("is", "Ode", "Ode") and not compare("is", "Ode", "Hymn") and compare("is-not", "Ode", "Hymn")
    assert not any(compare(op, "Ode", 1) for op in ("least", "most", "more", "less"))


def test_how_an_unknown_value_compares_is_open_once_and_what_follows_from_it_is_not() -> None:
    words, hen, cow = RuleWords({}, {}, {}, {}, {}), (UNKNOWN, ("hen",)), (UNKNOWN, ("cow",))

    def compared(store: Store, op: str, one: tuple[Value, Value], other: tuple[Value, Value]) -> bool | None:
        try:
            return untold(Context(at().rules, store), words, op, one, other)
        except Undecided as undecided:
            assert uncompared(undecided.point)
            return None

    def decided(store: Store, one: tuple[Value, Value], other: tuple[Value, Value], told: str) -> Store:
        with pytest.raises(Undecided) as open_:
            untold(Context(at().rules, store), words, "is", one, other)
        point = open_.value.point
        return store.put(point.key, next(o.value for o in point.options if told in o.text))

    assert compared(Store(), "least", hen, hen) and not compared(Store(), "more", hen, hen)
    assert compared(Store(), "more", hen, (5, 5)) is None
    above = decided(Store(), hen, (5, 5), "hen is more than 5")
    assert compared(above, "more", hen, (5, 5)) and compared(above, "less", (5, 5), hen)
    assert compared(above, "more", hen, (4, 4)) and compared(above, "is", hen, (3, 3)) is False
    assert compared(above, "more", hen, (6, 6)) is None
    same = decided(above, cow, (5, 5), "cow is 5")
    assert compared(same, "less", cow, hen) and compared(same, "is", cow, (5, 5))
    assert compared(with_unknown(same, ("cow",)), "is", cow, (5, 5)) is None


def test_a_thing_is_called_by_its_name_where_nobody_can_tell_of_it() -> None:
    name = Field("name", ("hen",), "letter", "the name of {H}")
    words = RuleWords({"name": name}, {}, {"name of hen": lambda here, hen: f"the {hen} hen"}, {}, {"H": "hen"})
    with pytest.raises(Undecided) as open_:
        untold(Context(at().rules, Store()), words, "is", (UNKNOWN, ("name", "brown")), ("A", "A"))
    assert open_.value.point.text == "nobody can tell whether the name of the brown hen is A"


def test_a_point_says_whether_clauses_disagree_or_one_leaves_it_open() -> None:
    two = point(at(norm("K-1", Counts(TALL)), norm("K-2", Counts(TALL, False))), "tall", 0)
    assert (two.text, two.kind) == ("K-1 and K-2 disagree on: P is tall", Kind.AMBIGUOUS)
    one = point(at(norm("K-1.1", Counts(TALL)), norm("K-1.2", Counts(TALL, False))), "tall", 0)
    assert (one.text, one.kind) == ("K-1 does not say which", Kind.SILENT)
    other = at(norm("K-1", Counts(Call("tall", (Lit(1),)))))
    assert [other.fact("tall", p) for p in (0, 1)] == [None, True]
