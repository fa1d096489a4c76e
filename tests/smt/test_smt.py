"""What the solver says of pairs of norms."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from conftest import ROOT

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import Counts, Gives, Leaves, May, MustNot, Norm, Pattern
from checker.kernel.term import And, Arith, Call, Compare, Cond, Count, Is, Lit, Not, Some, Var
from checker.kernel.vocabulary import Act, Fact, Vocabulary
from checker.session.context import Options
from checker.smt.conflicts import clashes
from checker.smt.norm_pairs import pairs
from checker.smt.unreachable_norms import DeadText, dead_acts, dead_cards

ACT = Pattern("sing", (Var("P"), Var("N")))
WORDS = Vocabulary(
    facts=(
        Fact("tired", (("P", ""),), "condition", "{P} is tired"),
        Fact("awake", (("P", ""),), "condition", "{P} is awake", "", Not(Is(Call("tired", (Var("P"),))))),
    ),
    acts=(Act("sing", (("P", ""), ("N", "")), "sing", "{P} sings", Nothing()),),
)
TIRED = Is(Call("tired", (Var("P"),)))
AWAKE = Is(Call("awake", (Var("P"),)))


def can(
    one: Cond,
    other: Cond,
    cards: tuple[Card, ...] = (),
    apart: tuple[tuple[str, str], ...] = (),
    deep: bool = False,
) -> str:
    norms = (Norm("one", "one", May(ACT), one), Norm("two", "two", MustNot(ACT), other))
    game = Game("songs", msgspec.structs.replace(WORDS, apart=apart), cards, norms=norms)
    listed = pairs(game)
    assert len(listed) == 1
    return clashes(game, listed, deep)[0].can


def test_norms_with_one_condition_can_meet() -> None:
    assert can(TIRED, TIRED) == "yes"


def test_a_condition_and_its_negation_never_meet() -> None:
    assert can(TIRED, Not(TIRED)) == "no"
    assert can(TIRED, AWAKE) == "no"


def test_amounts_that_exclude_each_other_never_meet() -> None:
    least = Compare("least", Var("N"), Lit(3))
    assert can(least, Compare("less", Var("N"), Lit(3))) == "no"
    assert can(least, Compare("most", Var("N"), Lit(3))) == "yes"


def test_no_card_has_two_titles_and_each_has_its_kinds() -> None:
    cards = (Card("Ode", ("loud",), (), Nothing(), "", ()), Card("Hymn", (), ("loud",), Nothing(), "", ()))

    def named(title: str) -> Cond:
        return Is(Call("is", (Var("N"), Lit(title))))

    assert can(named("Ode"), named("Hymn"), cards) == "no"
    assert can(named("Ode"), Not(named("loud")), cards) == "no"
    assert can(named("Hymn"), named("loud"), cards) == "yes"
    assert can(And((named("Hymn"), Not(named("loud")))), named("loud"), cards) == "no"


def test_no_card_is_of_two_kinds_of_which_nothing_is_both() -> None:
    cards = (Card("Ode", ("sad",), ("loud", "merry"), Nothing(), "", ()),)
    loud, merry = Is(Call("is", (Var("N"), Lit("loud")))), Is(Call("is", (Var("N"), Lit("merry"))))
    assert can(loud, merry, cards) == "yes"
    assert can(loud, merry, cards, (("loud", "merry"), ("merry", "loud"))) == "no"
    assert can(loud, merry, cards, (("sad", "merry"), ("merry", "sad"))) == "no"
    assert can(loud, loud, cards, (("loud", "merry"), ("merry", "loud"))) == "yes"


def test_of_two_cards_that_nothing_is_said_of_one_may_be_loud_and_the_other_not() -> None:
    cards = tuple(Card(title, (), ("loud",), Nothing(), "", ()) for title in ("Ode", "Hymn"))

    def named(card: str, title: str) -> Cond:
        return Is(Call("is", (Var(card), Lit(title))))

    both = (named("P", "Ode"), named("N", "Hymn"))
    assert can(And((*both, named("P", "loud"))), And((*both, Not(named("N", "loud")))), cards) == "yes"
    assert can(And((*both, named("P", "loud"))), And((*both, Not(named("P", "loud")))), cards) == "no"


def test_nothing_is_no_number() -> None:
    """A Voice below zero is not the Voice of nobody."""
    assert can(Compare("is", Var("N"), Lit(None)), Compare("is", Var("N"), Lit(-1))) == "no"


def test_the_core_names_what_excludes_what() -> None:
    norms = (Norm("one", "K-1", May(ACT), TIRED), Norm("two", "K-2", MustNot(ACT), AWAKE))
    game = Game("songs", WORDS, norms=norms)
    assert clashes(game, pairs(game))[0].core == ("when K-1 holds", "when K-2 holds")


def test_two_values_of_one_fact_are_a_pair_and_equal_ones_are_not() -> None:
    term = Call("age", (Var("P"),))
    norms = tuple(Norm(f"n{i}", f"n{i}", Gives(term, Lit(v))) for i, v in enumerate((3, 3, 4)))
    game = Game("songs", WORDS, norms=norms)
    assert [(c.pair.one, c.pair.other, c.can) for c in clashes(game, pairs(game))] == [
        ("n0", "n2", "yes"),
        ("n1", "n2", "yes"),
    ]


def test_counting_as_and_not_counting_as_is_a_pair() -> None:
    norms = (
        Norm("a", "a", Counts(Call("tired", (Var("P"),)))),
        Norm("b", "b", Counts(Call("tired", (Var("Q"),)), False)),
    )
    game = Game("songs", WORDS, norms=norms)
    assert [c.can for c in clashes(game, pairs(game))] == ["yes"]


def test_of_what_there_is_none_the_number_is_none() -> None:
    """How many sleep is more than one only where somebody does, whatever is reckoned with that number."""
    tired = Is(Call("tired", (Var("S"),)))
    some, number = Some("S", "player", tired), Count("S", "player", tired)
    awake = Count("S", "player", Not(tired))
    assert can(Compare("more", number, Lit(1)), Not(some), deep=True) == "no"
    assert can(Compare("least", Arith("plus", number, Lit(1)), Lit(2)), Not(some), deep=True) == "no"
    assert can(some, Compare("is", number, Lit(0)), deep=True) == "no"
    assert can(some, Compare("less", number, Lit(0)), deep=True) == "no"
    assert can(Compare("is", number, Lit(0)), Not(some), deep=True) == "yes"
    assert can(Compare("is", number, Lit(3)), some, deep=True) == "yes"
    assert can(Compare("is", number, Lit(3)), Compare("is", awake, Lit(3)), deep=True) == "yes"


def test_of_the_rulebook_the_pairs_are_left_that_scenes_show() -> None:
    """Of what neither precedence nor the solver settles; `conflicting-clauses` has a scene for each."""
    rules = bench(house.desk("hexhex")).rules
    maybe = [c.pair for c in clashes(rules.game, pairs(rules.game)) if c.can != "no"]
    open_ones = [p for p in maybe if not (rules.rank(p.one, p.other) or rules.rank(p.other, p.one))]
    left = [c.pair for c in clashes(rules.game, open_ones, deep=True) if c.can != "no"]
    assert {(rules.norms[p.one].clause, rules.norms[p.other].clause) for p in left} == {
        ("HH-16", "HH-87"),
        ("HH-44", "HH-48"),
        ("HH-49", "HH-101"),
        ("HH-60", "HH-149"),
        ("HH-60", "HH-151"),
        ("HH-87", "HH-173"),
        ("HH-87", "HH-174"),
        ("HH-101", "HH-185"),
        ("HH-115", "HH-116"),
        ("HH-141", "HH-171"),
    }


def test_a_card_with_which_nothing_may_be_done_is_dead_whether_a_letter_or_a_word_says_that_it_is_a_card() -> None:
    def of(title: str) -> Cond:
        return Is(Call("is", (Var("C"), Lit(title))))

    cards = tuple(Card(title, (), (), Nothing(), "", (), copies=1) for title in ("Ode", "Hymn"))
    for sort in ("", "card"):
        act = Act("sing", (("P", ""), ("C", sort)), "sing", "{P} sings {C}", Nothing())
        sung = Pattern("sing", (Var("P"), Var("C")))
        norms = (Norm("may", "may", May(sung)), Norm("not", "not", MustNot(sung), of("Ode")))
        game = Game("songs", msgspec.structs.replace(WORDS, acts=(act,)), cards, norms=norms)
        assert dead_cards(game, lambda upper, lower: upper == "not") == [DeadText("Ode", ("not",), "sing")]
        assert dead_cards(game, lambda upper, lower: False) == [DeadText("Ode", ("not",), "sing")]
        narrow = Norm("not", "not", MustNot(sung), And((of("Ode"), Compare("is", Var("P"), Lit(0)))))
        assert dead_cards(msgspec.structs.replace(game, norms=(norms[0], narrow)), lambda upper, lower: True) == []


def test_an_act_forbidden_with_all_cards_is_one_dead_act_and_no_dead_cards() -> None:
    cards = tuple(Card(title, (), (), Nothing(), "", (), copies=1) for title in ("Ode", "Hymn"))
    act = Act("sing", (("P", ""), ("C", "")), "sing", "{P} sings {C}", Nothing())
    sung = Pattern("sing", (Var("P"), Var("C")))
    norms = (Norm("may", "may", May(sung)), Norm("not", "not", MustNot(sung)))
    game = Game("songs", msgspec.structs.replace(WORDS, acts=(act,)), cards, norms=norms)
    assert dead_acts(game, lambda upper, lower: upper == "not") == [DeadText("sing", ("not",))]
    assert dead_cards(game, lambda upper, lower: upper == "not") == []


def test_what_norms_give_a_value_is_that_value_where_one_of_them_does() -> None:
    """Unless another leaves it open; with two that disagree it is one of both."""
    key, other = Call("key", ()), Compare("is", Call("key", ()), Lit(4))
    words = msgspec.structs.replace(WORDS, facts=(*WORDS.facts, Fact("key", (), "number", "the key")))
    pair = (Norm("may", "may", May(ACT), TIRED), Norm("not", "not", MustNot(ACT), other))

    def so(*more: Norm) -> str:
        game = Game("songs", words, norms=(*pair, *more))
        return clashes(game, pairs(game)[:1], deep=True)[0].can

    three, four = Norm("three", "three", Gives(key, Lit(3))), Norm("four", "four", Gives(key, Lit(4)))
    some = msgspec.structs.replace(three, cond=Compare("is", Var("N"), Lit(1)))
    assert (so(), so(three), so(three, four)) == ("yes", "no", "yes")
    assert so(msgspec.structs.replace(three, cond=Is(Call("tired", (Lit(1),))))) == "yes"
    assert so(some) == "yes" and so(three, Norm("open", "open", Leaves(key, Lit(3)))) == "yes"
    read = (msgspec.structs.replace(n, reading=n.id) for n in (three, three))
    assert so(*read) == "yes", "a reading need not be chosen"


@pytest.mark.parametrize(("where", "dead"), [("", True), (" if P is ill", False)])
def test_an_act_that_is_forbidden_wherever_it_would_be_allowed_is_named(where: str, dead: bool, tmp_path: Path) -> None:
    said = 'clause E-1 prohibition "x"\n  says x.\n  over permissions\n  norm P must not stop'
    (tmp_path / "x.norm").write_text(f'erratum "x"\n{said}{where}\n', encoding="utf-8")
    at = house.desk("permits", [tmp_path / "x.norm"], root=ROOT / "tests" / "cases" / "games")
    found = run(bench(at), Options((2,), "quick"), only=("HX601",)).findings
    told = [(f.message, f.witness) for f in found if f.code == "HX601"]
    never = "nobody may ever stop: E-1 forbids it wherever anything allows it"
    assert told == ([(never, "players A B\nmay A stop?")] if dead else [])
