"""A finding that gets graver has another fingerprint, so that nobody has accepted it, and `diff` tells what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.analyses import registry
from checker.catalog import named_games as house
from checker.check.finding_formats import FormattedReport, joined
from checker.check.run_checks import bench
from checker.cli.main import run
from checker.errata.finding_diff import different
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Options, Scope, Work

SEVERITIES = ("note", "warning", "error")


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "fair"]) == 0
    return tmp_path / "fair"


def found(monkeypatch: pytest.MonkeyPatch, severity: str, causes: tuple[str, ...] = ("",)) -> FormattedReport:
    """What is found where one analysis finds something as grave as that for each of the causes."""
    listed = [Finding("HX305", "n", severity, f"m {n}", ("CO-1",), (f"C{n}",), cause=c) for n, c in enumerate(causes)]

    def looked(_: Work) -> tuple[list[Finding], Scope]:
        return listed, Scope("n", Extent.EXHAUSTED, "all")

    monkeypatch.setattr(registry, "ANALYSES", (registry.Analysis("HX305", "n", "", looked),))
    desk = house.desk("fair")
    made = registry.run(bench(desk), Options((2,), "quick"))
    return FormattedReport("fair", {}, joined(desk.game, made.findings))


def test_what_is_accepted_is_not_accepted_once_it_is_graver(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prints = [found(monkeypatch, severity).findings[0].fingerprint for severity in SEVERITIES]
    assert len(set(prints)) == 3
    together = [found(monkeypatch, severity, ("why", "why")).findings for severity in SEVERITIES]
    assert [len(one) for one in together] == [1, 1, 1] and len({one[0].fingerprint for one in together}) == 3


@pytest.mark.parametrize(("before", "after", "fails"), [("note", "error", True), ("error", "note", False)])
def test_diff_tells_what_it_was(
    fair: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, fails: bool
) -> None:
    told = different(found(monkeypatch, before), found(monkeypatch, after))
    ((one, other),) = [(c.before.severity, c.after.severity) for c in told.changed]
    assert (told.gone, told.new, one, other, told.fails("note")) == ((), (), before, after, fails)


def test_of_several_at_one_place_it_is_not_guessed_which_became_which() -> None:
    old = FormattedReport("x", {}, (Finding("HX305", "n", "note", "a", ("C",), fingerprint="1"),))
    graver = tuple(Finding("HX305", "n", "error", m, ("C",), fingerprint=m) for m in "ab")
    told = different(old, FormattedReport("x", {}, graver))
    assert (told.gone, told.new, told.changed) == (old.findings, graver, ())
