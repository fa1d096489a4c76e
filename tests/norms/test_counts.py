"""How many there are of a component: what clauses say of it, which of them prevails, and whether one is left."""

from __future__ import annotations

import pytest

from checker.kernel.effect import Create, If, Nothing, Then
from checker.kernel.game import Card, Game, StatedCount
from checker.kernel.position import Store
from checker.kernel.term import Call, Is, Kind, Lit, Option, Point, Undecided, Value
from checker.kernel.vocabulary import Fact, Field, Sort, Vocabulary
from checker.norms.counts import another, functions, left_over, prevailing, stated, supply
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook

OTHERS = (
    Field("owner", ("H",), "player", "the owner of {H}"),
    Field("nickname", ("H", "P"), "title", "what {P} calls {H}"),
    Field("cover", ("C",), "title", "the cover of {C}"),
)
NAME = Field("name", ("H",), "title", "the name of {H}")
SORTS = (Sort("egg", ("E",)), Sort("nest", ("N",), piece="nests"), Sort("hen", ("H",), piece="brown hen tiles"))
LAY, HATCH, BUILD = (Create(letter, sort, Nothing()) for letter, sort in (("E", "egg"), ("H", "hen"), ("N", "nest")))
ASKED = If(Is(Call("another nest", (Lit(None),))), BUILD)
NESTS = Fact("another nest", (("K", "title"),), "condition", "another nest of {K} is there", function="another nest")
COOP = Card("Coop", (), (), Then((LAY, HATCH, ASKED)), "", ())
HENS = "brown hen tiles"


def count(number: int | None, clause: str, of: str = HENS) -> StatedCount:
    return StatedCount(of, number, clause)


def yard(*counts: StatedCount, hens: tuple[str, ...] = (), fields: tuple[Field, ...] = (*OTHERS, NAME)) -> Context:
    """A table with hens of these names, of which clauses count the tiles."""
    words = Vocabulary(sorts=SORTS, fields=fields, facts=(NESTS,))
    labels = tuple(f"H{n}" for n, _ in enumerate(hens))
    store = Store({("things", "hen"): labels, ("things", "nest"): ("N1", "N2")})
    for label, name in zip(labels, hens, strict=True):
        store = store.put(("name", label), name)
    return Context(Rulebook(Game("yard", words, (COOP,), counts=counts), functions(words)), store)


def choosing(context: Context, value: Value, point: Point) -> Context:
    return Context(context.rules, context.store.put(point.key, value))


def asked(context: Context) -> Point:
    with pytest.raises(Undecided) as raised:
        supply(context, "hen")
    return raised.value.point


def test_what_takes_a_component_can_be_asked_for_by_its_sort() -> None:
    here = yard(count(2, "K-1"), hens=("Ada",))
    assert set(here.rules.functions) == {"supply of nest", "another nest", "supply of hen", "another hen"}
    assert [here.rules.functions[f"supply of {sort}"](here) for sort in ("hen", "nest")] == [2, 3]
    assert here.rules.functions["another hen"](here, "Bea") is True
    here = yard(count(2, "K-1", "nests"), hens=("Ada",))
    assert [here.rules.functions[f"another {sort}"](here, "Bea") for sort in ("hen", "nest")] == [True, False]


def test_the_number_that_prevails_is_the_only_one_or_the_one_that_was_chosen() -> None:
    """A clause that leaves it open says no other; of another component nothing is said."""
    others = count(7, "K-9", "nests"), count(8, "K-8", "hen tiles")
    for said, number in (((), None), ((None,), None), ((4,), 4), ((4, 4), 4), ((None, 4), 4)):
        here = yard(*others, *(count(n, f"K-{i}") for i, n in enumerate(said)))
        assert prevailing(here, HENS, stated(here, HENS)) == number
    three = count(5, "K-2"), count(3, "K-1"), count(5, "K-3"), count(None, "K-4"), count(5, "K-2")
    here = yard(*others, *three)
    with pytest.raises(Undecided) as raised:
        prevailing(here, HENS, stated(here, HENS))
    clauses = ("K-2", "K-1", "K-3", "K-4")
    point = raised.value.point
    assert [(o.value, o.text.split(" by ")[0]) for o in point.options] == [(5, "it is 5,"), (3, "it is 3,")]
    assert point.options[1] == Option(3, "it is 3, by K-1", ("K-1",))
    assert set(point.options[0].clauses) == {"K-2", "K-3"}
    assert (point.id, point.kind) == (f"K-2/K-1/K-3/K-4: the number of {HENS}", Kind.CONTRADICTORY)
    assert (point.clauses, point.text) == (clauses, f"{' and '.join(clauses)} disagree on: the number of {HENS}")
    for number in (3, 5):
        assert prevailing(choosing(here, number, point), HENS, three) == number
    pair = count(2, "K-1", "nests"), count(3, "K-2", "nests")
    with pytest.raises(Undecided):
        prevailing(choosing(here, 5, point), "nests", pair)


