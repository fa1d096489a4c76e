"""What nothing orders and can be about the same: found where two effects meet, and not where they keep apart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from checker.explore.interactions.derived_tables import Derived
from checker.explore.interactions.order_permutations import OrdersTried
from checker.kernel import effect as e
from checker.kernel.game import Card, Game, Procedure, Step
from checker.kernel.norm import Counts, May, Norm, Pattern, Replaces, When
from checker.kernel.term import Call, Cond, Lit, Var, Yes
from checker.kernel.trees.unordered_effects import EffectClosure, Unordered, bodies, sites, unordered
from checker.kernel.vocabulary import Act, Fact, Vocabulary

A, B, OF_X, OF_Y = (Call(name, args) for name, args in (("a", ()), ("b", ()), ("of", (Var("X"),)), ("of", (Var("Y"),))))


def act(name: str, body: e.Effect, last: e.Effect | None = None) -> Act:
    return Act(name, (), name, name, body) if last is None else Act(name, (), name, name, body, last)


def reads(*terms: Call) -> e.Effect:
    return e.Then(tuple(e.If(as_cond(t), e.Put(Call("other", (t,)), Lit(1))) for t in terms))


def as_cond(term: Any) -> Cond:
    return term  # type: ignore[no-any-return]


def puts(term: Call, value: Any = None) -> e.Effect:
    return e.Put(term, Lit(1) if value is None else value)


WORDS = Vocabulary(
    facts=(
        Fact("deep", (), "condition", "it is deep", definition=as_cond(Call("deeper", ()))),
        Fact("deeper", (), "condition", "it is deeper", definition=as_cond(A)),
        Fact("looking", (), "condition", "it looks", definition=None),
        Fact("stated", (), "condition", "it is stated", definition=None, institutional=True),
    ),
    acts=(act("raise", puts(A)), act("end", e.Nothing(), puts(A)), act("hear", e.Nothing()), act("rest", e.Nothing())),
)
GAME = Game(
    "apart",
    WORDS,
    cards=(Card("Stone", (), (), puts(A), "", ()),),
    norms=(
        Norm("N-1", "N-1", When(Pattern("hear", ()), puts(A))),
        Norm("N-2", "N-2", Counts(Call("stated", ())), as_cond(A)),
        Norm("N-3", "N-3", May(Pattern("hear", ()))),
    ),
    procedures=(Procedure("turn", (Step("one", (), e.Then((puts(A), e.Run("turn")))),)),),
)


@pytest.mark.parametrize(
    ("one", "other", "meets"),
    [
        (puts(A), puts(B), False),
        (puts(A), puts(A), True),
        (e.Add(A, Lit(1)), puts(A), True),
        (reads(A), reads(A), True),
        (puts(A), reads(A), True),
        (puts(A), reads(B), False),
        (e.Move(Var("C"), A), reads(A), True),
        (e.Create("X", "a", e.Nothing()), reads(A), True),
        (e.Remove(Var("X"), "a"), reads(A), True),
        (e.Create("X", "a", e.Nothing()), e.Remove(Var("X"), "a"), True),
        (e.Create("X", "a", e.Nothing()), e.Create("X", "b", e.Nothing()), False),
        (e.Unstated("what comes", (A,)), reads(A), True),
        (e.Unstated("what comes", ()), e.If(as_cond(A), e.Nothing()), False),
        (e.Event("raise", ()), e.If(as_cond(A), e.Nothing()), True),
        (e.Event("end", ()), e.If(as_cond(A), e.Nothing()), True),
        (e.Event("hear", ()), e.If(as_cond(A), e.Nothing()), True),
        (e.Event("rest", ()), e.If(as_cond(A), e.Nothing()), False),
        (e.Run("turn"), e.If(as_cond(A), e.Nothing()), True),
        (e.Carry(Var("C")), e.If(as_cond(A), e.Nothing()), True),
        (puts(A), e.If(as_cond(Call("deep", ())), e.Nothing()), True),
        (puts(B), e.If(as_cond(Call("deep", ())), e.Nothing()), False),
        (puts(B), e.If(as_cond(Call("looking", ())), e.Nothing()), True),
        (e.Nothing(), e.If(as_cond(Call("looking", ())), e.Nothing()), False),
        (puts(B), e.If(as_cond(Call("stated", ())), e.Nothing()), False),
        (puts(A), e.If(as_cond(Call("stated", ())), e.Nothing()), True),
    ],
)
def test_effects_meet_where_one_changes_what_the_other_reads_or_changes(
    one: e.Effect, other: e.Effect, meets: bool
) -> None:
    reach = EffectClosure(GAME)
    assert reach.meet(Unordered("both", (one, other), "")) is meets
    assert reach.meet(Unordered("both", (other, one), "")) is meets


def test_what_is_carried_out_is_named_by_what_carries_it_out() -> None:
    acts = [f"act {name}" for name in ("raise", "end", "hear", "rest")]
    swaps = Norm("N-4.1", "N-4", Replaces(Pattern("hear", ()), puts(B)))
    game = msgspec.structs.replace(GAME, norms=(*GAME.norms, swaps))
    assert [at for at, _ in bodies(game)] == [*acts, "card Stone", "norm N-1", "norm N-4.1", "procedure turn"]
    assert dict(bodies(game))["act end"] == (e.Nothing(), puts(A)) and dict(bodies(game))["norm N-4.1"] == puts(B)


def test_of_three_effects_two_that_meet_are_enough() -> None:
    reach = EffectClosure(GAME)
    assert reach.meet(Unordered("three", (puts(A), puts(B), puts(A)), ""))
    assert not reach.meet(Unordered("three", (puts(A), puts(B), puts(Call("c", ()))), ""))
    assert reach.called(e.Then((e.Run("turn"), e.Event("rest", ())))) == {"procedure turn", "act rest"}
    loud = Vocabulary(acts=(*WORDS.acts, act("call", e.Event("shout", ())), act("shout", e.Event("raise", ()))))
    assert EffectClosure(Game("loud", loud)).called(e.Event("call", ())) == {"act call", "act shout", "act raise"}


def steps(**after: str) -> Game:
    every = tuple(Step(name, (), puts(A), tuple(names.split())) for name, names in after.items())
    return Game("steps", Vocabulary(), procedures=(Procedure("turn", every, True),))


@pytest.mark.parametrize(
    ("game", "apart"),
    [
        (steps(one="", two=""), ["step one | step two"]),
        (steps(one="", two="one"), []),
        (steps(one="two", two=""), []),
        (steps(one="", two="one", three="two"), []),
        (steps(one="", two="one", three="one"), ["step three | step two"]),
        (steps(one="", two="gone one", three="gone"), ["step one | step three", "step three | step two"]),
        (steps(one="two", two="one"), []),
        (steps(one="two", two="one", three=""), ["step one | step three", "step three | step two"]),
    ],
)
def test_steps_are_unordered_but_where_one_follows_the_other_in_the_end(game: Game, apart: list[str]) -> None:
    assert sorted(u.name for u in unordered(game)) == apart


def test_steps_in_a_stated_order_are_left_alone() -> None:
    (turn,) = steps(one="", two="").procedures
    assert unordered(Game("steps", Vocabulary(), procedures=(Procedure("turn", turn.steps, False),))) == ()


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        (("N-1", "rule", "hear", puts(A)), ("N-2", "rule", "hear", puts(A)), ["what N-1 attaches | what N-2 attaches"]),
        (("N-1", "rule", "hear", puts(A)), ("N-1", "rule", "hear", puts(A)), []),
        (("N-1", "rule", "hear", puts(A)), ("N-2", "rule", "rest", puts(A)), []),
        (("N-1", "rule", "hear", puts(A)), ("N-2", "rule", "hear", puts(B)), []),
        (("N-1", "Stone", "hear", puts(A)), ("N-2", "Stone", "hear", puts(A)), []),
        (("N-1", "rule", "hear", puts(A)), ("N-2", "rule", "hear", e.Unstated("what comes", (A,))), []),
    ],
)
def test_what_two_owners_attach_to_one_act_is_unordered(first: Any, second: Any, names: list[str]) -> None:
    norms = tuple(
        Norm(f"{clause}.{n}", clause, When(Pattern(on, ()), effect), Yes(), speaker)
        for n, (clause, speaker, on, effect) in enumerate((first, second))
    )
    others = (May(Pattern("hear", ())), Replaces(Pattern("hear", ()), puts(A)))
    norms += tuple(Norm(f"N-9.{n}", "N-9", claim) for n, claim in enumerate(others))
    assert [u.name for u in unordered(Game("attached", WORDS, norms=norms))] == names


def several(body: e.Effect, ordered: bool = False) -> Game:
    each = e.Each("X", Call("things", ()), body, ordered)
    return Game("several", WORDS, procedures=(Procedure("turn", (Step("one", (), each),)),))


@pytest.mark.parametrize(
    ("body", "meets"),
    [
        (puts(OF_X), False),
        (puts(OF_Y), False),
        (puts(OF_Y, Var("X")), True),
        (e.Add(OF_Y, Lit(1)), True),
        (e.Add(OF_X, Lit(1)), False),
        (e.If(as_cond(Call("of", (Var("X"),))), puts(OF_X)), False),
        (e.If(as_cond(OF_Y), puts(OF_X)), True),
        (e.If(as_cond(OF_X), puts(OF_Y)), True),
        (e.Then((puts(OF_X), puts(OF_Y))), True),
        (e.If(as_cond(B), puts(OF_X)), False),
        (e.Event("raise", ()), True),
        (e.Event("rest", ()), False),
    ],
)
def test_what_is_done_for_several_things_meets_unless_each_keeps_to_its_own(body: e.Effect, meets: bool) -> None:
    assert [u.name for u in unordered(several(body))] == ["procedure turn (1)"] * meets
    assert unordered(several(body, ordered=True)) == ()


def test_parts_of_one_effect_are_unordered_where_they_meet() -> None:
    def game(other: e.Effect) -> Game:
        parts = e.Together((e.Part("left", puts(A)), e.Part("right", other)))
        return Game("parts", Vocabulary(), procedures=(Procedure("turn", (Step("one", (), parts),)),))

    assert [u.name for u in unordered(game(puts(A)))] == ["procedure turn (1)"]
    assert unordered(game(puts(B))) == ()


def test_places_are_counted_within_what_carries_them_out() -> None:
    parts = e.Together((e.Part("left", puts(A)), e.Part("right", puts(B))))
    picked = e.Pick("die", "X", Call("things", ()), e.Then((puts(B), puts(A))), True)
    one_of = e.Pick("die", "X", Call("things", ()), puts(A))
    steps = (Step("one", (), parts), Step("two", (), picked), Step("three", (), one_of))
    game = Game("sites", Vocabulary(), procedures=(Procedure("turn", steps),))
    named = sites(game)
    assert {name: sum(n == name for n in named.values()) for name in named.values()} == {
        "procedure turn (1)": 2,
        "procedure turn (2)": 1,
    }


def test_what_tables_showed_adds_up() -> None:
    shown = Derived(False, (), 1, 2, 3).also(OrdersTried((), 10, 20, 30), True, ())
    assert shown == Derived(True, (), 11, 22, 33)
    assert shown.also(OrdersTried((), 0, 0, 0), False, ()).met, "what came together once did"
