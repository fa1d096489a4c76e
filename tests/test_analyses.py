"""The analyses of HEX•HEX: what they find without being told, what makes it go away, and its scenes."""

from __future__ import annotations

import re
from functools import cache

import msgspec
import pytest

from checker import house
from checker.analyses.registry import ANALYSES, Report, run
from checker.answers.desk import Desk
from checker.answers.forms import Forms
from checker.answers.judge import Judge
from checker.answers.view import View
from checker.kernel.norm import Outranks
from checker.kernel.point import Kind
from checker.kernel.verdict import Extent, Finding, Verdict
from checker.norms.rulebook import Rulebook
from checker.read.cache import data_folder
from checker.read.files import read_text
from checker.search.bench import Bench, Options
from checker.search.catalogue import SPECIAL
from checker.search.table import replayed

FILE = "specs/hexhex/situations.scene"
TIE = "a tie at the end"


def trimmed(names: tuple[str, ...]) -> str:
    """The catalogue with these situations only, and with the endings that they need."""
    blocks = read_text(data_folder() / FILE).split('scene "')
    kept = blocks[0] + "".join('scene "' + b for b in blocks[1:] if b.split('"')[0] in (*names, *SPECIAL))
    return kept if TIE in names else re.sub(r'(?s)scene "endings".*?(?=scene ")', "", kept)


def bench(names: tuple[str, ...] = (), without: tuple[str, ...] = (), undeclared: bool = False) -> Bench:
    desk = Desk("hexhex", house.OWN, (), without)
    rules = desk.rules
    if undeclared:
        rules = Rulebook(msgspec.structs.replace(desk.game, declarations=()), rules.functions)
    return Bench(rules, desk.scenes, lambda s: Forms(rules, s, desk.own), Judge, View, trimmed(names), FILE)


@cache
def report(code: str, where: str, without: tuple[str, ...] = (), undeclared: bool = False) -> Report:
    return run(bench((where,), without, undeclared), Options((3,), "quick"), (code,))


def found(listed: Report, code: str, clauses: set[str], card: str = "") -> list[Finding]:
    return [
        f
        for f in listed.findings
        if f.code == code
        and clauses <= set(f.clauses)
        and f.extent is not Extent.UNKNOWN
        and (not card or card in f.cards)
    ]


KNOWN = [
    (
        "a card that prevents the loss against one whose loss nothing changes",
        "HX101",
        {"HH-60", "HH-149"},
        "",
        "HH-60",
        "a Warded player",
    ),
    ("stepping aside is no pass and is listed as one", "HX101", {"HH-141", "HH-171"}, "", "HH-171", "one Hex"),
    ("who gains when a third player sets the Hex off", "HX304", {"HH-16", "HH-87"}, "", "HH-87", "one Hex"),
    ("a wrong card on a maddened Hex", "HX102", {"HH-144", "HH-146"}, "", "HH-146", "a maddened Hex"),
    ("where the Hex goes past one who steps aside", "HX202", {"HH-171"}, "Duck", "HH-171", "one Hex"),
    ("a tie for the least Voice", "HX304", {"HH-114"}, "", "HH-114", "a tie at the end"),
    ("one card, two Hexes", "HX204", {"HH-47", "HH-86"}, "", "HH-47", "two Hexes before one player"),
]


@pytest.mark.parametrize(("said", "code", "clauses", "card", "culprit", "where"), KNOWN)
def test_known_trouble_is_found_declared_or_not(
    said: str, code: str, clauses: set[str], card: str, culprit: str, where: str
) -> None:
    assert found(report(code, where), code, clauses, card), said
    assert all(f.severity == "note" for f in found(report(code, where), code, clauses, card))
    free = found(report(code, where, (), True), code, clauses, card)
    assert free and all(f.severity in ("warning", "error") for f in free)
    known = {f.fingerprint for f in found(report(code, where), code, clauses, card)}
    assert {f.fingerprint for f in free} == known


@pytest.mark.parametrize(("said", "code", "clauses", "card", "culprit", "where"), KNOWN)
def test_trouble_goes_when_a_culprit_goes(
    said: str, code: str, clauses: set[str], card: str, culprit: str, where: str
) -> None:
    assert not found(report(code, where, (culprit,)), code, clauses, card), said


@pytest.mark.parametrize(("code", "where"), sorted({(k[1], k[5]) for k in KNOWN}))
def test_every_witness_replays_to_the_same_effect(code: str, where: str) -> None:
    kinds = {"HX101": set(Kind), "HX202": {Kind.SILENT}, "HX304": set(Kind)}
    at = bench((where,))
    for finding in (f for f in report(code, where).findings if f.witness):
        answers = list(replayed(at, finding.witness))
        assert answers, finding.witness
        if finding.code in kinds and not answers[-1].question.startswith("what happens"):
            assert answers[-1].verdict is not Verdict.FORCED
            assert any(
                p.kind in kinds[finding.code] and (set(p.clauses) <= set(finding.clauses) or not p.clauses)
                for p in answers[-1].points
            ), finding.witness


def test_the_report_does_not_depend_on_the_number_of_jobs() -> None:
    reports = [run(bench(("one Hex",)), Options((3,), "quick", jobs), ("HX202", "HX304")) for jobs in (1, 2)]
    assert reports[0].findings == reports[1].findings


def test_every_analysis_has_a_code_a_name_and_says_what_it_finds() -> None:
    assert len({a.code for a in ANALYSES}) == len({a.name for a in ANALYSES}) == len(ANALYSES)
    for analysis in ANALYSES:
        assert analysis.doc.endswith(".")


def test_counts_agree_and_a_wrong_one_is_found() -> None:
    at = bench(())
    clean = run(at, Options((3,), "quick"), ("HX401",))
    assert not clean.findings
    counts = tuple(msgspec.structs.replace(c, number=13) if c.clause == "HH-11" else c for c in at.rules.game.counts)
    wrong = Rulebook(msgspec.structs.replace(at.rules.game, counts=counts), at.rules.functions)
    messages = [f.message for f in run(at._replace(rules=wrong), Options((3,), "quick"), ("HX401",)).findings]
    assert len(messages) == 2 and any("HH-92" in m for m in messages) and any("28" in m for m in messages)


def test_classes_of_speakers_in_a_circle_are_a_precedence_cycle() -> None:
    at = bench(())
    norms = [n for n in at.rules.game.norms if isinstance(n.claim, Outranks)]
    assert not run(at, Options((3,), "quick"), ("HX103",)).findings
    assert norms
