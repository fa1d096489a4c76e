"""What the solver says of acts that one norm forbids and another tells the outcome of."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from checker.analyses.prohibition_with_consequence import meeting
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.effect import Effect, Event, Nothing, Put, Then
from checker.kernel.game import Card, Game
from checker.kernel.norm import Claim, Counts, MustNot, Norm, Pattern, Protects, Replaces, When
from checker.kernel.term import And, Call, Cond, Expr, Is, Lit, Not, Var, Yes
from checker.kernel.vocabulary import Act, Fact, Field, Vocabulary
from checker.smt.conflicts import clashes
from checker.smt.norm_pairs import NormPair
from checker.smt.remedies import answered, consequences

P, C = Var("P"), Var("C")
SING, ECHO, RUMOUR = Pattern("sing", (P, C)), Pattern("echo", (P,)), Pattern("rumour", (P,))


def tired(who: Expr) -> Cond:
    return Is(Call("tired", (who,)))


def act(name: str, params: str, body: Effect) -> Act:
    return Act(name, tuple((p, "") for p in params), name, name, body)


ALWAYS, MURMUR, RING = Yes(), Event("rumour", (P,)), Event("echo", (P,))


def game(*norms: Norm, echo: Effect = MURMUR, sing: Effect = RING) -> Game:
    """Who sings makes an echo, and an echo makes a rumour."""
    facts = (
        Fact("tired", (("P", ""),), "condition", "{P} is tired", institutional=True),
        Fact("loud", (("C", ""),), "condition", "{C} is loud", institutional=True),
        Fact("asleep", (("P", ""),), "condition", "{P} is asleep", institutional=True),
    )
    words = Vocabulary(
        facts=facts,
        fields=(Field("singer", ("C",), "player", "the singer of {C}"),),
        acts=(act("sing", "PC", sing), act("echo", "P", echo), act("rumour", "P", Nothing())),
    )
    return Game("songs", words, norms=norms)


def norm(name: str, claim: Claim, cond: Cond = ALWAYS) -> Norm:
    return Norm(name, name, claim, cond)


def can(made: Game, deep: bool = False) -> list[str]:
    return [c.can for c in clashes(made, consequences(made), deep)]


FORBIDDEN = norm("forbids", MustNot(SING), tired(P))
FOLLOWS = norm("tells", Replaces(RUMOUR, Nothing()), tired(P))


def test_what_the_forbidden_act_leads_to_is_told() -> None:
    assert can(game(FORBIDDEN, FOLLOWS)) == ["yes"]


def test_what_never_happens_since_something_else_stands_on_the_way_is_no_consequence() -> None:
    instead = Replaces(ECHO, Nothing())
    assert can(game(FORBIDDEN, FOLLOWS, norm("before", instead, tired(P)))) == ["yes", "no"]
    both = And((tired(P), Is(Call("asleep", (P,)))))
    assert can(game(FORBIDDEN, FOLLOWS, norm("before", instead, both)))[1:] == ["yes"]
    guard = norm("guards", Protects(ECHO), tired(P))
    assert can(game(FORBIDDEN, FOLLOWS, norm("before", instead, tired(P)), guard))[1:] == ["yes"]


def test_what_happens_by_another_way_too_is_a_consequence() -> None:
    before = norm("before", Replaces(ECHO, Nothing()), tired(P))
    straight = Then((Event("echo", (P,)), Event("rumour", (P,))))
    assert can(game(FORBIDDEN, FOLLOWS, before, sing=straight)) == ["yes", "yes"]


def test_what_the_act_writes_down_is_known_by_then() -> None:
    asks = norm("tells", Replaces(Pattern("echo", (C,)), Nothing()), tired(Call("singer", (C,))))
    alone = norm("forbids", MustNot(SING), And((Not(tired(P)), tired(C))))
    sing = Event("echo", (C,))
    assert can(game(alone, norm("tells", asks.claim, And((asks.cond, tired(C)))), sing=sing)) == ["yes"]
    written = Then((Put(Call("singer", (C,)), P), sing))
    assert can(game(alone, norm("tells", asks.claim, And((asks.cond, tired(C)))), sing=written)) == ["no"]


def test_circumstances_of_something_else_are_not_the_same() -> None:
    other = game(FORBIDDEN, FOLLOWS, echo=Event("rumour", (Call("singer", (Lit(1),)),)))
    assert consequences(other) == []


@pytest.mark.parametrize(("denied", "found"), [(False, "no"), (True, "yes")])
def test_what_counts_as_something_is_that_unless_a_norm_denies_it(denied: bool, found: str) -> None:
    asleep, loud = Call("asleep", (P,)), Is(Call("loud", (C,)))
    forbids = norm("forbids", MustNot(SING), And((loud, Not(Is(asleep)))))
    tells = norm("tells", When(SING, Nothing()), And((loud, tired(P))))
    counts = norm("counts", Counts(asleep), tired(P))
    denies = norm("denies", Counts(asleep, False), loud)
    made = game(forbids, tells, counts, *([denies] if denied else []))
    assert can(made) == ["yes"]
    assert can(made, deep=True) == [found]


@cache
def near() -> frozenset[tuple[str, str]]:
    at = bench(house.desk("hexhex"))
    norms = at.rules.norms
    met = meeting(at, consequences(at.rules.game))
    return frozenset((norms[m.pair.one].clause, norms[m.pair.other].clause) for m in met if m.can != "no")


def test_of_the_rulebook_those_are_left_that_a_scene_shows() -> None:
    """HH-86 forbids what cannot go the named way, and whether a card does HH-139 leaves open where its text does not say.

    Whom a card names is not known to the solver once the card lies there: HH-141 sends on what names the right player.
    """
    assert near() == {("HH-146", "HH-144"), ("HH-86", "HH-144"), ("HH-86", "HH-139"), ("HH-86", "HH-141")}


@pytest.mark.parametrize(("title", "answers"), [("Ode", True), ("Hymn", False)])
def test_what_comes_by_the_text_of_a_card_speaks_of_that_card_alone(title: str, answers: bool) -> None:
    cards = tuple(Card(name, (), (), Nothing(), "", ()) for name in ("Ode", "Hymn"))
    forbids = norm("forbids", MustNot(SING), And((tired(P), Is(Call("is", (C, Lit("Ode")))))))
    made = msgspec.structs.replace(game(forbids, FOLLOWS), cards=cards)
    assert answered(made, NormPair("forbids", "tells", "sing", (), (1, title))) is answers
    assert not answered(made, NormPair("forbids", "tells", "sing"))
