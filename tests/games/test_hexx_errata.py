"""Errata to the word game do what they say, and nothing changes without them."""

from __future__ import annotations

import pytest
from conftest import ROOT
from errata_heads import Specimen, specimen

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.errata.play_diff import compared

FILES = sorted((ROOT / "tests" / "hexx_errata").glob("*.norm"))


def told(desk: Desk, scene: str) -> str:
    (one,) = desk.scenes(scene.replace("; ", "\n"), "scene")
    _, answer = desk.answers(one)[-1]
    return f"{answer.verdict.value}: {answer.value}".rstrip(": ")


@pytest.mark.parametrize("said", [specimen(p) for p in FILES], ids=[p.stem for p in FILES])
def test_the_erratum_is_carried_out(said: Specimen) -> None:
    assert said.asked
    before, after = house.desk("hexx"), house.desk("hexx", [said.path])
    for scene, gives, was in said.asked:
        assert (told(before, scene), told(after, scene)) == (was, gives)


def test_the_smallest_scene_of_a_changed_result_shows_it_at_a_table_for_two() -> None:
    before = house.desk("hexx")
    path = next(p for p in FILES if p.stem == "05-and-12")
    after = house.desk("hexx", [path])
    (seats,) = before.seated((3, 4))
    plays = {p.cards: p for p in compared(before, after, seats, 1).plays}
    assert set(plays) == {("05 Collateral Damage",), ("12 Sleight of Hand",)}
    play = plays["12 Sleight of Hand",]
    assert play.scene.startswith("players A B\n") and play.scene.endswith("rolls 12 Sleight of Hand")
    assert {s.question: (s.before, s.after) for s in play.seen}["must A roll?"] == ("FORCED: no", "FORCED: yes")
    assert [s.question for s in plays["05 Collateral Damage",].seen] == ["what happens?"]


def test_an_order_that_nothing_states_names_the_players() -> None:
    each = next((ROOT / "tests" / "hexx_errata").rglob("03-one-tile-each.norm"))
    scene = (
        "game hexx\nplayers Red Black\ndictionary card\nword CARD at -1,0 east red\nBlack rolls 3\nwhat colour is 0,0?"
    )
    desk = house.desk("hexx", [each])
    (one,) = desk.scenes(scene, "scene")
    _, answer = desk.answers(one)[-1]
    assert [(p.kind.value, p.text) for p in answer.points] == [
        ("order", "no clause says which comes first: Red or Black")
    ]
