"""Horrible Hex: its rulings, its pictures, and what cannot be used."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT
from played import GameResult, play

from checker.analyses.registry import run
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.position import Position
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.session.context import Options
from checker.simulate.games import Players, RandomPolicy
from checker.simulate.property_monitor import Watcher


@cache
def desk() -> Desk:
    return house.desk("horrible")


def answers(text: str) -> list[tuple[Verdict, str]]:
    return [(a.verdict, a.value) for s in desk().scenes(text, "scene") for _, a in desk().answers(s)]


@pytest.mark.parametrize("scene", desk().rulings(), ids=lambda s: s.title)
def test_ruling(scene: Scene) -> None:
    checked = desk().checked(scene)
    assert checked and [c.faults for c in checked if c.faults] == []


PICTURE = """players Red Blue
tile a: circle, slide south-east
tile b: star
tile c: circle
board:
  | a . b
  |  c
"""


def test_a_scene_is_drawn_and_its_board_is_drawn_again() -> None:
    told = answers(
        f"{PICTURE}where is b?\nwhat does the board look like?\nRed moves a by slide south-east\nis it legal?"
    )
    assert told == [(Verdict.FORCED, v) for v in ("2,0", "a . b\n c", "no")]


def test_a_picture_may_have_no_ruler() -> None:
    bare = PICTURE.replace("|", " ")
    assert answers(bare + "where is b?\nwhere is c?") == answers(PICTURE + "where is b?\nwhere is c?")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (PICTURE.replace("|  c", "| c"), 7, "does not lie as hexes do"),
        (PICTURE.replace("|  c", "|  cd"), 7, "more than one sign"),
        (PICTURE.replace("|", " ").replace("   c", "    c"), 7, "does not lie as hexes do"),
        (PICTURE.replace("|  c", "|  d"), 5, "`d` cannot stand here"),
        (PICTURE + "tile x: star at 2,0\nwhere is x?", 8, "two tiles at 2,0"),
        (PICTURE + "Red moves z by slide east\nwhere is a?", 8, "`z` cannot stand here"),
        (PICTURE.replace("|  c", "|  a"), 5, "one thing is told twice"),
        (PICTURE + "tile x: star at 0,999\nwhere is x?", 8, "0,999 lies too far away"),
        (PICTURE + "goal Red: circle 0,0 star 0,0\nwhere is a?", 8, "two symbols on one space"),
        (PICTURE + "goal Red: circle 0,0\n" * 3 + "where is a?", 1, "more Goal Cards before Red"),
        (PICTURE + "score Red -1\nwhere is a?", 8, "below 0"),
        (PICTURE + "supply has 26 tiles\nwhere is a?", 1, "25 at most"),
        (PICTURE.replace("Red Blue", "Red Blue Green") + "where is a?", 1, "for two"),
        (PICTURE + "hand Red: Goal 1\nwhere is a?", 8, "held by players"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(text: str, line: int, said: str) -> None:
    with pytest.raises(InputError) as error:
        answers(text)
    assert (error.value.problems[0].place.line, said in error.value.problems[0].message) == (line, True)


# ---- errata ------------------------------------------------------------------------------------

TURNED = """players Red Blue
tile a: circle at 0,0, slide south-east
tile b: star at 1,0
goal Red: circle 0,0 star 1,0
Red moves a by slide south-east
who completes a goal?"""
EMPTY = """players Red Blue
tile a: circle at 0,0
tile b: star at 1,0
supply is empty
Red skips the movement
does the game end?
must Red place a tile?"""
ALONE = """players Red Blue
tile a: circle at 0,0, slide east
tile b: star at 1,-1
tile c: star at 2,-1
goal Red: star 0,0 circle -1,1
Red moves a by slide east
who completes a goal?"""


@pytest.mark.parametrize(
    ("erratum", "scene", "before", "after"),
    [
        ("norm HO-19.2: it counts that patterns may be turned", TURNED, ["SILENT"], ["Red"]),
        (
            'clause E-1 effect "Errata"\n  says The game ends when the tiles run out.\n'
            "  norm it counts that the game ends for want of tiles if the number of tiles in the supply is 0\n"
            "  norm it does not count that P has to lay a tile if the number of tiles in the supply is 0",
            EMPTY,
            ["SILENT", "SILENT"],
            ["yes", "no"],
        ),
        (
            'clause E-1 definition "Errata"\n  says A pattern is complete whatever touches it.\n'
            "  norm it counts that further tiles may touch a pattern",
            ALONE,
            ["SILENT"],
            ["Red"],
        ),
    ],
)
def test_an_erratum_settles_what_was_open(
    tmp_path: Path, erratum: str, scene: str, before: list[str], after: list[str]
) -> None:
    path = tmp_path / "one.norm"
    path.write_text(f'erratum "One"\n{erratum}\n', encoding="utf-8")
    amended = desk().changed((path,))
    told = [a for one in amended.scenes(scene, "scene") for _, a in amended.answers(one)]
    assert [v.value for v, _ in answers(scene)] == before
    assert [(a.verdict, a.value) for a in told] == [(Verdict.FORCED, value) for value in after]


# ---- whole games -------------------------------------------------------------------------------


def game(seed: int, points: bool, without: tuple[str, ...] = ()) -> tuple[Position, GameResult, set[str]]:
    at = desk().changed(without=without) if without else desk()
    own = at.parts.playing(at.game)
    assert own is not None
    watcher = Watcher(at.rules)
    players = Players(at.rules, own.acts, own.weight, watcher)
    position, played = play(players, own.table(("Red", "Blue")), RandomPolicy(seed, points))
    return position, played, {v.property for v in watcher.violations}


@pytest.mark.parametrize(("seed", "points"), [(0, False), (10, True), (11, True)])
def test_random_games_keep_the_properties_and_end_or_run_out_of_tiles(seed: int, points: bool) -> None:
    position, played, violated = game(seed, points)
    assert not violated
    over = position.store.get(("over",)) is True
    assert (over, played.stuck) in ((True, ""), (False, "laying"))
    assert over or not position.store.lying("supply")


def test_without_a_clause_a_property_breaks() -> None:
    assert "C-64" in game(0, False, ("HO-18",))[2]
    assert "C-69" in game(1, False, ("HO-29",))[2]


# ---- findings ----------------------------------------------------------------------------------

FOUND = {
    ("HX201", "HO-7", "a tile with both symbols for two cards"),
    ("HX202", "HO-19", "rotation and reflection"),
    ("HX201", "HO-26", "both reach three"),
    ("HX201", "HO-30", "a jump over a gap"),
    ("HX201", "HO-19", "a pattern that stood before the movement"),
    ("HX202", "HO-19", "further tiles at a pattern"),
    ("HX303", "HO-19", "the sentence that breaks off"),
    ("HX303", "HO-20", "Goal Cards run out"),
    ("HX303", "HO-23", "tiles run out"),
    ("HX503", "HO-23", "laying one is a duty all the same"),
}


def test_what_the_rulebook_leaves_open_is_found() -> None:
    report = run(bench(desk()), Options((2,), "quick"), ("open-point", "unfilled-slot", "stuck-play"))
    there = {(f.code, clause) for f in report.findings for clause in f.clauses}
    assert {found[:2] for found in FOUND} <= there
    assert sum(f.code == "HX202" and "HO-19" in f.clauses for f in report.findings) == 3


def test_the_games_own_code_is_small() -> None:
    code = (ROOT / "checker" / "games" / "horrible").glob("*.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in code) <= 520
