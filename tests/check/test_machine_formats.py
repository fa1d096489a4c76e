"""Findings beside a text: SARIF as GitHub wants it, JUnit that agrees with the exit code, annotations, fewer findings."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.check.analysis_pages import known_findings
from checker.check.finding_formats import LEVELS, FormattedReport, as_json
from checker.check.machine_formats import FORMATS
from checker.check.ruling_report import ruling_report
from checker.cli import main
from checker.errata.change_report import change_reports
from checker.errata.diff import Changes
from checker.errata.finding_diff import Findings
from checker.errata.play_diff import ChangedAnswer, Compared, Play
from checker.errata.ruling_diff import Changed
from checker.kernel.source import InputError, Place
from checker.kernel.verdict import Extent, Finding
from checker.load.folders.game_settings import Accepted
from checker.report.publish import kept_findings
from checker.session.context import Scope
from checker.store.packed_values import packed, unpacked
from checker.verdicts.ruling_check import CheckedQuestion

SCHEMA = json.loads((ROOT / "tests" / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
"""The schema of the committee, as the npm package @microsoft/jest-sarif (MIT) has it."""


def one(code: str = "HX305", severity: str = "warning", where: Place | None = None, number: int = 1) -> Finding:
    places = (where,) if where else ()
    message = "HH-1 says so: 50%, or not"
    return Finding(code, "missing-remedy", severity, message, ("HH-1",), places=places, fingerprint=f"{code}/{number}")


def graded(found: Finding) -> Finding:
    """The finding with a severity that there is."""
    return msgspec.structs.replace(found, severity=LEVELS[len(found.message) % 3])


def report(*findings: Finding, game: str = "pebbles", level: str = "error") -> FormattedReport:
    looked = (SimpleNamespace(analysis=n, extent=e, scope="all", seconds=0.1) for n, e in ANALYSES.items())
    made = FormattedReport(game, {}, findings, looked)
    made.place, made.level = Place(f"specs/{game}/vocabulary.norm", 1), level
    return made


ANALYSES = {"missing-remedy": Extent.PROVED, "endless-play": Extent.UNKNOWN}


def test_sarif_has_what_github_asks_for() -> None:
    told = json.loads(FORMATS["sarif"]([report(one(), one("HX501")), report(one(), game="duel")]))
    first, second = told["runs"]
    assert first["automationDetails"]["id"] != second["automationDetails"]["id"]
    driver = first["tool"]["driver"]
    assert driver["version"][0].isdigit()
    for rule in driver["rules"]:
        assert rule["fullDescription"]["text"] and "What it finds" in rule["help"]["text"] and rule["help"]["markdown"]
    for result in first["results"]:
        (at,) = result["locations"]
        assert at["physicalLocation"]["artifactLocation"]["uri"] == "specs/pebbles/vocabulary.norm"
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_the_hash_of_a_line_stays_where_lines_come_before_it(tmp_path: Path) -> None:
    def hashed(text: str, line: int) -> str:
        path = tmp_path / f"{len(text)}.norm"
        path.write_text(text, encoding="utf-8")
        (run,) = json.loads(FORMATS["sarif"]([report(one(where=Place(str(path), line)))]))["runs"]
        return str(run["results"][0]["partialFingerprints"]["primaryLocationLineHash"])

    assert hashed("norm P may pass\n", 1) == hashed("# more\nnorm P may pass\n", 2) != hashed("norm P must pass\n", 1)


@pytest.mark.parametrize("level", ["error", "warning", "never"])
def test_junit_fails_as_the_exit_code_does(level: str) -> None:
    at = Place("specs/a.norm", 7)
    findings = one(), one(number=2), one("HX101", "error", at), one("HX601", "note")
    made = report(*findings, level=level)
    suite = ElementTree.fromstring(FORMATS["junit"]([made])).find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    assert len({(c.get("classname"), c.get("name")) for c in cases}) == len(cases) == int(suite.get("tests", ""))
    assert len(cases) == len(ANALYSES) + 3, "notes are no tests"
    assert [c.get("name") for c in cases if c.find("skipped") is not None] == ["endless-play"]
    assert int(suite.get("failures", "")) == {"error": 1, "warning": 3, "never": 0}[level]
    assert bool(int(suite.get("failures", ""))) is made.fails(level)
    assert [(c.get("file"), c.get("line")) for c in cases if "HX101/1" in (c.get("name") or "")] == [(at.file, "7")]


def test_annotations_of_github_end_where_they_should() -> None:
    first, second = FORMATS["github"]([report(one(where=Place("specs/a,b.norm", 7, 3)), one("HX601", "note"))]).split(
        "\n"
    )[:2]
    assert first.startswith("::warning file=specs/a%2Cb.norm,line=7,col=3,title=HX305 missing-remedy::")
    assert first.endswith("::HH-1 says so: 50%25, or not") and second.startswith("::notice ")


def test_findings_are_selected_and_ignored_and_what_is_accepted_is_not_gone() -> None:
    made = report(one(), one("HX301"), one("HX501"))
    made.accepting = (Accepted("HX501/1", "so it is", Place("hexcheck.toml", 1)),)
    made.narrowed(known_findings("--select", ["HX3"]), known_findings("--ignore", ["HX301"]))
    assert [f.code for f in made.findings] == ["HX305"] and made.gone == ()
    made.checked = tuple(SimpleNamespace(analysis=name) for name in ("endless-play", "missing-remedy"))
    assert [one.analysis for one in made.asked] == ["missing-remedy"], (
        "how far what nobody selected was looked at is not told"
    )
    assert known_findings("--select", ["HX101,missing-remedy", "HX5"]) == ("HX101", "missing-remedy", "HX5")
    with pytest.raises(InputError, match=r"`--select missing-remedies` names no finding(.|\n)*did you mean `missing"):
        known_findings("--select", ["missing-remedies"])


def sarif(*reports: FormattedReport) -> list[dict[str, Any]]:
    """The runs, which fit the schema, with what GitHub wants of each result and rule."""
    told = json.loads(FORMATS["sarif"](list(reports)))
    jsonschema.Draft4Validator(SCHEMA).validate(told)
    for run in told["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert run["tool"]["driver"]["version"] and all(
            r["help"]["text"] and r["fullDescription"]["text"] for r in rules
        )
        for result in run["results"]:
            assert result["locations"] and result["partialFingerprints"]["primaryLocationLineHash"]
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    runs: list[dict[str, Any]] = told["runs"]
    return runs


def cases(*reports: FormattedReport) -> dict[str, str]:
    """The tests of JUnit by their names, and how they went."""
    root = ElementTree.fromstring(FORMATS["junit"](list(reports)))
    found = [
        (str(c.get("name")), next((e.tag for e in c if e.tag != "system-out"), "passed")) for c in root.iter("testcase")
    ]
    assert len(found) == len(dict(found))
    return dict(found)


def test_findings_fit_the_schema_of_sarif() -> None:
    (run, other) = sarif(
        report(one(), one("HX501", "note")), report(one("HX101", "error", Place("a.norm", 3)), game="duel")
    )
    assert [r["level"] for r in run["results"]] == ["warning", "note"] and len(other["results"]) == 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate({"version": "2.1.0", "runs": [{"results": []}]})


def test_rulings_that_disagree_are_findings_and_all_are_tests() -> None:
    made = ruling_report(
        "pebbles",
        (
            CheckedQuestion("Ward", Place("a.scene", n), "may B draw?", None, "FORCED: yes", faults, disputed)
            for n, faults, disputed in (
                (3, (), ""),
                (5, ("came out no",), ""),
                (9, ("came out no",), "the judge erred"),
            )
        ),
    )
    (run,) = sarif(made)
    assert [(r["level"], r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in run["results"]] == [
        ("error", 5),
        ("note", 9),
    ]
    assert sorted(cases(made).values()) == ["failure", "passed", "skipped"]
    assert FORMATS["github"]([made]).startswith("::error file=a.scene,line=5,")


def test_changes_are_told_at_their_lines_and_fail_as_the_exit_code_does() -> None:
    changed = Changed("Ward", "a.scene", 7, "may B draw?", "outcome", "yes", "no", "players A B C")
    play = Play(("Ward",), (), "players A B C", (ChangedAnswer("who wins?", "A", "B"),))
    found = Findings(new=(one("HX101", "error", Place("b.norm", 2)),), gone=(one(),))
    every = [
        Changes(
            "pebbles",
            ("E",),
            (),
            3,
            (changed,),
            Compared((play,), "all", Extent.PROVED),
            findings=found,
            late=("cards",),
        )
    ]
    made = change_reports(every, [Path("e.norm")], "error")
    (run,) = sarif(*made)
    told = {r["ruleId"]: r for r in run["results"]}
    assert {code: r["baselineState"] for code, r in told.items()} == {
        "HX101": "new",
        "ruling-changed": "updated",
        "plays-otherwise": "updated",
    }
    at = told["plays-otherwise"]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert at == "e.norm" and run["automationDetails"]["id"] == "hexcheck/pebbles/changes/"
    assert sorted(cases(*made).values()) == ["failure", "passed", "passed", "skipped"]
    assert "failure" not in cases(*change_reports(every, [], "never")).values()


WORDS = st.text(st.characters(exclude_categories=("C",)) | st.just("\n"), max_size=9)
PLACES = st.builds(Place, WORDS, st.integers(1, 9999), st.integers(1, 9999))
TOLD = dict.fromkeys(("code", "name", "severity", "message", "witness", "point", "fingerprint"), WORDS)
TOLD |= dict.fromkeys(("settle", "unshown", "substance", "cause"), WORDS)


def findings(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[Finding]:
    names = st.lists(WORDS, max_size=2).map(tuple)
    places = st.lists(PLACES, max_size=2).map(tuple)
    return st.builds(Finding, **TOLD, clauses=names, cards=names, places=places, extent=..., assumed=..., **more)


FINDINGS = findings(instances=st.lists(findings(), max_size=2).map(tuple)).map(graded)
CHECKS = st.builds(
    Scope,
    analysis=WORDS,
    extent=...,
    scope=WORDS,
    seconds=st.integers(0, 999).map(float),
    given_up=...,
    told=st.lists(WORDS, max_size=2).map(tuple),
)


@settings(max_examples=40)
@given(found=st.lists(FINDINGS, max_size=2), looked=st.lists(CHECKS, max_size=2))
def test_what_is_written_of_findings_is_what_is_read(found: list[Finding], looked: list[Scope]) -> None:
    made = FormattedReport("pebbles", {"scope": "quick"}, found, looked)
    with TemporaryDirectory() as folder:
        kept = Path(folder, "findings.json")
        kept.write_bytes(as_json([made]).encode())
        read = kept_findings(kept, "pebbles")
    assert (read.scope, read.findings, read.checked) == (made.scope, made.findings, made.checked)
    assert unpacked(packed(made.findings), tuple[Finding, ...]) == made.findings


def test_the_commands_print_these_formats(capsys: pytest.CaptureFixture[str]) -> None:
    game = ROOT / "examples" / "court"
    erratum = str(game / "errata" / "heirs.norm")
    assert main.run(["rulings", str(game), "--format", "junit"]) == 0
    assert capsys.readouterr().out.count("<testcase ") > 20
    other = next(p for p in sorted((ROOT / "examples").iterdir()) if p.is_dir() and p != game)
    assert main.run(["rulings", str(game), str(other), "--format", "sarif"]) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.Draft4Validator(SCHEMA).validate(told)
    assert [r["automationDetails"]["id"] for r in told["runs"]] == [
        f"hexcheck/{g}/rulings/" for g in (game.name, other.name)
    ]
    assert main.run(["diff", str(game), "--errata", erratum, "--format", "sarif", "--seconds", "3"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert {r["ruleId"] for r in run["results"]} >= {"ruling-changed"}
