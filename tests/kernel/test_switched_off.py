"""Norms that only say when others do not hold: what becomes of them, of those they name, and of names that nothing has."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from checker.kernel.effect import Nothing
from checker.kernel.game import Clause, Game
from checker.kernel.norm import Counts, May, Newer, Norm, Outranks, Pattern, SwitchesOff
from checker.kernel.source import Place
from checker.kernel.term import And, Call, Cond, Is, Not, Some, Var, Yes
from checker.kernel.vocabulary import Act, Fact, Sort, Vocabulary
from checker.load.switched_off import switched, unknown_switched

ENTER = May(Pattern("enter", (Var("P"),)))
WORDS = Vocabulary(
    sorts=(Sort("door", ("T",)),),
    facts=tuple(Fact(name, (("P", ""),), "condition", f"{{P}} is {name}", definition=Yes()) for name in ("ill", "old")),
    acts=(Act("enter", (("P", ""),), "enter", "{P} enters", Nothing()),),
)


def ill(*names: str, fact: str = "ill") -> Cond:
    return Is(Call(fact, tuple(Var(n) for n in names)))


def off(name: str, *names: str) -> Cond:
    """The condition that the norm of that name switches something off."""
    return ill(*names, fact=f"off {name}")


def may(name: str, cond: Cond | None = None, clause: str = "") -> Norm:
    return Norm(name, clause or name, ENTER, cond or Yes())


def silences(name: str, cond: Cond, *norms: str) -> Norm:
    return Norm(name, name, SwitchesOff(norms), cond)


def game(*norms: Norm, clauses: str = "") -> Game:
    return Game("doors", WORDS, norms=norms, clauses=tuple(Clause(c, "", "", "") for c in clauses.split()))


def conditions(*norms: Norm) -> dict[str, Cond]:
    return {n.id: n.cond for n in switched(game(*norms)).norms}


OLD = ill("P", fact="old")
IS_OFF = Not(off("S", "P"))


@pytest.mark.parametrize(
    ("cond", "held"),
    [
        (Yes(), IS_OFF),
        (OLD, And((OLD, IS_OFF))),
        (And((OLD, ill("P"))), And((OLD, ill("P"), IS_OFF))),
        (Not(OLD), And((Not(OLD), IS_OFF))),
    ],
)
def test_a_norm_holds_where_its_condition_does_and_nothing_switches_it_off(cond: Cond, held: Cond) -> None:
    for name, clause in (("N", "M"), ("M", "N")):
        found = conditions(may(name, cond, clause), silences("S", ill("P"), "N"), may("other", OLD))
        assert found == {name: held, "S": ill("P"), "other": OLD}


def test_what_the_norm_itself_does_not_speak_of_is_somebody_or_something() -> None:
    several = conditions(may("N"), silences("S", And(tuple(ill(letter) for letter in "TRPSQ")), "N"))
    there: Cond = Is(Call("off S", tuple(Var(letter) for letter in "PQRST")))
    for letter in "QRST":
        there = Some(letter, "door" if letter == "T" else "player", there)
    assert several["N"] == Not(there)
    assert conditions(may("N"), silences("S", Yes(), "N"))["N"] == Not(Is(Call("off S", ())))


def test_several_norms_switch_off_each_by_itself() -> None:
    found = conditions(silences("S", ill("P"), "X", "N"), may("N"), silences("R", Yes(), "N"))
    assert found["N"] == And((IS_OFF, Not(Is(Call("off R", ())))))


def test_a_norm_that_switches_off_becomes_a_fact_that_is_so_where_it_holds() -> None:
    one, other = silences("S", ill("P"), "N", "M"), silences("R", ill("Q"), "S")
    before = game(may("N"), one, other)
    after = switched(before)
    of_s, of_r = after.vocabulary.facts[len(WORDS.facts) :]
    assert of_s == Fact(
        "off S", (("P", ""), ("Q", "")), "condition", "N and M do not hold", "", None, True, initial=False
    )
    assert (of_r.name, of_r.phrase, of_r.params) == ("off R", "S does not hold", (("Q", ""),))
    assert after.vocabulary == replace(WORDS, facts=(*WORDS.facts, of_s, of_r))
    first, second, third = after.norms
    assert (second.claim, third.claim) == (
        Counts(Call("off S", (Var("P"), Var("Q")))),
        Counts(Call("off R", (Var("Q"),))),
    )
    assert (second.cond, third.cond) == (And((ill("P"), Not(off("R", "Q")))), ill("Q"))
    assert first.cond == Not(Some("Q", "player", off("S", "P", "Q")))
    assert after == replace(before, vocabulary=after.vocabulary, norms=after.norms)


def test_norms_that_switch_each_other_off_speak_of_what_both_do() -> None:
    found = switched(game(silences("S", ill("P"), "R"), silences("R", ill("Q"), "S")))
    assert [f.params for f in found.vocabulary.facts[-2:]] == [(("P", ""), ("Q", ""))] * 2


def test_a_game_in_which_nothing_is_switched_off_stays_as_it_is() -> None:
    plain = game(may("N"))
    assert switched(plain) is plain and list(unknown_switched(plain)) == []


def test_names_of_norms_that_cannot_be_switched_off_are_told_at_the_norm_that_names_them() -> None:
    here = Place("doors.norm", 7)
    norms = (
        may("C-1.1", clause="C-1"),
        Norm("C-2.1", "C-2", Outranks("card", "rule")),
        Norm("C-3.1", "C-3", Newer("deed")),
        replace(silences("S-1", Yes(), "C-1", "C-1.1", "S-2", "C-2", "C-3.1"), place=here),
        silences("S-2", Yes(), "C-11", "zzz"),
    )
    found = list(unknown_switched(game(*norms, clauses="C-1 C-2")))
    assert [(p.message, p.place) for p in found] == [
        ("C-2 has no norm", here),
        ("there is no clause or norm `C-3.1`", here),
        ("there is no clause or norm `C-11`", Place("doors", 1)),
        ("there is no clause or norm `zzz`", Place("doors", 1)),
    ]
    assert [p.hint for p in found][::3] == ["", ""]
    assert [p.hint for p in found][1:3] == ["did you mean `C-1.1` or `C-1`?"] * 2
