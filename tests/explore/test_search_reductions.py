"""The search with each of its reductions and without: the same points, scenes and counts."""

from __future__ import annotations

from functools import cache
from typing import Any

import golden
import msgspec
import pytest
from conftest import ROOT
from counting import Counts, counted

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.cards import whole_search as met
from checker.explore.cards.card_search import Explorer
from checker.explore.cards.moves import Moves
from checker.explore.cards.stable_states import EVENTS, Past
from checker.explore.cards.whole_search import SearchOutcome
from checker.explore.scene_templates import twins
from checker.explore.situations import catalogue
from checker.kernel.effect import End, Leave, Nothing, Put, Then, Under
from checker.kernel.position import Position, Store
from checker.kernel.term import Call, Is, Lit, Not, Or, Var
from checker.norms.alterations import alteration
from checker.norms.evaluate import Context
from checker.norms.permissions import following
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import uncompared
from checker.run.branches import Back, Branch, TooMany, allowing, carry_on, lapsed
from checker.run.procedures import REST, Beyond, left
from checker.run.progress import Line
from checker.session.context import Bench, Options, Scratch, Work
from checker.session.query_memo import Memo, Tally, TracedStore
from checker.session.reductions import ALL, NO, Common, Reductions

WHOLE: Bench = bench(house.desk("hexhex"))
TITLES = ("Boost", "Double Back", "Choke", "Null", "Absorb")
"""Among them two that differ in their name only."""
SITUATIONS = ("a Hex sent to oneself", "a Warded player")


@cache
def small() -> Bench:
    """The rules with few cards in the deck and few situations in the catalogue."""
    game = WHOLE.rules.game
    cards = tuple(c if c.title in TITLES else msgspec.structs.replace(c, copies=0) for c in game.cards)
    rules = Rulebook(msgspec.structs.replace(game, cards=cards), WHOLE.rules.functions)
    head, *scenes = WHOLE.situations.split('scene "')
    kept = [s for s in scenes if s.split('"')[0] in (*SITUATIONS, "plays", "endings", "asked", "asked of a card")]
    text = head + "".join(f'scene "{s}' for s in kept)
    return WHOLE._replace(rules=rules, situations=text, scratch=Scratch())


@cache
def searched(reductions: Reductions) -> tuple[SearchOutcome, int]:
    """What is found, and how many moves are worked out for pairs of cards."""
    at = small()._replace(scratch=Scratch())

    def spread(what: str, work: Any, items: Any, lane: Any = None, each: Any = None) -> list[Any]:
        results = []
        for number, item in enumerate(items):
            results.append(work(at, item))
            if each is not None:
                each(number, results[-1])
        return results

    found = met.found(Work(at, Options((3, 4), "tables", reductions=reductions), spread))
    return found, sum(common.moves.missed for key, common in at.scratch.kept.items() if key[0] == "common")


@pytest.mark.parametrize("one", [NO, *(ALL._replace(**{name: False}) for name in ALL._fields)])
def test_without_a_reduction_the_same_is_found(one: Reductions) -> None:
    (reduced, _), (plain, _) = searched(ALL), searched(one)
    assert [(m.key, m.lines, m.plain) for m in plain.met] == [(m.key, m.lines, m.plain) for m in reduced.met]
    assert [{"Null" if c == "Absorb" else c for c in m.also} for m in plain.met] == [{*m.also} for m in reduced.met]
    assert (plain.cut, plain.lost, plain.voids) == (reduced.cut, reduced.lost, reduced.voids)
    assert len(reduced.met) > 4 and any(len(m.lines) > 4 for m in reduced.met)
    assert plain.scenes == reduced.scenes if one.cards else plain.scenes > reduced.scenes


@pytest.mark.parametrize("one", [ALL, NO])
def test_the_positions_and_transitions_of_a_small_search_are_as_golden(one: Reductions) -> None:
    """All pairs of cards of the toy game for three; a change of its rules may change the numbers."""
    toy = bench(house.desk("pebbles", root=ROOT / "tests" / "toy"))
    [first, *_] = catalogue(toy.situations).situations

    def search(made: Explorer) -> int:
        titles = made.words.titles
        entries = [e for t in titles for _, e in made.pairs(first, t, tuple(x for x in titles if x != t))]
        return sum(e.scenes for e in entries)

    assert counted(Explorer(toy, 3, frozenset(), Common(toy.rules, one)), search) == GOLDEN


GOLDEN = Counts(scenes=24, positions=46, transitions=144)


