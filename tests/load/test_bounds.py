"""The bounds on what is read: as the manual lists them, and what comes at each and just beyond it."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.games.hexx.words import _listed
from checker.kernel.source import (
    DICTIONARY_BYTES,
    DIGITS,
    FILE_BYTES,
    FILES,
    HINTED_CHARACTERS,
    LINE_CHARACTERS,
    LINES,
    PIPE_SECONDS,
    SCENE_PLAYERS,
    SCENE_STATEMENTS,
    STATEMENT_DEPTH,
    STATEMENT_WORDS,
    TYPED_CHARACTERS,
    TYPED_WORDS,
    WORD_LETTERS,
    WORDS,
    InputError,
    Place,
    Problem,
)
from checker.norms import number_ranges

TOY = ROOT / "tests" / "toy"


def test_the_manual_lists_the_bounds() -> None:
    listed = (ROOT / "grammar" / "README.md").read_text("utf-8").partition("\n## Bounds\n")[2]
    rows = {row[0].strip(): row[1] for row in re.findall(r"^\| (.*?) \| (.*?) \|$", listed, re.MULTILINE)}
    numbers = {of: [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?<!,)", said)] for of, said in rows.items()}
    million = 1_000_000
    assert [numbers[of] for of in rows if numbers[of]] == [
        [TYPED_CHARACTERS, TYPED_WORDS],
        [FILE_BYTES // million, LINES, LINE_CHARACTERS],
        [DICTIONARY_BYTES // million, WORD_LETTERS],
        [FILES],
        [WORDS],
        [20],
        [LINES, SCENE_STATEMENTS, SCENE_PLAYERS],
        [STATEMENT_WORDS, STATEMENT_DEPTH, DIGITS, HINTED_CHARACTERS],
        [PIPE_SECONDS],
    ]
    assert FILE_BYTES % million == DICTIONARY_BYTES % million == 0


def scene(text: str) -> object:
    return house.desk("pebbles", root=TOY).scenes(text, "test")


def seats(number: int) -> str:
    return "players " + " ".join(f"P{n}" for n in range(number)) + "; what is the supply?"


@pytest.mark.parametrize(
    ("most", "beyond", "said"),
    [
        (partial(scene, seats(100)), partial(scene, seats(101)), "101 players are named; 100 is the most"),
        (
            partial(scene, "players A B; set up the supply as 999999999"),
            partial(scene, "players A B; set up the supply as 1000000000"),
            "`1000000000` is too large; a number has at most 9 digits",
        ),
        (
            partial(number_ranges._listed, [(1, 10_000)]),
            partial(number_ranges._listed, [(0, 10_000)]),
            "10001 numbers would have to be tried; 10000 is the most",
        ),
        (
            partial(_listed, "X" * 64, "list"),
            partial(_listed, "X" * 65, "list"),
            "a dictionary has one word of the letters A to Z on a line",
        ),
    ],
)
def test_what_comes_to_the_bound_is_read_and_what_goes_beyond_it_is_not(most: Any, beyond: Any, said: str) -> None:
    most()
    with pytest.raises(InputError) as caught:
        beyond()
    assert [problem.message for problem in caught.value.problems] == [said]


def test_a_line_of_more_than_a_thousand_signs_is_long() -> None:
    assert [Problem(Place("x", 1), "no", "x" * length).long for length in (1_000, 1_001)] == [False, True]
