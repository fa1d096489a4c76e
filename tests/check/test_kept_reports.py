"""A run over the very files that another looked at gives what that found, and any change has them looked at again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses import registry
from checker.catalog import games as house
from checker.check.run_checks import bench, kept, report
from checker.session.context import Bench, Options

TOY = ROOT / "tests" / "toy"


def noted(run: Callable[[Bench, Options], registry.Report], runs: list[str]) -> Callable[..., registry.Report]:
    def looked(bench: Bench, options: Options) -> registry.Report:
        runs.append(options.scope)
        return run(bench, options)

    return looked


def test_what_was_found_in_the_same_files_is_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "kept"))
    root = Path(shutil.copytree(TOY, tmp_path / "toy"))
    runs: list[str] = []
    monkeypatch.setattr(registry, "run", noted(registry.run, runs))

    def looked(players: str = "2-3", memory: int = 0, *errata: Path) -> tuple[object, ...]:
        made = report(house.desk("pebbles", errata, root=root), players, "quick", 1, memory=memory)
        return made.findings, tuple((c.analysis, c.extent, c.scope, c.table, c.told) for c in made.checked)

    first = looked()
    assert first[0] and runs == ["quick"]
    assert looked() == first
    assert len(runs) == 1
    assert looked("2") != first and len(runs) == 2
    assert looked("2-3", 4000)[0] == first[0] and len(runs) == 3
    assert looked("2-3", 0, TOY / "greedy.norm") != first and len(runs) == 4
    for number, part in enumerate(("specs", "cards"), 5):
        path = next(p for p in sorted((root / part).rglob("*")) if p.suffix in (".scene", ".cards"))
        path.write_text(path.read_text("utf-8") + "\n", "utf-8")
        looked()
        looked()
        assert len(runs) == number, path
    found = looked("3-6")[0]
    assert found and set(kept(house.desk("pebbles", root=root))) == set(found)


def test_what_acts_lead_to_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path / "kept"))
    first = bench(house.desk("pebbles", root=TOY)).situations
    monkeypatch.setattr("checker.explore.derived_catalogue.completed", lambda at, _: at._replace(situations="other"))
    assert bench(house.desk("pebbles", root=TOY)).situations == first
    assert bench(house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)).situations == "other"
