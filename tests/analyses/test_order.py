"""What nothing orders: run in every order, an open point where two orders end differently, and nothing where not."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from known import trimmed
from msgspec import structs
from small_games import Small, laid

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.interactions.order_permutations import OrderUnit, tried
from checker.kernel.effect import Add, Choose, Each, Effect, If, Move, Part, Put, Run, Then, Together
from checker.kernel.game import Step
from checker.kernel.position import Position, Store
from checker.kernel.term import All, Call, Compare, Kind, Lit, Point, Var, Yes
from checker.kernel.trees.unordered_effects import sites, unordered
from checker.kernel.trees.walk import within
from checker.kernel.verdict import Extent, Verdict
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run import choices as choosing
from checker.run import unordered as orders_
from checker.run.apply_effect import step
from checker.run.order_ends import OrderEnds, observable
from checker.run.progress import Ended, Forked, Moved
from checker.scenes.question_view import View
from checker.session.context import Bench, Options, Scratch
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.statements import SceneStatements
from checker.verdicts.verdict import Answer

TOY = ROOT / "tests" / "toy"
ERRATA = ROOT / "tests" / "errata"
SEATS = 3


@cache
def toy() -> Rulebook:
    return house.desk("pebbles", root=TOY).rules


def answers(text: str, game: str = "hexhex") -> list[Answer]:
    desk = house.desk(game)
    return [answer for scene in desk.scenes(text, "test") for _, answer in desk.answers(scene)]


# ---- effects against the plain meaning of `in any order` --------------------------------------


def pebbles(player: int) -> Call:
    return Call("pebbles", (Lit(player),))


PLAYERS = st.integers(0, SEATS - 1)
NUMBERS = st.integers(0, 2)
ATOMS: st.SearchStrategy[Effect] = st.one_of(
    st.builds(lambda p, n: Add(pebbles(p), Lit(n)), PLAYERS, NUMBERS),
    st.builds(lambda p, n: Put(pebbles(p), Lit(n)), PLAYERS, NUMBERS),
    st.builds(lambda p, q: Put(pebbles(p), pebbles(q)), PLAYERS, PLAYERS),
    st.builds(lambda n: Put(Call("supply"), Lit(n)), NUMBERS),
    st.builds(lambda c, p: Move(Lit(c), Call("hand", (Lit(p),))), st.sampled_from(["x", "y"]), PLAYERS),
)
EFFECTS = st.one_of(
    ATOMS,
    st.builds(lambda p, n, e: If(Compare("least", pebbles(p), Lit(n)), e), PLAYERS, NUMBERS, ATOMS),
)


def ends(position: Position, asked: bool = True) -> list[Store]:
    """Every table at which play can end."""
    match step(toy(), position, asked):
        case Moved(position=further):
            return ends(further, asked)
        case Forked(ways=ways):
            return [store for _, further in ways for store in ends(further, asked)]
        case Ended():
            return [position.store]
        case other:
            raise AssertionError(other)


def one_by_one(effects: tuple[Effect, ...], store: Store) -> Store:
    for effect in effects:
        (store,) = ends(Position(store).pushed(effect, ()))
    return store


@settings(max_examples=300)
@given(st.lists(EFFECTS, min_size=2, max_size=4))
def test_every_order_that_ends_differently_is_run_and_no_other(effects: list[Effect]) -> None:
    store = Store().put(("seats",), SEATS).put(("zone", "hand", 0), ("x",)).put(("zone", "hand", 1), ("y",))
    parts = tuple(Part(str(n), e) for n, e in enumerate(effects))
    found = [observable(toy(), s) for s in ends(Position(store).pushed(Together(parts), ()))]
    meant = {observable(toy(), one_by_one(line, store)) for line in permutations(effects)}
    assert set(found) == meant
    assert len(found) == 1 or len(meant) > 1


def test_orders_that_have_one_end_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three effects each is tried as the first, and the order of the other two is no longer asked about."""
    looked: list[Position] = []
    of = OrderEnds.of
    monkeypatch.setattr(OrderEnds, "of", lambda self, start: (looked.append(start), of(self, start))[1])
    grows = If(Compare("least", pebbles(0), Lit(0)), Add(pebbles(0), Lit(1)))
    parts = tuple(Part(str(n), grows) for n in range(3))
    (end,) = ends(Position(Store().put(("seats",), SEATS)).pushed(Together(parts), ()))
    assert end.get(("pebbles", 0)) == 3 and len(looked) == 3


