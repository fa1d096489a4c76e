"""What an answer is and rests on does not hang on which equal parts of the rules are one in memory."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from checker.catalog import games as house
from checker.norms.rulebook import Rulebook
from checker.verdicts.ruling_check import asked
from checker.verdicts.statements import SceneStatements


def apart(value: Any) -> Any:
    """An equal value of which no two parts are one, as it is when it was read and not fetched."""
    if isinstance(value, msgspec.Struct):
        return type(value)(*map(apart, msgspec.structs.astuple(value)))
    if isinstance(value, tuple):
        return tuple(map(apart, value)) if type(value) is tuple else type(value)(*map(apart, value))
    return value


@pytest.mark.parametrize(("game", "words", "every"), (("hexhex", "maddened", 4), ("hexx", "", 25)))
def test_rules_read_and_rules_fetched_give_the_same_answers(game: str, words: str, every: int) -> None:
    desk = house.desk(game)
    read = apart(desk.game)
    assert read == desk.game
    own = Rulebook(read, desk.rules.functions)
    told = (s for s in desk.rulings() if not s.amendments)
    chosen = [s for s in told if any(words in item.raw.text for item in s.items)][::every]
    assert len(chosen) > 9
    for scene in chosen:
        first, second = (
            [answer for _, answer in asked(rules, scene, SceneStatements(rules, scene, desk.own), traced=True)]
            for rules in (desk.rules, own)
        )
        assert first == second, scene.title
