"""A choice for which there is nothing to choose leaves open what becomes of the rest of its text, unless the text says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli import games as house

CARD = """erratum "A card that chooses among the Warded"
card Push
  kinds basic deflection
  text {text}
  clauses HH-37
  copies 1 errata
"""
CHOOSES = "Choose a player Q such that Q is Warded. You lose 1 Voice by sacrifice."
PLAYED = "players A B C; {}Hex: A to B; B plays Push; how much Voice does B lose?; what happens?; where is the Hex?"
SOMEBODY = "C has Ward in play; "


@pytest.mark.parametrize(
    ("text", "told", "lost"),
    [
        (CHOOSES, "", ("SILENT", {"0", "1"})),
        (CHOOSES, SOMEBODY, ("FORCED", {"1"})),
        (f"If there is a player P such that P is Warded, ({CHOOSES}).", "", ("FORCED", {"0"})),
    ],
)
def test_what_does_not_need_the_thing_that_is_chosen(
    text: str, told: str, lost: tuple[str, set[str]], tmp_path: Path
) -> None:
    erratum = tmp_path / "push.norm"
    erratum.write_text(CARD.format(text=text), encoding="utf-8")
    desk = house.desk("hexhex", [erratum])
    how_much, happens, where = [a for scene in desk.scenes(PLAYED.format(told), "x") for _, a in desk.answers(scene)]
    assert (how_much.verdict.value, {o.value for o in how_much.outcomes}) == lost
    assert happens.verdict.value == lost[0]
    assert (where.verdict.value, where.value) == ("FORCED", "B")


def test_a_result_that_needs_a_tile_of_an_empty_hand_is_open() -> None:
    desk = house.desk("hexx")
    table = "game hexx; players Red Black; dictionary card; word CARD at -1,0 east black; tile HEXX as E at 2,0 black; "
    for hand, is_open in (("hand Black: nothing; bag is empty; ", True), ("hand Black: E; ", False)):
        told = f"{table}{hand}Black rolls 14; what happens?"
        (answer,) = [a for scene in desk.scenes(told, "x") for _, a in desk.answers(scene)]
        assert any("nothing to choose" in point.id for point in answer.points) is is_open
        assert answer.verdict.value == "SILENT" or not is_open
