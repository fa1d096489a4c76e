"""Findings of one cause are told as one, which lists them; what is none of the rules is no finding."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.finding_formats import FormattedReport, each, joined
from checker.check.machine_formats import FORMATS
from checker.check.run_checks import bench
from checker.errata.finding_diff import different
from checker.explore.cards.minimal_scene import asked, supposes
from checker.explore.cards.search_result import DecidingPoint
from checker.explore.duties.unregulated_acts import settled_by_hands
from checker.explore.scene_state import Cause
from checker.kernel.game import Amended, Declaration, Game
from checker.kernel.trees.brought_acts import acts_of_scenes, procedures_of_scenes
from checker.kernel.verdict import Finding
from checker.session.context import Bench, Options

CAUSE = "no clause says what follows"


def one(clause: str, cause: str = CAUSE, code: str = "HX305", severity: str = "warning", witness: str = "") -> Finding:
    return Finding(
        code,
        "n",
        severity,
        f"{clause} is bare",
        (clause,),
        witness=witness,
        cause=cause,
        fingerprint=f"{code}/{clause}",
    )


def game(*amended: str, declarations: tuple[Declaration, ...] = ()) -> Game:
    named = tuple(Amended("clause", name, "an erratum") for name in amended)
    return Game("g", house.desk("hexhex").game.vocabulary, amended=named, declarations=declarations)


def report(at: Game, *found: Finding) -> FormattedReport:
    return FormattedReport("g", {}, joined(at, found))


# ---- one cause, one finding --------------------------------------------------------------------


def test_findings_of_one_cause_are_one_that_lists_them_as_grave_as_the_gravest() -> None:
    listed = one("A-1"), one("A-2", code="HX202", witness="players A B"), one("A-3", severity="note"), one("A-4", "")
    both, alone = joined(game(), listed)
    assert alone == listed[3]
    assert both.instances == (listed[1], listed[0], listed[2]), "the one that a scene shows comes first"
    assert (both.message, both.severity, both.code, both.witness) == (CAUSE, "warning", "HX202", "players A B")
    assert both.clauses == ("A-2", "A-1", "A-3")
    assert sorted(each((both, alone)), key=lambda f: f.clauses) == list(listed)


def test_what_is_declared_is_one_by_its_reason_whatever_its_analyses_say() -> None:
    known = Declaration("where", "p", "nobody says where")
    pointed = [Finding("HX303", "n", "note", m, (m,), point="where", cause=m, fingerprint=m) for m in ("a", "b")]
    (both,) = joined(game(declarations=(known,)), pointed)
    assert both.message == "nobody says where" and len(both.instances) == 2


def test_one_that_shares_its_cause_with_none_stays_as_it_is() -> None:
    assert joined(game(), [one("A-1"), one("A-2", "another")]) == (one("A-1"), one("A-2", "another"))


def test_the_fingerprint_is_that_of_the_cause() -> None:
    (two,), (three,) = (joined(game(), [one(f"A-{n}") for n in range(many)]) for many in (2, 3))
    (other,) = joined(game(), [one("A-1", "another"), one("A-2", "another")])
    assert two.fingerprint == three.fingerprint != other.fingerprint


def test_what_an_amendment_brought_is_a_finding_of_its_own_that_is_new() -> None:
    old = report(game(), one("A-1"), one("A-2"))
    new = report(game("E-1"), one("A-1"), one("E-1"), one("A-2"))
    assert [len(f.instances) for f in old.findings] == [2]
    assert sorted((len(f.instances), f.clauses) for f in new.findings) == [(0, ("E-1",)), (2, ("A-1", "A-2"))]
    told = different(old, new)
    assert told.new == (one("E-1"),) and not told.gone and not told.changed and told.fails("warning")
    assert different(new, old).gone == (one("E-1"),)


def test_an_instance_that_comes_or_goes_without_an_amendment_is_told_too() -> None:
    two, three = report(game(), one("A-1"), one("A-2")), report(game(), one("A-1"), one("A-2"), one("A-3"))
    assert different(two, three).new == (one("A-3"),) and different(three, two).gone == (one("A-3"),)
    worse = report(game(), one("A-1"), one("A-2", severity="error"))
    (changed,) = different(two, worse).changed
    assert changed.after.severity == "error" and worse.fails("error") and not two.fails("error")


def test_no_format_loses_an_instance() -> None:
    at = report(game(), *(one(f"A-{n}") for n in range(1, 9)))
    (told,) = json.loads(FORMATS["json"]([at]))["findings"]
    assert [i["fingerprint"] for i in told["instances"]] == [f"HX305/A-{n}" for n in range(1, 9)]
    (result,) = json.loads(FORMATS["sarif"]([at]))["runs"][0]["results"]
    assert len(result["properties"]["instances"]) == 8
    cases = ElementTree.fromstring(FORMATS["junit"]([at])).findall("testsuite/testcase")
    assert len(cases) == 1 and all(f"A-{n} is bare" in (cases[0].findtext("failure") or "") for n in range(1, 9))
    text = FORMATS["text"]([at])
    assert "found 8 times" in text and "A-5 is bare" in text and "and 3 times of A-6, A-7, A-8" in text
    assert "0 errors, 1 warning," in text


# ---- the rulebook --------------------------------------------------------------------------------


@cache
def hexhex(*errata: Path) -> Bench:
    return bench(house.desk("hexhex", errata))


@cache
def slots(*errata: Path) -> tuple[Finding, ...]:
    at = hexhex(*errata)
    return joined(at.rules.game, run(at, Options((3,), "quick"), ("unfilled-slot",)).findings)


def erratum(folder: Path, text: str) -> Path:
    path = folder / "erratum.norm"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_that_one_card_leaves_open_is_one_finding() -> None:
    bare = [f for f in slots() if f.cards == ("Deception",)]
    assert len(bare) == 1 and len(bare[0].instances) == 6
    assert not [f for f in slots() if len(f.instances) > 6 and "Deception" in f.cards and len(f.cards) > 1]


def test_whether_somebody_may_choose_themselves_is_one_cause_in_play_and_in_the_text() -> None:
    from checker.explore.cards.finding_builders import OF_ONESELF, cause

    point = next(
        p for p in asked(hexhex(), ("players A B C", "round 3", "who deals next?")).points if "oneself" in p.key
    )
    found = run(hexhex(), Options((3,), "quick"), ("unfilled-slot",)).findings
    assert cause(hexhex().rules.game, point) == OF_ONESELF
    assert [f.cause for f in found if f.message.startswith("step pick of picking-a-dealer")] == [OF_ONESELF]


# ---- what is none of the rules -------------------------------------------------------------------


def test_a_procedure_that_only_scenes_carry_out_leaves_nothing_open(tmp_path: Path) -> None:
    own = acts_of_scenes(hexhex().rules.game)
    assert "discarding-untold" in procedures_of_scenes(hexhex().rules.game, own)
    assert not [f for f in each(slots()) if "-untold" in f.message]
    text = 'erratum "Boost"\n\ncard Boost\n  text Carry out "discarding-untold".\n'
    used = hexhex(erratum(tmp_path, text)).rules.game
    assert "discarding-untold" not in procedures_of_scenes(used, acts_of_scenes(used))


def test_what_only_scenes_leave_out_needs_no_remedy() -> None:
    at = bench(house.desk("hexx"))
    assert at.playing is not None
    found = {}
    for untold in (at.playing.untold, frozenset[str]()):
        listed = run(at._replace(playing=at.playing._replace(untold=untold)), Options((2,), "quick"), ("HX305",))
        found[bool(untold)] = {f.clauses for f in listed.findings if "just roll" in f.message}
    assert not found[True] and {("WX-10",), ("WX-29",)} <= found[False]


@pytest.mark.parametrize(
    ("removed", "hand"), (("", True), ("remove norm HH-81.9\n", False)), ids=("allowed without a card", "not allowed")
)
def test_what_is_open_only_while_a_hand_is_not_told_is_no_gap(removed: str, hand: bool, tmp_path: Path) -> None:
    at = hexhex(erratum(tmp_path, f'erratum "Nobody lets go"\n\n{removed}')) if removed else hexhex()
    lines = ("players A B C", "Hex: A to B", "may B pass the turn?")
    answer = asked(at, lines)
    point = next(p for p in answer.points if "unregulated" in p.key)
    assert settled_by_hands(at, DecidingPoint("", "", point, Cause(), lines[-1], lines, (), 3, 0)) is hand


@pytest.mark.parametrize(
    ("told", "rests"),
    (
        ("Hex: A to B; B plays Ward; the Hex goes off", True),
        ("Voice A 4, B 4, C 3; Hex: A to B; the Hex goes off", False),
    ),
)
def test_a_scene_supposes_what_else_nothing_states(told: str, rests: bool) -> None:
    lines = ("players A B C", "last round", *told.split("; "), "who wins?")
    answer = asked(hexhex(), lines)
    point = next(p for p in answer.points if set(p.clauses) == {"HH-115", "HH-116"})
    assert supposes(answer, point) is rests
