"""What an act leaves out is found by doing it, and norms are asked of the act with each thing that may be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from checker.kernel import effect as e
from checker.kernel.game import Card, Game
from checker.kernel.norm import Claim, May, MustNot, Norm, Pattern, Prevents, Replaces, When
from checker.kernel.position import Agenda, Store
from checker.kernel.term import All, Call, Compare, Cond, Is, Lit, Option, Undecided, Value, Var, Yes
from checker.kernel.vocabulary import Act, Fact, Field, Sort, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, Ruling, Unregulated
from checker.norms.rulebook import Rulebook
from checker.run import completions as module
from checker.run.branches import Branch, Chose
from checker.run.choices import BARRED
from checker.run.completions import Attempt, Completions, attempt, begun, completions, told_whole
from checker.run.progress import Chooser, Line
from checker.session.reductions import Common

ONE, TWO, THREE = coins = ("red", "green", "blue")
P, COIN, Q = Var("P"), Var("O"), Var("Q")
NOTHING, ALWAYS = e.Nothing(), Yes()
COINS, PLAYERS = All("O", "coin", Yes()), All("Q", "player", Yes())
UNSURE: Cond = Is(Call("unsure", (P,)))
SIGNED: Cond = Is(Call("unsure", (COIN,)))


def none(var: Var) -> Cond:
    return Compare("is", var, Lit(None))


def chosen(over: Any = COINS, who: Any = P, body: e.Effect = NOTHING) -> e.Effect:
    return e.Choose(who, over.var if isinstance(over, All) else "O", over, body)


LATER = e.If(none(COIN), chosen())
NAMED = e.Let("named", COIN, chosen())
WAITS = e.Await("now", ("rest",), Is(Call("done")))


def context(
    *norms: Norm,
    body: e.Effect = LATER,
    store: Store | None = None,
    coins: tuple[Value, ...] = coins,
    text: e.Effect = NOTHING,
) -> Context:
    """Three players and three coins, where somebody may `take` a coin from somebody."""
    words = Vocabulary(
        sorts=(Sort("coin", ("O",)),),
        acts=(
            Act(
                "take",
                (("P", ""), ("O", ""), ("Q", "")),
                "take {COIN} from {Q}",
                "{P} takes {COIN} from {Q} | {P} takes something",
                body,
            ),
            Act("rest", (), "rest", "all rest", e.Nothing()),
        ),
        fields=(Field("done", (), "condition", "it is done", False),),
        facts=(Fact("unsure", (("P", ""),), "condition", "{P} is unsure", institutional=True),),
    )
    table = (store or Store()).put(("seats",), 3).put(("names",), ("Ann", "Bo", "Cy")).put(("things", "coin"), coins)
    unsure = (Norm("U-1", "U-1", MustNot(Pattern("rest", ())), UNSURE),)
    writ = Card("Writ", (), (), text, "", ())
    return Context(Rulebook(Game("purse", words, (writ,), norms=(*norms, *unsure)), {}), table)


def norm(number: int, claim: type[Claim], cond: Cond = ALWAYS, *more: Any) -> Norm:
    return Norm(f"K-{number}.1", f"K-{number}", claim(Pattern("take", (P, COIN, Q)), *more), cond)


def of(coin: Value) -> Cond:
    return Compare("is", COIN, Lit(coin))


# ---- what is left out --------------------------------------------------------------------------


def found(body: e.Effect, *args: Value, coins: tuple[Value, ...] = coins, agenda: Agenda = ()) -> Completions | None:
    return completions(context(body=body, coins=coins), "take", args, agenda)


WHOLE = Completions((BARRED, 0, "coin"), coins, tuple((0, coin, 2) for coin in coins))


def then(*effects: e.Effect) -> e.Effect:
    return e.Then(effects)


@pytest.mark.parametrize(
    "body",
    [
        LATER,
        NAMED,
        e.If(none(COIN), e.Pick("which coin", "O", COINS, e.Nothing())),
        then(chosen(who=Q), LATER),
        then(chosen(who=Lit(1)), LATER),
        then(chosen(PLAYERS), LATER),
        then(e.Each("O", COINS, e.Nothing(), True), LATER),
        then(chosen(Lit(coins)), LATER),
        then(chosen(Call("done")), LATER),
        then(WAITS, LATER),
        e.Chance("N", Lit((1, 2, 3)), e.If(Compare("is", Var("N"), Lit(1)), LATER)),
    ],
)
def test_the_choice_of_what_is_left_out_is_found_whatever_else_is_open(body: e.Effect) -> None:
    assert found(body, 0, None, 2) == WHOLE
    assert found(body, 0, None, 2, coins=()) is None, "there is nothing to choose"
    assert found(body, 0, ONE, 2) is None, "nothing is left out"


@pytest.mark.parametrize(
    "body",
    [
        e.Nothing(),
        chosen(),
        e.Let("named", Q, chosen()),
        e.Let("named", COIN, e.Pick("which coin", "O", COINS, e.Nothing())),
        e.If(none(COIN), chosen(who=Q)),
        e.If(none(COIN), chosen(PLAYERS)),
        e.If(none(COIN), chosen(Lit(coins))),
        e.If(none(COIN), e.Each("O", COINS, e.Nothing(), True)),
        e.If(none(COIN), chosen(All("O", "coin", UNSURE))),
        e.If(none(COIN), WAITS),
    ],
)
def test_what_comes_again_with_the_thing_or_is_no_choice_of_their_own_is_no_completion(body: e.Effect) -> None:
    assert found(body, 0, None, 2) is None


def test_of_several_things_that_are_left_out_the_one_that_is_chosen_first_is_filled_in() -> None:
    both = then(e.If(none(Q), chosen(PLAYERS)), LATER)
    assert found(both, 1, None, None) == Completions(
        (BARRED, 1, "player"), (0, 1, 2), tuple((1, None, q) for q in (0, 1, 2))
    )
    assert found(both, 1, None, 2) == Completions((BARRED, 1, "coin"), coins, tuple((1, coin, 2) for coin in coins))
    assert found(both, 1, TWO, None) == Completions(
        (BARRED, 1, "player"), (0, 1, 2), tuple((1, TWO, q) for q in (0, 1, 2))
    )


WRIT = ("Writ", 1)
CARRIED = e.Carry(Q)


@pytest.mark.parametrize(
    "body", [then(CARRIED, LATER), then(then(NOTHING, CARRIED), WAITS, LATER), then(WAITS, CARRIED, LATER)]
)
@pytest.mark.parametrize("remembers", [False, True])
def test_what_is_chosen_after_the_text_of_its_card_is_not_chosen_by_the_act(body: e.Effect, remembers: bool) -> None:
    for text, own in ((LATER, True), (then(WAITS, LATER), True), (NOTHING, False), (WAITS, False)):
        here = context(body=body, text=text)
        if remembers:
            here = here.at(here.store.remembering(Common(here.rules).norms))
        got = completions(here, "take", (0, None, WRIT), (LATER, (("P", 0), ("O", None)), ()))
        assert (got is not None) is own, text
    other = context(body=then(e.Carry(Lit(("Writ", 2))), LATER), text=NOTHING)
    assert completions(other, "take", (0, None, WRIT), ()) is not None, "another card's text ends nothing"


def test_an_act_is_looked_through_for_two_hundred_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The act, its parts, and the condition are three of them; the choice is the last that is seen."""
    for idle, seen in ((196, True), (197, False)):
        assert (found(then(*[e.Nothing()] * idle, LATER), 0, None, 2) is not None) is seen
    step, ways = module.step, list[bool]()
    monkeypatch.setattr(module, "step", lambda rules, at, asked: (ways.append(asked), step(rules, at, asked))[1])
    assert found(LATER, 0, None, 2) == WHOLE and set(ways) == {False}, "orders are not compared"


