"""What a whole run of the analyses found, kept for the next that looks at the very same files, and for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.kernel.record import Record
from checker.kernel.source import FILE_BYTES
from checker.kernel.verdict import Finding
from checker.session.context import Scope
from checker.store.fingerprint import kind_of, named, of_files
from checker.syntax.files import listed

REPORTS, FOUND, WIDEST = "reports", "findings", ("triples", "tables", "pairs", "quick")
"""Under which names reports and what was found are kept, and in which scopes, the widest first."""


class WholeReport(Record):
    """What was found in a whole run, and what was looked at how far."""

    findings: tuple[Finding, ...]
    checked: tuple[Scope, ...]


class KeptReport(Record):
    """The same as it is kept: the tables of what was looked at have rows of any kind."""

    findings: tuple[Finding, ...]
    checked: tuple[tuple[Scope, tuple[Any, ...]], ...]


def kept_report(desk: Desk, numbers: tuple[int, ...], scope: str) -> WholeReport | None:
    """What the last whole run found in this scope that looked at these very files with this very program; None if there
    was none. It took no time."""
    found: KeptReport | None = desk.shelf().get(REPORTS, _of_files(desk, numbers, scope), KeptReport)
    if found is None:
        return None
    return WholeReport(found.findings, tuple(replace(one, table=table) for one, table in found.checked))


def keep_report(desk: Desk, numbers: tuple[int, ...], scope: str, found: WholeReport) -> None:
    """What was found is there for the next run, and for editors."""
    shelf = desk.shelf()
    checked = tuple((replace(one, seconds=0.0, table=()), one.table) for one in found.checked)
    shelf.put(REPORTS, _of_files(desk, numbers, scope), KeptReport(found.findings, checked))
    shelf.put(FOUND, named(desk.key, numbers, scope), found.findings)


def kept_findings(desk: Desk, numbers: tuple[int, ...]) -> tuple[Finding, ...]:
    """What the last run found that looked at these very rules, with whatever scenes, in the widest scope that any did;
    nothing where none has."""
    shelf = desk.shelf()
    ways = (shelf.get(FOUND, named(desk.key, numbers, scope), kind_of(tuple, Finding, ...)) for scope in WIDEST)
    found: tuple[Finding, ...] = next((one for one in ways if one is not None), ())
    return found


def _of_files(desk: Desk, numbers: tuple[int, ...], scope: str) -> str:
    """A name for all that the analyses read: the rules with their amendments, the cards, the scenes, the settings."""
    parts = (desk.folder.specs, desk.folder.cards)
    files = [path for part in parts for path in listed(part, "**/*") if path.is_file()]
    return named(desk.key, [(desk.folder.shown(path), _content(path)) for path in files], numbers, scope)


def _content(path: Path) -> str:
    """A name for what is in the file; one that is larger than anything that is read goes by its size and time."""
    seen = path.stat()
    return of_files((path,)) if seen.st_size <= FILE_BYTES else f"{seen.st_size} {seen.st_mtime_ns}"
