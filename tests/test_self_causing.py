"""What leads to itself, and which numbers are a bound of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli import games as house
from checker.explore.loops.self_causing import self_causing


@pytest.mark.parametrize(
    ("condition", "goes_on"),
    [("", True), (" if the round number is at least 2", True), (" if the Voice of P is at least 1", False)],
)
def test_only_a_number_that_moves_on_the_way_bounds_what_leads_to_itself(
    tmp_path: Path, condition: str, goes_on: bool
) -> None:
    path = tmp_path / "again.norm"
    norm = f"when P loses N Voice by Z, P loses 1 Voice by the law{condition}"
    path.write_text(f'erratum "x"\nclause E-1 effect "Errata"\n  norm {norm}\n')
    found = self_causing(house.desk("hexhex", [path]).rules.game, frozenset())
    assert [one.way for one in found] == ([("norm E-1", "act lose")] if goes_on else [])


def test_a_number_that_what_is_begun_again_spends_is_a_bound() -> None:
    path = Path("tests/errata/faults/chance-begun-again.twin.norm")
    assert not self_causing(house.desk("hexhex", [path]).rules.game, frozenset())