# ---- what norms say of it ----------------------------------------------------------------------


def unsure_of(coin: Value) -> tuple[Norm, Norm]:
    """Two norms that clash over the coin."""
    return norm(8, May, of(coin)), norm(9, MustNot, of(coin))


@pytest.mark.parametrize(
    ("norms", "whole"),
    [
        ((), False),
        ((norm(1, May),), False),
        ((norm(1, MustNot, of(ONE)),), False),
        ((norm(1, MustNot, of(ONE)), norm(2, May, of(TWO)), norm(3, May, of(THREE))), True),
        ((norm(1, MustNot, of(ONE)), norm(2, MustNot, of(TWO)), norm(3, MustNot, of(THREE))), True),
        ((norm(1, May, of(None)), norm(2, MustNot, of(ONE))), True),
        ((norm(1, May, of(None)), norm(2, May, of(THREE))), False),
        ((*unsure_of(None), norm(1, May, of(ONE))), False),
        ((*unsure_of(None), *unsure_of(ONE)), False),
    ],
)
def test_an_act_is_told_whole_where_norms_say_of_no_completion_what_they_say_of_it(
    norms: tuple[Norm, ...], whole: bool
) -> None:
    every = tuple((0, coin, 1) for coin in coins)
    there = ((0, None, 1), (2, ONE, 1))
    assert told_whole(context(*norms), "take", there, ()) == ((*every, there[1]) if whole else there)


LEFT = Completions((BARRED, 0, "coin"), coins, tuple((0, coin, 1) for coin in coins))