@given(st.lists(EFFECTS, min_size=2, max_size=3))
def test_an_edge_leaves_out_the_orders_that_it_excludes(effects: list[Effect]) -> None:
    store = Store().put(("seats",), SEATS)
    parts = tuple(Part(str(n), e, (), (str(n - 1),) if n else ()) for n, e in enumerate(effects))
    (end,) = ends(Position(store).pushed(Together(parts), ()))
    assert observable(toy(), end) == observable(toy(), one_by_one(tuple(effects), store))


def test_new_things_are_told_apart_by_what_is_true_of_them() -> None:
    one = Store({("made", "hex"): 2, ("things", "hex"): ("H1", "H2"), ("sender", "H1"): 0, ("sender", "H2"): 1})
    other = Store({("made", "hex"): 2, ("things", "hex"): ("H2", "H1"), ("sender", "H1"): 1, ("sender", "H2"): 0})
    assert observable(toy(), one) == observable(toy(), other)
    then = Store({("made", "hex"): 2})
    assert observable(toy(), one, then) != observable(toy(), other, then)


def test_an_open_point_on_which_several_rest_does_not_make_them_meet() -> None:
    """Whoever's sign is scored first, the same reading of the clause is open, and is then the same for all."""
    rules = house.desk("hexhex").rules
    table = Store({("seats",): 4, **{("gesture", p): "rock" for p in range(4)}})
    parts = tuple(Part(str(p), Run("scoring-a-sign"), (("P", p), ("S", 0))) for p in range(1, 4))
    asks = step(rules, Position(table).pushed(Run("scoring-a-sign"), parts[0].env))
    while isinstance(asks, Moved):
        asks = step(rules, asks.position)
    assert isinstance(asks, Forked) and isinstance(asks.by, Point) and asks.by.id == "reading of HH-160"
    assert orders_.groups(step, rules, parts, (), Position(table)) == tuple((p,) for p in parts)


def test_a_fact_cites_its_clauses_however_often_it_is_asked_on_one_table() -> None:
    rules = house.desk("hexhex").rules
    table = Store({("seats",): 3, ("zone", "in play", 1): (("Ward", 1),)})
    asked = [Context(rules, table) for _ in range(2)]
    assert [c.fact("warded", 1) for c in asked] == [True, True]
    assert asked[0].cites and asked[0].cites == asked[1].cites and asked[0].beaten == asked[1].beaten
    assert not Context(rules, table.drop(("zone", "in play", 1))).fact("warded", 1)


def test_what_a_fact_rests_on_is_looked_up_however_often_it_is_asked_on_one_table() -> None:
    rules = house.desk("hexhex").rules
    table = Store({("seats",): 3, ("zone", "in play", 1): (("Ward", 1),)})
    looked = []
    for _ in range(2):
        rules.looked.clear()
        Context(rules, table).fact("warded", 1)
        looked.append(set(rules.looked))
    assert looked[0] == looked[1] and ("about", "warded") in looked[0]


# ---- questions ---------------------------------------------------------------------------------

THROWN = "players A B C\nVoice A {0}, B {0}\nhand A: nothing\nhand B: nothing\nHex H1: A to B\nHex H2: B to A\nthe cards are revealed\n{1}"


def orders(answer: Answer) -> list[Point]:
    return [p for p in answer.points if p.kind is Kind.ORDER]


def test_whoever_is_hexed_first_may_gain_by_it_where_voice_stops_at_0() -> None:
    (answer,) = answers(THROWN.format(0, "how much Voice does A have?"))
    assert answer.verdict is Verdict.AMBIGUOUS
    assert orders(answer)
    assert {o.value for o in answer.outcomes} == {"0", "1"}


