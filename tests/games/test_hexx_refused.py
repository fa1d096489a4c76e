"""What cannot be used in a scene of the word game is refused at its place, with a hint that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import games as house
from checker.kernel.source import InputError, Problem

BEFORE = "game hexx\nplayers Red Black\nword CARD at -1,0 east red\n"


def refused(line: str) -> Problem:
    at = house.desk("hexx")
    with pytest.raises(InputError) as caught:
        for one in at.scenes(f"{BEFORE}{line}\nwhat is at 0,0?", "scene"):
            list(at.answers(one))
    return caught.value.problems[0]


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("wrod DO at 2,0 south-east red", "`DO` cannot stand here", "did you mean `word`"),
        ("Blak plays REAL at 1,0 south-east", "`plays` cannot stand here", "meant to be a player"),
        ("Blue passes", "`passes` cannot stand here", "those of this scene are Red, Black"),
        ("Black play REAL at 1,0 south-east", "`play` cannot stand here", "did you mean `plays`"),
        ("Black plays REAL at 1,0 southeast", "`southeast` cannot stand here", "did you mean `south-east`"),
        ("Black plays REAL at 1,0", "`REAL` is no single letter", "REAL at 1,0 south-east"),
        ("may Black swap 0,0 for HEXX?", "`HEXX` cannot stand here", "as in `for E`"),
        ("Black swaps 0,0 for HEXX", "`HEXX` cannot stand here", "as in `for E`"),
        ("Black plays CARD at -1,0 east with D as HEXX", "what lies at 2,0 is no HEXX tile", "when it is put down"),
        ("Black plays CORD at -1,0 east", "at 0,0 lies A already", "the letters that lie there"),
        ("Black plays SO at 3,0 south-east with X as HEXX", "there is no X there in SO", "a letter of SO"),
        ("hand Black: HEXX, V\nBlack plays DO at 2,0 south-east", "does not hold the tiles for this: O", "`O as HEXX`"),
        (
            "Black plays S at 3,0 and E at 5,0",
            "4,0 is empty between S at 3,0 and E at 5,0 [WX-16]",
            "`is the play valid?`",
        ),
        (
            "Black plays R at 3,0 and S at 7,0",
            "4,0 to 6,0 are empty between R at 3,0 and S at 7,0",
            "`is the play valid?`",
        ),
        ("Black plays RED", "RED can lie in 8 places", "say where: `RED at 1,"),
        ("hand Red: A TT", "`TT` is no tile", "one by one"),
        ("Black names 4", "a letter", "names"),
        ("Black takes A from Black for E", "nobody takes a tile from themselves", "the other player"),
        ("is the play valid?", "nothing was done yet", "tell an act before"),
        ("players Red Red", "two players have the same name", "a name of their own"),
    ],
)
def test_the_message_says_what_is_wrong_and_the_hint_what_would_do(line: str, said: str, hint: str) -> None:
    problem = refused(line)
    assert said in problem.message
    assert hint in problem.hint


def test_the_caret_stands_under_the_word_that_does_not_fit() -> None:
    problem = refused("Blak plays REAL at 1,0 south-east")
    assert (problem.place.line, problem.place.column) == (4, 6)
    assert problem.excerpt[problem.place.column - 1 :].startswith("plays")


def test_a_gap_is_refused_at_its_place_only_where_no_play_without_one_can_be_meant() -> None:
    problem = refused("Black plays S at 3,0 and E at 5,0\nRed passes\nis the play valid?")
    assert problem.excerpt[problem.place.column - 1 :].startswith("5,0")
    rolled = f"{BEFORE}tile E at 4,0 black\nRed rolls 11\nBlack plays S at 3,0 and E at 5,0\nwhich words are made?"
    at = house.desk("hexx")
    assert [a.verdict for one in at.scenes(rolled, "scene") for _, a in at.answers(one)]


def test_a_gap_that_an_erratum_allows_is_told_as_any_play(tmp_path: Path) -> None:
    path = tmp_path / "gaps.norm"
    ranks = "".join(f"precedence E-1 over WX-{n}\n" for n in (12, 16, 17, 19))
    path.write_text(
        f'erratum "Gaps"\nclause E-1 permission "Gaps"\n  norm P may lay W if W has a gap\n{ranks}', encoding="utf-8"
    )
    at = house.desk("hexx", (path,))
    text = f"{BEFORE}Black plays S at 3,0 and E at 5,0\nwhat is at 5,0?"
    assert [a.value for one in at.scenes(text, "scene") for _, a in at.answers(one)] == ["E, black"]
