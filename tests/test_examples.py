"""The games in examples/, of data alone: their rulings, what is found in them, and errata with a fault and without."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.check.run_checks import report
from checker.cli import games as house
from checker.kernel.verdict import Finding

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
FAULTS = [path for game in EXAMPLES for path in sorted((game / "errata").glob("*.norm")) if "-twin" not in path.stem]
MOST_LINES = 150


@pytest.fixture(scope="module")
def common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the examples lie beside each other, as the games that come along do."""
    root = tmp_path_factory.mktemp("examples")
    for game in EXAMPLES:
        for part in ("cards", "specs"):
            (root / part).mkdir(exist_ok=True)
            (root / part / game.name).symlink_to(game / part)
    return root


@cache
def desk(root: Path, game: str, *errata: Path) -> Desk:
    return house.desk(game, errata, root=root)


@cache
def found(root: Path, game: str, *errata: Path) -> tuple[Finding, ...]:
    least = re.match(r"\d+", _settings(ROOT / "examples" / game)["players"])
    return tuple(report(desk(root, game, *errata), f"{least[0] if least else 2}-3", "quick", 1).findings)


def _settings(game: Path) -> dict[str, object]:
    return tomllib.loads((game / "hexcheck.toml").read_text(encoding="utf-8"))


def _lines(path: Path) -> int:
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda p: p.name)
def test_every_game_is_small_and_data_alone_and_its_rulings_agree(game: Path, common: Path) -> None:
    assert not list(game.rglob("*.py"))
    files = (*(game / "cards").glob("*.cards"), *(game / "specs").glob("*.norm"))
    assert sum(map(_lines, files)) <= MOST_LINES
    at = desk(common, game.name)
    scenes = at.rulings()
    assert 10 <= len(scenes)
    checked = [one for scene in scenes for one in at.checked(scene)]
    assert [(c.title, c.faults) for c in checked if c.faults] == []
    assert len(checked) >= len(scenes)


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda p: p.name)
def test_every_finding_is_accepted_with_a_reason_and_nothing_else_is(game: Path, common: Path) -> None:
    accepted = {one["fingerprint"]: one["reason"] for one in _settings(game).get("accepted", [])}
    assert {f.fingerprint: f.message for f in found(common, game.name) if f.fingerprint not in accepted} == {}
    assert set(accepted) == {f.fingerprint for f in found(common, game.name)} and all(accepted.values())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_a_planted_fault_is_found_and_its_twin_is_clean(fault: Path, common: Path) -> None:
    game, twin = fault.parent.parent.name, fault.with_name(f"{fault.stem}-twin.norm")
    code = re.match(r"# found: (HX\d+)", fault.read_text(encoding="utf-8"))
    before = {f.fingerprint for f in found(common, game)}
    assert code and [f for f in found(common, game, fault) if f.code == code[1] and f.fingerprint not in before]
    assert [f.message for f in found(common, game, twin) if f.code == code[1] and f.fingerprint not in before] == []


def test_each_game_has_two_faults() -> None:
    assert [sum(f.parent.parent == game for f in FAULTS) for game in EXAMPLES] == [2] * len(EXAMPLES)
