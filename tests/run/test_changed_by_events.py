"""What an event changes, itself or by all of which it is made, as far as the condition of what follows it asks for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from checker.analyses.moment_of_condition import run
from checker.kernel import effect as e
from checker.kernel.game import Card, Game, Procedure, Step
from checker.kernel.norm import May, Norm, Pattern, When
from checker.kernel.source import Place
from checker.kernel.term import All, And, Call, Is, Lit, Var, Yes
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Act, Fact, Field, Vocabulary

A, HAND = Call("a"), Call("hand")
X = Var("X")
OF_HAND = ["cards in hand", "in hand", "top of hand"]


def act(name: str, body: e.Effect, last: e.Effect | None = None) -> Act:
    return Act(name, (), name, f"{{P}} does {name}", body, last or e.Nothing())


def fact(name: str, means: Any) -> Fact:
    return Fact(name, (), "condition", f"it is {name}", definition=means)


def asks(*names: str) -> And:
    return And(tuple(Is(Call(name)) for name in names))


EVERYTHING = asks("a", "b", *OF_HAND, "in pile", "cards in pile", "top of pile", "in heap")
OTHERS = (
    act("twice", e.Then((e.Event("once", ()), e.Event("twice", ())))),
    act("once", e.Put(A, Lit(1))),
    act("late", e.Nothing(), e.Put(A, Lit(1))),
    act("rounds", e.Run("rounds")),
)
PROCEDURES = (
    Procedure("one", (Step("first", (), e.Nothing()), Step("second", (), e.Put(A, Lit(1))))),
    Procedure("rounds", (Step("again", (), e.Then((e.Run("rounds"), e.Event("once", ())))),)),
)


def game(body: e.Effect, *norms: Norm, facts: tuple[Fact, ...] = ()) -> Game:
    fields = tuple(
        Field(f, ("P",) * (f == "b"), "number", f"the {f} of {{P}}" if f == "b" else f"the {f}") for f in "ab"
    )
    words = Vocabulary(
        facts=facts, fields=fields, acts=(act("other", e.Put(Call("c"), Lit(1))), act("toss", body), *OTHERS)
    )
    return Game(
        "tosses",
        words,
        tuple(Card(title, (), (), e.Nothing(), "", ()) for title in ("Owl", "Duck", "Hen")),
        norms=norms,
        procedures=PROCEDURES,
    )


def found(game: Game) -> tuple[list[Finding], Any]:
    work: Any = SimpleNamespace(bench=SimpleNamespace(rules=SimpleNamespace(game=game)))
    return run(work)


def changed(body: e.Effect, cond: Any = EVERYTHING, facts: tuple[Fact, ...] = ()) -> list[str]:
    """What the condition of a norm on an event with that body asks for and the event changes."""
    norm = Norm("N-1", "N", When(Pattern("toss", ()), e.Nothing()), cond)
    findings, _ = found(game(body, norm, facts=facts))
    return [name for f in findings for name in f.fingerprint.split("/")[1:]]


def of(zone: str, said: str = "in ") -> All:
    return All("X", "card", Is(Call(f"{said}{zone}", (X,))))


MOVED = e.Then((e.Nothing(), e.Move(X, Call("elsewhere"))))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (e.Nothing(), []),
        (e.Put(A, Call("b")), ["a"]),
        (e.Add(A, Lit(1)), ["a"]),
        (e.Then((e.If(Is(Call("b")), e.Nothing(), e.Put(A, Lit(1))), e.Put(Call("b"), Lit(1)))), ["a", "b"]),
        (e.Put(Call("c"), Lit(1)), []),
        (e.Move(Var("C"), HAND), OF_HAND),
        (e.Chance("X", of("hand"), MOVED), OF_HAND),
        (e.Each("X", of("hand"), MOVED), OF_HAND),
        (e.Choose(Var("P"), "X", of("hand"), MOVED), OF_HAND),
        (e.Each("X", of("hand", "comes up from "), MOVED), OF_HAND),
        (e.Each("X", of("hand", "cards in "), MOVED), []),
        (e.Each("X", of("hand", ""), MOVED), []),
        (e.Each("X", of("hand"), e.Move(Var("Y"), Call("elsewhere"))), []),
        (e.Each("X", of("hand"), e.Then((e.Move(X, Call("elsewhere")), e.Move(Var("Y"), Call("elsewhere"))))), OF_HAND),
        (e.Each("X", of("hand"), e.Put(A, Lit(1))), ["a"]),
        (e.Each("X", of("hand"), e.Move(X, Call("pile"))), ["cards in hand", "cards in pile", "in hand", "in pile", "top of hand", "top of pile"]),
        (e.Event("once", ()), ["a"]),
        (e.Event("twice", ()), ["a"]),
        (e.Event("late", ()), []),
        (e.Event("other", ()), []),
        (e.Event("unknown", ()), []),
        (e.Run("one"), ["a"]),
        (e.Event("rounds", ()), ["a"]),
        (e.Run("unknown"), []),
        (e.Then((e.Event("toss", ()), e.Put(A, Lit(1)))), ["a"]),
    ],
)  # fmt: skip
def test_an_event_changes_what_all_of_which_it_is_made_changes(body: e.Effect, names: list[str]) -> None:
    assert changed(body) == names


@pytest.mark.parametrize(
    ("cond", "names"),
    [
        (Yes(), []),
        (asks("b"), []),
        (asks("plain"), []),
        (asks("deep"), ["a"]),
        (asks("round"), ["a"]),
        (asks("deep", "b"), ["a"]),
    ],
)
def test_a_condition_asks_for_what_its_words_mean(cond: Any, names: list[str]) -> None:
    facts = (
        fact("plain", asks("b")),
        fact("deep", asks("deeper")),
        fact("deeper", asks("a")),
        fact("round", asks("other way")),
        fact("other way", And((*asks("round").parts, *asks("a").parts))),
    )
    assert changed(e.Put(A, Lit(1)), cond, facts) == names


def test_each_norm_is_told_with_what_it_asks_the_event_and_what_would_settle_it() -> None:
    here = Place("tosses.norm", 3)
    on_toss = When(Pattern("toss", ()), e.Nothing())
    body = e.Then((e.Put(A, Lit(1)), e.Put(Call("b", (Var("P"),)), Lit(1))))
    told, scope = found(
        game(
            body,
            Norm("N-1.1", "N-1", on_toss, asks("wet", "b"), "Duck", place=here),
            Norm("N-2.1", "N-2", on_toss, asks("a"), "clarification"),
            Norm("N-3", "N-3", When(Pattern("toss", ()), e.Nothing(), False, True), asks("a")),
            Norm("N-4", "N-4", May(Pattern("toss", ())), asks("a")),
            Norm("N-5", "N-5", When(Pattern("other", ()), e.Nothing()), asks("a")),
            facts=(fact("wet", asks("a")),),
        )
    )
    settle = "say which moment is meant: `… if before, …` or `… if afterwards, …`"
    unshown = "the two readings differ only where the event changes the answer"
    assert told == [
        Finding(
            "HX208",
            "moment-of-condition",
            "note",
            "what N-1 asks of `the a` and `the b of P` is looked at before `P does toss`, which changes it",
            ("N-1",),
            ("Duck",),
            (here,),
            "",
            Extent.EXHAUSTED,
            fingerprint="N-1.1/a/b",
            settle=settle,
            unshown=unshown,
        ),
        Finding(
            "HX208",
            "moment-of-condition",
            "note",
            "what N-2 asks of `the a` is looked at before `P does toss`, which changes it",
            ("N-2",),
            (),
            (),
            "",
            Extent.EXHAUSTED,
            fingerprint="N-2.1/a",
            settle=settle,
            unshown=unshown,
        ),
    ]
    assert (scope.analysis, scope.extent, scope.scope) == ("moment-of-condition", Extent.EXHAUSTED, "3 norms on events")