def test_a_search_of_the_deck_goes_through_as_much_as_before() -> None:
    """A change of the rules may change the golden numbers, which are then set anew: `make bench` tells them."""
    of = golden.Searched(3, "Turn Aside Left")
    assert golden.gone_through(of) == golden.GOLDEN[of]


def test_cards_are_alike_only_where_no_rule_tells_them_apart() -> None:
    game = WHOLE.rules.game
    cards = {c.title: c for c in game.cards}
    assert twins(game, cards["Null"], cards["Absorb"])
    for one, other in (("Null", "Stun"), ("Rot", "Escalating Obsession"), ("Turn Aside Left", "Turn Aside Right")):
        assert not twins(game, cards[one], cards[other])
    named = Is(Call("is", (Var("C"), Lit("Null"))))
    other = Is(Call("is", (Var("C"), Lit("Absorb"))))
    for cond, same in ((named, False), (Or((named, other)), True), (Or((other, named)), True), (Not(other), False)):
        norm = msgspec.structs.replace(game.norms[0], cond=cond)
        told = msgspec.structs.replace(game, norms=(*game.norms, norm))
        assert twins(told, cards["Null"], cards["Absorb"]) is same


def test_each_reduction_makes_the_work_less() -> None:
    found = [searched(one)[1] for one in (ALL, ALL._replace(tables=False), ALL._replace(moves=False), NO)]
    assert found == sorted(set(found))


def test_what_one_table_is_asked_is_not_answered_from_a_smaller_one() -> None:
    common = Common(WHOLE.rules)
    answers = []
    for seats in (3, 4):
        moves = Moves(WHOLE, seats, frozenset(), common)
        told = moves.table.begin(("Hex: A to B",))
        assert told is not None
        [spot] = moves.begin(told.judge)
        lost = spot._replace(store=spot.store.put(("losses", 3), 2))
        answers.append(moves.asked(lost, "who loses Voice?"))
    assert answers == [(((), "nobody"),), (((), "D"),)]


PASTS: tuple[tuple[tuple[Any, ...], ...], ...] = (
    (),
    (("move", "H1", 2),),
    (("move", "H1", 0), ("throw", 0, "rock")),
    (("go off", "H1", 1),),
    (("go off", "H2", 1), ("waive", 1, "H2")),
    (("dismiss", ("Choke", 1), "H1"),),
    (("cast", 0, 1), ("cast", 1, 2)),
    (("receive", 1, ("Duck", 1)), ("show", 1, ("Null", 1))),
    (("permission",), ("unregulated", "play")),
)
"""What may have happened, told apart by some questions and not by others."""
BACKWARD = (
    "where does H1 go?",
    "does H1 go off?",
    "does the Hex go off?",
    "is there a throw of signs?",
    "how many cards does B hold?",
    "may B play Boost?",
    "what happens?",
)


@pytest.mark.parametrize("question", BACKWARD)
def test_who_looks_back_is_answered_from_what_happened_on_this_way(question: str) -> None:
    moves = Moves(WHOLE, 3)
    told = moves.table.begin(("Hex: A to B",))
    assert told is not None
    [spot] = moves.begin(told.judge)
    spots = [spot._replace(events=past) for past in PASTS]
    plain = []
    for one in spots:
        fresh = Moves(WHOLE, 3, common=Common(WHOLE.rules, NO))
        fresh.begin(told.judge)
        plain.append(fresh.asked(one, question))
    moves.memo.missed = 0
    for order in (1, -1):
        moves.common.forget()
        assert [moves.asked(one, question) for one in spots[::order]] == plain[::order]
    told_apart = len({repr(said) for said in plain})
    assert told_apart <= moves.memo.missed // 2 <= len(PASTS)
    assert (moves.memo.missed < 2 * len(PASTS)) is (question != "what happens?")


def test_how_an_unknown_value_compares_makes_no_ways_of_its_own() -> None:
    """It follows from the point by which the value became unknown: that is found, and moves do not part at it."""
    moves = Moves(WHOLE, 3)
    told = moves.table.begin(("Hex: A to B", "B plays Level"))
    assert told is not None
    spots = moves.begin(told.judge)
    ways = [w for s in spots for line in ("the Hex goes off", "the round ends") for w in moves.told(s, line) or ()]
    forks = [f for w in ways for f in w.forks]
    assert {f.by.id for f in forks if f.key and not uncompared(f.by)}
    assert len({f.option for f in forks if f.key and uncompared(f.by)}) <= 1


