"""Questions typed by somebody who did not know the forms: how many of them are read as they are meant, none otherwise."""

from __future__ import annotations

from pathlib import Path

from checker.cli import games
from checker.syntax.everyday.retell import Retold

LISTED = Path(__file__).with_name("judge_questions_meant.txt")
AS_MEANT = 22
OTHERWISE = 13
"""So many are read in other words, some of which say something else: fewer is better."""


def said(text: str) -> tuple[str, ...]:
    """The statements, without the line that names the game."""
    parts = (s.strip(" ?").casefold() for s in text.replace("\n", ";").split(";"))
    return tuple(s for s in parts if s and not s.startswith("game "))


def test_what_is_read_is_what_was_meant() -> None:
    desks = {game: games.desk(game) for game in ("hexhex", "hexx")}
    lines = [line.split(" | ") for line in LISTED.read_text("utf-8").splitlines()]
    read = [
        (said(found.text), said(meant))
        for game, typed, meant in lines
        if isinstance(found := desks[game].retold(typed), Retold)
    ]
    assert sum(told == meant for told, meant in read) >= AS_MEANT
    assert sum(told != meant for told, meant in read) <= OTHERWISE
