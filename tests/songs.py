"""A small game of songs: its words, and rules that are made of norms alone."""

from __future__ import annotations

from typing import Any

from checker.kernel.effect import Await, Create, If, Nothing, Put
from checker.kernel.game import Card, Clause, Game, Procedure, Step
from checker.kernel.norm import May, Norm, Pattern
from checker.kernel.term import Call, Is, Lit, Var, Yes
from checker.kernel.vocabulary import Act, Fact, Field, Sort, Vocabulary, Zone
from checker.norms.rule_reads import RuleRead
from checker.norms.rulebook import Rulebook

SING, HUM = Pattern("sing", (Var("P"),)), Pattern("hum", (Var("P"),))
TALL, LOUD = Call("tall", (Var("P"),)), Is(Call("loud", ()))
STONE = Create("X", "stone", Nothing())


class Crowded(str):
    """A name that lies in a set where every other of them would lie, so that the set keeps the order of coming in."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 1


def act(name: str) -> Act:
    return Act(name, (("P", ""),), name, f"{{P}} {name}s", Put(Call("loud", ()), Lit(True)))


WORDS = Vocabulary(
    sorts=(Sort("stone", ("X",), piece="pebbles"), Sort("note", ("E",))),
    fields=(
        Field("loud", (), "condition", "loud"),
        Field("worn", ("C",), "condition", "worn"),
        Field("tired", ("P",), "condition", "tired"),
        Field("laid", ("X", "C"), "condition", "laid"),
    ),
    facts=(
        Fact("tall", (("P", ""),), "condition", "tall", institutional=True),
        Fact("allowed", (("P", ""),), "condition", "allowed"),
    ),
    acts=(act("sing"), act("hum")),
    zones=(Zone("pile", (), "the pile", ordered=True), Zone("hand", ("P",), "the hand", held=True)),
    kinds=("song", "dance", "march"),
    words=(("do", "note"), ("x1", "stone"), ("re", "note")),
    apart=(("song", "dance"), ("dance", "song"), ("song", "march")),
)
ODE, HYMN = (Card(title, ("song",), (), If(LOUD, Nothing()), "", ()) for title in ("Ode", "Hymn"))
COURSE = Procedure("turn", (Step("one", (), Await("now", ("hum",), Yes())), Step("two", (), STONE)))


def norm(number: int, claim: Any = None, speaker: str = "rule", outranks: tuple[str, ...] = (), **more: Any) -> Norm:
    return Norm(f"K-{number}.1", f"K-{number}", claim or May(SING), speaker=speaker, outranks=outranks, **more)


def book(*norms: Norm, functions: Any = None, looked: RuleRead | None = None, **more: Any) -> Rulebook:
    clauses = tuple(Clause(name, "rule", "", "") for name in dict.fromkeys(n.clause for n in norms))
    given = {"cards": (ODE, HYMN), "clauses": clauses, "procedures": (COURSE,), **more}
    return Rulebook(Game("songs", WORDS, norms=norms, **given), functions or {}, looked)