@pytest.mark.parametrize(
    ("norms", "ruling", "barred", "by"),
    [
        ((), Unregulated(), (), ()),
        ((norm(1, May),), Permitted(("K-1",)), (), ()),
        ((norm(1, May, of(None)),), Permitted(("K-1",)), (), ()),
        ((norm(1, MustNot, of(ONE)),), Unregulated(), (ONE,), ("K-1",)),
        ((norm(1, MustNot, of(ONE)), *unsure_of(THREE)), Unregulated(), (ONE,), ("K-1",)),
        ((norm(1, MustNot, of(ONE)), norm(2, May, of(THREE))), Permitted(("K-2",)), (ONE,), ("K-1",)),
        (
            (norm(1, MustNot, of(THREE)), norm(2, MustNot, of(ONE)), norm(3, May, of(None))),
            Unregulated(),
            (ONE, THREE),
            ("K-2", "K-1"),
        ),
        ((norm(1, MustNot, of(None)), norm(2, May, of(TWO))), Permitted(("K-2",)), (), ()),
    ],
)
def test_an_act_is_allowed_as_with_what_may_be_chosen(
    norms: tuple[Norm, ...], ruling: Ruling, barred: tuple[Value, ...], by: tuple[str, ...]
) -> None:
    assert attempt(context(*norms), "take", (0, None, 1), ()) == Attempt(ruling, LEFT, barred, by)


def test_an_act_is_forbidden_that_is_so_with_whatever_may_be_chosen() -> None:
    at = context(
        norm(2, MustNot, of(ONE)), norm(1, MustNot, of(TWO)), norm(3, MustNot, of(THREE)), norm(4, May, of(None))
    )
    assert attempt(at, "take", (0, None, 1), ()) == Attempt(Forbidden(("K-2", "K-1", "K-3")))
    assert {"K-1", "K-2", "K-3"} <= set(at.cites)


def test_an_act_that_leaves_nothing_out_is_ruled_as_it_is() -> None:
    assert attempt(context(norm(1, May, of(TWO))), "take", (0, TWO, 1), ()) == Attempt(Permitted(("K-1",)))
    with pytest.raises(Undecided):
        attempt(context(*unsure_of(TWO)), "take", (0, TWO, 1), ())
    with pytest.raises(Undecided):
        attempt(context(*unsure_of(None)), "take", (0, None, 1), ())


# ---- how it is done ----------------------------------------------------------------------------


def ways(*norms: Norm) -> list[tuple[Value, tuple[Any, ...], Value]]:
    """Of each branch: the coin with which the act is done, what is told before, and what is barred."""
    at = context(*norms)
    start = Branch(module.Position(at.store), (Line("before"),))
    made = attempt(at, "take", (0, None, 1), ())
    found = []
    for one in begun(at, start, "take", (0, None, 1), made):
        event, _, rest = one.position.agenda
        assert isinstance(event, e.Event) and (event.act, rest) == ("take", ()) and one.trail[0] == Line("before")
        found.append((event.args[1].value, one.trail[1:], one.position.store.get((BARRED, 0, "coin"))))
    return found


def choice(coin: Value) -> Chose:
    return Chose(Chooser(0, "O", "Ann"), Option(coin, str(coin)))


def test_an_act_is_done_as_it_is_told_and_what_is_forbidden_is_barred() -> None:
    assert ways() == [(None, (), None)]
    assert ways(norm(1, MustNot, of(ONE))) == [(None, (Line("", ("K-1",)),), (ONE,))]
    for same in (
        norm(2, Prevents, of(None)),
        norm(2, When, Yes(), e.Nothing()),
        norm(2, Replaces, Yes(), e.Put(Call("done"), Lit(True))),
        norm(2, Replaces, Yes(), LATER),
    ):
        assert ways(same) == [(None, (), None)]


@pytest.mark.parametrize(
    "other",
    [
        norm(2, When, of(THREE), e.Nothing()),
        norm(2, Prevents, of(TWO)),
        norm(2, Replaces, of(THREE), e.Put(Call("done"), Lit(True))),
        norm(2, When, of(None), e.Nothing()),
        norm(2, When, Compare("is-not", COIN, Lit(None)), e.Nothing()),
    ],
)
def test_an_act_is_done_with_each_thing_where_norms_make_something_else_of_one(other: Norm) -> None:
    assert ways(other) == [(coin, (choice(coin),), None) for coin in coins]
    barred = Line("", ("K-1",))
    assert ways(other, norm(1, MustNot, of(ONE))) == [(coin, (barred, choice(coin)), None) for coin in (TWO, THREE)]


def test_what_is_not_left_out_is_done_as_it_is() -> None:
    at = context()
    (one,) = begun(at, Branch(module.Position(at.store)), "take", (0, ONE, 1), Attempt(Unregulated()))
    assert one.position.agenda == (e.Event("take", (Lit(0), Lit(ONE), Lit(1))), (), ()) and one.trail == ()
