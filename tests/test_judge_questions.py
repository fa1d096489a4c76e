"""Scenes as judges type them at a table: read, and as they are meant."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from checker.ask.game_session import Desk
from checker.cli import games
from checker.syntax.everyday.retell import Retold, Unread

LISTED = Path(__file__).with_name("judge_questions.txt")
SHARE = 0.35


@lru_cache
def desk(game: str) -> Desk:
    """The game, laid ready once."""
    return games.desk(game)


def told(game: str, text: str) -> Retold | Unread:
    """The text as the game tells it."""
    return desk(game).retold(text)


def test_judges_questions_are_read() -> None:
    """So many of the questions, typed in a hurry, are read."""
    lines = [line.split(" | ", 1) for line in LISTED.read_text().splitlines()]
    read = [text for game, text in lines if isinstance(told(game, text), Retold)]
    assert len(read) >= SHARE * len(lines)


def test_what_is_taken_for_granted_is_said() -> None:
    """A pronoun and the players who are not listed are said; what nobody means is not read."""
    found = told("hexhex", "A casts at B. Can he play Duck?")
    assert isinstance(found, Retold)
    assert "may B play Duck?" in found.text
    assert "`he` is B" in found.taken
    assert any("C plays too" in t for t in found.taken)
    assert isinstance(told("hexhex", "A casts at B. Can he frobnicate the goose?"), Unread)
