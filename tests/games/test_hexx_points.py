"""The open points of the word game go by their own names, each with the clauses that leave it open."""

from __future__ import annotations

import re

import pytest

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.situations import ALONE, SPECIAL
from checker.session.context import Options
from checker.store.disk_cache import DiskShelf
from checker.verdicts.point_wording import declaration

BOARD = (
    "dictionary card, cord, do; word CARD at -1,0 east red; tile HEXX as O at 2,1 black; tile HEXX as D at 2,2 black"
)
CHANGED = "A rolls 14; A lifts 2,1 for E"


@pytest.mark.parametrize(
    ("scene", "named"),
    [
        (f"{CHANGED}; what colour is 2,1?", {"colour-of-the-new-tile": ("WX-114",)}),
        ("A rolls 20; B lifts 2,1 for E; what colour is 2,1?", {"colour-of-the-new-tile": ("WX-120",)}),
        ("A rolls 20; B lifts 2,1 for E; how many tiles are in the bag?", {}),
        (
            "A rolls 20; B lifts 2,1 for E; how many tiles are in the hand of B?",
            {"who-keeps-the-lifted-tile": ("WX-120",)},
        ),
        ("A rolls 11; who goes first?", {"who-removes-first": ("WX-111",)}),
        (f"{CHANGED}; B rolls 11; who goes first?", {"who-removes-first": ("WX-111",)}),
        (
            f"{CHANGED}; B rolls 11; how many tiles of A are on the board?",
            {"colour-of-the-new-tile": ("WX-114",), "who-removes-first": ("WX-111",)},
        ),
    ],
)
def test_an_answer_names_the_point_on_which_it_hangs(scene: str, named: dict[str, tuple[str, ...]]) -> None:
    at = house.desk("hexx")
    text = f"game hexx\nplayers A B\n{BOARD}; {scene}".replace("; ", "\n")
    ((_, answer),) = [found for one in at.scenes(text, "scene") for found in at.answers(one)]
    found = {}
    for point in answer.points:
        known = declaration(at.game, point)
        if known is not None:
            found[known.id] = point.clauses
    assert found == named


def test_a_tile_of_which_nobody_told_the_letter_is_named_by_its_place() -> None:
    at = house.desk("hexx")
    scene = "tile HEXX as O at 2,1 black\nA rolls 14\nhow many tiles of A are on the board?"
    ((_, answer),) = [
        found for one in at.scenes(f"game hexx\nplayers A B\n{scene}", "scene") for found in at.answers(one)
    ]
    assert {o.when for o in answer.outcomes} == {
        "the tile at 2,1 shows the colour of A",
        "the tile at 2,1 shows the colour of B",
    }


def test_every_declared_point_names_what_some_ruling_leaves_open() -> None:
    at = house.desk("hexx")
    scenes = (one for path in at.ruling_files() for one in at.scenes(path.read_text(encoding="utf-8"), path.name))
    open_ones = (
        one for one in scenes if any(i.expected and "FORCED" not in str(i.expected.verdict) for i in one.items)
    )
    points = {point for one in open_ones for _, answer in at.answers(one) for point in answer.points}
    named = {known.id for point in points if (known := declaration(at.game, point)) is not None}
    assert {d.id for d in at.game.declarations} - named == {"broken-plays"}, "a lint finds that one, no scene"


@pytest.mark.thorough
def test_what_only_a_scene_as_it_stands_leaves_open_is_found_there() -> None:
    whole = bench(house.desk("hexx"))
    wanted = tuple(f'scene "{name}' for name in (*SPECIAL, ALONE))
    scenes = [one for one in re.split(r'(?m)^(?=scene ")', whole.situations) if one.startswith(wanted)]
    at = whole._replace(situations="".join(scenes))
    found = run(at, Options((2,), "quick", 1, None, DiskShelf()), {"HX201", "HX301"}).findings
    shown = {f.point: f.witness.splitlines()[-2:] for f in found if f.code in ("HX201", "HX202", "HX301")}
    assert shown["exchange-in-a-turn-of-two-plays"] == ["A exchanges 1", "whose turn is it?"]
    assert shown["which-word-is-primary"][0] == "A rolls 04 Reversal of Fortune"
    assert shown["how-to-challenge-a-word"][1] == "may A challenge the word?"
    assert {
        "s-in-front-of-a-word",
        "trading-with-a-hand-that-is-not-full",
        "word-just-laid-that-has-changed",
    } <= shown.keys()
    assert {"another-02-before-the-turn", "another-09-before-the-turn", "another-15-before-the-turn"} <= shown.keys()
