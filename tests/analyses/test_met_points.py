"""A declared open point that a question meets is not unused, whether or not an analysis found it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checker.analyses.registry import run as analysed
from checker.analyses.unused_open_point import met_in_rulings, met_points
from checker.catalog import named_games as house
from checker.check.run_checks import bench
from checker.cli.main import run
from checker.session.context import Bench, Options, Work

BLESSED = {
    "clauses.norm": '\nclause CO-4 definition "Blessings"\n  says Whoever holds a card may be blessed.\n  norm whether P is blessed is unstated if P holds C\n',
    "vocabulary.norm": '\nfact blessed "{P} is blessed": condition\n  by rules\n',
    "situations.scene": '\nscene "asked"\nplayers A B\nis it so that A is blessed?\n',
}
OPEN = "open {}\n  point value of {}\n  reason it is not said\n  default no\n  clauses CO-4\n"


def working(at: Bench) -> Work:
    def spread(what: str, work: Any, items: Any, *_: Any) -> list[Any]:
        return [work(at, item) for item in items]

    return Work(at, Options((2,)), spread)


@pytest.mark.parametrize(("of", "unused"), [("CO-4", False), ("CO-3", True)])
def test_a_point_that_is_met_where_a_hand_is_told_is_not_unused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: str, unused: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "fair"]) == 0
    for name, text in BLESSED.items():
        with (tmp_path / "fair" / "specs" / name).open("a", encoding="utf-8") as file:
            file.write(text)
    (tmp_path / "fair" / "specs" / "open.norm").write_text(OPEN.format("blessing", of), encoding="utf-8")
    at = bench(house.desk("fair"))
    found = analysed(at, Options((2,), "pairs"), ["HX604"]).findings
    assert bool(found) is unused
    assert met_points(working(at), frozenset({"blessing"})).names == (() if unused else ("blessing",))


def test_a_reading_that_a_hand_brings_up_is_met() -> None:
    wanted = frozenset({"a-card-that-does-not-pass"})
    assert met_points(working(bench(house.desk("hexhex"))), wanted).names == tuple(wanted)


def test_a_point_that_only_a_ruling_meets_is_met() -> None:
    wanted = frozenset({"no-goal-card-left", "tiles-of-two-patterns-side-by-side"})
    assert {*met_in_rulings(working(bench(house.desk("horrible"))), wanted).names} == wanted
