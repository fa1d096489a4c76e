"""What speaks of a question is found: twice sixty questions, written from the rulebooks alone, are the measure."""

from __future__ import annotations

import csv
import json
import re
from functools import cache

import pytest
from conftest import ROOT, TRIALS

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.cli.main import run
from checker.find.search import RuleSearch, indexed
from checker.find.words import stems
from checker.kernel.source import InputError

LISTS = ("player_questions.tsv", "player_questions_phone.tsv")
SHOWN = 3
NAMED = 22
"""Only a thorough run names the game of the fresh lists up to this one."""


@cache
def questions(name: str) -> list[dict[str, str]]:
    """What is asked, the game, and the clauses that decide it: half of the first list (`tune`) was looked at while this
    was made, the others when it was done."""
    return [*csv.DictReader((ROOT / "tests" / name).open(encoding="utf-8"), delimiter="\t")]


@cache
def desks() -> tuple[Desk, ...]:
    return tuple(map(house.desk, house.known()))


@cache
def search() -> RuleSearch:
    return RuleSearch(desks())


def first(question: str, game: str) -> list[str]:
    """The ids of the clauses that are shown."""
    return [f.passage.name for f in search().rules(question, game) if f.passage.sort == "clause"][:SHOWN]


@pytest.mark.parametrize("name", LISTS)
def test_the_deciding_clause_is_among_the_first_three(name: str) -> None:
    missed = [
        one["question"]
        for one in questions(name)
        if not {*first(one["question"], one["game"])} & {*one["clauses"].split(",")}
    ]
    assert len(questions(name)) == 60 and len(missed) <= 15, missed


def test_of_several_games_the_right_one_is_named() -> None:
    fresh = (one for one in questions("player_questions_fresh.tsv") if TRIALS > 1 or int(one["list"]) > NAMED)
    asked = [*(one for name in LISTS for one in questions(name)), *fresh]
    wrong = [one["question"] for one in asked if search().game(one["question"]) != one["game"]]
    assert len(wrong) <= len(asked) / 12, wrong


def test_every_refusal_shows_clauses_and_rulings_before_its_hint(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError) as error:
        house.asked("can I jump over two hexes in a row, or does that hurt them", None, None, False)
    told = str(error.value)
    near = error.value.problems[0].near
    assert [one.sort for one in near] == ["clause"] * 3 + ["ruling"] * 2
    assert {"HO-30 (Jump)", "HO-31 (Jump)"} <= {f"{one.name} ({one.section})" for one in near}
    assert "FORCED: " in near[-2].says
    assert told.index("HO-31") < told.index("rulings of horrible") < told.index("hint:")


@pytest.mark.parametrize(
    "scene",
    [
        "players A B C; A casts at B; may B jump over a tile?",
        "A casts at B. May B deflect a boosted Hex sideways twice?",
    ],
)
def test_a_scene_that_is_read_in_part_is_refused_so_too(scene: str) -> None:
    with pytest.raises(InputError) as error:
        house.asked(scene, None, None, False, named="hexhex")
    assert {one.game for one in error.value.problems[0].near} == {"hexhex"}


def test_words_of_which_no_rule_speaks_bring_nothing() -> None:
    with pytest.raises(InputError) as error:
        house.asked("players A B C; A casts at B; B frobs", None, None, False)
    assert error.value.problems[0].near == ()


def test_words_are_found_whatever_their_form() -> None:
    """Endings, accents, numbers, slips, and names of cards in one word, two or with a sign are no hindrance."""
    assert stems("Two Doppelgängers drew gray dice 07") == stems("2 doppelganger draws grey die seven")
    named = [
        first(text, "hexhex")
        for text in ("no card cancels HEX•HEX", "no card cancels hexhex", "no card cancels hex-hex")
    ]
    assert all("HH-59" in one for one in named), named
    assert "HO-31" in first("what does a jumpp need to lannd", "horrible")


def test_find_tells_what_speaks_of_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "jump", "over", "two", "tiles"]) == 0
    assert re.search(
        r"clauses of horrible:\n  HO-3[01] \(Jump\): .*\nrulings of horrible:\n", capsys.readouterr().out, re.DOTALL
    )
    assert run(["find", "horrible", "win", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert {one["game"] for one in found} == {"horrible"}
    assert {one["kind"] for one in found} >= {"clause", "ruling"}
    with pytest.raises(InputError, match="nothing in the rules speaks of that"):
        run(["find", "zyxwvut"])


def test_what_is_read_asks_nothing_of_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RuleSearch, "__init__", lambda *_: pytest.fail("a scene that is read was searched for"))
    assert house.asked("A casts at B. B stuns C. Who gets the point?", None, None, False)


def test_a_prompt_a_program_and_the_page_are_told_the_same() -> None:
    from checker.clarify.settle import settled
    from checker.cli.prompt import Conversation, replied
    from hexcheck.browser import reply

    scene = "players A B C; A casts at B; B plays Dukc; what happens?"
    with pytest.raises(InputError) as error:
        replied(Conversation(), scene, lambda _: house.desk("hexhex"), settled)
    assert "HH-172" in [one.name for one in error.value.problems[0].near]
    (problem,) = json.loads(reply(json.dumps({"want": "ask", "game": "hexhex", "scene": scene})))["problems"]
    assert "HH-172" in [one["name"] for one in problem["near"]]
    (first, *_) = json.loads(reply(json.dumps({"want": "find", "game": "horrible", "words": "jump over"})))["ok"]
    assert first["game"] == "horrible" and first["section"] == "Jump"


def test_the_page_carries_the_index_of_each_game() -> None:
    """What is carried is what is looked up, and it is not large."""
    (carried,) = indexed([house.desk("horrible")]).values()
    assert len(carried) < 400_000
    assert b"HO-31" in carried
