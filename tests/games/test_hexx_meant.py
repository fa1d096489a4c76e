"""A word told without its place lies where it takes in the most of what lies there."""

from __future__ import annotations

from checker.catalog import games as house


def answers(text: str) -> list[tuple[str, str]]:
    at = house.desk("hexx")
    return [(a.verdict.value, a.value) for scene in at.scenes(text, "scene") for _, a in at.answers(scene)]


WORDS = "game hexx\nplayers Red Black\ndictionary card, cards, scar, it\nword CARD at -1,0 east red\n"


def test_a_word_without_its_place_lies_where_it_takes_in_the_most() -> None:
    """It goes on from the word that lies there; asked of, any place will do; a word that fits nowhere is said to."""
    ((_, there),) = answers(WORDS + "Black plays CARDS\nwhat is at 3,0?")
    assert there == "S, black"
    assert [v for _, v in answers(WORDS + "may Black play SCAR?\nmay Black play CARDX?")] == ["yes", "no"]
    ((_, first),) = answers("game hexx\nplayers Red Black\nBlack plays CARD\nwhat is at 3,0?")
    assert first == "D, black"
