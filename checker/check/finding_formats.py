"""Findings for people, and as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from checker.ask.answer_text import wrapped
from checker.check import sample_text as sampled
from checker.check.sample_games import Sample
from checker.kernel.game import Game
from checker.kernel.source import Place
from checker.kernel.verdict import Finding, marked
from checker.load.folders.game_settings import Accepted

MOST_INSTANCES = 5
"""Of more findings of one cause only so many are told in the text."""

IF_ANY = frozenset({"settle", "unshown", "substance", "cause", "instances"})
"""What is told of a finding only if there is anything."""

NOTHING = "none"
"""The scope in which no analysis is run."""
LEVELS = ("error", "warning", "note")


class FormattedReport:
    """What was found in one game: the findings, and what was looked at how far.

    `place` is where the game itself is, for findings about no line of it; from `level` on a finding is a failure.
    `hidden` are findings that nobody asked for, `states` says of fingerprints how they compare with an older version,
    `part` what one of the things is that were looked at.
    """

    def __init__(
        self, game: str, scope: dict[str, Any], findings: Iterable[Finding], checked: Iterable[Any] = ()
    ) -> None:
        self.game = game
        self.scope = scope
        self.findings = tuple(sorted(findings, key=lambda f: (LEVELS.index(f.severity), f.code, f.message)))
        self.checked = tuple(checked)
        self.sample: Sample | None = None
        self.interrupted = False
        self.late = False
        self.accepting: tuple[Accepted, ...] | None = None
        self.place: Place | None = None
        self.level = "warning"
        self.hidden: tuple[Finding, ...] = ()
        self.states: dict[str, str] = {}
        self.selected: tuple[str, ...] = ()
        self.part = "analysis"

    def narrowed(self, select: Iterable[str], ignore: Iterable[str]) -> None:
        """Only the findings remain whose code or name begins as one that is selected, if any is, and as none ignored."""
        wanted, unwanted = tuple(select), tuple(ignore)
        self.selected = wanted
        kept = [f for f in self.findings if (not wanted or _is(f, wanted)) and not _is(f, unwanted)]
        self.hidden = (*self.hidden, *(f for f in self.findings if f not in kept))
        self.findings = tuple(kept)

    @property
    def asked(self) -> tuple[Any, ...]:
        """What was looked at for the findings that are selected, or for all if none is."""
        from checker.analyses.registry import ANALYSES

        names = {name for one in ANALYSES for code, name in one.codes if code.startswith(self.selected)} | {
            *self.selected
        }
        return tuple(one for one in self.checked if not self.selected or one.analysis in names)

    @property
    def left(self) -> tuple[Finding, ...]:
        """The findings that nobody has accepted."""
        return tuple(f for f in self.findings if self.reason(f) is None)

    @property
    def gone(self) -> tuple[Accepted, ...]:
        """What is accepted and was not found, if all was looked for."""
        there = {f.fingerprint for f in (*self.findings, *self.each, *each(self.hidden), *self.hidden)}
        whole = self.checked and not self.interrupted
        return tuple(a for a in self.accepting or () if whole and a.fingerprint not in there)

    def reason(self, found: Finding) -> str | None:
        """Why the finding, or each of those that were joined in it, is accepted; None if it is not."""
        known = {a.fingerprint: a.reason for a in self.accepting or ()}
        parts = [known.get(f.fingerprint) for f in found.instances]
        every = "; ".join(dict.fromkeys(part for part in parts if part)) if all(parts) else ""
        return known.get(found.fingerprint) or every or None

    @property
    def each(self) -> tuple[Finding, ...]:
        """Every finding by itself, also of those that were joined."""
        return tuple(each(self.findings))

    def fails(self, level: str) -> bool:
        """Whether a finding that nobody has accepted is at the level or above it."""
        return level != "never" and any(LEVELS.index(f.severity) <= LEVELS.index(level) for f in self.left)


def _is(found: Finding, names: tuple[str, ...]) -> bool:
    return found.code.startswith(names) or found.name in names


def as_text(reports: list[FormattedReport]) -> str:
    """The findings, the worst first, each with its scene; then what was looked at."""
    return "\n".join(as_lines(reports)) + "\n"


def as_lines(reports: list[FormattedReport]) -> Iterator[str]:
    """The same line by line."""
    return (line for report in reports for line in _lines(report))


def _lines(report: FormattedReport) -> Iterator[str]:
    for found in report.left:
        place = found.places[0] if found.places else None
        where = f"{place.file}:{place.line}: " if place else ""
        yield from wrapped(f"{where}{found.severity} {found.code}: {found.message}", "", "  ")
        yield from wrapped("by " + ", ".join(found.clauses), "  ", "     ") if found.clauses else ()
        yield from _instances(found)
        rests = "rests on assumptions too" if found.assumed else "rests on the clauses alone"
        yield f"  {found.extent.value}; {rests}" + (f"; open point: {found.point}" if found.point else "")
        yield from wrapped(f"what would settle it: {found.settle}", "  ", "    ") if found.settle else ()
        yield from (f"    | {line}" for line in found.witness.split("\n") if found.witness)
        yield from wrapped(f"no scene: {found.unshown}", "  ", "    ") if found.unshown and not found.witness else ()
        yield from (f"  fingerprint: {found.fingerprint}",) if report.accepting is not None else ()
    yield from accepted_lines(report)
    numbers = ((sum(f.severity == level for f in report.left), level) for level in LEVELS)
    counts = ", ".join(f"{number} {level}{'s' * (number != 1)}" for number, level in numbers)
    number = len(report.findings) - len(report.left)
    counts += f"; {number} accepted" if number else ""
    counts += "; the time ran out" if report.late else ""
    yield f"{report.game}: " + (counts if report.scope.get("scope") != NOTHING else "no analysis was run")
    for one in report.asked:
        yield from wrapped(f"{one.analysis}: {one.extent.value}, {one.scope} ({one.seconds:.1f} s)", "  ", "    ")
        for line in one.told:
            yield from wrapped(f"- {line}", "    ", "      ")
    if report.sample:
        yield from sampled.lines(report.sample)


def accepted_lines(report: FormattedReport, gone_only: bool = False) -> Iterator[str]:
    """What is accepted, with the reason, and where something is accepted that was not found, or that alone."""
    for found in report.findings if not gone_only else ():
        if (reason := report.reason(found)) is not None:
            yield from wrapped(f"accepted {found.code}: {found.message} (accepted since: {reason})", "", "  ")
    for one in report.gone:
        found_not = f"nothing with this fingerprint was found in the scope {report.scope['scope']}"
        said = f"`{one.fingerprint}` is accepted, and {found_not} (accepted since: {one.reason})"
        yield from wrapped(f"{one.place.file}:{one.place.line}: {said}", "", "  ")


def _instances(found: Finding) -> Iterator[str]:
    """The first of the findings that were joined, and the clauses and cards of the others."""
    if not found.instances:
        return
    told, others = found.instances[:MOST_INSTANCES], found.instances[MOST_INSTANCES:]
    yield f"  found {len(found.instances)} times:"
    for one in told:
        yield from wrapped(f"- {one.code}: {one.message}", "    ", "      ")
    if others:
        names = dict.fromkeys(name for f in others for name in f.cards[:1] or f.clauses or (f.name,))
        yield from wrapped(f"- and {len(others)} times of {', '.join(names)}", "    ", "      ")


def as_json(reports: list[FormattedReport]) -> str:
    """Schema hexcheck/findings/1: an object for one game, a list for several."""
    found = [_json(report) for report in reports]
    return json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False, indent=1) + "\n"


def _json(report: FormattedReport) -> dict[str, object]:
    return {
        "schema": "hexcheck/findings/1",
        "game": report.game,
        "scope": report.scope,
        "findings": [finding_json(f) for f in report.findings],
        "checked": [
            {
                "analysis": c.analysis,
                "extent": c.extent.value,
                "scope": c.scope,
                "seconds": round(c.seconds, 2),
                **({"told": list(c.told)} if c.told else {}),
                **({"given_up": True} if c.given_up else {}),
                **({"table": [msgspec.to_builtins(row) for row in c.table]} if c.table else {}),
            }
            for c in report.checked
        ],
        **({"sample": sampled.as_json(report.sample)} if report.sample else {}),
        **({"accepted": _accepted_json(report)} if report.accepting is not None else {}),
    }


def _accepted_json(report: FormattedReport) -> list[dict[str, object]]:
    """What is accepted, why, where that is said, and whether it was found."""
    there = {f.fingerprint for f in (*report.findings, *report.each)}
    return [
        {"fingerprint": a.fingerprint, "reason": a.reason, "file": a.place.file, "line": a.place.line}
        | {"found": a.fingerprint in there}
        for a in report.accepting or ()
    ]


def finding_json(found: Finding) -> dict[str, object]:
    """One finding with every documented field."""
    told = msgspec.structs.asdict(found) | {
        "places": [{"file": p.file, "line": p.line, "column": p.column} for p in found.places],
        "extent": found.extent.value,
        "instances": [finding_json(f) for f in found.instances],
    }
    return {name: said for name, said in told.items() if said or name not in IF_ANY}


def joined(game: Game, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, those of one cause as one; what an amendment brought stays apart from what was there before."""
    by: dict[str, list[Finding]] = {}
    amended = frozenset(a.name for a in game.amended)
    for found in findings:
        by.setdefault(_cause(game, found) or f"= {found.fingerprint}", []).append(found)
    return tuple(one for cause, group in by.items() for one in _parted(cause, group, amended))


