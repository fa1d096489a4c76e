"""Who speaks, and who outranks whom: by name, by class of speakers, by day; and circles, as they are told."""

from __future__ import annotations

from typing import Any

import pytest
from songs import HUM, SING, TALL, book, norm

from checker.kernel.effect import Nothing
from checker.kernel.game import Authority, Clause
from checker.kernel.norm import (
    ASSUMED,
    Counts,
    May,
    Must,
    MustNot,
    Newer,
    Norm,
    Outranks,
    When,
)
from checker.kernel.source import Place
from checker.kernel.term import Lit
from checker.norms.precedence import PrecedenceCycle
from checker.norms.rulebook import PERMISSIONS

# ---- who speaks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("speaker", "claim", "classes"),
    [
        ("rule", May(SING), ("rule", "rule permission")),
        ("rule", Must(SING), ("rule", "rule permission")),
        ("clarification", MustNot(SING), ("clarification", "clarification prohibition")),
        ("rule", Counts(TALL), ("rule", "rule statement")),
        ("Ode", May(SING), ("Ode", "card", "card permission", "song")),
        ("Ode", When(SING, Nothing()), ("Ode", "card", "card statement", "song")),
        ("Lay", MustNot(SING), ("Lay", "card", "card prohibition")),
    ],
)
def test_a_norm_speaks_as_what_its_speaker_is(speaker: str, claim: Any, classes: tuple[str, ...]) -> None:
    assert book(gone=("Lay",)).classes(norm(1, claim, speaker)) == classes


def test_what_a_card_has_players_do_goes_before_what_its_permissions_go_before() -> None:
    order = norm(8, Outranks("card permission", "rule"))
    forbids, of_card = norm(1, MustNot(SING)), norm(2, MustNot(SING), "Hymn")
    rules = book(order, forbids, of_card)
    assert rules.text_over("Ode", forbids) == "K-8" and rules.text_over("Ode", of_card) is None
    assert book(norm(8, Outranks("song", "rule")), forbids).text_over("Ode", forbids) == "K-8"
    assert book(norm(8, Outranks("card prohibition", "rule")), forbids).text_over("Ode", forbids) is None


# ---- who outranks whom -----------------------------------------------------------------------------


def test_a_precedence_names_a_norm_or_a_clause_and_goes_on_through_others() -> None:
    two = (Norm("K-2.1", "K-2", MustNot(SING)), Norm("K-2.2", "K-2", MustNot(HUM)))
    rules = book(norm(1, outranks=("K-2",)), *two, norm(3, outranks=("K-2.2",)), norm(4, outranks=("K-1", "K-9")))
    above = {("K-1.1", "K-2.1"), ("K-1.1", "K-2.2"), ("K-3.1", "K-2.2"), ("K-4.1", "K-1.1"), ("K-4.1", "K-2.1")}
    above |= {("K-4.1", "K-2.2")}
    for upper in rules.norms:
        for lower in rules.norms:
            so = (upper, lower) in above
            assert (rules.over(upper, lower), rules.outranks(upper, lower)) == (so, so)
            assert rules.rank(upper, lower) == (rules.norms[upper].clause if so else None)
    single = book(Norm("K-1", "K-1", May(SING)), Norm("K-2", "K-2", MustNot(SING), outranks=("K-1",)))
    assert single.rank("K-2", "K-1") == "K-2"


def test_a_prohibition_over_permissions_is_over_all_that_allow_the_act_but_those_above_it() -> None:
    wide = norm(1, MustNot(SING), outranks=(PERMISSIONS,))
    others = (norm(2), norm(3, May(HUM)), norm(4, Must(SING)), norm(5, MustNot(SING)))
    rules = book(wide, *others, norm(6, outranks=("K-1",)), norm(7, outranks=("K-6",)))
    assert [n for n in rules.norms if rules.over("K-1.1", n)] == ["K-2.1"]
    assert [n for n in rules.norms if rules.over(n, "K-1.1")] == ["K-6.1", "K-7.1"]
    allows = book(norm(1, outranks=(PERMISSIONS,)), norm(2))
    assert not allows.over("K-1.1", "K-2.1")


def test_what_is_assumed_gives_way_to_what_a_clause_states() -> None:
    assumed, other = (Norm(f"A-{n}", f"{ASSUMED}{n}", May(SING)) for n in (1, 2))
    rules = book(assumed, other, norm(1, MustNot(SING)))
    assert rules.rank("K-1.1", "A-1") == "K-1" and not rules.over("K-1.1", "A-1")
    assert rules.rank("A-1", "K-1.1") is None and rules.rank("A-1", "A-2") is None


