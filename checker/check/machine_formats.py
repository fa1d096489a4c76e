"""Findings for programs that show them beside a text: SARIF, JUnit, annotations of GitHub."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path, PurePath

from checker.check.analysis_pages import about, names, page
from checker.check.finding_formats import LEVELS, FormattedReport, as_json, as_text, finding_json
from checker.kernel.source import Place
from checker.kernel.verdict import Extent, Finding
from checker.store.disk_cache import data_folder

OTHERS = {
    "ruling-disagrees": "A ruling expects another answer than the rules give. Mend the rule, or mark it `disputed`.",
    "ruling-changed": "A question of a ruling is answered otherwise than before. Look whether that is meant.",
    "plays-otherwise": "Play goes otherwise than before in the scene that is shown. Look whether that is meant.",
}
"""What is found by comparing, and by no analysis."""
NOTICES = {"error": "error", "warning": "warning", "note": "notice"}
"""What GitHub calls the severities."""


def as_sarif(reports: list[FormattedReport]) -> str:
    """SARIF 2.1.0, one run a game, each a category of its own."""
    told = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [_run(report) for report in reports],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _run(report: FormattedReport) -> dict[str, object]:
    rules = {f.code: f.name for f in report.findings}
    driver = {"name": "hexcheck", "version": _version(), "rules": [_rule(*one) for one in rules.items()]}
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"hexcheck/{report.game}/"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(report, f, list(rules).index(f.code)) for f in report.findings],
    }


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # it loads half of what handles mail

    try:
        return version("hexcheck")
    except PackageNotFoundError:  # it is run from a folder that nobody installed
        return "0"


def _rule(code: str, name: str) -> dict[str, object]:
    """What the analysis says of itself."""
    known = code not in OTHERS and code in names()
    whole = about(code) if known else OTHERS.get(code, name)
    text = "\n".join(page(code)) if known else whole
    return {
        "id": code,
        "name": name,
        "shortDescription": {"text": name.replace("-", " ")},
        "fullDescription": {"text": whole},
        "help": {"text": text, "markdown": f"```text\n{text}\n```"},
    }


def _result(report: FormattedReport, found: Finding, rule: int) -> dict[str, object]:
    places = _places(report, found)
    line = {"primaryLocationLineHash": _line_hash(places[0])} if places else {}
    reason = report.reason(found)
    return {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": found.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _path(p)},
                    "region": {"startLine": p.line, "startColumn": p.column},
                }
            }
            for p in places
        ],
        "partialFingerprints": {"hexcheck/1": found.fingerprint, **line},
        **({"baselineState": report.states[found.fingerprint]} if found.fingerprint in report.states else {}),
        **({"suppressions": [{"kind": "external", "justification": reason}]} if reason is not None else {}),
        "properties": {
            "clauses": list(found.clauses),
            "extent": found.extent.value,
            "witness": found.witness,
            **({"settle": found.settle} if found.settle else {}),
            **({"instances": [finding_json(one) for one in found.instances]} if found.instances else {}),
        },
    }


def _places(report: FormattedReport, found: Finding) -> tuple[Place, ...]:
    """Where the finding is: the game itself, if it is about no line of it."""
    return found.places or ((report.place,) if report.place is not None else ())


def _path(place: Place) -> str:
    """The file as repositories call it: without the folder in which one stands."""
    return PurePath(place.file).as_posix()


def _line_hash(place: Place) -> str:
    """A name for what the line says, which stays where lines come before it."""
    lines = _lines(place.file)
    said = lines[place.line - 1].strip() if place.line <= len(lines) else ""
    return f"{hashlib.sha256(said.encode()).hexdigest()[:16]}:1"


@cache
def _lines(file: str) -> list[str]:
    for path in (Path(file), data_folder() / file):
        if path.is_file():
            return path.read_text(encoding="utf-8", errors="replace").split("\n")
    return []


def as_junit(reports: list[FormattedReport]) -> str:
    """JUnit XML: a suite a game; a case for each analysis, skipped if it gave up, and one for each error or warning,
    failed if it makes the exit code 1."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for report in reports:
        cases = [*_analysis_cases(report), *_finding_cases(report)]
        failed, skipped = (sum(f"<{kind}" in case for case in cases) for kind in ("failure", "skipped"))
        counts = f'tests="{len(cases)}" failures="{failed}" errors="0" skipped="{skipped}"'
        lines += [f"<testsuite name={_quoted(report.game)} {counts}>", *cases, "</testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _quoted(text: str) -> str:
    """The text as the value of an attribute."""
    return f'"{escape(text)}"'.replace("\n", "&#10;")


def _analysis_cases(report: FormattedReport) -> Iterator[str]:
    for one in report.checked:
        head = (
            f'<testcase classname="{report.game}.{report.part}" name={_quoted(one.analysis)} time="{one.seconds:.2f}"'
        )
        unknown = f"<skipped message={_quoted(one.scope)}/>" if one.extent is Extent.UNKNOWN else ""
        yield f"{head}>{unknown}</testcase>" if unknown else f"{head}/>"


def _finding_cases(report: FormattedReport) -> Iterator[str]:
    for found in report.findings:
        if found.severity == "note":
            continue
        name = _quoted(f"{found.message} [{found.fingerprint}]")
        where = "".join(f' file={_quoted(_path(p))} line="{p.line}"' for p in _places(report, found)[:1])
        head = f"<testcase classname={_quoted(f'{report.game}.{found.name}')} name={name}{where}"
        body = escape(
            "\n".join([", ".join(found.clauses), *(f"{i.code}: {i.message}" for i in found.instances), found.witness])
        )
        if report.reason(found) is None and _fails(found, report.level):
            yield f"{head}><failure type={_quoted(found.code)} message={_quoted(found.message)}>{body}</failure></testcase>"
        else:
            yield f"{head}><system-out>{body}</system-out></testcase>"


def _fails(found: Finding, level: str) -> bool:
    return level in LEVELS and LEVELS.index(found.severity) <= LEVELS.index(level)


def as_github(reports: list[FormattedReport]) -> str:
    """Commands that GitHub shows as annotations beside the lines, one for each finding that nobody accepted."""
    return "".join(f"{_annotation(report, found)}\n" for report in reports for found in report.left)


def _annotation(report: FormattedReport, found: Finding) -> str:
    place = next(iter(_places(report, found)), None)
    told = {"file": _path(place), "line": str(place.line), "col": str(place.column)} if place else {}
    told["title"] = f"{found.code} {found.name}"
    settle = f"\nwhat would settle it: {found.settle}" if found.settle else ""
    return f"::{NOTICES[found.severity]} {','.join(f'{k}={_safe(v, True)}' for k, v in told.items())}::{_safe(found.message + settle)}"


def _safe(text: str, of_property: bool = False) -> str:
    """The text with the signs that would end it written otherwise."""
    for sign, code in (
        ("%", "%25"),
        ("\r", "%0D"),
        ("\n", "%0A"),
        *(((":", "%3A"), (",", "%2C")) if of_property else ()),
    ):
        text = text.replace(sign, code)
    return text


FORMATS: dict[str, Callable[[list[FormattedReport]], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "junit": as_junit,
    "github": as_github,
}
