"""Which norm came later, by the age of its card or by its day; and clauses that speak of some tables only."""

from __future__ import annotations

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import May, MustNot, Newer, Norm, Pattern
from checker.kernel.position import Key, Store
from checker.kernel.term import And, Call, Compare, Cond, Is, Lit, Value, Var
from checker.kernel.vocabulary import Act, Field, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.precedence import later, outranking, ranked
from checker.norms.rulebook import Rulebook, of_tables

SING = Pattern("sing", (Var("P"),))
OF_CARD = (Var("C"),)
WORDS = Vocabulary(
    acts=(Act("sing", (("P", ""),), "sing", "{P} sings", Nothing()),),
    fields=(Field("age", ("C",), "number", "the age of {C}"), Field("out", ("C",), "condition", "{C} is out")),
    kinds=("song", "dance"),
)
CARDS = tuple(
    Card(title, kinds, (), Nothing(), "", ())
    for title, kinds in (("Ode", ("song",)), ("Hymn", ("song", "dance")), ("Lay", ()))
)
BY_AGE = Norm("K-9.1", "K-9", Newer("song", Call("age", OF_CARD)), Is(Call("out", OF_CARD)))
OF_DANCES = Norm("K-8.1", "K-8", Newer("dance", Call("age", OF_CARD)), Is(Call("out", OF_CARD)))
BY_DAY = Norm("K-7.1", "K-7", Newer("song"))


def norms(over_ode: tuple[str, ...] = (), over_hymn: tuple[str, ...] = ()) -> tuple[Norm, ...]:
    return (
        Norm("K-1.1", "K-1", May(SING), speaker="Ode", outranks=over_hymn),
        Norm("K-2.1", "K-2", MustNot(SING), speaker="Hymn", outranks=over_ode),
        Norm("K-3.1", "K-3", MustNot(SING), speaker="Lay"),
    )


def context(given: tuple[Norm, ...], *orders: Norm, **ages: object) -> Context:
    """A table with cards of each title, of the ages that are told; those of whose age an `in` is told are not out."""
    entries: dict[Key, Value] = {}
    pile: list[Value] = []
    for title, told in ages.items():
        for number, age in enumerate(told if isinstance(told, tuple) else (told,), 1):
            card = (title.capitalize(), number)
            pile.append(card)
            entries[("age", card)] = int(age.removeprefix("in ")) if str(age).startswith("in ") else age
            entries[("out", card)] = not str(age).startswith("in ")
    store = Store({**entries, ("zone", "pile"): tuple(pile)})
    return Context(Rulebook(Game("songs", WORDS, CARDS, norms=(*given, *orders)), {}), store)


ODE, HYMN, LAY = "K-1.1", "K-2.1", "K-3.1"


@pytest.mark.parametrize(
    ("ages", "upper", "lower", "by"),
    [
        ({"ode": 3, "hymn": 2}, ODE, HYMN, "K-9"),
        ({"ode": 3, "hymn": 2}, HYMN, ODE, None),
        ({"ode": 2, "hymn": 3}, HYMN, ODE, "K-9"),
        ({"ode": 2, "hymn": 2}, ODE, HYMN, None),
        ({"ode": 0, "hymn": -1}, ODE, HYMN, "K-9"),
        ({"ode": 3}, ODE, HYMN, None),
        ({"hymn": 3}, ODE, HYMN, None),
        ({"ode": 3, "hymn": "in 2"}, ODE, HYMN, None),
        ({"ode": "in 3", "hymn": 2}, ODE, HYMN, None),
        ({"ode": (1, 5), "hymn": 3}, ODE, HYMN, "K-9"),
        ({"ode": (5, 1), "hymn": 3}, ODE, HYMN, "K-9"),
        ({"ode": ("in 5", 1), "hymn": 3}, ODE, HYMN, None),
        ({"ode": ("?", 5), "hymn": 3}, ODE, HYMN, "K-9"),
        ({"ode": "?", "hymn": 3}, ODE, HYMN, None),
        ({"ode": 3, "lay": 2}, ODE, LAY, None),
        ({"lay": 3, "ode": 2}, LAY, ODE, None),
        ({"ode": 3, "hymn": 2}, ODE, "K-77", None),
        ({"ode": 3, "hymn": 2}, "K-77", HYMN, None),
    ],
)
def test_of_two_cards_of_a_kind_the_one_that_is_further_on_prevails(
    ages: dict[str, object], upper: str, lower: str, by: str | None
) -> None:
    for orders in ((BY_AGE,), (OF_DANCES, BY_AGE), (BY_AGE, OF_DANCES)):
        here = context(norms(), *orders, **ages)
        assert ranked(here, upper, lower) == by
        assert outranking(here)(upper, lower) is (by is not None)
    for without in ((OF_DANCES,), (BY_DAY,), ()):
        here = context(norms(), *without, **ages)
        assert ranked(here, upper, lower) is None and not outranking(here)(upper, lower)


@pytest.mark.parametrize("orders", [(), (BY_AGE,)])
def test_a_precedence_that_names_them_goes_before_their_age(orders: tuple[Norm, ...]) -> None:
    for given, by in ((norms(over_hymn=("K-2",)), "K-1"), (norms(over_ode=("K-1",)), None)):
        here = context(given, *orders, ode=3, hymn=2)
        assert ranked(here, ODE, HYMN) == by and outranking(here)(ODE, HYMN) is (by is not None)


@pytest.mark.parametrize(
    ("one", "other", "is_later"),
    [
        ("2004-05", "2004-04-30", True),
        ("2004-04-30", "2004-05", False),
        ("2005", "2004-12", True),
        ("2004-05", "2004-05", False),
        ("2004", "2004-05", False),
        ("2004-05", "2004", False),
        ("2004", "", False),
        ("", "2004", False),
    ],
)
def test_a_day_is_later_unless_one_says_less_than_the_other(one: str, other: str, is_later: bool) -> None:
    assert later(one, other) is is_later


MANY = Compare("least", Call("players", ()), Lit(4))
DARK = Is(Call("dark", ()))
OF_P = Is(Call("tired", (Var("P"),)))


@pytest.mark.parametrize(
    ("conds", "needs"),
    [
        ([MANY], ((MANY,),)),
        ([OF_P], None),
        ([And((OF_P, MANY))], ((MANY,),)),
        ([And((DARK, OF_P, MANY))], ((DARK, MANY),)),
        ([MANY, DARK], ((MANY,), (DARK,))),
        ([MANY, OF_P], None),
        ([OF_P, MANY], None),
        ([And((OF_P, OF_P))], None),
    ],
)
def test_a_clause_speaks_of_some_tables_where_all_its_norms_need_something_of_the_table(
    conds: list[Cond], needs: tuple[tuple[Cond, ...], ...] | None
) -> None:
    speaking = [Norm(f"K-1.{n}", "K-1", May(SING), cond) for n, cond in enumerate(conds)]
    assert of_tables(speaking) == (needs or ())
