"""What must not matter does not: the order of what a scene lays out, of clauses, cards and files, and where somebody sits."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, later
from msgspec import structs
from test_examples import EXAMPLES, found
from test_examples import desk as example

from checker.ask.game_session import Desk
from checker.catalog import named_games as house
from checker.kernel.scene import Item, Scene
from checker.verdicts.statements import SceneStatements

OWN = ("horrible", "hexx", "hexhex")
GAMES = [*EXAMPLES, *OWN]
MOST = {"horrible": 10, "hexx": 10, "hexhex": 6}
"""So many rulings are drawn of a game."""
SEED = 11
LAID_IN_ORDER = ("word ", "tile ")
"""Of words and tiles that overlap what is stated later lies on top, so that they stay in their order."""
BEGINS = {"with 10 coins there is no choice", "most points win"}
"""Rulings that hang on who sits first: nothing says whose turn it is, or who is last in the round."""

Answers = list[tuple[str, frozenset[str]]]


def named(game: Path | str) -> str:
    return game if isinstance(game, str) else game.name


@cache
def desk(game: Path | str) -> Desk:
    return house.desk(game, ()) if isinstance(game, str) else example(game)


@cache
def drawn(game: Path | str) -> tuple[int, ...]:
    """The numbers of the rulings that are looked at."""
    every = range(len(desk(game).rulings()))
    return tuple(sorted(random.Random(SEED).sample(every, min(len(every), MOST.get(named(game), 8)))))


def answers(at: Desk, scene: Scene) -> Answers:
    """The verdicts, with the ways that each tells in no order."""
    said = [(a.verdict.name, a.value) for _, a in at.answers(scene)]
    return [(verdict, frozenset(re.split(r", | or | and |; ", value))) for verdict, value in said]


@cache
def plainly(game: Path | str) -> tuple[Answers, ...]:
    at = desk(game)
    scenes = at.rulings()
    return tuple(answers(at, scenes[n]) for n in drawn(game))


def differing(at: Desk, game: Path | str, scenes: Iterable[Scene]) -> list[str]:
    """The titles of the rulings that come out otherwise."""
    listed = zip(scenes, plainly(game), strict=True)
    return [scene.title for scene, plain in listed if answers(at, scene) != plain]


def _mixed(at: Desk, scene: Scene, by: random.Random) -> Scene:
    """The scene with what it lays out in another order."""
    there = at.with_laws(scene)
    first = SceneStatements(there.rules, scene, there.own).first
    items = list(scene.items[:first])
    free = [n for n, item in enumerate(items) if not item.raw.text.startswith(LAID_IN_ORDER)]
    moved = by.sample(free, len(free)) if len(free) > 2 else free[::-1]
    mixed: list[Item] = [items[moved[free.index(n)]] if n in free else item for n, item in enumerate(items)]
    return structs.replace(scene, items=(*mixed, *scene.items[first:]))


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_order_of_what_a_scene_lays_out_changes_nothing(game: Path | str) -> None:
    at, by = desk(game), random.Random(SEED)
    scenes = at.rulings()
    assert differing(at, game, [_mixed(at, scenes[n], by) for n in drawn(game)]) == []


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_whoever_sits_first_changes_nothing(game: Path | str) -> None:
    at = desk(game)
    scenes = [at.rulings()[n] for n in drawn(game)]
    turned = [s if s.title in BEGINS else structs.replace(s, players=(*s.players[1:], s.players[0])) for s in scenes]
    assert differing(at, game, turned) == []


def test_whoever_draws_first_is_on_turn_wherever_they_sit() -> None:
    at = desk("horrible")
    for players in ("Red Blue", "Blue Red"):
        text = f"players {players}; tile a: circle at 0,0; tile b: star at 1,0; tile d: circle; tile e: circle; Red draws tile d; may Red place d at 0,1?"
        assert [(a.verdict.name, a.value) for s in at.scenes(text, "x") for _, a in at.answers(s)] == [
            ("FORCED", "yes")
        ]


# ---- clauses, cards and files ------------------------------------------------------------------


def _shuffled(text: str, by: random.Random) -> list[str]:
    """The entries of the text in another order, each with the comments above it."""
    entries: list[str] = []
    above = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            above += f"{line}\n"
        elif line[0].isspace():
            entries[-1] += f"{above}{line}\n"
            above = ""
        else:
            entries.append(f"{above}{line}\n")
            above = ""
    return by.sample(entries, len(entries))


def _rearranged(folders: dict[Path, Path]) -> None:
    """The folders are there under their new paths, with clauses, procedures and cards in another order and other files."""
    by = random.Random(SEED)
    for old, new in folders.items():
        shutil.copytree(old, new, copy_function=shutil.copyfile)
        for path in sorted(new.rglob("*")):
            if path.suffix == ".cards" or path.name in ("clauses.norm", "procedure.norm"):
                entries = _shuffled(path.read_text(encoding="utf-8"), by)
                half = len(entries) // 2
                path.write_text("".join(entries[:half]), encoding="utf-8")
                path.with_stem(f"a {path.stem}").write_text("".join(entries[half:]), encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_order_of_clauses_cards_and_files_changes_nothing(game: Path | str, tmp_path: Path) -> None:
    if isinstance(game, str):
        _rearranged(
            {ROOT / part / game: tmp_path / part / game for part in ("specs", "cards") if (ROOT / part / game).is_dir()}
        )
        at = house.desk(game, (), root=tmp_path)
    else:
        _rearranged({game: tmp_path / game.name})
        at = house.desk(str(tmp_path / game.name), ())
    scenes = at.rulings()
    assert differing(at, game, [scenes[n] for n in drawn(game)]) == []


@pytest.mark.parametrize("name", ["burden", *later("moat", "quay")])
def test_the_order_of_clauses_cards_and_files_changes_no_finding(name: str, tmp_path: Path) -> None:
    game = ROOT / "examples" / name
    _rearranged({game: tmp_path / game.name})
    listed = [
        {(f.code, f.severity, f.message, f.fingerprint) for f in found(at)} for at in (game, tmp_path / game.name)
    ]
    assert listed[0] == listed[1]
