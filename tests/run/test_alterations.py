"""What becomes of an event: prevented, replaced, protected, or of another amount, by whom, and what is open about it."""

from __future__ import annotations

from typing import Any

import pytest
from songs import HYMN, LOUD, ODE, Crowded, norm

from checker.kernel.effect import Event, Nothing, Then
from checker.kernel.game import Game
from checker.kernel.norm import Norm, Outranks, Pattern, Prevents, Protects, Replaces
from checker.kernel.position import Store
from checker.kernel.term import Arith, Compare, Kind, Lit, Point, Undecided, Value, Var
from checker.kernel.trees.amount_changes import SPENT
from checker.kernel.vocabulary import Act, Field, Vocabulary
from checker.norms.alterations import Altered, alteration, spent
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook

P, N = Var("P"), Var("N")
HURT = Pattern("hurt", (P, N))
WORDS = Vocabulary(
    acts=(Act("hurt", (("P", ""), ("N", "")), "hurt", "{P} is hurt for {N}", Nothing()),),
    fields=(Field("loud", (), "condition", "it is loud", False),),
    kinds=("song",),
)
PREVENTS, SAVED, SPARED = Prevents(HURT), Replaces(HURT, Nothing()), Replaces(HURT, Then(()))
GUARD = Protects(HURT)
FROM_RULES = Protects(HURT, ("rule",))
CARDS_FIRST = norm(9, Outranks("card", "rule"))


def amount(op: str, by: int) -> Replaces:
    return Replaces(HURT, Event("hurt", (P, Arith(op, N, Lit(by)))))


LESS, MORE, TWICE = amount("minus", 1), amount("plus", 1), amount("times", 2)
SMALL, STILL_THREE = Compare("less", N, Lit(3)), Compare("is", N, Lit(3))


def instead(effect: Any, *clauses: str, had: tuple[str, ...] = ()) -> Altered:
    """The effect in the place of the event, by the first norms of the clauses, with the variables of the pattern."""
    ids = tuple(f"{clause}.1" for clause in clauses)
    return Altered(clauses, effect, (("N", 3), ("P", 0), (SPENT, (*had, *ids))), False)


def gone(*clauses: str) -> Altered:
    """Nothing in the place of the event, by the clauses."""
    return Altered(clauses, None, (), False)


def changed(number: int, *clauses: str, had: tuple[str, ...] = ()) -> Altered:
    """The event of another amount, by the first norms of the clauses, in this order."""
    ids = tuple(f"{clause}.1" for clause in clauses)
    return Altered(clauses, Event("hurt", (Lit(0), Lit(number))), ((SPENT, (*had, *ids)),), True)


def altered(norms: tuple[Norm, ...], had: tuple[str, ...] = (), **stored: Value) -> Altered | Point | None:
    """What becomes of the first player's being hurt for 3; the point if it is open."""
    store = Store({(name,): value for name, value in stored.items()})
    here = Context(Rulebook(Game("songs", WORDS, (ODE, HYMN), norms=norms), {}), store)
    try:
        return alteration(here, "hurt", (0, 3), had)
    except Undecided as undecided:
        return undecided.point


def once(clause: str) -> tuple[str, ...]:
    return (f"{clause}.1",)


