"""Which result does for the opponent what another does for whoever rolls it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses.mirrored_effects import Mirror
from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport, as_text
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent
from checker.session.context import Options, Scope

ERRATA = ROOT / "tests" / "hexx_errata"
OWN = {(7, 7): "yes", (11, 11): "yes", (17, 17): "yes"}
DECLINED = {pair: "if accepted" for pair in ((3, 6), (12, 18))}
NAMED = {pair: "yes" for pair in ((10, 13), (16, 19))}
"""To decline leaves the table as it is, and so does it to name a letter that stands nowhere."""
UNLIKE = {pair: "no" for pair in ((1, 2), (10, 16), (10, 19), (13, 16), (13, 19), (14, 20))}


@cache
def looked(*errata: Path) -> Scope:
    (checked,) = run(bench(house.desk("hexx", errata)), Options((2,)), ("HX207",)).checked
    return checked


def rows(*errata: Path) -> dict[tuple[int, int], Mirror]:
    return {(int(r.first[:2]), int(r.second[:2])): r for r in looked(*errata).table if isinstance(r, Mirror)}


def test_every_pair_is_shown_to_be_mirrors_or_not() -> None:
    assert {pair: r.mirrors for pair, r in rows().items()} == {(5, 8): "yes", **OWN, **NAMED, **DECLINED, **UNLIKE}
    assert looked().extent is Extent.EXHAUSTED


def test_the_text_says_why_two_of_one_name_are_none_and_which_have_none() -> None:
    (unlike,) = (line for line in looked().told if "`14 The Changeling` and" in line)
    assert "which tiles does A hold" in unlike and unlike.endswith("who-keeps-the-lifted-tile")
    assert "\n    - `05 Collateral Damage` and `08 Collateral Damage` are mirrors\n" in as_text(
        [FormattedReport("hexx", {}, (), (looked(),))]
    )
    assert looked().told[-1] == "without a mirror: `04 Reversal of Fortune`, `09 Metamorphosis`, `15 Frozen in Place`"


@pytest.mark.parametrize(
    ("erratum", "pair", "mirrors"),
    [
        pytest.param("05-and-12.norm", (5, 8), "no", marks=pytest.mark.thorough),
        ("lifted-tile-is-kept.norm", (14, 20), "if accepted"),
    ],
)
def test_an_erratum_makes_a_mirror_or_breaks_it(erratum: str, pair: tuple[int, int], mirrors: str) -> None:
    assert rows(ERRATA / erratum)[pair].mirrors == mirrors
