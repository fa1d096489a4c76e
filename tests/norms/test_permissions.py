"""Whether an act is allowed where that hangs on itself or on a card's text, what must be done, and what is then open."""

from __future__ import annotations

from typing import Any

import pytest
from songs import HUM, LOUD, ODE, SING, TALL, book, norm

from checker.kernel.effect import Nothing
from checker.kernel.game import Card
from checker.kernel.norm import Counts, May, Must, MustNot, Norm, Outranks, Pattern, Prevents, Protects, Replaces, When
from checker.kernel.position import Store
from checker.kernel.term import And, Call, Cond, Is, Kind, Lit, Not, Option, Undecided, Value, Var, Yes
from checker.kernel.term import Compare as Compared
from checker.norms.evaluate import Context
from checker.norms.permissions import (
    Follows,
    Forbidden,
    Permitted,
    Ruling,
    Unregulated,
    against,
    all_the_same,
    breached,
    consequence,
    duties,
    following,
    matched,
    of_illegal_act,
    permission,
)

P = Var("P")
TIRED = Is(Call("tired", (P,)))


def at(*norms: Norm, stored: Any = None, **more: Any) -> Context:
    return Context(book(*norms, **more), Store(stored or {}))


# ---- an act that hangs on itself -------------------------------------------------------------------


def test_what_hangs_on_itself_is_open_after_it_was_asked_six_times_within() -> None:
    asked: list[Value] = []

    def allowed(context: Context, player: Value) -> bool:
        asked.append(player)
        return isinstance(permission(context, "sing", (player,)), Permitted)

    if_allowed = Not(Is(Call("allowed", (P,))))
    norms = (norm(1, May(SING), cond=if_allowed), norm(2, MustNot(HUM), cond=Not(if_allowed)))
    here = at(*norms, functions={"allowed": allowed})
    with pytest.raises(Undecided) as raised:
        permission(here, "sing", (0,))
    point = raised.value.point
    assert len(asked) == 7 and not any(here.rules.asking.values())
    assert (point.id, point.kind, point.clauses) == ("K-1: sing hangs on itself", Kind.SILENT, ("K-1",))
    assert point.key == ("option", "itself", "sing", 0)
    assert point.text == "by K-1 it hangs on itself whether the act is allowed"
    assert point.options == (
        Option(("may", "K-1"), "it is allowed", ("K-1",)),
        Option(("must not", "K-1"), "it is forbidden", ("K-1",)),
    )
    for option, ruling, hum in zip(
        point.options, (Permitted(("K-1",)), Forbidden(("K-1",))), (Forbidden(("K-2",)), Unregulated()), strict=True
    ):
        settled = at(*norms, functions={"allowed": allowed}, stored={point.key: option.value})
        assert permission(settled, "sing", (0,)) == ruling and list(settled.cites) == ["K-1"]
        assert permission(settled, "hum", (0,)) == hum


def test_of_two_acts_that_hang_on_each_other_the_one_that_was_asked_first_is_open() -> None:
    def allowed(context: Context, player: Value) -> bool:
        return isinstance(permission(context, "hum" if player else "sing", (1 - int(bool(player)),)), Permitted)

    norms = (norm(1, May(SING), cond=Is(Call("allowed", (P,)))), norm(2, Must(HUM), cond=Is(Call("allowed", (P,)))))
    with pytest.raises(Undecided) as raised:
        permission(at(*norms, functions={"allowed": allowed}), "sing", (1,))
    assert raised.value.point.id == "K-1: sing hangs on itself"


# ---- by norms that speak of it ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("norms", "ruling"),
    [
        ((), Unregulated()),
        ((norm(1, May(HUM)),), Unregulated()),
        ((norm(1), norm(2)), Permitted(("K-1", "K-2"))),
        ((norm(1), Norm("K-1.2", "K-1", May(SING))), Permitted(("K-1",))),
        ((norm(1, Must(SING)), norm(2, cond=LOUD)), Permitted(("K-1",))),
        ((norm(1, Must(SING), cond=LOUD),), Unregulated()),
        ((norm(1, MustNot(SING)), norm(2, Must(SING), outranks=("K-1",))), Permitted(("K-2",))),
        ((norm(1, MustNot(SING)), norm(2, Must(SING), outranks=("K-1",)), norm(3, cond=LOUD)), Permitted(("K-2",))),
        ((norm(1, MustNot(SING)), norm(2, Must(SING))), None),
    ],
)
def test_an_act_is_allowed_forbidden_or_not_spoken_of(norms: tuple[Norm, ...], ruling: Ruling | None) -> None:
    if ruling is not None:
        assert permission(at(*norms), "sing", (0,)) == ruling
        return
    with pytest.raises(Undecided) as raised:
        permission(at(*norms), "sing", (0,))
    assert (raised.value.point.id, raised.value.point.kind) == ("K-1/K-2: sing", Kind.CONTRADICTORY)


