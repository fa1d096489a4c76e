"""What a scene states of the table after something was done is said to be true from there on alone."""

from __future__ import annotations

import pytest

import hexcheck
from checker.ask.ask import asked_text

LATE = "told after what was done, and so true from there on: "


@pytest.mark.parametrize(
    ("game", "scene", "late"),
    [
        (
            "hexhex",
            "players A B C; Hex: A to B; C plays HEX•HEX; HEX•HEX: B is last; B has Ward in play; "
            "how much Voice does B lose?",
            ["B has Ward in play"],
        ),
        ("hexhex", "players A B C; B has Ward in play; Hex: A to B; B plays Duck; hand C: nothing; who is Hexed?", []),
        (
            "hexx",
            "game hexx; Black to play; Black plays CARD at 0,0 east; tile S at 4,0 red; what is at 4,0?",
            ["tile S at 4,0 Red"],
        ),
    ],
)
def test_what_is_told_late_is_said(game: str, scene: str, late: list[str]) -> None:
    lines = list(asked_text(hexcheck.load(game).answered(scene)))
    assert [line.removeprefix(LATE) for line in lines if line.startswith(LATE)] == late
