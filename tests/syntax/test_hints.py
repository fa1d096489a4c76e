"""Every hint of a line that is refused, typed instead of it, is accepted, and is about the words that were typed."""

from __future__ import annotations

import csv
import re
from functools import cache

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games, retelling
from checker.cli.main import run
from checker.kernel.source import InputError
from checker.syntax.everyday.about import content
from checker.syntax.everyday.retell import sentences

HERE = ROOT / "tests"
LISTS = ("judge_questions.txt", "judge_questions_blind.txt", "judge_questions_unseen.txt")
ASKED = ("player_questions.tsv", "player_questions_phone.tsv")
MEANT, LISTED = re.compile(r"did you mean: (.+)"), re.compile(r"`hexcheck show (\S+) ((?:questions )?\S+)` lists")
SEATS = ("A", "B", "C", "D", "Red", "Black", "Alice", "Bob", "Carol", "Anna", "Ben", "Carl", "Dora")


@cache
def desk(game: str) -> Desk:
    return games.desk(game)


def refused() -> list[tuple[str, str]]:
    """The games and lines that are listed as not read, and the questions of players."""
    listed = [line.split(" | ") for name in LISTS for line in (HERE / name).read_text("utf-8").splitlines()]
    lines = [(one[0], one[1]) for one in listed if one[2] == "-"]
    asked = [one for name in ASKED for one in csv.DictReader((HERE / name).open(encoding="utf-8"), delimiter="\t")]
    return [*lines, *((one["game"], one["question"]) for one in asked)]


def hint_of(game: str, text: str) -> tuple[str, str]:
    """The sentence that is not read, and the hint; nothing if the line is read."""
    try:
        retelling.retold([desk(game)], text, "scene")
    except InputError as error:
        return error.problems[0].excerpt, error.problems[0].hint
    return "", ""


def test_each_hint_is_accepted_and_about_what_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    wrong, shown = [], dict[tuple[str, str], bool]()
    told = [(game, text, *hint_of(game, text)) for game, text in refused()]
    for game, text, sentence, hint in told:
        meant, listing = MEANT.match(hint), LISTED.match(hint)
        if meant:
            for form in meant[1].split(", or: "):
                at = next(n for n, one in enumerate(sentences(text)) if one[-9:] == sentence[-9:])
                before = [*sentences(text)][:at]
                found = retelling.retold([desk(game)], "\n".join((*before, form)), "scene")
                if not found or content(form, SEATS) - content(sentence, SEATS) or re.search(r"\b(\w+) is \1\b", form):
                    wrong.append((text, form))
        elif listing:
            named, what = listing[1], listing[2]
            if (named, what) not in shown:
                shown[named, what] = (
                    run(["show", named, *what.split()]) == 0 and "no form" not in capsys.readouterr().out
                )
            about = content(what.removeprefix("questions "), ()) if what != "scenes" else frozenset[str]()
            if not shown[named, what] or about - content(sentence, ()):
                wrong.append((text, hint))
        elif sentence and hint != retelling.TELL_FIRST:
            wrong.append((text, hint))
    assert not wrong, wrong
    assert sum(bool(hint) for *_, hint in told) > 90


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
    assert not MEANT.match(hint_of(game, text)[1])


def test_a_name_that_is_misspelled_is_proposed_as_the_game_spells_it() -> None:
    assert (
        hint_of("hexhex", "A casts at B. B plays Turn Asde Lft. who has it?")[1]
        == "did you mean: B plays Turn Aside Left"
    )
    assert (
        hint_of("hexhex", "A casts at B. B plays Dubble Bakc. what happens?")[1] == "did you mean: B plays Double Back"
    )


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
