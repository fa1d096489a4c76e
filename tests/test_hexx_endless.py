"""Why the word game ends, as far as it does: measures, and the loops that no measure ends."""

from __future__ import annotations

from functools import cache

import pytest

from checker import house
from checker.analyses.endless_play import measures, shown
from checker.analyses.registry import working
from checker.answers.checking import bench
from checker.search.bench import Bench, Options
from checker.search.looped import Job, Looped, looped


@cache
def whole() -> Bench:
    return bench(house.desk("hexx"))


@cache
def loops(scene: int, *cards: str) -> tuple[Looped, ...]:
    return looped(whole(), Job(scene, cards))


def test_draws_and_turns_end_and_the_die_and_the_game_need_not() -> None:
    with working(whole(), Options(players=(2,))) as work:
        results = shown(measures(work), whole().rules.game)
    assert {r.where for r in results if not r.ends} == {"step roll of one-play", "step turns of game"}
    assert sum(r.ends for r in results) == 5


def test_without_a_word_to_lay_exchanges_never_end() -> None:
    (one,) = loops(0)
    assert (one.where, one.forced, one.acts) == ("step turns of game", True, 2)
    assert [line for line in one.lines if " does " in line] == ["A does exchange 6 tiles", "B does exchange 6 tiles"]


@pytest.mark.parametrize(("card", "goes_on"), [("11 Null & Void", True), ("04 Reversal of Fortune", False)])
def test_tiles_put_back_into_an_empty_bag_keep_the_game_going(card: str, goes_on: bool) -> None:
    assert [one.where for one in loops(1, card)] == (["step turns of game"] if goes_on else [])


def test_only_chance_rolls_again_for_ever() -> None:
    (one,) = loops(2)
    assert (one.where, one.forced, one.who) == ("step roll of one-play", False, ("chance",))
