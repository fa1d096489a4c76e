"""What the norms say of an act in a small theory: who decided, who was beaten, what must be done, what takes its place."""

from __future__ import annotations

import pytest

from checker.kernel.effect import If, Nothing, Part, Put, Then, Together
from checker.kernel.game import Card, Game
from checker.kernel.norm import Counts, May, Must, MustNot, Norm, Outranks, Pattern, Prevents, Replaces, When
from checker.kernel.position import Store
from checker.kernel.term import Call, Is, Lit, Not, Undecided, Var
from checker.kernel.vocabulary import Act, Fact, Field, Vocabulary
from checker.norms.alterations import Altered, alteration
from checker.norms.evaluate import Context
from checker.norms.permissions import (
    Forbidden,
    Permitted,
    Ruling,
    Unregulated,
    against,
    duties,
    following,
    permission,
)
from checker.norms.precedence import PrecedenceCycle
from checker.norms.rule_reads import MET, WENT
from checker.norms.rulebook import Rulebook

SING = Pattern("sing", (Var("P"), Var("N")))
TIRED = Is(Call("tired", (Var("P"),)))
ODE = Card("Ode", (), (), If(TIRED, Nothing()), "", ())
WORDS = Vocabulary(
    acts=(Act("sing", (("P", ""), ("N", "")), "sing", "{P} sings {N}", Nothing()),),
    fields=(Field("tired", ("P",), "condition", "{P} is tired", False),),
)


def rules(*norms: Norm) -> Rulebook:
    return Rulebook(Game("songs", WORDS, (ODE,), norms=norms), {})


def context(*norms: Norm, store: Store | None = None) -> Context:
    return Context(rules(*norms), store or Store())


def said(*norms: Norm) -> Ruling:
    return permission(context(*norms), "sing", (0, 7))


MAY, MUST = Norm("K-1.1", "K-1", May(SING)), Norm("K-2.1", "K-2", Must(SING))


def forbidding(number: int, *outranks: str, speaker: str = "rule") -> Norm:
    return Norm(f"K-{number}.1", f"K-{number}", MustNot(SING), speaker=speaker, outranks=outranks)


def test_those_that_decide_are_named_and_those_that_were_beaten_are_not() -> None:
    assert said() == Unregulated()
    assert said(MAY, forbidding(3, "K-1")) == Forbidden(("K-3",))
    assert said(MAY, forbidding(3, "K-1"), forbidding(4, "K-1")) == Forbidden(("K-3", "K-4"))
    above = Norm("K-5.1", "K-5", May(SING), outranks=("K-3",))
    assert said(above, forbidding(3)) == Permitted(("K-5",))
    assert said(MAY, above, forbidding(3, "K-1")) == Permitted(("K-1", "K-5"))
    with pytest.raises(Undecided) as raised:
        said(MAY, forbidding(3))
    assert raised.value.point.clauses == ("K-1", "K-3")


def test_what_outranks_only_by_a_clause_that_is_taken_away_does_so_no_more() -> None:
    chain = rules(MAY, forbidding(3, "K-1"), Norm("K-5.1", "K-5", May(SING), outranks=("K-3",)), forbidding(6, "K-1"))
    assert chain.rank("K-5.1", "K-1.1") == "K-5"
    assert chain.without(frozenset({"K-3"})).rank("K-5.1", "K-1.1") is None
    assert chain.without(frozenset({"K-5"})).rank("K-3.1", "K-1.1") == "K-3"


def test_a_duty_permits_where_no_permission_speaks() -> None:
    assert said(MUST) == Permitted(("K-2",))
    assert said(MUST, MAY) == Permitted(("K-1",))
    assert said(MUST, forbidding(3, "K-2")) == Forbidden(("K-3",))
    here = context(MUST, MAY, Norm("K-6.1", "K-6", Must(Pattern("sing", (Var("P"), Lit(8))))))
    assert duties(here, "sing", ((0, 7), (1, 8))) == (("K-2.1", ((0, 7), (1, 8))), ("K-6.1", ((1, 8),)))
    assert duties(here, "sing", ((0, 7),)) == (("K-2.1", ((0, 7),)),)


def test_one_class_of_speakers_is_above_another_and_not_each_above_the_other() -> None:
    cards = Norm("K-8.1", "K-8", Outranks("card", "rule"))
    assert said(MAY, forbidding(3, speaker="Ode"), cards) == Forbidden(("K-3",))
    with pytest.raises(Undecided):
        said(MAY, forbidding(3), cards)
    with pytest.raises(PrecedenceCycle):
        rules(cards, Norm("K-9.1", "K-9", Outranks("rule", "card")))
    with pytest.raises(PrecedenceCycle):
        rules(forbidding(3, "K-4"), forbidding(4, "K-3"))


def test_a_norm_lives_where_its_pattern_and_its_condition_fit() -> None:
    tired = Norm("K-1.1", "K-1", MustNot(Pattern("sing", (Var("P"), Lit(7)))), TIRED)
    for weary, song, holds in ((True, 7, True), (False, 7, False), (True, 8, False)):
        store = Store().put(("tired", 0), weary)
        found = permission(context(tired, store=store), "sing", (0, song))
        assert found == (Forbidden(("K-1",)) if holds else Unregulated())