@pytest.mark.parametrize(("voice", "question"), [(5, "how much Voice does A have?"), (0, "is A Hexed?")])
def test_an_order_that_changes_nothing_is_not_mentioned(voice: int, question: str) -> None:
    (answer,) = answers(THROWN.format(voice, question))
    assert answer.verdict is Verdict.FORCED
    assert answer.points == ()


# ---- the analysis ------------------------------------------------------------------------------


def turned(*errata: Path) -> set[tuple[str, ...]]:
    """The cards of one beat whose order matters, among a few."""
    desk = house.desk("hexhex", list(errata))
    name = "two Hexes in one beat"
    bench = Bench(
        desk.rules,
        desk.scenes,
        lambda s: SceneStatements(desk.rules, s, desk.own),
        Judge,
        View,
        Scratch(),
        trimmed((name,)),
        "situations.scene",
    )
    titles = ("Turn Aside Left", "Turn Aside Right", "Called Shot", "Draw Fire")
    made = [
        t.result for t in tried(bench, [OrderUnit(0, 3), *(OrderUnit(0, 3, pair) for pair in product(titles, titles))])
    ]
    assert not any(one.cut for one in made)
    found = [turned for one in made for turned in one.found]
    for one in found:
        assert one.traces[0].value != one.traces[1].value
        assert one.traces[0].lines != one.traces[1].lines
    return {tuple(sorted(t.cards)) for t in found}


@pytest.mark.parametrize(
    ("erratum", "situation", "first"),
    [
        ("order-two-clauses", "one Hex", "what E-90 attaches"),
        ("order-two-clauses-alike", "one Hex", ""),
        ("order-step-beside-others", "an empty hand", "step thrift"),
        ("order-step-before-another", "an empty hand", ""),
        ("order-step-moved", "an empty hand", ""),
    ],
)
def test_what_clauses_attach_and_unordered_steps_are_run_in_both_orders(
    erratum: str, situation: str, first: str
) -> None:
    desk = house.desk("hexhex", [ERRATA / "said" / f"{erratum}.norm"])
    told = trimmed((situation,), True).replace("hand B: nothing", "hand A: Duck\nhand B: nothing\nhand C: nothing")
    at = bench(desk)._replace(situations=told)
    found = tried(at, [OrderUnit(0, 3)])[0].result
    assert (found.cut, len(found.found)) == (0, 1 if first else 0)
    for one in found.found:
        assert one.traces[0].value != one.traces[1].value
        assert [t.first.startswith(first) for t in one.traces].count(True) == 1


def test_what_is_not_stated_needs_no_order() -> None:
    """A Hex with two tokens of which nothing is known: nothing is said of what comes first."""
    (answer,) = answers("players A B C\nHex: A to B, rotted, escalated\nthe Hex goes off\nhow much Voice does B have?")
    assert answer.verdict is Verdict.SILENT and not any(p.id.startswith("order") for p in answer.points)
    (gains,) = answers("players A B C\nHex: A to B, rotted, escalated\nthe Hex goes off\nwho gains Voice?")
    assert gains.verdict is Verdict.FORCED


def test_rulings_notice_when_things_are_taken_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    about = ("at once", "either order", "in the beat", "alike")
    scenes = [s for s in house.desk("hexhex").rulings() if any(words in s.title for words in about)]
    monkeypatch.setattr(orders_, "groups", lambda step, rules, parts, env, after: tuple((p,) for p in parts))
    monkeypatch.setattr(choosing, "first_of", lambda step, rules, firsts, *rest: Moved(firsts[0].position))
    wrong = {s.title for s in scenes for c in house.desk("hexhex").checked(s) if c.faults}
    assert len(wrong) >= 3


