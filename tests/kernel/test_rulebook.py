"""A game's words and norms as they are found: under which names, what is noted of that, and what is taken away."""

from __future__ import annotations

from typing import Any

import pytest
from songs import COURSE, HUM, HYMN, LOUD, ODE, SING, STONE, TALL, WORDS, book, norm

from checker.kernel.effect import If, Nothing, Part, Put, Together
from checker.kernel.game import Card, Game
from checker.kernel.norm import (
    Counts,
    Gives,
    Leaves,
    May,
    Modifies,
    Must,
    MustNot,
    Newer,
    Norm,
    Outranks,
    Prevents,
    Protects,
    Replaces,
    SwitchesOff,
    When,
)
from checker.kernel.term import Call, Compare, Lit, Var
from checker.norms.rule_reads import CARRIED, MET, WENT, LookedUpTooOften, RuleRead
from checker.norms.rulebook import Rulebook, filed, with_own_conditions


def test_words_are_found_by_their_names() -> None:
    rules = book()
    assert {name: f.params for name, f in rules.fields.items()} == {f.name: f.params for f in WORDS.fields}
    assert (list(rules.facts), list(rules.acts), list(rules.cards)) == (
        ["tall", "allowed"],
        ["sing", "hum"],
        ["Ode", "Hymn"],
    )
    assert rules.procedures["turn"] == COURSE and list(rules.procedures) == ["turn"]
    assert rules.apart == {"song": ("dance", "march"), "dance": ("song",)}
    assert rules.of_things == {"tired", "laid"}
    assert (set(rules.zones), set(rules.ordered_zones)) == ({"pile", "hand"}, {"pile"})
    assert dict(rules.words) == {"note": ("do", "re"), "stone": ("x1",)} and rules.words["hex"] == ()
    assert rules.bound == {"hum"}
    assert {letter: rules.compiled.words.sorts[letter] for letter in "PCNXE"} == {
        "P": "player",
        "C": "card",
        "N": "number",
        "X": "stone",
        "E": "note",
    }
    assert rules.compiled.words.cards == {"Ode": ODE, "Hymn": HYMN}


@pytest.mark.parametrize(
    ("claim", "file", "name"),
    [
        (May(SING), "deontic", "sing"),
        (Must(HUM), "deontic", "hum"),
        (MustNot(SING), "deontic", "sing"),
        (Prevents(SING), "altering", "sing"),
        (Protects(HUM), "altering", "hum"),
        (Replaces(SING, Nothing()), "altering", "sing"),
        (When(SING, Nothing()), "following", "sing"),
        (Counts(TALL), "about", "tall"),
        (Gives(TALL, Lit(1)), "about", "tall"),
        (Leaves(TALL, Lit(1)), "about", "tall"),
        (Modifies(TALL, "plus", Lit(1)), "about", "tall"),
        (SwitchesOff(("K-1",)), "", ""),
        (Outranks("card", "rule"), "", ""),
        (Newer("card"), "", ""),
    ],
)
def test_a_norm_is_found_under_what_it_is_about(claim: Any, file: str, name: str) -> None:
    one = norm(1, claim)
    assert filed(one) == (file, name)
    rules = book(one)
    for index in ("deontic", "altering", "following", "about"):
        for about in ("sing", "hum", "tall", ""):
            found = getattr(rules, index)[about]
            assert found == ([one] if (index, about) == (file, name) else [])
    assert rules.orders == ((one,) if isinstance(claim, Outranks) else ())


def test_the_readings_of_a_clause_are_listed_once_each_as_they_are_written() -> None:
    said = ["wide", "narrow", "wide", "", "of hexes: all", "of hexes: one", "of hexes: all"]
    rules = book(*(Norm(f"K-1.{n}", "K-1", May(SING), reading=label) for n, label in enumerate(said)))
    assert dict(rules.readings) == {
        ("K-1",): ["wide", "narrow"],
        ("K-1", "of hexes"): ["of hexes: all", "of hexes: one"],
    }


def test_precedence_of_the_newer_is_by_age_or_by_day() -> None:
    by_age, by_day = norm(1, Newer("song", Call("age", (Var("C"),)))), norm(2, Newer("song"))
    assert book(by_age, by_day, norm(3)).newer == (by_age,)


# ---- what is noted -------------------------------------------------------------------------------


def test_what_is_looked_up_is_noted_where_it_was_said() -> None:
    looked = RuleRead()
    rules = book(norm(1), norm(2), looked=looked)
    assert rules.looked is looked and book().looked == set()
    assert rules.stated(c for c in ("K-2", "K-7", "K-1")) == ("K-2", "K-1")
    assert looked == {("clause", "K-1"), ("clause", "K-2"), ("clause", "K-7")}
    looked.clear()
    assert rules.carried("Ode") == ODE and looked == {(CARRIED, "Ode"), ("card", "Ode")}


