"""The four honest answers, how far a finding is known, and findings."""

from __future__ import annotations

from enum import Enum

from checker.kernel.record import Record
from checker.kernel.source import Place


class Verdict(Enum):
    FORCED = "FORCED"
    AMBIGUOUS = "AMBIGUOUS"
    SILENT = "SILENT"
    CONTRADICTION = "CONTRADICTION"
    UNKNOWN = "unknown"


class Extent(Enum):
    """How far something is known; never swapped."""

    PROVED = "proved"
    EXHAUSTED = "exhausted"
    SAMPLED = "sampled"
    UNKNOWN = "unknown"


class Finding(Record):
    """One thing wrong, said once.

    `message` is lower case, has no full stop and names both culprits; `unshown` is why there is no scene. `substance` is
    what of it can become something else under one fingerprint; where nothing is given, its message without amounts.
    `cause` says what it shares with others, if it shares anything; `instances` are those that it was joined from.
    """

    code: str
    name: str
    severity: str
    message: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    witness: str = ""
    extent: Extent = Extent.UNKNOWN
    assumed: bool = False
    point: str = ""
    fingerprint: str = ""
    settle: str = ""
    unshown: str = ""
    substance: str = ""
    cause: str = ""
    instances: tuple[Finding, ...] = ()


def marked(severity: str) -> str:
    """What a fingerprint has of how grave a finding is; nothing for a warning."""
    return "" if severity == "warning" else f" {severity}"