@pytest.mark.parametrize(
    ("norms", "had", "expected"),
    [
        ((), (), None),
        ((norm(1, PREVENTS),), (), gone("K-1")),
        ((norm(1, PREVENTS, cond=LOUD),), (), None),
        ((norm(1, PREVENTS), norm(2, PREVENTS)), (), gone("K-1", "K-2")),
        ((norm(1, SAVED),), (), instead(Nothing(), "K-1")),
        ((norm(1, SAVED), norm(2, SPARED, outranks=("K-1",))), (), instead(Then(()), "K-2")),
        ((norm(1, SAVED), norm(2, PREVENTS, outranks=("K-1",))), (), gone("K-2")),
        ((norm(1, SAVED, outranks=("K-2",)), norm(2, PREVENTS)), (), instead(Nothing(), "K-1")),
        # each has one opportunity, and those above it have had it for it
        ((norm(1, SAVED),), once("K-1"), None),
        ((norm(1, SAVED), norm(2, SPARED)), once("K-2"), instead(Nothing(), "K-1", had=once("K-2"))),
        ((norm(1, SAVED), norm(2, SPARED, outranks=("K-1",))), once("K-2"), None),
        ((norm(1, LESS), norm(2, SPARED, outranks=("K-1",))), once("K-2"), None),
        ((norm(1, SAVED), norm(2, LESS, outranks=("K-1",))), once("K-2"), None),
        ((norm(1, LESS), norm(2, MORE, outranks=("K-1",))), once("K-2"), None),
        ((norm(1, LESS), norm(2, MORE)), once("K-2"), changed(2, "K-1", had=once("K-2"))),
        ((norm(1, SAVED), norm(2, LESS, "Ode"), CARDS_FIRST), once("K-2"), None),
        ((norm(1, LESS), norm(2, SAVED, "Ode"), CARDS_FIRST), once("K-2"), None),
        ((norm(1, LESS), norm(2, MORE, "Ode"), CARDS_FIRST), once("K-2"), changed(2, "K-1", had=once("K-2"))),
        # protections
        ((norm(1, GUARD),), (), None),
        ((norm(1, GUARD), norm(2, PREVENTS)), (), gone("K-2")),
        ((norm(1, FROM_RULES), norm(2, PREVENTS, "Ode")), (), gone("K-2")),
        ((norm(1, GUARD), norm(2, LESS)), (), changed(2, "K-2")),
        ((norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode")), (), None),
        ((norm(1, FROM_RULES, outranks=("K-2",)), norm(2, PREVENTS)), (), None),
        ((norm(1, GUARD), norm(2, PREVENTS, "Ode", outranks=("K-1",))), (), gone("K-2")),
        ((norm(1, GUARD, outranks=("K-2",)), norm(2, LESS, "Ode")), (), None),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS)),
            (),
            gone("K-3"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, SAVED, "Ode"), norm(3, SAVED)),
            (),
            instead(Nothing(), "K-3"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS), norm(4, GUARD)),
            (),
            gone("K-3"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2", "K-3")), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS)),
            (),
            gone("K-3"),
        ),
        (
            (
                norm(1, GUARD, outranks=("K-2",)),
                norm(2, PREVENTS, "Ode"),
                norm(3, PREVENTS, "Hymn"),
                norm(4, PREVENTS),
            ),
            (),
            gone("K-3", "K-4"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2", "K-3")), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS, "Hymn")),
            (),
            None,
        ),
        # other amounts
        ((norm(1, LESS),), (), changed(2, "K-1")),
        ((norm(1, LESS), norm(2, MORE)), (), changed(3, "K-1", "K-2")),
        ((norm(1, LESS), norm(2, TWICE, outranks=("K-1",))), (), changed(6, "K-2")),
        ((norm(1, LESS, outranks=("K-2",)), norm(2, TWICE)), (), changed(2, "K-1")),
        ((norm(1, LESS, "Ode"), norm(2, MORE), CARDS_FIRST), (), changed(3, "K-1", "K-2")),
        ((norm(1, LESS), norm(2, PREVENTS)), (), gone("K-2")),
        ((norm(1, LESS), norm(2, PREVENTS, outranks=("K-1",))), (), gone("K-2")),
        ((norm(1, LESS), norm(2, PREVENTS, outranks=("K-1",), cond=STILL_THREE)), (), gone("K-2")),
        ((norm(1, LESS, outranks=("K-2",)), norm(2, PREVENTS)), (), changed(2, "K-1")),
        ((norm(1, LESS, "Ode"), norm(2, PREVENTS), CARDS_FIRST), (), changed(2, "K-1")),
        ((norm(1, LESS), norm(2, PREVENTS, "Ode"), CARDS_FIRST), (), gone("K-2")),
        ((norm(1, LESS), norm(2, PREVENTS, cond=SMALL)), (), gone("K-1", "K-2")),
        ((norm(1, LESS), norm(2, SAVED, outranks=("K-1",))), (), instead(Nothing(), "K-2")),
        ((norm(1, LESS, outranks=("K-3",)), norm(2, MORE), norm(3, SAVED)), (), changed(3, "K-1", "K-2")),
        ((norm(1, LESS, "Ode", outranks=("K-3",)), norm(2, MORE, "Ode"), norm(3, GUARD)), (), changed(3, "K-1", "K-2")),
    ],
)
def test_what_becomes_of_an_event_is_what_prevails(norms: Any, had: tuple[str, ...], expected: Altered | None) -> None:
    assert altered(norms, had) == expected
    assert altered((*norms, norm(7, Prevents(Pattern("hurt", (Lit(1), N))))), had) == expected


def clash(*clauses: str) -> tuple[Any, ...]:
    return (Kind.CONTRADICTORY, f"{'/'.join(clauses)}: hurt", clauses)


