"""Questions about norms that ask for cards are put only where these are named, or lie unnamed."""

from __future__ import annotations

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_driver import SceneDriver
from checker.explore.statements.norm_questions import Asking, NormRivals, clash
from checker.session.persistent_memo import relevance

ERRATUM = ROOT / "tests" / "errata" / "called-shot-uncancellable.norm"
NOWHERE = frozenset[str]()
RIVALS = NormRivals("HH-168", "E-2.1", (3, 4))


def test_what_asks_for_cards_can_hold_where_they_are_named() -> None:
    desk = house.desk("hexhex", (ERRATUM,))
    known, norm = relevance(bench(desk)), desk.rules.norms[RIVALS.other]
    assert known.can_hold((norm,), ("Hex: A to B", "B plays Called Shot", "may C play Null on Called Shot?"), NOWHERE)
    assert not known.can_hold(
        (norm,), ("Hex: A to B", "B plays Called Shot", "may C play Duck on Called Shot?"), NOWHERE
    )
    assert not known.can_hold((norm,), ("Hex: A to B", "may C play Null on Duck?"), NOWHERE)


def test_what_lies_there_unnamed_counts_as_there() -> None:
    desk = house.desk("hexhex", (ERRATUM,))
    known, norm = relevance(bench(desk)), desk.rules.norms[RIVALS.other]
    told = SceneDriver(bench(desk), 3).begin(("Hex: A to B", "B plays Called Shot"))
    assert told is not None and "Called Shot" in told.words()
    assert known.can_hold((norm,), ("may C play Null?",), told.words())
    assert not known.can_hold((norm,), ("may C play Null?",), NOWHERE)


def test_two_norms_are_asked_about_only_where_both_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """36,000 questions could be put to the scenes of the two norms; only these name a canceller and the card."""
    asked: list[tuple[str, ...]] = []
    real = Asking.asked

    def counted(asking: Asking, told: object, probe: object) -> object:
        asked.append(probe)  # type: ignore[arg-type]
        return real(asking, told, probe)  # type: ignore[arg-type]

    monkeypatch.setattr(Asking, "asked", counted)
    assert clash(bench(house.desk("hexhex", (ERRATUM,))), RIVALS) is None
    assert 0 < len(asked) < 2_800