def test_a_class_of_speakers_is_above_another_by_the_first_clause_that_says_so() -> None:
    first, second = norm(8, Outranks("song", "rule")), norm(9, Outranks("card", "rule"))
    rules = book(first, second, norm(1, speaker="Ode"), norm(2, MustNot(SING)), norm(3, MustNot(SING), "Hymn"))
    assert rules.rank("K-1.1", "K-2.1") == "K-8" and not rules.over("K-1.1", "K-2.1")
    assert rules.rank("K-2.1", "K-1.1") is None and rules.rank("K-1.1", "K-3.1") is None
    assert rules.rank("K-1.1", "K-77.1") is None and rules.rank("K-77.1", "K-2.1") is None
    of_songs = norm(8, Outranks("song", "card"))
    rules = book(
        of_songs, norm(1, speaker="Ode"), norm(3, MustNot(SING), "Hymn"), norm(4, speaker="Lay"), gone=("Lay",)
    )
    assert rules.rank("K-1.1", "K-4.1") == "K-8" and rules.rank("K-1.1", "K-3.1") is None
    named = book(first, norm(1, speaker="Ode"), norm(2, MustNot(SING), outranks=("K-1",)))
    assert named.rank("K-1.1", "K-2.1") is None and named.rank("K-2.1", "K-1.1") == "K-2"


@pytest.mark.parametrize(
    ("one", "other", "orders", "by"),
    [
        ("2004-05", "2004-04", (Newer("song"),), "K-8"),
        ("2004-04", "2004-05", (Newer("song"),), None),
        ("2004", "2004-05", (Newer("song"),), None),
        ("2004", "", (Newer("song"),), None),
        ("2004-05", "2004-04", (), None),
        ("2004-05", "2004-04", (Newer("dance"),), None),
        ("2004-05", "2004-04", (Newer("dance"), Newer("song")), "K-9"),
        ("2004-05", "2004-04", (Newer("song"), Outranks("Hymn", "Ode")), None),
        ("2004-05", "2004-04", (Newer("song"), Outranks("Ode", "Hymn")), "K-9"),
        ("2004-05", "2004-04", (Newer("song", Lit(1)),), None),
    ],
)
def test_the_clause_that_holds_since_a_later_day_is_above_what_speaks_as_the_same(
    one: str, other: str, orders: tuple[Any, ...], by: str | None
) -> None:
    ranked = tuple(norm(n, claim) for n, claim in enumerate(orders, 8))
    days = (("K-1", one), ("K-2", other))
    clauses = tuple(Clause(name, "", "", "", authority=Authority("", day)) for name, day in days)
    rules = book(norm(1, speaker="Ode"), norm(2, MustNot(SING), "Hymn"), *ranked, clauses=clauses)
    assert rules.rank("K-1.1", "K-2.1") == by


@pytest.mark.parametrize(
    "norms",
    [
        (norm(1, outranks=("K-2",)), norm(2, outranks=("K-1",))),
        (norm(8, Outranks("card", "rule")), norm(9, Outranks("rule", "card"))),
        (norm(1, outranks=("K-1",)),),
    ],
)
def test_norms_that_outrank_each_other_are_refused(norms: tuple[Norm, ...]) -> None:
    with pytest.raises(PrecedenceCycle):
        book(*norms)


def test_of_a_circle_it_is_said_who_outranks_whom_by_what_and_where_the_last_of_these_stands() -> None:
    at = {n: Place("rules.norm", n) for n in (1, 2, 3, 4)}
    norms = (norm(1, outranks=("K-2",), place=at[1]), norm(2, outranks=("K-3",), place=at[2]), norm(3, place=at[3]))
    rules = book(*norms, norm(4, place=at[4]))
    problem = rules.circle(("K-1.1", "K-2.1", "K-3.1", "K-1.1"))
    assert problem.message == (
        "these clauses outrank each other in a circle: K-1 outranks K-2 by K-1, K-2 outranks K-3 by K-2, "
        "K-3 outranks K-1 by being newer"
    )
    assert (problem.place, problem.hint) == (at[2], "take one of the precedences away")
    nowhere = book(*(norm(n, outranks=n_) for n, n_ in ((1, ("K-2",)), (2, ()))))
    assert nowhere.circle(("K-1.1", "K-2.1", "K-1.1")).place == Place("songs", 1)
    half = book(norm(1, outranks=("K-2",), place=at[1]), norm(2, outranks=("K-3",)), norm(3))
    assert half.circle(("K-1.1", "K-2.1", "K-3.1")).place == at[1]
