"""Which norms of an amendment hold nowhere: what no scene of the catalogue shows, a ruling may."""

from __future__ import annotations

from errata_heads import ERRATA

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.statements.live_norms import held_nowhere

LOSS = ERRATA / "faults" / "after-a-loss-that-is-prevented.twin.norm"
SHOWS = "to a Warded player a Boosted Hexing is free, a chosen sacrifice is not"


def test_a_norm_that_holds_in_a_ruling_alone_holds_somewhere() -> None:
    at = bench(house.desk("hexhex", [LOSS]))._replace(situations="")
    rulings = [scene for scene in at.rulings() if scene.place.file.endswith("own/card-clarifications-ward.scene")]
    showing = [scene for scene in rulings if scene.title == SHOWS]
    others = rulings[: rulings.index(*showing)]
    assert others
    assert held_nowhere(at._replace(rulings=lambda: others), ("E-1",)) == ("E-1",)
    assert held_nowhere(at._replace(rulings=lambda: showing), ("E-1",)) == ()
    under_laws = [scene for scene in at.rulings() if scene.amendments]
    assert under_laws and held_nowhere(at._replace(rulings=lambda: under_laws), ("E-1",)) == ("E-1",), "other words"
