"""Play is followed within bounds, also under rules that never let it end."""

from __future__ import annotations

from functools import cache

import pytest

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.position import Position
from checker.kernel.verdict import Verdict
from checker.run.branches import Branch, TooMany
from checker.run.procedures import agenda_from
from checker.scenes.end_moment import MOST_MOMENTS, until
from checker.verdicts.statements import SceneStatements

DEALT = "players A B C; hand B: X; card X: play when dealt, standing effect; before the round; A casts at B; is X of B in effect?"
"""With HH-105 gone no Hex is ever played out, and the rounds go on for ever."""


@cache
def desk(*without: str) -> Desk:
    whole = house.desk("hexhex")
    return whole.changed(without=without) if without else whole


def test_rules_without_an_end_are_not_followed_for_ever() -> None:
    endless = desk("HH-105")
    ((_, answer),) = endless.answers(endless.scenes(DEALT, "test")[0])
    assert answer.verdict is Verdict.UNKNOWN
    assert "goes on for too long" in answer.note
    ((_, plain),) = desk().answers(desk().scenes(DEALT, "test")[0])
    assert plain.verdict is Verdict.FORCED


def begun() -> Branch:
    scene = desk().scenes("players A B C; before the cast; who deals next?", "test")[0]
    forms = SceneStatements(desk().rules, scene, desk().own)
    start = forms.opening()
    return Branch(Position(start, agenda_from(desk().rules, "game", forms.phase(start))))


def test_a_way_that_never_stops_is_given_up() -> None:
    branch = begun()
    with pytest.raises(TooMany):
        until(branch, lambda one: [one])


def test_a_way_that_multiplies_is_given_up() -> None:
    branch = begun()
    with pytest.raises(TooMany):
        until(branch, lambda one: [one, one])


def test_ways_stop_where_there_is_nothing_further() -> None:
    branch = begun()
    left = iter(range(MOST_MOMENTS - 1))
    assert until(branch, lambda one: None if next(left, None) is None else [one]) == [branch]
