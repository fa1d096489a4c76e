"""Changes for programs that show findings beside a text: what is new or otherwise, at the lines where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.check.finding_formats import FormattedReport
from checker.check.ruling_report import mark
from checker.errata.diff import Changes
from checker.kernel.source import Place
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope

RULED, PLAYS = "ruling-changed", "plays-otherwise"


def change_reports(every: Iterable[Changes], errata: Iterable[Path], level: str) -> list[FormattedReport]:
    """The changes of each game: new findings as they are, rulings and plays that come out otherwise as notes."""
    first = next(iter(errata), None)
    return [_report(one, Place(str(first), 1) if first is not None else None, level) for one in every]


def _report(one: Changes, place: Place | None, level: str) -> FormattedReport:
    told = one.findings
    otherwise = [*_rulings(one), *_plays(one)]
    late = [Scope(f"all was compared of {name}", Extent.UNKNOWN, "the time ran out") for name in one.late]
    updated = [c.after for c in told.changed if not c.milder]
    made = FormattedReport(
        f"{one.game}/changes",
        {},
        [*told.new, *updated, *otherwise],
        [*(Scope(f.message, Extent.EXHAUSTED, "") for f in otherwise), *late],
    )
    made.states = {f.fingerprint: "new" for f in told.new} | {f.fingerprint: "updated" for f in (*updated, *otherwise)}
    made.place, made.part, made.level = place or Place(f"specs/{one.game}/clauses.norm", 1), "change", level
    return made


def _rulings(one: Changes) -> Iterator[Finding]:
    for c in one.changed:
        said = f"{c.authority.of(c.title)}: {c.question} {c.what}: {c.before} -> {c.after}"
        at = (Place(c.file, c.line),)
        name = mark(c.file, c.title, c.question, c.what)
        yield Finding(RULED, RULED, "note", said, (), places=at, witness=c.scene, fingerprint=name)


def _plays(one: Changes) -> Iterator[Finding]:
    for play in one.play.plays:
        about = " then ".join(play.cards) or "whatever is played"
        seen = "; ".join(f"{s.question} {s.before} -> {s.after}" for s in play.seen)
        name = mark(about, play.scene)
        yield Finding(PLAYS, PLAYS, "note", f"{about}: {seen}", (), play.cards, witness=play.scene, fingerprint=name)
    for p in one.probed:
        said = f"{p.about or 'a changed norm'}: {p.question} {p.before} -> {p.after}"
        yield Finding(PLAYS, PLAYS, "note", said, (), witness=p.scene, fingerprint=mark(p.about, p.scene, p.question))
