"""Findings beside a text: SARIF as GitHub wants it, JUnit that agrees with the exit code, annotations, fewer findings."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from checker.check.analysis_pages import known_findings
from checker.check.finding_formats import FormattedReport
from checker.check.machine_formats import FORMATS
from checker.kernel.source import InputError, Place
from checker.kernel.verdict import Extent, Finding
from checker.load.folders.game_settings import Accepted


def one(code: str = "HX305", severity: str = "warning", where: Place | None = None, number: int = 1) -> Finding:
    places = (where,) if where else ()
    message = "HH-1 says so: 50%, or not"
    return Finding(code, "missing-remedy", severity, message, ("HH-1",), places=places, fingerprint=f"{code}/{number}")


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
    assert known_findings("--select", ["HX101,missing-remedy", "HX5"]) == ("HX101", "missing-remedy", "HX5")
    with pytest.raises(InputError, match=r"`--select missing-remedies` names no finding(.|\n)*did you mean `missing"):
        known_findings("--select", ["missing-remedies"])
