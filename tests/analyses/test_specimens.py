"""Every analysis finds its specimens, and nothing in their twins from which the fault was taken away.

A specimen is an amendment `tests/specimens/<analysis>/<game>-<what>.bad.norm`; its twin ends in `.good.norm`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses.registry import ANALYSES, Analysis, run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_driver import replayed
from checker.kernel.verdict import Finding
from checker.session.context import Bench, Options

SPECIMENS = ROOT / "tests" / "specimens"
ROOTS = {"pebbles": ROOT / "tests" / "toy"}
BAD = sorted(SPECIMENS.glob("*/*.bad.norm"))
TO_FILL_IN = "FILL IN"
"""What `make analysis` leaves to be written."""

ELSEWHERE = {
    "broken-property",
    "component-shortage",
    "endless-play",
    "meeting-effects",
    "mirrored-effects",
    "order-dependence",
}
"""Analyses whose specimens stand in tests of their own."""


def shown(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def analysis(path: Path) -> Analysis:
    return next(a for a in ANALYSES if path.parent.name in {name for _, name in a.codes})


@cache
def at(game: str, *errata: Path) -> Bench:
    made = bench(house.desk(game, errata, root=ROOTS.get(game)))
    own = SPECIMENS / f"{game}.scene"
    return made._replace(situations=own.read_text(encoding="utf-8")) if own.is_file() else made


@cache
def found(game: str, name: str, *errata: Path) -> dict[str, Finding]:
    """What the analysis finds, by fingerprint; of all analyses if it judges what others found."""
    one = next(a for a in ANALYSES if a.name == name)
    only = () if name == "unused-open-point" else (name,)
    report = run(at(game, *errata), Options((3,), "quick" if only else "pairs"), only)
    codes = {code for code, _ in one.codes}
    return {f.fingerprint: f for f in report.findings if f.code in codes}


def new(path: Path) -> list[Finding]:
    game, name = path.name.partition("-")[0], analysis(path).name
    known = found(game, name)
    return [f for key, f in found(game, name, path).items() if key not in known]


@pytest.mark.parametrize("path", BAD, ids=shown)
def test_a_fault_is_found_and_its_twin_is_clean(path: Path) -> None:
    assert new(path), f"nothing is found in {path.name}"
    twin = path.with_name(path.name.replace(".bad.", ".good."))
    assert not new(twin), [f.message for f in new(twin)]


@pytest.mark.parametrize("path", BAD, ids=shown)
def test_the_scene_of_a_specimen_can_be_asked(path: Path) -> None:
    for finding in new(path):
        if finding.witness:
            assert list(replayed(at(path.name.partition("-")[0], path), finding.witness)), finding.witness


def test_every_analysis_has_a_specimen() -> None:
    assert {a.name for a in ANALYSES} - ELSEWHERE <= {analysis(p).name for p in BAD}


@pytest.mark.parametrize("one", ANALYSES, ids=lambda a: a.name)
def test_every_analysis_says_what_it_finds_why_it_matters_and_how_to_settle_it(one: Analysis) -> None:
    for head in ("What it finds:", "Why it matters:", "Example:", "How to settle it:"):
        assert head in one.page
    assert TO_FILL_IN not in one.page, one.page


@pytest.mark.parametrize("path", sorted(SPECIMENS.glob("*/*.norm")), ids=shown)
def test_a_specimen_is_filled_in(path: Path) -> None:
    assert TO_FILL_IN not in path.read_text("utf-8")