@pytest.mark.parametrize(
    ("norms", "expected"),
    [
        ((norm(1, SAVED), norm(2, SPARED)), clash("K-1", "K-2")),
        ((norm(1, SAVED), norm(2, PREVENTS)), clash("K-1", "K-2")),
        ((norm(1, SAVED), norm(2, LESS)), clash("K-1", "K-2")),
        ((norm(1, GUARD), norm(2, PREVENTS, "Ode")), clash("K-1", "K-2")),
        ((norm(1, GUARD), norm(2, LESS, "Ode")), clash("K-1", "K-2")),
        ((norm(1, GUARD), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS, "Hymn")), clash("K-1", "K-2", "K-3")),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS, "Hymn")),
            clash("K-1", "K-3"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(3, PREVENTS), norm(4, SAVED)),
            clash("K-1", "K-3", "K-4"),
        ),
        ((norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(3, LESS)), clash("K-1", "K-3")),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, SAVED, "Ode"), norm(3, SPARED, "Hymn"), norm(4, SPARED)),
            clash("K-1", "K-3", "K-4"),
        ),
        (
            (norm(1, GUARD, outranks=("K-2",)), norm(2, PREVENTS, "Ode"), norm(4, PREVENTS), norm(5, FROM_RULES)),
            clash("K-1", "K-4", "K-5"),
        ),
        ((norm(1, LESS), norm(2, MORE), norm(3, PREVENTS, outranks=("K-1",))), clash("K-2", "K-3")),
        ((norm(1, LESS), norm(2, TWICE)), (Kind.ORDER, "order of K-1 and K-2", ("K-1", "K-2"))),
        ((norm(2, LESS), norm(1, TWICE)), (Kind.ORDER, "order of K-1 and K-2", ("K-1", "K-2"))),
        (
            (norm(1, LESS), norm(2, PREVENTS, cond=STILL_THREE)),
            (Kind.ORDER, "order of K-1 and K-2", ("K-1", "K-2")),
        ),
    ],
)
def test_what_nothing_puts_over_the_other_is_open(norms: tuple[Norm, ...], expected: tuple[Any, ...]) -> None:
    point = altered(norms)
    assert isinstance(point, Point) and (point.kind, point.id, point.clauses) == expected


ORDERS = (("K-1.1", "K-2.1"), ("K-2.1", "K-1.1"))


def test_of_amounts_that_hang_on_the_order_each_order_is_an_option() -> None:
    point = altered((norm(1, LESS), norm(2, TWICE)))
    assert isinstance(point, Point) and point.key == ("option", "modifications", "hurt", "K-1.1", "K-2.1")
    said = [(o.value, o.text, o.clauses) for o in point.options]
    assert said == [
        (ORDERS[0], "K-1, then K-2", ("K-1", "K-2")),
        (ORDERS[1], "K-2, then K-1", ("K-1", "K-2")),
    ]
    assert point.text == "no clause says which comes first: K-1 or K-2"
    norms = (norm(1, LESS), norm(2, TWICE), norm(3, SAVED, cond=LOUD))
    for way, number in ((ORDERS[0], 4), (ORDERS[1], 5)):
        here = Context(Rulebook(Game("songs", WORDS, norms=norms), {}), Store({point.key: way}))
        clauses = tuple(n.partition(".")[0] for n in way)
        assert alteration(here, "hurt", (0, 3), once("K-3")) == changed(number, *clauses, had=once("K-3"))


def test_two_norms_of_one_clause_are_called_by_their_own_names() -> None:
    point = altered((Norm("K-1.1", "K-1", LESS), Norm("K-1.2", "K-1", TWICE), norm(2, MORE)))
    assert isinstance(point, Point) and point.id == "order of K-1.1 and K-1.2 and K-2.1"
    assert point.clauses == ("K-1", "K-2")
    assert [o.text for o in point.options][:2] == ["K-1.1, then K-1.2, then K-2.1", "K-1.1, then K-2.1, then K-1.2"]
    assert altered((Norm("K-1.1", "K-1", LESS), Norm("K-1.2", "K-1", MORE))) == Altered(
        ("K-1",), Event("hurt", (Lit(0), Lit(3))), ((SPENT, ("K-1.1", "K-1.2")),), True
    )


def test_of_orders_the_norms_are_told_by_name_whichever_came_first() -> None:
    norms = tuple(Norm(Crowded(f"K-{n}.1"), f"K-{n}", claim) for n, claim in ((3, LESS), (1, TWICE), (2, MORE)))
    for listed in (norms, norms[::-1]):
        point = altered(listed)
        assert isinstance(point, Point) and point.key[2:] == ("hurt", "K-1.1", "K-2.1", "K-3.1")


def test_who_had_an_opportunity_is_read_from_what_stands_for_it() -> None:
    assert (spent({}), spent({SPENT: ("a", 1)}), spent({SPENT: 3})) == ((), ("a", "1"), ())
