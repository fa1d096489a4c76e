"""Rulings for programs that show findings beside a text: those that disagree are findings, all are tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from checker.check.finding_formats import FormattedReport
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope
from checker.verdicts.ruling_check import CheckedQuestion

DISAGREES = "ruling-disagrees"


def ruling_report(game: str, results: Iterable[CheckedQuestion]) -> FormattedReport:
    """The questions of the game that come out otherwise, as errors, and all others; a disputed one is a note."""
    every = list(results)
    wrong = [_finding(one) for one in every if one.faults]
    right = [
        Scope(_name(one), Extent.UNKNOWN if one.disputed else Extent.EXHAUSTED, one.disputed)
        for one in every
        if one.disputed or not one.faults
    ]
    made = FormattedReport(f"{game}/rulings", {}, wrong, right)
    made.part, made.level = "question", "error"
    return made


def _name(one: CheckedQuestion) -> str:
    return f"{one.title}: {one.question} ({one.place.file}:{one.place.line})"


def _finding(one: CheckedQuestion) -> Finding:
    severity = "note" if one.disputed else "error"
    said = f"{one.title}: {one.question} expected {one.expected}; {'; '.join(one.faults)}"
    return Finding(
        DISAGREES, DISAGREES, severity, said, (), places=(one.place,), fingerprint=mark(one.place.file, _name(one))
    )


def mark(*parts: str) -> str:
    """A name that stays with what the parts say."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
