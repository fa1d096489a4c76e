"""Questions and errata written from the rulebooks alone: what is answered is right, and nothing as another.

The first list of each was fixed before the grammar was looked at and then worked on, the second measured before that
(6 of 20 questions and 1 of 10 errata were read) and looked at afterwards, the third only measured. Lists 4 to 10 were fixed one after the other, each measured before it was looked at:
12 of 60, then 5, 6, 9, 13, 13 and 13 of 20 were read, of these 2, 1, 1, 0, 1, 2 and 0 as another question. Of list 11,
sixty again, 13 were read, none as another question, and of the others 33 had the deciding clause among the first three.
Of list 12, sixty that nothing was made to read, 6 were, none as another question, and of the others 39 had it; without the
game's name one was answered as a question of another game. Of list 13, sixty again, 18 were read, none as another question, and
of the others 32 had it. Of list 14, sixty again, 27 were read, none plainly as another question, and of the others 27 had it.
Of list 15, sixty that nothing was made to read, 20 were, all rightly, and of the others 33 had it.
Of list 16, of sixty, 15 were read, two as another question, before questions were taken for the one of which they say most; then
29 of list 17, three as another question, and 13 of list 18, longer ones, three as another. Of the others 31, 26 and 40 had it.
Of list 19, sixty that nothing was made to read, 32 were, two of these as another question, and of the others 22 had it.
Of list 20, sixty, 40 were read, two as another question, before it was worked on; of list 21, sixty that nothing was made to
read, 29, one as another question, and of the others 24 had it.
Of list 22, sixty that nothing was made to read, 17 were, one as another question, and of the others 36 had it; of list 23,
sixty too, 12, two as another question, and of the others 38.
Of list 24, sixty that nothing was made to read, 34 were, two as another question, and of the others 18 had it; then of list 25,
sixty that nothing was made to read, 39 were, none as another question, and of the others 18 had it.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, TRIALS
from hints_typed import wrong_in

from checker.ask.answer_json import plain
from checker.catalog import games
from checker.errata.text_diff import texts
from checker.kernel.source import InputError
from checker.verdicts import clause_ablation

LATER = 19 if TRIALS == 1 else 0
"""Only a thorough run asks the lists up to this one: those after it are of the same kinds."""
LISTS = csv.DictReader((ROOT / "tests" / "player_questions_fresh.tsv").open(encoding="utf-8"), delimiter="\t")
ROWS = [row for row in LISTS if int(row["list"]) > LATER]
READ = (37, 17, 14, 56, 15, 15, 16, 18, 17, 18, 44, 25, 44, 45, 37, 39, 34, 17, 30, 46, 29, 42, 32, 35, 39)
FOUND = (3, 3, 5, 3, 4, 5, 2, 1, 2, 2, 10, 28, 12, 12, 18, 12, 20, 35, 22, 10, 23, 12, 22, 18, 18)
"""So many of each list are answered at least, and of so many of the others the deciding clause is among the first three."""
OPEN_RIGHT = "?"
WRONG: dict[str, str] = {}
"""What is wrong in the refusals of questions, as they come."""


@pytest.fixture(autouse=True)
def values_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is asked for again only to put its clauses in order."""
    monkeypatch.setattr(clause_ablation, "LOOK_UPS", 0)


@cache
def outcome(game: str, question: str) -> tuple[str, str]:
    """`answered` and what, or `refused` and the clauses that are shown."""
    try:
        found = games.asked(question, None, None, False, None, False, game, False, "scene")
    except InputError as error:
        if wrong := wrong_in(game, question, error.problems[0]):
            WRONG[question] = wrong
        return "refused", " ".join(re.findall(r"^\s+([A-Z]{2}-\d+) \(", str(error), re.M))
    return "answered", " / ".join(str(plain(one.answer.value)) or OPEN_RIGHT for one in found)


def test_what_is_answered_is_right_so_many_are_and_of_the_others_the_clause_is_shown() -> None:
    told = [(row["question"], row["right"], *outcome(row["game"], row["question"])) for row in ROWS]
    assert not [one for one in told if one[2] == "answered" and not fnmatchcase(one[3], one[1])]
    assert not WRONG, "a refusal that proposes what is not read"
    read, found = Counter[str](), Counter[str]()
    for row in ROWS:
        how, what = outcome(row["game"], row["question"])
        read[row["list"]] += how == "answered"
        found[row["list"]] += how == "refused" and bool(set(what.split()) & set(row["clauses"].split()))
    least = [(str(n), *both) for n, both in enumerate(zip(READ, FOUND, strict=True), 1) if n > LATER]
    assert all(read[one] >= some and found[one] >= shown for one, some, shown in least), (read, found)


@pytest.mark.parametrize("said", ["C casts at A and plays Boost", "C is hexed and plays Boost"])
def test_who_does_something_does_what_is_told_without_anybody(said: str) -> None:
    (found,) = games.asked(f"{said}, how much Voice does A gain", None, None, False, named="hexhex", called="scene")
    assert found.told is not None and "C plays Boost" in found.told.text


CHANGED = {
    "Deal each player 6 cards instead of 5.": "the value of the starting hand is 6",
    "Each player draws 7 tiles at the start of the game.": "the value of the size of a hand is 7",
    "The first player to complete 4 Goal Cards wins.": "it counts that P has enough Goal Cards if the score of P is at least 4",
    "Counter Caster may be played against Hex•Hex.": "P may play C on D if C is Counter Caster and D is HEX•HEX",
    "When a player is Hexed, that player draws one card.": "when P is Hexed, P draws a card",
    "HEXX tiles cannot be flipped.": "P must not flip T if T is a HEXX tile",
    "Players must move a Hex each turn.": "it counts that P has to move a tile",
    "Each player begins with 4 Voice.": "the value of the starting Voice is 4",
    "Null may not be used against Maddening Compulsion.": "P must not play C on D if C is Null and D is Maddening Compulsion Right",
    "Hex Sign cannot be played if more than one Hex is in play.": "if C is Hex Sign and several Hexes are in play",
    "No player's Voice can fall below 0.": "it does not count that Voice can fall below zero",
    "A word must have at least 3 letters.": "the value of the least number of letters is 3",
    "A player who passes draws one tile.": "when P passes, P draws a tile",
    "Each player has three Goal Cards face up.": "the number of cards in the Goal Cards before P is less than 3",
    "Ward does not protect against Hex•Hex.": "Z is not sacrifice and Z is not HEX•HEX",
    "Hex Sign cannot be cancelled.": "C is cancelled is prevented if C is Hex Sign",
}
"""What the errata that are read come to; of the others none may be read otherwise."""
ERRATA = [
    line.split(" | ") for line in (ROOT / "tests" / "sentences" / "unseen_errata.txt").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("game", "said"), ERRATA, ids=[said for _, said in ERRATA])
def test_an_erratum_in_free_english_is_read_as_what_it_says_or_refused(tmp_path: Path, game: str, said: str) -> None:
    path = tmp_path / "said.norm"
    path.write_text(f'erratum "As an editor writes it"\n{said}\n', encoding="utf-8")
    try:
        changed = texts(games.desk(game), games.desk(game, (path,)))
    except InputError:
        assert said not in CHANGED
        return
    now = [re.sub(r"\b[Q]\b", "P", one.after) for one in changed]
    assert any(CHANGED.get(said, "(refused)") in one for one in (*now, *(one.name for one in changed))), now
