"""Which findings of two versions of one game are gone, new, or became something else under their old fingerprint."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.check.finding_formats import LEVELS, FormattedReport
from checker.kernel.record import Record
from checker.kernel.verdict import Finding

_AMOUNT = re.compile(r"(?<![\w-])-?\d+(?![\w-])")
_SEATS = re.compile(r"\b[A-J]\b(?!-)(?:(?:, | and | or )[A-J]\b(?!-))*")


class Otherwise(Record):
    """A finding that became another one under its fingerprint."""

    before: Finding
    after: Finding

    @property
    def milder(self) -> bool:
        """It is less severe than it was."""
        return LEVELS.index(self.after.severity) > LEVELS.index(self.before.severity)


class Findings(Record):
    """What is different in what is found; of the analyses in `left`, which gave up, nothing is compared."""

    gone: tuple[Finding, ...] = ()
    new: tuple[Finding, ...] = ()
    changed: tuple[Otherwise, ...] = ()
    left: tuple[str, ...] = ()

    def fails(self, level: str) -> bool:
        """Whether a finding at the level or above it is new, or became another one that is no milder."""
        counted = LEVELS[: LEVELS.index(level) + 1] if level != "never" else ()
        told = (*self.new, *(c.after for c in self.changed if not c.milder))
        return any(f.severity in counted for f in told)


def different(old: FormattedReport, new: FormattedReport) -> Findings:
    """What is gone, new and otherwise in the second report."""
    from checker.analyses.registry import codes_of

    left = tuple(dict.fromkeys(c.analysis for r in (old, new) for c in r.checked if c.given_up))
    lacking = codes_of(left)
    one, other = (_by_fingerprint(f for f in r.each if f.code not in lacking) for r in (old, new))
    gone = [f for key, f in one.items() if key not in other]
    come = [f for key, f in other.items() if key not in one]
    graver = [Otherwise(before, f) for f in come if (before := _before(f, gone, come)) is not None]
    changed = [Otherwise(one[key], f) for key, f in other.items() if key in one and not _alike(one[key], f)]
    return Findings(
        tuple(f for f in gone if f not in [o.before for o in graver]),
        tuple(f for f in come if f not in [o.after for o in graver]),
        (*changed, *graver),
        left,
    )


def _before(found: Finding, gone: list[Finding], come: list[Finding]) -> Finding | None:
    """The one finding of the same analysis and places that is gone, and graver or milder; None if there are several."""
    places = [[f for f in there if _placed(f) == _placed(found)] for there in (gone, come)]
    old = [f for f in places[0] if f.severity != found.severity]
    return old[0] if len(old) == len(places[0]) == len(places[1]) == 1 else None


def _placed(found: Finding) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return found.code, found.clauses, found.cards


def _by_fingerprint(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {f.fingerprint: f for f in findings}


def _alike(one: Finding, other: Finding) -> bool:
    """The two are one finding: they differ in amounts and seats only, or, where both say so, not in substance."""
    if one.severity != other.severity:
        return False
    if one.substance and other.substance:
        return one.substance == other.substance
    return _bare(one.message) == _bare(other.message)


def _bare(message: str) -> str:
    return _SEATS.sub("*", _AMOUNT.sub("*", message))
