"""An answer names an assumption only if it would be another one without it."""

from __future__ import annotations

import pytest

from checker.house import asked
from checker.kernel.verdict import Verdict

AN_S = "adding s makes a new word"
EXCEPTION = "one general rule forbids what another allows"
TABLE = "game hexx\nplayers Red Black\ndictionary card, cards, cord\nword CARD at -1,0 east red\n"


def _assumed(scene: str) -> list[tuple[str, ...]]:
    return [one.answer.assumed for one in asked(TABLE + scene, None, None, False)]


def _names(said: tuple[str, ...], what: str) -> bool:
    return any(what in one for one in said)


def test_what_changes_the_answer_is_named() -> None:
    (valid,) = _assumed("Black plays CARDS at -1,0 east\nis the play valid?")
    assert _names(valid, AN_S)


@pytest.mark.parametrize(
    "scene",
    [
        "Black owes a 9\nBlack plays CARDS at -1,0 east\nis the play valid?",
        "hand Black: S, V\nBlack passes\nwhat colour is 0,0?",
        "adding s makes a new word\nBlack plays CARDS at -1,0 east\nis the play valid?",
    ],
)
def test_what_changes_nothing_is_not(scene: str) -> None:
    assert not any(_names(said, AN_S) for said in _assumed(scene))


def test_questions_of_one_scene_are_told_apart() -> None:
    valid, earlier = _assumed(
        "Black plays CARDS at -1,0 east\nis the play valid?\nhow many tiles are in the hand of Red?"
    )
    assert _names(valid, AN_S) and not _names(earlier, AN_S)


def test_chances_keep_what_they_are_reckoned_with() -> None:
    scene = TABLE + "what is the chance that Black gets 4?"
    (chance,) = (one.answer for one in asked(scene, None, None, False))
    assert chance.verdict is Verdict.FORCED and _names(chance.assumed, "die")