def each(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Every finding by itself, as the analyses tell it."""
    for found in findings:
        yield from found.instances or (found,)


def _cause(game: Game, found: Finding) -> str:
    """What is open, by the reason that is declared for it or as its analysis tells it; nothing if it stands alone."""
    reason = next((d.reason for d in game.declarations if d.id == found.point), "")
    return reason or found.cause


def _parted(cause: str, group: list[Finding], amended: frozenset[str]) -> Iterator[Finding]:
    old = [f for f in group if not amended & {*f.clauses, *f.cards}]
    yield from (f for f in group if old and f not in old)
    yield _one(cause, old or group)


def _one(cause: str, group: list[Finding]) -> Finding:
    """One finding for all of the group: as grave as the gravest, shown by its first scene."""
    if len(group) == 1:
        return group[0]
    listed = sorted(group, key=lambda f: (LEVELS.index(f.severity), not f.witness, f.code, f.clauses, f.message))
    return msgspec.structs.replace(
        listed[0],
        message=cause,
        clauses=tuple(dict.fromkeys(c for f in listed for c in f.clauses)),
        cards=tuple(dict.fromkeys(c for f in listed for c in f.cards)),
        places=tuple(dict.fromkeys(p for f in listed for p in f.places)),
        assumed=all(f.assumed for f in listed),
        fingerprint=hashlib.sha256(f"cause {cause}{marked(listed[0].severity)}".encode()).hexdigest()[:16],
        substance="",
        instances=tuple(listed),
    )
