"""Findings that share one cause, as one finding that lists them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from checker.kernel.game import Game
from checker.kernel.verdict import Finding, marked

LEVELS = ("error", "warning", "note")


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
