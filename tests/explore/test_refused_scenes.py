"""A scene that shows an order and cannot be laid out is given up by itself, counted and named; the analysis goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checker.analyses.registry import run as analysed
from checker.catalog import named_games as house
from checker.check.run_checks import bench
from checker.cli.main import run
from checker.explore.interactions import order_permutations
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Extent
from checker.session.context import Options

STORMS = {
    "specs/procedure.norm": "\nprocedure storm\n  unordered\n  step blow CO-4: Set the coins of P to 0.\n  step pour CO-4: Raise the coins of P by 2.\n",
    "specs/clauses.norm": '\nclause CO-4 effect "Storm"\n  says It blows and pours.\n',
    "cards/first.cards": '\ncard Storm\n  kinds lucky\n  text Carry out "storm".\n  clauses CO-4\n  copies 1 assumed\n',
    "specs/situations.scene": '\nscene "a storm"\nplayers A B\nA plays Storm\n\nscene "a late storm"\nplayers A B\nthe rounds to come is 1\nA plays Storm\n\nscene "asked"\nplayers A B\nhow many coins does A have?\n',
}


def test_one_scene_that_cannot_be_laid_out_does_not_end_the_analysis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "fair"]) == 0
    for name, text in STORMS.items():
        with (tmp_path / "fair" / name).open("a", encoding="utf-8") as file:
            file.write(text)
    plain = order_permutations.replayed

    def replayed(at: Any, text: str) -> Iterator[Any]:
        if "rounds to come" not in text:
            raise InputError(Problem(Place("x", 1), "the scene needs 2 copies of Storm"))
        return plain(at, text)

    monkeypatch.setattr(order_permutations, "replayed", replayed)
    made = analysed(bench(house.desk("fair")), Options((2,), "quick"), ["HX205"])
    (finding,), (scope,) = made.findings, made.checked
    assert "the rounds to come is 1" in finding.witness and scope.extent is Extent.UNKNOWN and not scope.given_up
    assert re.search(r"; \d+ scenes show a difference and could not be laid out", scope.scope)
    assert "needs 2 copies of Storm: players A B; A plays Storm" in scope.scope
