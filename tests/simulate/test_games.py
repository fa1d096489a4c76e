"""Whole games of HEX•HEX: they end, and the properties hold in every position of them."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from conftest import TRIALS, later
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from played import GameResult, play

from checker.catalog import games as house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.position import Position, Store
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.simulate.games import Decider, Decision, Over, Players, RandomPolicy, Stuck
from checker.simulate.property_monitor import SHARED, Watcher

NAMES = tuple("ABCDEF")
GAMES = {
    (3, False): 3 * TRIALS,
    (4, False): TRIALS,
    (5, False): TRIALS,
    (6, False): TRIALS,
    (3, True): 3 * TRIALS,
    (4, True): TRIALS,
    (5, True): TRIALS,
    (6, True): TRIALS,
}
"""Random games for each number of players, open points settled by default or in any way."""
PARTS = 1 if TRIALS == 1 else 4
"""Each number of players is played in so many parts, which cores may share."""

MOST = 900
"""Decisions in a game. Tie-breakers may be repeated for ever (C-37), so that a game may reach it."""


@cache
def rules() -> Rulebook:
    return house.desk("hexhex").rules


def table(players: int) -> Store:
    return beginning(rules().game.cards, NAMES[:players])


def game(players: int, seed: int, points: bool = False) -> tuple[Position, GameResult, Watcher]:
    watcher = Watcher(rules())
    position, played = play(Players(rules(), acts, weight, watcher), table(players), RandomPolicy(seed, points), MOST)
    return position, played, watcher


def broken(watcher: Watcher) -> list[str]:
    """What did not hold though nothing in the rulebook lets it be broken."""
    return [f"{v.property} in round {v.round}: {v.text}" for v in watcher.violations if not v.violable]


# ---- the deck ------------------------------------------------------------------------------


def test_the_deck_has_as_many_cards_as_the_box() -> None:
    counts = {c.of: c.number for c in rules().game.counts}
    assert sum(c.copies for c in rules().game.cards) == counts["playing cards"] == 150


def test_basic_deflections_are_the_majority_and_hexhex_is_single() -> None:
    cards = rules().game.cards
    assert sum(c.copies for c in cards if "basic deflection" in c.kinds) > 75
    assert [c.copies for c in cards if c.title == "HEX•HEX"] == [1]


def test_copies_that_no_clause_states_are_marked_and_few_cards_are_invented() -> None:
    cards = rules().game.cards
    sources = Counter(c.copies_source for c in cards)
    assert {c.title: c.copies_source for c in cards if c.copies_source not in ("assumed", "invented")} == {
        "HEX•HEX": "HH-63"
    }
    assert sources["invented"] <= 2


def test_no_category_of_the_deck_is_empty() -> None:
    kinds = {k for c in rules().game.cards if c.copies for k in c.kinds}
    assert {
        "basic deflection",
        "enhanced deflection",
        "counter Hex",
        "play only when Hexed",
        "play when dealt",
    } <= kinds


# ---- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize("points", [False, True], ids=["defaults", "any option"])
@pytest.mark.parametrize("players", [3, 6, *later(4, 5)])
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_end_and_keep_the_properties(players: int, points: bool, part: int) -> None:
    for seed in range(part, GAMES[players, points], PARTS):
        position, played, watcher = game(players, seed, points)
        assert not played.stuck, f"seed {seed}: nobody may do anything at `{played.stuck}`"
        assert played.ended or position.store.get(("tie breaker",)), f"seed {seed}: no end after {MOST} decisions"
        assert not broken(watcher), f"seed {seed}: {broken(watcher)}"
        if played.ended and not points:
            _has_its_rounds_and_one_winner(position.store, players)


def _has_its_rounds_and_one_winner(store: Store, players: int) -> None:
    """A game without ties has one round more than players; whoever wins has more Voice than anybody else."""
    if not store.get(("tie breaker",)):
        assert store.get(("round",)) == players + 1
    voices = sorted(v for p in range(players) if isinstance(v := store.get(("Voice", p), 5), int))
    assert len(voices) == players and voices[-1] > voices[-2]
    assert Context(rules(), store).fact("winner") in range(players)


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(3, 5)[0].store == game(3, 5)[0].store


def test_a_watcher_reports_a_card_that_vanishes() -> None:
    watcher = Watcher(rules())
    store = table(3)
    watcher(Position(store), ())
    deck = store.get(("zone", "deck"))
    assert isinstance(deck, tuple)
    watcher(Position(store.put(("zone", "deck"), deck[1:])), ())
    assert "C-4" in {v.property for v in watcher.violations}


@pytest.mark.parametrize(("there", "told"), [((), {"S-7"}), ((1,), set())], ids=["on none", "on one in play"])
def test_a_watcher_reports_a_token_that_lies_on_no_hex(there: tuple[int, ...], told: set[str]) -> None:
    """Tokens go with their Hex; one that stays behind, or lies on a Hex that is gone, is a fault."""
    watcher = Watcher(rules())
    store = table(3).put(("things", "hex"), there).put(("cast",), True)
    for hex_ in there:
        store = store.put(("intended", hex_), 0).put(("sender", hex_), 1)
    store = store.put(("things", "token"), (7,)).put(("bearer", 7), 1).put(("token title", 7), "Boost")
    watcher(Position(store), (), "answers")
    assert {v.property for v in watcher.violations} & {"S-7"} == told


def test_every_property_of_the_list_is_stated_once_and_watched_or_excused() -> None:
    properties = rules().game.properties
    assert [p.id for p in properties if p.id.startswith("C-")] == [f"C-{n}" for n in range(1, 39)]
    for one in properties:
        assert one.checks or one.function in SHARED or one.unchecked, one.id


# ---- any course of play that a player could think of ----------------------------------------


class Table(RuleBasedStateMachine):
    """Hypothesis decides who does what: whole rounds at random, and single decisions of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.decision: Decision | Over | Stuck = Over()
        self.position = Position(Store())

    @initialize(players=st.integers(3, 6), seed=st.integers(0, 999))
    def begin(self, players: int, seed: int) -> None:
        self.watcher = Watcher(rules())
        self.players = Players(rules(), acts, weight, self.watcher)
        self.random = random.Random(seed)
        self._on(self.players.begin(table(players)))

    def _on(self, position: Position) -> None:
        self.position, self.decision = self.players.next(position)
        assert not isinstance(self.decision, Stuck), f"nobody may do anything at `{self.decision.moment}`"
        assert not broken(self.watcher), broken(self.watcher)

    def _take(self, number: int) -> None:
        assert isinstance(self.decision, Decision)
        self._on(self.decision.after[number % len(self.decision.after)])

    @precondition(lambda self: isinstance(self.decision, Decision))
    @rule(number=st.integers(0, 40))
    def decide(self, number: int) -> None:
        self._take(number if self._free() else 0)

    def _free(self) -> bool:
        one = self.decision
        return isinstance(one, Decision) and (one.point is None or one.point.key[1:2] != ("effect",))

    @precondition(lambda self: isinstance(self.decision, Decision))
    @rule(times=st.integers(5, 40))
    def play_on(self, times: int) -> None:
        for _ in range(times):
            if isinstance(self.decision, Decision):
                self._take(self.random.randrange(1000) if self._free() else 0)

    @precondition(lambda self: isinstance(self.decision, Decision) and self.decision.kind is Decider.ACT)
    @rule()
    def first_act(self) -> None:
        self._take(0)

    @precondition(lambda self: isinstance(self.decision, Over))
    @rule()
    def over(self) -> None:
        assert self.position.store.get(("game over",)) is True


