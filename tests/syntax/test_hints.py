"""Every hint of a line that is refused, typed instead of it, is accepted, and is about the words that were typed."""

from __future__ import annotations

import csv

import pytest
from conftest import ROOT
from hints_typed import MEANT, desk, wrong_in

from checker.catalog import retelling
from checker.cli.main import run
from checker.kernel.source import InputError, Problem

HERE = ROOT / "tests"
LISTS = ("judge_questions.txt", "judge_questions_blind.txt", "judge_questions_unseen.txt")
ASKED = ("player_questions.tsv", "player_questions_phone.tsv")


def refused() -> list[tuple[str, str]]:
    """The games and lines that are listed as not read, and the questions of players."""
    listed = [line.split(" | ") for name in LISTS for line in (HERE / name).read_text("utf-8").splitlines()]
    lines = [(one[0], one[1]) for one in listed if one[2] == "-"]
    asked = [one for name in ASKED for one in csv.DictReader((HERE / name).open(encoding="utf-8"), delimiter="\t")]
    return [*lines, *((one["game"], one["question"]) for one in asked)]


def refusal_of(game: str, text: str) -> Problem | None:
    """Why the line is not read; nothing if it is."""
    try:
        retelling.retold([desk(game)], text, "scene")
    except InputError as error:
        return error.problems[0]
    return None


def hint_of(game: str, text: str) -> str:
    """What is proposed instead of the line; nothing if it is read."""
    found = refusal_of(game, text)
    return found.hint if found else ""


def test_each_hint_is_accepted_and_about_what_was_typed() -> None:
    told = [(game, text, found) for game, text in refused() if (found := refusal_of(game, text))]
    wrong = [(text, what) for game, text, found in told if (what := wrong_in(game, text, found))]
    assert not wrong, wrong
    assert sum(bool(found.hint) for *_, found in told) > 90


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("horrible", "Can I push a tile off when there's nothing behind it?"),
        ("hexhex", "A curses B. Is B forced to answer?"),
        ("hexhex", "A casts at B. Can B play Ward and then Stun?"),
        ("hexhex", "A casts at B. can C cancel it with Hex Sign?"),
        ("hexhex", "Can A play a card before the first Hex is cast?"),
    ],
)
def test_nothing_else_is_proposed_than_what_was_typed(game: str, text: str) -> None:
    """No word is put in, none that limits what is asked is left out, and nothing is said to be itself."""
    assert not MEANT.match(hint_of(game, text))


def test_a_name_that_is_misspelled_is_proposed_as_the_game_spells_it() -> None:
    assert (
        hint_of("hexhex", "A casts at B. B plays Turn Asde Lft. who has it?") == "did you mean: B plays Turn Aside Left"
    )
    assert hint_of("hexhex", "A casts at B. B plays Dubble Bakc. what happens?") == "did you mean: B plays Double Back"


@pytest.mark.parametrize(
    ("game", "text", "hint"),
    [
        (
            "horrible",
            "players Red Blue; tile a: circle at 0,0, jump east; tile b: star at 1,0; can Red jump a two hexes",
            "`hexcheck show horrible questions jump` lists",
        ),
        ("hexhex", "players A B C; A casts at B; can B wiggle out of it", "`hexcheck show hexhex questions out` lists"),
    ],
)
def test_a_hint_on_a_table_is_accepted_there_too(game: str, text: str, hint: str) -> None:
    with pytest.raises(InputError) as refusal:
        run(["ask", game, text])
    assert refusal.value.problems[0].hint.startswith(hint)
