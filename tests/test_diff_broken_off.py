"""A comparison that somebody interrupts."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.cli import games as house
from checker.cli.main import run
from checker.errata.diff import Changes, changed
from checker.errata.diff_output import lines
from checker.kernel.verdict import Extent

TOY = ROOT / "tests" / "toy"


def test_who_interrupts_it_is_told_what_was_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known by then is told, the rest is named, and nothing counts as unchanged; the exit code says so."""
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)

    def soon(one: Changes) -> None:
        if "rulings" not in one.late:
            raise KeyboardInterrupt

    (one,) = changed([(before, after)], 1, told=soon)
    assert one.interrupted and one.texts and one.late == ("cards", "what changed norms speak of", "findings")
    assert one.extent is Extent.UNKNOWN
    assert "interrupted before all was looked at: only a part was looked at of cards" in " ".join(lines([one]))
    monkeypatch.setattr("checker.errata.diff.changed", lambda *_: [one])
    monkeypatch.setattr("checker.cli.games.versions", lambda *_: [])
    assert run(["diff", "--errata", str(TOY / "greedy.norm")]) == 130
