"""Findings as they were kept in a file by `check --format json`, or with a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from checker.check.finding_formats import FormattedReport
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Finding
from checker.process.inputs import content, text_of
from checker.session.context import Scope

SCHEMA = "hexcheck/findings/1"
FILE = "findings.json"
"""What the findings of an edition are called beside its report."""


def kept_findings(path: Path, game: str) -> FormattedReport:
    """The findings in the file of the game, which may be one of several. Raises InputError for anything else."""
    try:
        said = json.loads(text_of(content(path, str(path)), str(path)))  # of as many lines as it has
    except json.JSONDecodeError as error:
        raise _refused(path, f"this is no JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise _refused(path, "this is nested too deep") from None
    told = [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, dict)]
    if not any(one.get("schema") == SCHEMA for one in told):
        raise _refused(path, f"these are no findings: `{SCHEMA}` is not said of them")
    found = next((one for one in told if one.get("game") == game), None)
    if found is None:
        names = ", ".join(sorted({str(one["game"]) for one in told if "game" in one})) or "no game that is named"
        raise _refused(path, f"there are no findings of `{game}` in it, only of {names}")
    try:
        findings = msgspec.convert([_finding(one) for one in found["findings"]], tuple[Finding, ...])
        checked = msgspec.convert([_tagged(one, "Scope") for one in found["checked"]], tuple[Scope, ...])
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as error:
        raise _refused(path, f"these findings cannot be read: {error}") from None
    return FormattedReport(game, dict(found.get("scope", {})), findings, checked)


def _finding(said: dict[str, Any]) -> dict[str, object]:
    places = [_tagged(place, "Place") for place in said.get("places", ())]
    parts = [_finding(one) for one in said.get("instances", ())]
    return _tagged({**said, "places": places, "instances": parts}, "Finding")


def _tagged(said: dict[str, object], kind: str) -> dict[str, object]:
    return {"type": kind, **said}


def _refused(path: Path, message: str, line: int = 1) -> InputError:
    hint = "`hexcheck check GAME --format json --output FILE` keeps them, and so does every report in `findings.json`"
    return InputError(Problem(Place(str(path), line), message, "", hint))