def test_what_stands_twice_in_a_pattern_is_the_same_in_an_instance() -> None:
    twice = context(Norm("K-1.1", "K-1", May(Pattern("sing", (Var("P"), Var("P"))))))
    assert permission(twice, "sing", (7, 7)) == Permitted(("K-1",))
    assert permission(twice, "sing", (0, 7)) == Unregulated()


def test_what_takes_the_place_of_an_event_is_told_with_its_variables_and_its_clauses() -> None:
    instead = Norm("K-1.1", "K-1", Replaces(SING, Nothing()), speaker="Ode", outranks=("K-2",))
    prevented = Norm("K-2.1", "K-2", Prevents(SING))
    expected = Altered(("K-1",), Nothing(), (("N", 7), ("P", 0), ("spent", ("K-1.1",))))
    assert alteration(context(instead), "sing", (0, 7)) == expected
    assert alteration(context(prevented, instead), "sing", (0, 7)) == expected
    assert alteration(context(prevented), "sing", (0, 7)) == Altered(("K-2",), None)
    assert alteration(context(), "sing", (0, 7)) is None


def test_what_follows_an_event_is_told_in_the_order_in_which_it_is_written() -> None:
    second = Norm("K-1.1", "K-1", When(SING, Then(())))
    first = Norm("K-2.1", "K-2", When(SING, Nothing(), joint=True), speaker="Ode")
    found = following(context(first, second, MAY), "sing", (0, 7))
    assert [(f.clause, f.effect, f.joint, f.speaker) for f in found] == [
        ("K-2", Nothing(), True, "Ode"),
        ("K-1", Then(()), False, "rule"),
    ]
    assert {f.env for f in found} == {(("N", 7), ("P", 0))}


def test_which_way_the_condition_of_a_card_went_is_noted_and_that_of_no_other_text() -> None:
    book = rules()
    assert isinstance(ODE.text, If)
    book.went(ODE.text, True)
    book.went(ODE.text, False)
    book.went(If(TIRED, Then(())), True)
    assert {name for kind, name in book.looked if kind == WENT} == {"Ode/0/so", "Ode/0/not so"}


def test_of_norms_that_are_not_in_the_rules_none_outranks_another() -> None:
    book = rules(MAY, Norm("K-8.1", "K-8", Outranks("card", "rule")))
    assert book.rank("K-1.1", "K-7.1") is None and book.rank("K-7.1", "K-1.1") is None


def test_what_was_beaten_is_told_as_often_as_it_is_asked() -> None:
    """Also where what was worked out is kept with the table, and besides what had been beaten before."""
    here = context(MAY, forbidding(3, "K-1"))
    for _ in range(2):
        here.beaten = {("K-9.1", "K-8.1"): None}
        assert permission(here, "sing", (0, 7)) == Forbidden(("K-3",))
        assert list(here.beaten) == [("K-9.1", "K-8.1"), ("K-1.1", "K-3.1")]


def test_what_a_card_has_done_is_not_against_what_does_not_apply() -> None:
    tired = Store().put(("tired", 0), True)
    only_tired = Norm("K-3.1", "K-3", MustNot(SING), TIRED, outranks=("Ode",))
    assert against(context(only_tired, store=tired), "sing", (0, 7), "Ode") == ("K-3",)
    assert against(context(only_tired), "sing", (0, 7), "Ode") == ()
    with pytest.raises(Undecided):
        against(context(only_tired, MAY, store=tired), "sing", (0, 7), "Ode")
    assert against(context(only_tired, MAY), "sing", (0, 7), "Ode") == ()


def test_what_a_clause_says_of_its_own_condition_is_relied_on_only_where_it_was_before() -> None:
    hoarse = Is(Call("hoarse", (Var("P"),)))
    game = Game(
        "songs",
        Vocabulary(
            acts=WORDS.acts,
            fields=WORDS.fields,
            facts=(Fact("hoarse", (("P", ""),), "condition", "{P} is hoarse", institutional=True),),
        ),
        (ODE,),
        norms=(Norm("K-9.1", "K-9", Counts(Call("hoarse", (Var("P"),)))), Norm("K-9.2", "K-9", May(SING), Not(hoarse))),
    )
    for before in ((), ("K-9",)):
        at = Context(Rulebook(game, {}), Store())
        at.cites.update(dict.fromkeys(before))
        assert not at.applies(game.norms[1], {"P": 0, "N": 7})
        assert tuple(at.cites) == before


def test_parts_that_come_together_are_noted_by_where_they_stand() -> None:
    parts = tuple(Part(name, Put(Call("tired", (Lit(n),)), Lit(True))) for n, name in enumerate(("low", "high")))
    duet = Card("Duet", (), (), Together(parts), "", ())
    book = Rulebook(Game("songs", WORDS, (duet,)), {})
    book.met(parts)
    assert book.looked == {(MET, "card Duet (1)")}
    elsewhere = Rulebook(Game("songs", WORDS), {})
    elsewhere.met(parts[:1])
    assert not elsewhere.looked
    elsewhere.met(parts)
    assert elsewhere.looked == {(MET, "high | low")}