@pytest.mark.parametrize("claim", [May, Must, MustNot, Prevents, Protects, lambda p: Replaces(p, Nothing())])
def test_a_norm_is_live_for_the_act_or_event_that_its_pattern_is_of(claim: Any) -> None:
    for cond, live in ((Yes(), True), (TIRED, False)):
        one = norm(1, claim(Pattern("sing", (P, Lit(2)))), cond=cond)
        here = at(one)
        assert matched(here, one, (0, 2)) == ({"P": 0} if live else None) and matched(here, one, (0, 3)) is None


def test_only_what_is_live_follows_an_event() -> None:
    pattern, effect = Pattern("sing", (P,)), Nothing()
    norms = (
        norm(1, When(pattern, effect), cond=TIRED),
        norm(2, When(Pattern("sing", (Lit(9),)), effect)),
        norm(3, When(pattern, effect, joint=True)),
    )
    assert following(at(*norms), "sing", (0,)) == (Follows("K-3.1", "K-3", effect, (("P", 0),), True, "rule"),)
    assert following(at(*norms), "hum", (0,)) == ()


def test_a_norm_about_a_fact_is_about_no_act() -> None:
    one = norm(1, Counts(TALL))
    with pytest.raises(TypeError, match=r"K-1\.1 is not about an act or event"):
        matched(at(one), one, (0,))


def test_each_live_duty_comes_with_what_would_fulfil_it() -> None:
    tired = norm(2, Must(SING), cond=TIRED)
    here = at(norm(1, MustNot(SING)), tired, norm(3, Must(Pattern("sing", (Lit(9),)))), norm(4, Must(SING)))
    assert duties(here, "sing", ((0,), (1,))) == (("K-4.1", ((0,), (1,))),)
    here = Context(here.rules, Store({("tired", 1): True}))
    assert duties(here, "sing", ((0,), (1,))) == (("K-2.1", ((1,),)), ("K-4.1", ((0,), (1,))))
    assert duties(here, "sing", ()) == () == duties(here, "hum", ((0,),))


# ---- what a card has players do --------------------------------------------------------------------

LAY = Card("Lay", (), (), Nothing(), "", ("C-1", "C-2"))
OF_CARD = norm(3, MustNot(SING))
LAID: Any = {"cards": (ODE, LAY)}


@pytest.mark.parametrize(
    ("norms", "title", "clauses", "cites"),
    [
        ((), "Lay", (), []),
        ((norm(1),), "Lay", (), []),
        ((norm(3, MustNot(SING), cond=LOUD),), "Lay", (), []),
        ((norm(3, MustNot(SING), cond=LOUD), norm(4, Prevents(SING))), "Lay", (), []),
        ((OF_CARD, norm(1, outranks=("K-3",))), "Lay", (), ["K-1"]),
        ((norm(1), norm(3, MustNot(SING), outranks=("K-1",))), "Lay", ("K-3",), ["K-3"]),
        ((norm(1, Must(SING)), norm(3, MustNot(SING), outranks=("K-1",))), "Lay", ("K-3",), ["K-3"]),
        ((OF_CARD,), "Gone", (), []),
        ((Norm("C-2.1", "C-2", MustNot(SING)),), "Lay", (), []),
        ((OF_CARD, norm(8, Outranks("card", "rule"))), "Lay", (), []),
        ((norm(3, MustNot(SING), outranks=("Lay",)),), "Lay", ("K-3",), ["K-3"]),
        ((norm(3, MustNot(SING), outranks=("C-2",)),), "Lay", ("K-3",), ["K-3"]),
        ((norm(3, MustNot(SING), outranks=("C-2",)), norm(4, MustNot(SING))), "Lay", ("K-3",), ["K-3"]),
        ((norm(3, MustNot(SING), outranks=("C-2",)), norm(4, MustNot(SING))), "Ode", None, []),
    ],
)
def test_what_a_card_has_done_may_not_be_done_where_a_norm_goes_before_it(
    norms: tuple[Norm, ...], title: str, clauses: tuple[str, ...] | None, cites: list[str]
) -> None:
    here = at(*norms, **LAID)
    if clauses is None:
        with pytest.raises(Undecided):
            against(here, "sing", (0,), title)
    else:
        assert against(here, "sing", (0,), title) == clauses and list(here.cites) == cites