@pytest.mark.parametrize(
    ("names", "met"),
    [
        ((), set()),
        (("low",), set()),
        (("low", "high"), {"high | low"}),
        (("low (2)", "high (13)"), {"high | low"}),
        (("low (2) or so", "a"), {"a | low (2) or so"}),
        (("b", "c", "a"), {"a | b", "b | c", "a | c"}),
    ],
)
def test_each_two_that_came_together_are_noted_without_their_numbers(names: tuple[str, ...], met: set[str]) -> None:
    rules = book()
    rules.met([Part(name, Put(Call("loud", ()), Lit(True))) for name in names])
    assert rules.looked == {(MET, name) for name in met}


def test_parts_of_a_text_are_noted_by_their_place_where_several_came_together() -> None:
    parts = tuple(Part(name, Put(Call("loud", ()), Lit(name == "low"))) for name in ("low", "high"))
    rules = book(cards=(Card("Duet", (), (), Together(parts), "", ()),))
    rules.met(parts[:1])
    assert not rules.looked
    rules.met(parts)
    assert rules.looked == {(MET, "card Duet (1)")}


def test_which_way_the_condition_of_a_card_went_is_noted() -> None:
    for way, said in ((True, "so"), (False, "not so")):
        rules = book()
        rules.went(rules.game.cards[1].text, way)  # type: ignore[arg-type]
        rules.went(If(LOUD, Nothing()), way)
        assert rules.looked == {(WENT, f"Hymn/0/{said}")}


# ---- more cards, fewer clauses ---------------------------------------------------------------------


def test_cards_besides_are_found_too_and_lookups_are_noted_in_one_place() -> None:
    rules = book(norm(1), functions={"f": print})
    assert rules.with_cards(()) is rules
    more = rules.with_cards((Card("Lay", (), (), Nothing(), "", ()),))
    assert "Lay" in more.cards and "Lay" not in rules.cards
    assert more.looked is rules.looked and more.functions is rules.functions and list(more.norms) == ["K-1.1"]


def test_without_a_clause_nothing_of_it_is_left() -> None:
    loud = norm(2, MustNot(HUM), cond=LOUD, outranks=("K-4",))
    rules = book(norm(1, May(SING), cond=Compare("is", Lit(7), Lit(True))), loud, norm(3), norm(4, outranks=("K-3",)))
    assert [*map(set, (rules.unawaited, rules.numbers, rules.unprovided))] == [{"sing"}, {7}, {STONE}]
    assert rules.of_tables("K-2") == ((LOUD,),)
    fewer = rules.without(frozenset({"K-1", "K-2"}))
    assert fewer.clauses == {"K-3", "K-4"} and list(fewer.norms) == ["K-3.1", "K-4.1"]
    assert not fewer.numbers and not fewer.of_tables("K-2") and not fewer.deontic["hum"]
    assert fewer.outranks("K-4.1", "K-3.1") and not fewer.outranks("K-2.1", "K-4.1")
    assert fewer.compiled is rules.compiled and fewer.looked is not rules.looked
    assert rules.numbers == {7} and list(rules.norms) == ["K-1.1", "K-2.1", "K-3.1", "K-4.1"]
    assert rules.without(frozenset({"K-1", "K-3", "K-4"})).unawaited == set()
    none = rules.without(frozenset({"K-2", "K-3", "K-4"}))
    assert none.rank("K-4.1", "K-3.1") is None and none.rank("K-2.1", "K-3.1") is None


def test_what_is_brought_into_play_by_a_norm_that_is_gone_needs_nothing_any_more() -> None:
    rules = book(norm(1, When(SING, STONE)), procedures=())
    assert rules.unprovided == {STONE} and rules.without(frozenset({"K-1"})).unprovided == set()


def test_what_outranks_what_is_not_worked_out_anew_for_a_norm_without_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = book(norm(1), norm(2, MustNot(SING), outranks=("K-1",)), norm(3))
    monkeypatch.setattr(Rulebook, "_superiority", lambda *_: pytest.fail("worked out anew"))
    assert rules.without(frozenset({"K-3"})).rank("K-2.1", "K-1.1") == "K-2"


def test_norms_are_looked_up_as_often_as_may_be() -> None:
    rules = book(norm(1), norm(2))
    bounded, free = rules.without(frozenset({"K-2"}), 2), rules.without(frozenset({"K-2"}))
    for _ in range(2):
        assert [n.id for n in bounded.deontic["sing"]] == ["K-1.1"]
    with pytest.raises(LookedUpTooOften):
        bounded.deontic["sing"]
    for _ in range(5):
        assert free.deontic["sing"]
    assert (bounded.looked.times, free.looked.times) == (3, 5)


# ---- conditions of cards ---------------------------------------------------------------------------


def test_no_two_cards_share_a_condition_and_what_shares_none_stays() -> None:
    text = If(LOUD, Nothing())
    one, two, apart = (Card(t, (), (), x, "", ()) for t, x in (("A", text), ("B", text), ("C", If(LOUD, Nothing()))))
    shared = with_own_conditions(Game("songs", WORDS, (one, two, apart)))
    assert shared.cards == (one, two, apart)
    assert shared.cards[0] is one and shared.cards[1].text is not text and shared.cards[2] is apart
    same = Game("songs", WORDS, (one, apart))
    assert with_own_conditions(same) is same
    rules = Rulebook(Game("songs", WORDS, (one, two, two)), {})
    assert sorted(rules.marks.values()) == ["A/0", "B/0", "B/0"]
