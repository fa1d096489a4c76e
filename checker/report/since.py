"""What is new, settled and changed since another edition: its findings as they were kept, or its rules in a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from checker.check.finding_formats import FormattedReport
from checker.errata.finding_diff import Findings, different
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Finding
from checker.report.content import Edition
from checker.report.kept_findings import FILE, kept_findings
from checker.report.questions import sentence

NEW, CHANGED = "new", "changed"


def findings_of(old: Path, game: str, found_in: Callable[[Path], FormattedReport]) -> FormattedReport:
    """The findings of the other edition: those kept in a file, or beside a report in a folder, or those `found_in` the
    rules of a folder. Raises InputError where there is nothing of the kind."""
    if old.is_file():
        return kept_findings(old, game)
    for folder in (old, old / game, old / "reports" / game):
        if (folder / FILE).is_file():
            return kept_findings(folder / FILE, game)
    if not old.is_dir():
        hint = "say a file of findings, the folder of a report, or a folder with the rules as they were"
        raise InputError(Problem(Place(str(old), 1), "there is no edition", "", hint))
    return found_in(old)


def since(old: Path, before: FormattedReport, now: FormattedReport) -> tuple[Edition, dict[str, str]]:
    """What is different since the other edition, and for each finding by its fingerprint whether it is new or changed."""
    told = different(before, now)
    news = {f.fingerprint: NEW for f in told.new} | {c.after.fingerprint: CHANGED for c in told.changed}
    for one in now.findings:
        states = {news.get(f.fingerprint, "") for f in one.instances}
        if states - {""}:
            news[one.fingerprint] = NEW if states == {NEW} else CHANGED
    return Edition(str(old), *_lines(told)), news


def _lines(told: Findings) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    changed = tuple(f"{_line(c.after)} Before: {_line(c.before)}" for c in told.changed)
    return tuple(map(_line, told.new)), tuple(map(_line, told.gone)), changed


def _line(found: Finding) -> str:
    return sentence(found.message)
