"""What a scene tells as an outcome chooses among the plays that it does not tell, of hands as far as they are known."""

from __future__ import annotations

from functools import cache

import pytest

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def answers(text: str) -> list[str]:
    return [
        f"{a.verdict.value} {a.value}".strip() for scene in desk().scenes(text, "x") for _, a in desk().answers(scene)
    ]


PLAYED = "players A B C; Hex: A to B; {}the Hex goes to C; who is the sender?; where is the Hex?"
TWO = "players A B C; Hex H1: A to B; Hex H2: B to A; {}the cards are revealed; who is Hexed?"


def test_a_hex_that_went_on_was_passed_by_some_card_that_may_have_been_held() -> None:
    assert answers(PLAYED.format("")) == ["FORCED A if B plays Duck, B otherwise", "FORCED C"]
    known = "FORCED A if B plays Duck, B if B plays Turn Aside Left"
    assert answers(PLAYED.format("hand B: Duck, Turn Aside Left; "))[0] == known
    assert answers(PLAYED.format("hand B: Turn Aside Left, Null; "))[0] == "FORCED B"


def test_what_no_card_in_the_hand_brings_about_cannot_be() -> None:
    assert answers(PLAYED.format("hand B: nothing; ")) == ["FORCED impossible"] * 2
    assert answers(PLAYED.format("hand B: Turn Aside Right; ")) == ["FORCED impossible"] * 2


def test_at_the_reveal_only_those_are_hexed_for_sure_whose_hands_are_known() -> None:
    (both,) = answers(TWO.format(""))
    assert both.startswith("FORCED A, B if B cannot pass H1 and A cannot pass H2, ")
    assert both.endswith("nobody if what B does about H1 is not told and what A does about H2 is not told")
    assert answers(TWO.format("hand A: nothing; hand B: nothing; ")) == ["FORCED A, B"]
    assert answers(TWO.format("hand A: nothing; ")) == [
        "FORCED A, B if B cannot pass H1, A if what B does about H1 is not told"
    ]


def test_a_ruling_that_is_judged_again_for_its_clauses_comes_out_as_it_is_asked() -> None:
    told = "players A B C\nHex: A to B\nB draws Ward\nB discards Duck\nmay B play Ward?\nexpect {}\nbecause HH-60"
    (scene,) = desk().scenes(told.format("SILENT"), "x")
    ((_, answer),) = desk().answers(scene)
    (found,) = desk().checked(scene)
    assert found.answer is not None and found.answer.verdict is answer.verdict
    assert found.faults == ("not cited: HH-60",)


def test_where_a_card_is_and_how_many_are_held_are_told_of_one_table() -> None:
    told = (
        "players A B C D; Hex: A to B; hand D: {}; B plays Choke naming D; where is Level?; how many cards does D hold?"
    )
    assert answers(told.format("Level")) == ["FORCED discard pile", "FORCED 0"]
    assert [a.split()[0] for a in answers(told.format("Level, Duck"))] == ["SILENT", "SILENT"]


def test_the_order_in_which_removals_are_told_is_theirs() -> None:
    at = house.desk("hexx")
    table = "game hexx; players Red Black; dictionary card; word CARD at -1,0 east black; Black rolls 11; "
    found = {}
    for told in ("", "Red removes 0,0; ", "Black removes 0,0; Red removes 1,0; "):
        (answer,) = [a for scene in at.scenes(f"{table}{told}who removes first?", "x") for _, a in at.answers(scene)]
        found[told] = (answer.verdict.value, answer.value)
    assert list(found.values()) == [("SILENT", ""), ("FORCED", "Red"), ("FORCED", "Black")]


def test_a_hex_that_lies_as_an_event_brought_it_is_told_once_more() -> None:
    asked = "Hex: A to B\nwho is the sender of H1?"
    assert answers(f"players A B C\nA casts at B\n{asked}") == ["FORCED A"]
    assert answers(f"players A B C\nA does draw a card\n{asked}") == ["FORCED A"]
    for before in ("A casts at C", "Hex: A to B"):
        with pytest.raises(InputError):
            answers(f"players A B C\n{before}\n{asked}")
