"""Horrible Hex: its rulings, its pictures, and what cannot be used."""

from __future__ import annotations

from functools import cache

import pytest

from checker.ask.game_session import Desk
from checker.cli import games as house
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict


@cache
def desk() -> Desk:
    return house.desk("horrible")


def answers(text: str) -> list[tuple[Verdict, str]]:
    return [(a.verdict, a.value) for s in desk().scenes(text, "scene") for _, a in desk().answers(s)]


@pytest.mark.parametrize("scene", desk().rulings(), ids=lambda s: s.title)
def test_ruling(scene: Scene) -> None:
    checked = desk().checked(scene)
    assert checked and [c.faults for c in checked if c.faults] == []


PICTURE = """players Red Blue
tile a: circle, slide south-east
tile b: star
tile c: circle
board:
  | a . b
  |  c
"""


def test_a_scene_is_drawn_and_its_board_is_drawn_again() -> None:
    told = answers(
        f"{PICTURE}where is b?\nwhat does the board look like?\nRed moves a by slide south-east\nis it legal?"
    )
    assert told == [(Verdict.FORCED, v) for v in ("2,0", "a . b\n c", "no")]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (PICTURE.replace("|  c", "| c"), 7, "does not lie as hexes do"),
        (PICTURE.replace("|  c", "|  d"), 5, "no tile `d`"),
        (PICTURE + "tile x: star at 2,0\nwhere is x?", 8, "two tiles at 2,0"),
        (PICTURE + "Red moves z by slide east\nwhere is a?", 8, "`z` cannot stand here"),
        (PICTURE.replace("Red Blue", "Red Blue Green") + "where is a?", 1, "for two"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(text: str, line: int, said: str) -> None:
    with pytest.raises(InputError) as error:
        answers(text)
    assert (error.value.problems[0].place.line, said in error.value.problems[0].message) == (line, True)