@pytest.mark.parametrize(
    ("title", "stated", "name"), [("Lay", ("C-1",), "C-1"), ("Lay", ("C-2",), "Lay"), ("Ode", ("C-1",), "Ode")]
)
def test_where_neither_goes_before_the_other_the_card_speaks_by_its_first_clause(
    title: str, stated: tuple[str, ...], name: str
) -> None:
    norms = (OF_CARD, *(Norm(f"{c}.1", c, May(HUM)) for c in stated))
    with pytest.raises(Undecided) as raised:
        against(at(*norms, **LAID), "sing", (0,), title)
    point = raised.value.point
    assert point.id == f"{'/'.join(sorted((name, 'K-3')))}: sing" and point.kind is Kind.CONTRADICTORY
    given = {says: at(*norms, stored={point.key: ("says", says, by)}, **LAID) for says, by in sides(name)}
    assert against(given["may"], "sing", (0,), title) == ()
    assert against(given["must not"], "sing", (0,), title) == ("K-3",)


def sides(name: str) -> tuple[tuple[str, str], ...]:
    return ("may", name), ("must not", "K-3")


# ---- what follows, and what is open ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cond", "named"),
    [
        (Yes(), False),
        (LOUD, True),
        (Is(Call("is", (Var("C"), Lit("Ode")))), False),
        (And((Is(Call("is", (Var("C"), Lit("Ode")))), TIRED)), True),
        (Compared("least", Var("N"), Lit(2)), True),
        (Compared("is", Var("N"), Lit(2)), False),
    ],
)
def test_what_is_attached_to_an_act_in_named_circumstances_tells_of_a_breach(cond: Cond, named: bool) -> None:
    always = norm(1, When(SING, Nothing()))
    rules = book(always, norm(2, When(SING, Nothing()), cond=cond))
    attached = tuple(Follows(n, n[:3], Nothing(), (), False) for n in ("K-1.1", "K-2.1"))
    assert breached(rules, attached) == (attached[1:] if named else ())


@pytest.mark.parametrize(
    ("forbidding", "attaching", "said", "follows"),
    [
        (("K-2",), ("K-3", "K-1"), "K-2 forbids the act, K-3 and K-1 tell what it brings about", "K-3 and K-1 settle"),
        (("K-2", "K-1"), ("K-3",), "K-2 and K-1 forbid the act, K-3 tells what it brings about", "K-3 settles"),
    ],
)
def test_a_forbidden_act_with_a_consequence_is_open(
    forbidding: tuple[str, ...], attaching: tuple[str, ...], said: str, follows: str
) -> None:
    point = consequence(forbidding, attaching)
    assert (point.id, point.kind) == ("K-1/K-2/K-3: a forbidden act with a consequence", Kind.AMBIGUOUS)
    assert (point.key, point.clauses) == (("option", "consequence", "K-1", "K-2", "K-3"), ("K-1", "K-2", "K-3"))
    assert point.text == said and point.options == (
        Option("undone", "the illegal act is taken back", forbidding),
        Option("done", f"{follows} what follows the illegal act", attaching),
    )
    assert not of_illegal_act(point)


def test_what_becomes_of_a_forbidden_act_of_which_no_clause_says_it_is_open() -> None:
    point = all_the_same(("K-1", "K-2"), "sing", "A sings", Store({("plays",): 3}))
    assert (point.id, point.kind) == ("what becomes of an illegal act: sing", Kind.SILENT)
    assert (point.key, point.clauses) == (("option", "illegal act", "sing", 3), ("K-1", "K-2"))
    assert point.text == "K-1 and K-2 forbid `A sings`, and no clause says what becomes of it"
    assert [(o.value, o.text) for o in point.options] == [
        ("undone", "the illegal act is taken back"),
        ("done", "the illegal act stands"),
    ]
    assert of_illegal_act(point) and all_the_same((), "sing", "", Store()).key[-1] == 0
