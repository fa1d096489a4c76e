"""What hangs on something that nobody states is SILENT, whatever clauses say of it once it is stated."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from checker.ask.game_session import Desk
from checker.cli import games as house

MADDENED = "players A B C; Hex: A to B, maddened left; "
FIRE = "players A B C; Hex: A to B; hand B: Draw Fire; B plays Draw Fire; B draws Duck; where does the Hex go?"
STATED = """erratum "{title}"
change card {title}
  kinds {kinds}
  unsure
"""


@cache
def plain() -> Desk:
    return house.desk("hexhex")


def answers(text: str, *errata: Path) -> list[tuple[str, set[str]]]:
    desk = house.desk("hexhex", errata) if errata else plain()
    found = [a for scene in desk.scenes(text, "x") for _, a in desk.answers(scene)]
    return [(a.verdict.value, {o.value for o in a.outcomes}) for a in found]


@pytest.fixture
def stated(tmp_path: Path) -> Path:
    return tmp_path / "stated.norm"


@pytest.mark.parametrize("told", ["B plays Ward; ", "B draws Ward; B plays Ward; "])
def test_a_card_of_unstated_category_sets_a_hex_off_or_not_as_the_category_falls(told: str, stated: Path) -> None:
    asked = f"{MADDENED}{told}does the Hex go off?; is B Hexed?"
    assert answers(asked) == [("SILENT", {"yes", "no"})] * 2
    stated.write_text(STATED.format(title="Ward", kinds="never answers, play when dealt"), encoding="utf-8")
    assert answers(asked, stated) == [("FORCED", {"no"})] * 2


def test_a_reading_that_matters_on_one_side_of_a_silent_point_only_is_silent(stated: Path) -> None:
    assert answers(FIRE) == [("SILENT", {"B", "goes off on B", "A", "C"})]
    stated.write_text(STATED.format(title="Draw Fire", kinds="drawing card"), encoding="utf-8")
    assert answers(FIRE, stated) == [("AMBIGUOUS", {"B", "goes off on B"})]
    alone = "players A B C; Hex: A to B; hand B: Duck; must B play Duck?"
    assert answers(alone) == [("AMBIGUOUS", {"yes", "no"})]