@pytest.mark.parametrize(
    ("numbers", "hens", "there", "relied"),
    [
        ((), 0, 1, False),
        ((), 4, 5, False),
        ((None,), 4, 5, False),
        ((3,), 2, 3, False),
        ((3,), 3, 3, True),
        ((3,), 4, 3, True),
        ((3, None), 3, 3, True),
        ((3, 5), 2, 3, False),
        ((5, 3), 2, 3, False),
        ((3, 5), 3, None, True),
        ((3, 5), 6, None, True),
    ],
)
def test_clauses_are_relied_on_and_a_doubt_only_where_no_more_are_sure(
    numbers: tuple[int | None, ...], hens: int, there: int | None, relied: bool
) -> None:
    clauses = [f"K-{n}" for n, _ in enumerate(numbers)]
    here = yard(count(1, "K-9", "nests"), *map(count, numbers, clauses), hens=("Ada",) * hens)
    if there is None:
        point = asked(here)
        for number in (3, 5):
            assert supply(choosing(here, number, point), "hen") == number
    else:
        assert supply(here, "hen") == there
    assert list(here.cites) == (clauses if relied else [])


def test_what_comes_into_play_without_a_component_that_is_left_is_open_where_no_text_asks() -> None:
    for hens in range(3):
        assert left_over(yard(count(3, "K-1"), hens=("Ada",) * hens), HATCH)
    none = yard(count(2, "K-1"), count(2, "K-2"), count(2, "K-1"), count(1, "K-3", "nests"), hens=("Ada", "Bea"))
    assert left_over(none, Create("C", "card", Nothing())) and left_over(none, LAY) and left_over(none, BUILD), (
        "no component, and one of which is asked"
    )
    with pytest.raises(Undecided) as raised:
        left_over(none, HATCH)
    point, both, asks = raised.value.point, ("K-1", "K-2"), f"what happens if none of the {HENS} is left"
    assert [(o.value, o.clauses) for o in point.options] == [(True, both), (False, both)]
    assert [o.text.split(" ", 2)[0] for o in point.options] == ["a", "no"]
    assert (point.kind, point.id, point.clauses) == (Kind.SILENT, asks, both)
    assert point.text == f"no clause says {asks}"
    for chosen in (True, False):
        assert left_over(choosing(none, chosen, point), HATCH) is chosen


@pytest.mark.parametrize(
    ("of", "number", "hens", "more"),
    [
        (HENS, 2, ("Ada",), True),
        (HENS, 2, ("Ada", "Bea"), False),
        (HENS, 2, ("Ada", "Bea", "Cleo"), False),
        ("Ada tiles", 1, (), True),
        ("Ada tiles", 0, (), False),
        ("Ada tiles", 1, ("Bea",), True),
        ("Ada tiles", 1, ("Bea", "Ada"), False),
        ("Ada tiles", 2, ("Ada", "Bea", "Bea"), True),
        ("Ada tiles", 2, ("Ada", "Ada", "Ada"), False),
        ("Bea tiles", 0, ("Bea",), True),
        ("Ada cards", 0, (), True),
        ("Ada the Elder tiles", 0, (), True),
        ("Adam tiles", 0, (), True),
        ("A tiles", 0, (), True),
    ],
)
def test_one_more_of_a_title_may_come_as_far_as_there_are_enough_of_both(
    of: str, number: int, hens: tuple[str, ...], more: bool
) -> None:
    assert another(yard(count(number, "K-1", of), hens=hens), "Ada", "hen") is more


def test_those_of_a_title_are_told_by_the_field_that_names_them() -> None:
    """A title of several words is one of those that its first words count; where nothing names things none is counted."""
    few = count(1, "K-1", "Ada tiles")
    assert another(yard(few, fields=OTHERS, hens=("Ada", "Ada")), "Ada", "hen")
    assert another(yard(count(0, "K-1", "Ada tiles"), fields=OTHERS), "Ada", "hen")
    assert not another(yard(few, hens=("Ada the Elder",)), "Ada the Younger", "hen")
    assert another(yard(count(0, "K-1", "None tiles")), None, "hen")
    first, second = count(9, "K-1", "Ada tiles"), count(1, "K-2", "Ada the Elder tiles")
    assert another(yard(first, second, hens=("Ada the Elder", "Ada")), "Ada", "hen")
    assert not another(yard(first, second, hens=("Ada the Elder", "Ada")), "Ada the Elder", "hen")


def test_what_is_said_of_a_title_is_relied_on_only_where_it_is_used_up() -> None:
    for hens, relied in (((), []), (("Ada",), ["K-1"])):
        here = yard(count(1, "K-1", "Ada tiles"), hens=hens)
        assert another(here, "Ada", "hen") is (not relied)
        assert list(here.cites) == relied