def test_any_course_of_play_keeps_the_properties() -> None:
    run_state_machine_as_test(
        Table, settings=settings(max_examples=6 * TRIALS, stateful_step_count=20, phases=(Phase.generate,))
    )


@pytest.mark.parametrize("cursed", [False, True])
def test_a_property_that_the_rules_may_break_is_excused_only_where_they_do(cursed: bool) -> None:
    """A Warded player loses Voice: by HEX•HEX the clauses disagree, by anything else it is a fault."""
    watcher = Watcher(rules())
    before = table(3).put(("zone", "in play", 1), (("Ward", 1),)).put(("in effect", ("Ward", 1)), True)
    if cursed:
        before = before.put(("zone", "played", 0), (("HEX•HEX", 1),))
    before = before.put(("Voice", 1), 5)
    watcher(Position(before), ())
    lost = Line("B loses 3 Voice", (), event=("lose", 1, 3, "HEX•HEX" if cursed else "Boost"))
    watcher(Position(before.put(("Voice", 1), 2)), (lost,))
    (found,) = (v for v in watcher.violations if v.property == "C-14")
    assert bool(found.violable) is cursed


OFF, CAST = ("go off", "H1", 1), ("cast", 0, 1)
FAULTS = {
    "C-2": ([("move", "H1", 2)], [("pass", 1, "H1", 2), ("move", "H1", 2)]),
    "C-7": ([("go off", "H2", 1)], [CAST, ("go off", "H2", 1)]),
    "C-10": ([OFF, ("gain", 0, 1), ("hexed", 1)], [OFF, ("gain", 0, 1), ("lose", 1, 1, "being Hexed"), ("hexed", 1)]),
    "C-11": ([OFF, ("gain", 0, 2), ("hexed", 1)], [OFF, ("gain", 0, 1), ("hexed", 1), ("gain", 0, 1), ("hexed", 1)]),
    "C-20": ([OFF, OFF], [OFF]),
    "C-21": ([("play", 1, ("Level", 1), None, None, None)], []),
    "C-30": ([CAST, CAST], [CAST]),
}
"""Events in a row that break a property, and such as do not, of a Hex of A's before B that each begins with."""


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_noted_of_the_course_of_play_tells_a_fault_from_none(name: str) -> None:
    lies = table(3).put(("things", "hex"), ("H1",)).put(("intended", "H1"), 1).put(("sender", "H1"), 0)
    lies = lies.put(("coming sender", "H1"), 1).put(("dealer",), 2)
    for events, broken_ in zip(FAULTS[name], (True, False), strict=True):
        watcher = Watcher(rules())
        watcher(Position(lies), (), "answer")
        watcher.violations.clear()
        for event in events:
            watcher(Position(lies), (Line("", (), event),))
        assert (name in {v.property for v in watcher.violations}) is broken_


def test_what_changes_on_a_step_is_looked_at_in_two_tables() -> None:
    lies = table(3).put(("zone", "played", 1), (("Duck", 90),))
    for back, broken_ in ((lies.moved(("Duck", 90), ("zone", "hand", 2)), True), (lies.put(("Voice", 1), 6), False)):
        watcher = Watcher(rules())
        watcher(Position(lies), ())
        watcher(Position(back), ())
        assert ("C-16" in {v.property for v in watcher.violations}) is broken_
