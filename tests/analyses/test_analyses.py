"""The analyses as such: their names, the same report with any number of jobs, counts, and circles of precedence."""

from __future__ import annotations

import msgspec
import pytest
from known import few, trimmed, whole

from checker.analyses import registry
from checker.analyses.registry import ANALYSES, run
from checker.kernel.game import Amended
from checker.kernel.norm import Outranks
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Finding
from checker.norms.rulebook import Rulebook
from checker.run.branches import TooMany
from checker.session.context import Options, Scope, Work


def test_the_report_does_not_depend_on_the_number_of_jobs() -> None:
    at = few(frozenset({"Duck", "Stun", "Ward", "Boost"}))._replace(situations=trimmed(("one Hex", "a Warded player")))
    reports = [run(at, Options((3,), "quick", jobs), ("HX202", "HX304")) for jobs in (1, 2)]
    assert reports[0].findings == reports[1].findings and len(reports[0].findings) > 2


def test_every_analysis_has_a_code_a_name_and_says_what_it_finds() -> None:
    assert len({a.code for a in ANALYSES}) == len({a.name for a in ANALYSES}) == len(ANALYSES)
    for analysis in ANALYSES:
        assert analysis.doc.endswith(".")
        assert analysis.run.__module__.rpartition(".")[2] == analysis.name.replace("-", "_")


def test_counts_agree_and_a_wrong_one_is_found() -> None:
    at = whole()
    clean = run(at, Options((3,), "quick"), ("HX401",))
    assert not clean.findings
    counts = tuple(msgspec.structs.replace(c, number=13) if c.clause == "HH-11" else c for c in at.rules.game.counts)
    wrong = Rulebook(msgspec.structs.replace(at.rules.game, counts=counts), at.rules.functions)
    messages = [f.message for f in run(at._replace(rules=wrong), Options((3,), "quick"), ("HX401",)).findings]
    assert len(messages) == 2 and any("HH-92" in m for m in messages) and any("28" in m for m in messages)


def test_classes_of_speakers_in_a_circle_are_a_precedence_cycle() -> None:
    at = whole()
    norms = [n for n in at.rules.game.norms if isinstance(n.claim, Outranks)]
    assert not run(at, Options((3,), "quick"), ("HX103",)).findings
    assert norms


@pytest.mark.parametrize(
    "why", [InputError(Problem(Place("here", 1), "it cannot be carried out")), TooMany()], ids=repr
)
def test_no_open_point_is_unused_while_an_analysis_gives_up(why: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(work: Work) -> tuple[list[Finding], Scope]:
        raise why

    at = few(frozenset({"Duck"}))._replace(situations=trimmed(("one Hex",)))
    assert run(at, Options((3,), "quick"), ("HX103", "HX604")).findings
    broken = tuple(a._replace(run=lost) if a.code == "HX103" else a for a in ANALYSES)
    monkeypatch.setattr(registry, "ANALYSES", broken)
    report = run(at, Options((3,), "quick"), ("HX103", "HX604"))
    assert not report.findings
    assert [c.given_up for c in report.checked] == [True, True]


def test_an_open_point_that_an_amendment_may_have_settled_is_no_fault() -> None:
    at = few(frozenset({"Duck"}))._replace(situations=trimmed(("one Hex",)))
    game = at.rules.game
    brought = Amended("open", game.declarations[0].id, "new")
    for amended, wanted in (((), {"warning"}), ((Amended("clause", "HH-1", "new"), brought), {"warning", "note"})):
        rules = Rulebook(msgspec.structs.replace(game, amended=amended), at.rules.functions)
        found = run(at._replace(rules=rules), Options((3,), "quick"), ("HX604",)).findings
        assert {f.severity for f in found} == wanted
        assert all('"new"' in f.message for f in found if f.severity == "note")
        assert [f.severity for f in found if f.fingerprint == game.declarations[0].id] in ([], ["warning"])
