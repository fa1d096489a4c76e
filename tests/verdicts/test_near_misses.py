"""Which clauses would have changed what is asked for, had something that they say of the table been so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from checker.kernel.effect import Add, Effect, Event, If, Nothing, Put, Then
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Gives, Leaves, Norm
from checker.kernel.position import Store
from checker.kernel.term import And, Call, Compare, Cond, Is, Lit, Var, Yes
from checker.kernel.vocabulary import Act, Fact, Field, Vocabulary
from checker.norms.rulebook import Rulebook
from checker.provenance.near_misses import near_misses

P = Var("P")
DARK, HELD, SAFE = Is(Call("dark")), Is(Call("held", (P,))), Is(Call("safe", (P,)))
FIRST, SECOND = Compare("is", P, Lit(0)), Compare("is", P, Lit(1))
GUESS = Call("guess")


def fact(name: str, *params: str, result: str = "condition") -> Fact:
    return Fact(name, tuple((p, "") for p in params), result, name, institutional=True)


WORDS = Vocabulary(
    facts=(fact("held", "P"), fact("safe", "P"), fact("dark"), fact("guess", result="player")),
    fields=(Field("coins", (), "number", "the coins", 0), Field("pot", (), "number", "the pot", 0)),
    acts=(Act("pay", (), "pay", "pays", Put(Call("coins"), Lit(1))),),
)


def held(clause: str, cond: Cond, who: Any = P, positive: bool = True, fact: str = "held") -> Norm:
    return Norm(f"{clause}.{cond}{who}", clause, Counts(Call(fact, (who,)), positive), cond)


NEAR = And((FIRST, DARK))
PAYS = Put(Call("coins"), Lit(1))


def missed(*steps: tuple[Effect, dict[str, int]], norms: tuple[Norm, ...] = (held("N-1", NEAR),)) -> tuple[str, ...]:
    """The clauses that would have changed the coins on the way of these steps."""
    unsaid = Norm("G-1", "G-1", Leaves(GUESS, Lit(0)))
    befores = [SimpleNamespace(store=Store({("seats",): 2}), agenda=(do, tuple(env.items()), ())) for do, env in steps]
    way: Any = SimpleNamespace(
        rules=Rulebook(Game("g", WORDS, norms=(unsaid, *norms)), {}),
        steps=[SimpleNamespace(before=before) for before in befores],
        effect=lambda number: befores[number].agenda[0],
    )
    return near_misses(way, frozenset({"coins", "else"}))


def under(
    cond: Cond, then: Effect = PAYS, otherwise: Effect | None = None, who: int = 0
) -> tuple[Effect, dict[str, int]]:
    return If(cond, then, otherwise or Nothing()), {"P": who}


@pytest.mark.parametrize(
    ("step", "near"),
    [
        (under(HELD), True),
        (under(HELD, who=1), False),
        (under(HELD, Add(Call("coins"), Lit(1))), True),
        (under(HELD, Then((Nothing(), Event("pay", ())))), True),
        (under(HELD, Nothing(), PAYS), True),
        (under(HELD, Put(Call("pot"), Lit(1))), False),
        (under(HELD, Nothing()), False),
        ((PAYS, {"P": 0}), False),
        ((Then((PAYS, If(HELD, PAYS))), {"P": 0}), False),
        (under(And((DARK, FIRST, SAFE, HELD))), True),
        (under(And((Is(Call("held", (GUESS,))), HELD))), True),
        (under(Is(Call("held", (GUESS,)))), False),
        (under(FIRST), False),
        (under(SAFE), False),
        (under(Yes()), False),
    ],
)
def test_a_step_under_a_condition_that_would_have_changed_it_is_looked_at(step: Any, near: bool) -> None:
    assert missed(step) == ("N-1",) * near


@pytest.mark.parametrize(
    ("norm", "near"),
    [
        (held("N-1", FIRST), True),
        (held("N-1", And((FIRST, Compare("less", P, Lit(1)), DARK))), True),
        (held("N-1", And((DARK, FIRST, SECOND))), False),
        (held("N-1", SECOND), False),
        (held("N-1", DARK), False),
        (held("N-1", Yes()), True),
        (held("N-1", And((FIRST, DARK)), positive=False), False),
        (held("N-1", Compare("is", Lit(2), Lit(2)), Lit(0)), True),
        (held("N-1", Compare("is", Lit(2), Lit(2)), Lit(1)), False),
        (held("N-1", NEAR, fact="safe"), False),
        (Norm("N-1", "N-1", Gives(Call("held", (P,)), Lit(True)), NEAR), False),
    ],
)
def test_a_clause_comes_near_if_what_it_says_of_the_arguments_themselves_is_so(norm: Norm, near: bool) -> None:
    assert missed(under(HELD), norms=(norm,)) == ("N-1",) * near


def test_the_last_step_of_which_a_clause_comes_near_is_told_with_all_of_them_in_order() -> None:
    norms = (
        held("N-2", NEAR),
        held("assumed-hand", FIRST),
        held("N-1", NEAR),
        held("N-2", FIRST),
        held("N-3", SECOND, fact="safe"),
        held("assumed-safe", FIRST, fact="safe"),
    )
    assert missed(under(HELD), norms=norms) == ("N-2", "N-1")
    assert missed(under(And((SAFE, HELD))), norms=norms) == ("N-2", "N-1")
    assert missed(under(SAFE, who=1), under(HELD), norms=norms) == ("N-2", "N-1")
    assert missed(under(HELD), under(SAFE, who=1), norms=norms) == ("N-3",)
    assert missed(under(HELD), under(HELD, who=1), under(SAFE, Nothing()), norms=norms) == ("N-2", "N-1")
    assert missed(under(HELD), under(SAFE), norms=norms) == (), "only what is assumed comes near last"
    assert missed(norms=norms) == ()
