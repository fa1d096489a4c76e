"""The games in examples/, of data alone: their rulings, what is found in them, and errata with a fault and without."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from checker.analyses.registry import run
from checker.ask.game_session import Desk
from checker.catalog import named_games as house
from checker.check.finding_formats import joined
from checker.check.run_checks import bench
from checker.cli.main import run as main
from checker.kernel.verdict import Extent, Finding
from checker.load.folders.game_settings import settings
from checker.session.context import Options
from checker.store.disk_cache import DiskShelf

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
FAULTS = [path for game in EXAMPLES for path in sorted((game / "errata").glob("*.norm")) if "-twin" not in path.stem]
LATE = {
    *("beggars-gain", "five-at-most", "goods-first", "haste", "no-deposing-the-poor", "no-doubting-eight"),
    *("no-passing", "no-rank", "one-manor", "opening-at-three"),
}
"""Faults of kinds that others show in less time: only a thorough run tries them."""
MOST_LINES = 150


@cache
def desk(game: Path, *errata: Path) -> Desk:
    return house.desk(str(game), errata)


@cache
def found(game: Path, *errata: Path, only: str = "") -> tuple[Finding, ...]:
    least = min(settings(game).players)
    options = Options((least, least + 1), "quick", shelf=DiskShelf())
    at = bench(desk(game, *errata))
    return joined(at.rules.game, run(at, options, [only] if only else []).findings)


def _lines(path: Path) -> int:
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda p: p.name)
def test_every_game_is_small_and_data_alone_and_its_rulings_agree(game: Path) -> None:
    assert not list(game.rglob("*.py"))
    files = (*(game / "cards").glob("*.cards"), *(game / "specs").glob("*.norm"))
    assert sum(map(_lines, files)) <= MOST_LINES
    at = desk(game)
    scenes = at.rulings()
    assert len(scenes) >= 10
    checked = [one for scene in scenes for one in at.checked(scene)]
    assert [(c.title, c.faults) for c in checked if c.faults] == []
    assert len(checked) >= len(scenes)
    assert main(["fmt", "--check", str(game)]) == 0


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda p: p.name)
def test_every_finding_is_accepted_with_a_reason_and_nothing_else_is(game: Path) -> None:
    accepted = {one.fingerprint for one in settings(game).accepted}
    assert {f.fingerprint: f.message for f in found(game) if f.fingerprint not in accepted} == {}
    assert accepted == {f.fingerprint for f in found(game)}


def code_of(fault: Path) -> str:
    """The code of what is found in it, as its head says."""
    code = re.match(r"# found: (HX\d+)", fault.read_text(encoding="utf-8"))
    assert code
    return code[1]


def listed() -> list[Any]:
    """The faults as parameters of a test, named by their games."""
    return [
        pytest.param(p, id=f"{p.parent.parent.name}-{p.stem}", marks=[pytest.mark.thorough] * (p.stem in LATE))
        for p in FAULTS
    ]


@pytest.mark.parametrize("fault", listed())
def test_a_planted_fault_is_found_and_its_twin_is_clean(fault: Path) -> None:
    game, twin = fault.parent.parent, fault.with_name(f"{fault.stem}-twin.norm")
    code = code_of(fault)
    before = {f.fingerprint for f in found(game)}
    assert [f for f in found(game, fault, only=code) if f.code == code and f.fingerprint not in before]
    assert [f.message for f in found(game, twin, only=code) if f.code == code and f.fingerprint not in before] == []


def test_each_game_has_two_faults() -> None:
    assert min(sum(f.parent.parent == game for f in FAULTS) for game in EXAMPLES) == 2
    assert {f.stem for f in FAULTS} >= LATE
    assert {code_of(f) for f in FAULTS if f.stem not in LATE} == {code_of(f) for f in FAULTS}


def test_without_the_acts_that_play_waits_for_it_goes_round_by_itself(tmp_path: Path) -> None:
    """Scenes then begin where nothing is waited for, and nobody acts in the loop."""
    gone = tmp_path / "gone.norm"
    gone.write_text('erratum "Nothing is bid"\nremove clause QU-2\n', encoding="utf-8")
    at = bench(desk(ROOT / "examples" / "quay", gone))
    report = run(at, Options((2,), "quick", 1), ["open-point", "endless-play"])
    assert [f.extent for f in report.findings if "nobody decides anything in it" in f.message] == [Extent.EXHAUSTED]


def test_what_is_demanded_of_a_card_is_told_apart_by_what_is_done_with_it() -> None:
    """The erratum demands one of two acts that are done with the same card, and they take different things."""
    game = ROOT / "examples" / "duel"
    at = bench(desk(game, game / "errata" / "haste.norm"))
    (scope,) = run(at, Options((2,), "quick", 1), ["competing-duties"]).checked
    assert not scope.given_up