def test_what_is_told_besides_a_past_is_no_part_of_the_table() -> None:
    past = Past.of(TracedStore(Store({EVENTS: (("move", "H1", 2), ("waive", 1, "H1"))})))
    more = Branch(Position(Store()), past).noting(Line("", (), ("move", "H1", 0))).trail
    assert isinstance(more, Past)
    assert not past.store.reads and not more.store.reads
    assert [*more.since()] == [*more[2:]] and not past.store.reads
    assert [line.event[2] for line in more.back(Back(("move",)))] == [2, 0]
    assert [line.event for line in more.back(Back((), 1))] == [("waive", 1, "H1")]
    assert EVENTS not in past.store.reads and len(past.store.reads) == 2
    assert len([*more]) == 3 and EVENTS in past.store.reads


def test_what_norms_said_before_is_cited_as_if_it_was_worked_out_anew() -> None:
    moves = Moves(WHOLE, 3)
    told = moves.table.begin(("B has Ward in play", "Hex: A to B"))
    assert told is not None
    [spot] = moves.begin(told.judge)
    memory: Memo[Any] = Memo(Tally(WHOLE.rules))
    asked = [("lose", (1, 2, "Ward")), ("move", ("H1", 1)), ("go off", ("H1", 1)), ("lose", (1, 2, None))]

    def said(context: Context) -> Any:
        context.once("a defeat", lambda inner: inner.beaten.update({("loser", "winner"): None}))
        found = [(alteration(context, *a), following(context, *a)) for a in asked]
        return found, [*context.cites], [*context.beaten]

    plain = said(Context(moves.rules, spot.store))
    assert plain[1] and plain[2]
    assert [said(Context(moves.rules, TracedStore(spot.store, memory))) for _ in range(2)] == [plain, plain]
    assert memory.missed < memory.asked


def test_a_stretch_of_play_tells_and_does_the_same_when_it_is_remembered() -> None:
    moves = Moves(WHOLE, 3)
    told = moves.table.begin(("Hex: A to B", "B plays Boost"))
    assert told is not None
    [begun] = told.judge.branches
    memory: Memo[Any] = Memo(Tally(WHOLE.rules))
    memory.parts = memory

    def passed(store: Store) -> list[Any]:
        """What is told, and the table and the agenda, at each of the next moments."""
        branch, found = begun.laid(Position(store, begun.position.agenda)), []
        for _ in range(4):
            branch = carry_on(WHOLE.rules, [branch])[0]
            there = branch.position
            found.append(([*branch.lines()], dict(there.store.items()), there.agenda))
            branch = lapsed(branch)
        return found

    plain = passed(begun.position.store)
    first, missed = passed(TracedStore(begun.position.store, memory)), memory.missed
    assert first == plain == passed(TracedStore(begun.position.store, memory))
    assert memory.missed == missed
    assert len({len(lines) for lines, _, _ in plain}) > 1
    assert {"carried", "stretch"} <= {name[0] for name in memory._found}


def test_what_is_carried_on_from_memory_takes_the_steps_it_took() -> None:
    told = Moves(WHOLE, 3).table.begin(("Hex: A to B", "B plays Boost"))
    assert told is not None
    [begun] = told.judge.branches
    memory: Memo[Any] = Memo(Tally(WHOLE.rules))
    memory.parts = memory
    taken = []
    for _ in range(2):
        with allowing() as allowed:
            carry_on(WHOLE.rules, [lapsed(begun.on(TracedStore(begun.position.store, memory)))])
        taken.append(allowed.taken)
    assert taken[0] == taken[1] > 1
    with allowing(taken[0] - 1), pytest.raises(TooMany):
        carry_on(WHOLE.rules, [lapsed(begun.on(TracedStore(begun.position.store, memory)))])


def test_what_breaks_off_a_procedure_around_it_is_no_stretch_by_itself() -> None:
    leaving = Then((Put(Call("round", ()), Lit(3)), Leave("round")))
    after = (Nothing(), (), ())
    around = Position(Store(), (Under((WHOLE.rules.game.clauses[0].id,), leaving), (), (End("round"), (), after)))
    memory: Memo[Any] = Memo(Tally(WHOLE.rules))
    for store in (around.store, TracedStore(around.store, memory), TracedStore(around.store, memory)):
        [branch] = carry_on(WHOLE.rules, [Branch(around.with_store(store))])
        assert branch.ended and branch.position.agenda == () and branch.position.store.get(("round",)) == 3
    with pytest.raises(Beyond):
        left((Nothing(), (), REST), "round")
    assert left((End("round"), (), REST), "round") is REST
