"""A comparison that somebody interrupts, and what it tells before it is done."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import told_to_stop
from conftest import ROOT
from errata_heads import ERRATA

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.errata import ruling_diff
from checker.errata.diff import MOST_FIRST, PARTS, Changes, changed
from checker.errata.diff_output import lines, so_far
from checker.kernel.verdict import Extent

TOY = ROOT / "tests" / "toy"


def test_who_interrupts_it_is_told_what_was_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known by then is told, the rest is named, and nothing counts as unchanged."""
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)

    def soon(one: Changes) -> None:
        if "rulings" not in one.late:
            raise KeyboardInterrupt

    (one,) = changed([(before, after)], 1, told=soon)
    assert one.interrupted and one.texts and one.late == ("cards", "what changed norms speak of", "findings")
    assert one.extent is Extent.UNKNOWN
    assert "interrupted before all was looked at: only a part was looked at of cards" in " ".join(lines([one]))


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_command_that_is_told_to_stop_says_what_it_did_not_look_at(sign: int, code: int, tmp_path: Path) -> None:
    quay = ROOT / "examples" / "quay"
    told = ("diff", "--game", str(quay), "--errata", str(quay / "errata" / "five-at-most.norm"))
    run = told_to_stop(*told, when=b"so far", sign=sign, cache=tmp_path)
    assert run.returncode == code
    assert "interrupted before all was looked at: only a part was looked at of rulings, cards," in run.stdout


def test_what_the_change_is_about_is_looked_at_before_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rulings about it are found by their words: not one of the others is read before."""
    seen: list[Changes] = []
    monkeypatch.setattr(Desk, "rulings", lambda *_: pytest.fail("all rulings are read"))

    def told(one: Changes) -> None:
        seen.append(one)
        if len(seen) == 2:
            raise KeyboardInterrupt

    (one,) = changed(
        [(house.desk("hexhex"), house.desk("hexhex", [ERRATA / "duck-becomes-sender.norm"]))], 1, told=told
    )
    assert one.interrupted and one.late == (*PARTS,) and 0 < one.rulings <= MOST_FIRST
    assert one.answers and all("Duck" in c.scene for c in one.changed)
    assert "for instance `players A B" in so_far(one) and "Duck" in so_far(one).split("\n")[1]


def test_rulings_that_were_left_out_of_the_first_version_are_not_said_to_be_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first version has half of the time; what it did not come to is missing though the second one was done in time."""
    before, after = house.desk("pebbles", root=TOY), house.desk("pebbles", (TOY / "greedy.norm",), root=TOY)
    monkeypatch.setattr(ruling_diff, "kept_rulings", partial(_but_the_first, ruling_diff.kept_rulings, before))
    (one,) = changed([(before, after)], 1)
    assert one.late == ("rulings",) and one.rulings == len(before.rulings()) - 1


def _but_the_first(kept: Any, before: Desk, desk: Desk, *asked: Any) -> list[Any]:
    found = kept(desk, *asked)
    return [None, *found[1:]] if desk is before else found
