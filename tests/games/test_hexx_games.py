"""Whole games of the word game: they end, and the properties hold in every position of them."""

from __future__ import annotations

from functools import cache

import pytest
from played import GameResult, play

from checker.catalog import games as house
from checker.check.sample_games import SamplePlan, sampled
from checker.check.sample_text import as_json, lines
from checker.games.hexx.board import HEXX, title_of
from checker.games.hexx.whole import playing
from checker.kernel.position import Position, Store
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.simulate.games import Players, RandomPolicy
from checker.simulate.property_monitor import SHARED, Watcher

MOST = 1500
"""Decisions in a game; exchanges can go on for ever [WX-23], so that a game may reach it."""


@cache
def rules() -> Rulebook:
    return house.desk("hexx").rules


def game(seed: int, points: bool = False) -> tuple[Position, GameResult, Watcher]:
    own = playing(rules().game)
    watcher = Watcher(rules())
    players = Players(rules(), own.acts, own.weight, watcher)
    position, played = play(players, own.table(("Red", "Black")), RandomPolicy(seed, points), MOST)
    return position, played, watcher


@pytest.mark.parametrize(("seed", "points"), [(0, False), (2, True), (3, True)])
def test_random_games_end_and_keep_the_properties(seed: int, points: bool) -> None:
    position, played, watcher = game(seed, points)
    assert played.stuck == ""
    assert [f"{v.property}: {v.text}" for v in watcher.violations if not v.violable] == []
    if played.ended:
        context = Context(rules(), position.store)
        assert position.store.get(("over",)) is True
        assert sum(int(str(context.fact("score", p))) for p in (0, 1)) == context.fact("on board")


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(1)[0] == game(1)[0]


def test_a_sample_tells_the_largest_numbers_in_use() -> None:
    desk = house.desk("hexx")
    sample = sampled(desk, SamplePlan(1, 1, (2,), reruns=0, jobs=1))
    assert not [row.name for row in sample.rows if row.kind == "order"], "who draws first makes no difference"
    said = as_json(sample)["largest"]
    assert set(said) == {
        "tiles on the board",
        "HEXX tiles on the board",
        "tiles in one hand",
        "spaces from the centre (no clause bounds them)",
    }
    assert 20 < said["tiles on the board"] <= 104 and said["HEXX tiles on the board"] <= 6
    assert f"{said['tiles on the board']} tiles on the board" in " ".join(lines(sample))


def test_how_far_tiles_lie_from_the_centre_is_counted_in_spaces() -> None:
    uses = playing(rules().game).uses
    assert uses is not None
    store = Store().put(("zone", "space", "2,-3"), (("A", 1),)).put(("zone", "space", "1,1"), ((HEXX, 1),))
    store = store.put(("zone", "hand", 1), (("B", 1), ("B", 2)))
    assert uses(store) == {
        "tiles on the board": 2,
        "HEXX tiles on the board": 1,
        "tiles in one hand": 2,
        "spaces from the centre (no clause bounds them)": 3,
    }
    assert uses(Store())["spaces from the centre (no clause bounds them)"] == 0


def test_the_bag_holds_as_many_hexx_tiles_as_the_rules_say() -> None:
    store = playing(rules().game).table(("Red", "Black"))
    assert sum(title_of(t) == HEXX for t in store.lying("bag")) == 6


@pytest.mark.parametrize(
    ("of", "change"),
    [
        ("C-48", lambda store: store.put(("zone", "bag"), store.lying("bag")[1:])),
        ("C-49", lambda store: store.put(("zone", "space", "0,0"), (store.lying("bag")[0],))),
    ],
)
def test_a_watcher_reports_what_does_not_hold(of: str, change: object) -> None:
    watcher = Watcher(rules())
    store = playing(rules().game).table(("Red", "Black"))
    watcher(Position(store), ())
    watcher(Position(change(store)), (), "turn")  # type: ignore[operator]
    assert of in {v.property for v in watcher.violations}


def found_out(of: str, *steps: tuple[Store, tuple[Line, ...]]) -> list[bool]:
    """Whether the rules themselves break the property, for each time that the steps break it."""
    watcher = Watcher(rules())
    for store, told in steps:
        watcher(Position(store), told)
    return [bool(v.violable) for v in watcher.violations if v.property == of]


@pytest.mark.parametrize(
    ("key", "value", "excused"),
    [(("result",), 17, True), (("bound", 0), True, True), (("all drawn",), True, True), (("result",), 20, False)],
)
def test_a_hand_left_short_is_excused_only_where_the_rules_leave_it_so(
    key: tuple[str, ...], value: object, excused: bool
) -> None:
    store = playing(rules().game).table(("Red", "Black")).put(("turn",), 0).put(key, value)  # type: ignore[arg-type]
    short = store.put(("zone", "hand", 0), store.lying("bag")[:5]).put(("zone", "bag"), store.lying("bag")[5:])
    full = store.put(("zone", "hand", 0), store.lying("bag")[:6]).put(("zone", "bag"), store.lying("bag")[6:])
    assert found_out("C-50", (short.put(("moved", 0), True), ()), (short, ())) == [excused]
    assert found_out("C-50", (full.put(("moved", 0), True), ()), (full, ())) == []
    twice = short.put(("the plays", 0), 1)
    assert found_out("C-50", (twice.put(("moved", 0), True), ()), (twice, ())) == [], "the first of two plays"


def test_a_seventh_result_is_excused_only_where_a_tile_was_laid_anew() -> None:
    store = playing(rules().game).table(("Red", "Black"))
    wild = next(t for t in store.lying("bag") if title_of(t) == HEXX)
    rolled = Line("", (), ("roll", 0, 4))
    for laid, excused in ((store, False), (store.put(("laid before", wild), True), True)):
        steps = [(laid.put(("rolls", 0), n), (rolled,)) for n in range(7)]
        assert found_out("C-55", *steps) == [excused]
        assert found_out("C-55", *steps[:6]) == []


def test_every_property_of_the_list_is_watched_or_excused() -> None:
    properties = rules().game.properties
    assert [p.id for p in properties] == [*(f"C-{n}" for n in range(48, 62)), "reach", "die", "opponents"]
    for one in properties:
        assert one.checks or one.function in SHARED or one.unchecked, one.id
