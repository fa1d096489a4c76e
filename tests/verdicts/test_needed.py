"""An answer names an assumption only if it would be another one without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog.games import asked
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


FIRST = "named first casts first"


@pytest.mark.parametrize(
    ("scene", "rests"),
    [
        ("may A cast at B?", True),
        ("must C cast at A?", False),
        ("dealer C\nmay A cast at B?", False),
        ("Hex: A to B\nmay C cast at A?", False),
        ("hand B: nothing\nHex: A to B\nthe round ends\nwho deals next?", True),
        ("hand B: nothing\nHex: A to B\nthe round ends\nwho gains Voice?", False),
        ("last round\nVoice A 3\nmay A cast at B?", False),
    ],
)
def test_who_casts_is_supposed_where_nobody_tells_and_it_matters(scene: str, rests: bool) -> None:
    (one,) = asked(f"players A B C\n{scene}", None, None, False)
    assert _names(one.answer.assumed, FIRST) is rests


def test_what_an_event_brings_about_may_rest_on_who_is_supposed_to_deal(tmp_path: Path) -> None:
    erratum = tmp_path / "dealer.norm"
    erratum.write_text(
        'erratum "x"\nclause E-1\n  says The dealer gains 1 when a Hex goes off.\n  norm when H goes off on P, the dealer gains 1 Voice\n'
    )
    scene = "players A B C\nhand B: nothing\nHex: A to B\nthe Hex goes off\nhow much Voice does C gain?\nhow much Voice does B lose?"
    gains, loses = asked(scene, [erratum], None, False)
    assert _names(gains.answer.assumed, FIRST) and not _names(loses.answer.assumed, FIRST)


def test_a_clause_has_no_part_through_the_condition_of_a_norm_of_its_own_that_is_not_live() -> None:
    (one,) = asked("players A B C\ndealer C\nmay A cast at B?", None, None, False)
    assert "HH-69" in one.answer.clauses and "HH-1" not in one.answer.clauses
