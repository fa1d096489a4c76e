"""What certificates take for granted: it is listed, looked at, and counted on only as far as play bears it out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_games import Small, found, laid

from checker.analyses.endless_play import measures, shown
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.certificates.check import certificate, checked
from checker.check.run_checks import bench
from checker.explore.sampled_play import not_falling, sampled
from checker.kernel.verdict import Extent
from checker.session.context import Options

EATING = """field ants "the ants of {P}": number, starts 3
field over "it is over": condition, starts no
act eat "eat" "{P} eats": P
  needs the ants of P is at least 1
  does Lower the ants of P by 1.
"""
FEEDING = """act feed "feed" "{P} feeds": P
  does {P eats}.
"""
EATERS = {
    "who has none may eat": (EATING, "P may eat", "eat", None),
    "who has some may eat": (EATING, "P may eat if the ants of P is at least 1", "eat", True),
    "who feeds eats": (EATING + FEEDING.replace("{P eats}", "P eats"), "P may feed", "feed", False),
    "who feeds eats what is there": (
        EATING + FEEDING.replace("  does {P eats}", "  needs the ants of P is at least 1\n  does P eats"),
        "P may feed if the ants of P is at least 1",
        "feed",
        True,
    ),
}


def eaters(name: str) -> Small:
    words, norms, acts, _ = EATERS[name]
    return Small(words, norms, "it is over", {}, lambda state: [], acts)


@pytest.mark.parametrize("name", EATERS)
def test_what_an_act_needs_is_counted_on_only_where_play_never_does_it_without(name: str, tmp_path: Path) -> None:
    work = bench(house.desk(laid(tmp_path, eaters(name))))
    without, proved = sampled(work).without, EATERS[name][-1]
    assert not without or proved is not True
    with working(work, Options(players=(2,))) as at_work:
        read = measures(at_work)
    (needs,) = [one for one in read["rests_on"] if one["item"] == "needs"]
    assert set(needs["without"]) == set(without) and "eat" in {*needs["of"], *needs["without"]}
    (result,) = shown(read, work.rules.game)
    assert result.ends is (not without)
    assert proved is None or result.ends is proved


def test_a_place_is_left_for_good_only_if_what_is_counted_on_is_there(tmp_path: Path) -> None:
    told = {}
    for name in EATERS:
        (tmp_path / name).mkdir()
        findings, extent = found(tmp_path / name, eaters(name))
        told[name] = extent if not findings else None
    assert told["who has some may eat"] is Extent.PROVED
    assert told["who feeds eats"] is None
    assert told["who feeds eats what is there"] is Extent.SAMPLED


def made(tmp_path: Path) -> tuple[Any, dict[str, Any]]:
    work = bench(house.desk(laid(tmp_path, eaters("who has some may eat"))))
    with working(work, Options(players=(2,))) as at_work:
        return work, json.loads(json.dumps(measures(at_work)))


@pytest.mark.parametrize("item", ["needs", "before"])
@pytest.mark.parametrize("known", [None, "unknown"])
def test_a_certificate_shows_nothing_of_what_it_does_not_list_as_known(
    item: str, known: str | None, tmp_path: Path
) -> None:
    work, read = made(tmp_path)
    assert [r.ends for r in shown(read, work.rules.game)] == [True]
    rests = [{**one, "known": known} if one["item"] == item else one for one in read["rests_on"]]
    read["rests_on"] = [one for one in rests if one["known"]]
    (result,) = shown(certificate(json.dumps(read)), work.rules.game)
    assert not result.ends and "it is not listed and known that" in result.fault
    assert item == "needs" or not checked(read)[0].ends


def test_a_measure_that_does_not_fall_in_play_is_found(tmp_path: Path) -> None:
    work, read = made(tmp_path)
    walks = sampled(work).walks
    assert not not_falling(work.rules, work.rules.game, walks, read)
    for level in read["loops"][0]["levels"][:1]:
        level["measure"] = {"over: no": 1}
    assert not_falling(work.rules, work.rules.game, walks, read) == {"step act of game"}