def test_cards_that_undo_each_other_are_found_with_both_traces_and_their_twin_is_not() -> None:
    pair = ("Turn Aside Left", "Turn Aside Right")
    assert turned() == set()
    assert turned(ERRATA / "order-voice-set-anew.norm") == {pair}
    assert turned(ERRATA / "order-voice-set-anew.twin.norm") == set()


def test_what_is_decided_on_the_way_counts_in_whatever_order_it_is_decided() -> None:
    """Two players each pick somebody for something of their own: who picks first makes no difference."""
    one: Effect = Choose(Lit(0), "P", All("P", "player", Yes()), Add(Call("pebbles", (Var("P"),)), Lit(1)))
    other: Effect = Choose(Lit(1), "Q", All("Q", "player", Yes()), Add(Call("pebbles", (Var("Q"),)), Lit(2)))
    begun = Position(Store().put(("seats",), SEATS).put(("names",), ("A", "B", "C"))).pushed(
        Put(Call("supply"), Lit(0)), ()
    )
    rest = begun.agenda

    def ended(*effects: Effect) -> object:
        return OrderEnds(step, toy(), begun.store, rest).of(begun.pushed(Then(effects), ()))

    first, second = ended(one, other), ended(other, one)
    assert isinstance(first, frozenset) and len(first) == SEATS * SEATS
    assert first == second


LATE = """field lit "the lamp is lit": condition, starts no
field warm "the stove is warm": condition, starts no
field ready "{P} is ready": condition, starts no
act light "light" "{P} lights the lamp": P
  does Set it so that the lamp is lit.
act heat "heat" "{P} heats the stove": P
  does Set it so that the stove is warm.
act wait "wait" "{P} waits": P
  does In any order, (Set it so that P is ready. Set it not so that P is ready.).
"""
COUNT = """field count "the count of {P}": number, starts 0
act count "count" "{P} counts": P
  does Raise the count of P by 1.
"""
"""A game with this has no end of states."""


def test_an_order_that_no_scene_comes_to_is_unknown_and_not_exhausted(tmp_path: Path) -> None:
    for late, seen in (
        (" if (the stove is warm and the lamp is lit and there is a player Q such that Q is ready)", False),
        ("", True),
    ):
        norms = f"P may light\nP may count\nP may heat if the lamp is lit\nP may wait{late}"
        game = Small(COUNT + LATE, norms, "(the stove is warm and not the lamp is lit)", {}, lambda s: [])
        root = tmp_path / str(seen)
        root.mkdir()
        report = run(bench(house.desk(laid(root, game))), Options((2,), "quick"), ["order-dependence"])
        scope = report.checked[-1]
        assert bool(report.findings) is seen
        assert seen or (
            scope.extent is Extent.UNKNOWN and "1 are unknown but for what the situations show" in scope.scope
        )


def test_an_order_that_a_whole_game_never_comes_to_is_settled(tmp_path: Path) -> None:
    late = " if (the stove is warm and the lamp is lit and there is a player Q such that Q is ready)"
    norms = f"P may light\nP may heat if the lamp is lit\nP may wait{late}"
    game = Small(LATE, norms, "(the stove is warm and not the lamp is lit)", {}, lambda s: [])
    report = run(bench(house.desk(laid(tmp_path, game))), Options((2,), "quick"), ["order-dependence"])
    assert not report.findings and report.checked[-1].extent is Extent.EXHAUSTED
    assert "1 never come together in whole games" in report.checked[-1].scope


def test_equal_effects_are_one_place_whether_or_not_they_are_one_in_memory() -> None:
    game = house.desk(str(ROOT / "examples" / "fair")).game
    each = next(
        p
        for s in game.procedures
        for step in s.steps
        for p in within(step.effect)
        if isinstance(p, Each) and not p.ordered
    )
    named = []
    for other in (each, deepcopy(each)):
        steps = (Step("one", (), each), Step("other", (), other))
        made = structs.replace(game, procedures=(structs.replace(game.procedures[0], steps=steps),))
        named.append((sorted(sites(made).values()), [one.name for one in unordered(made)]))
    assert {*named[0][0]} == {*named[1][0]} and named[0][1] == named[1][1]
