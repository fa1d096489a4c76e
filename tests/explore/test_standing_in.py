"""A catalogue of situations serves also where an erratum takes away the card that stands in it for any card."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import catalogue, has

GONE = 'erratum "No Duck"\nremove card Duck\n'
RENAMED = f"{GONE}card Quack\n  kinds stepping aside\n  text Lay out this card.\n  clauses HH-171\n  copies 6 assumed\n"


def _amended(tmp_path: Path, text: str) -> house.Desk:
    file = tmp_path / "gone.norm"
    file.write_text(text, encoding="utf-8")
    return house.desk("hexhex", [file])


@pytest.mark.parametrize(("text", "instead"), [(GONE, ""), (RENAMED, "Quack")])
def test_another_card_stands_for_any_card(tmp_path: Path, text: str, instead: str) -> None:
    desk = _amended(tmp_path, text)
    made = bench(desk)
    plays = catalogue(made.situations).plays
    assert plays and not any(has(line, "Duck") for line in plays)
    assert all(has(line, instead) for line in plays if instead)
    wording = SceneTemplates(made, 3)
    assert wording.titles
    lines = [line for title in wording.titles for line in wording.plays("A", title, ())]
    assert lines
    assert all(desk.scenes(f"players A B C\nHex: A to B\n{line}", "scene") for line in lines)
