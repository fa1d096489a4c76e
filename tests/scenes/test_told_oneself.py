"""Whether somebody who chooses a player may choose themselves is open unless the text or a norm says it."""

from __future__ import annotations

from pathlib import Path

from checker.catalog import games as house

TABLE = "players A B C; round 3; dealer C; Voice A 3, B 5, C 6; Hex: C to A; hand A: nothing; the Hex goes off; the round ends; who deals next?"
SAID = """erratum "The dealer of the last hand is another"
step pick of picking-a-dealer: Q chooses a player P such that P is not Q. Set the dealer to P. Set the caster to Q.
"""


def answer(*errata: Path) -> tuple[str, set[str]]:
    desk = house.desk("hexhex", errata)
    (found,) = [a for scene in desk.scenes(TABLE, "x") for _, a in desk.answers(scene)]
    return found.verdict.value, {o.value for o in found.outcomes}


def test_a_player_who_picks_the_dealer_may_be_that_dealer_or_not(tmp_path: Path) -> None:
    erratum = tmp_path / "another.norm"
    erratum.write_text(SAID, encoding="utf-8")
    assert answer() == ("SILENT", {"A", "B", "C"})
    assert answer(erratum) == ("FORCED", {"B", "C"})
