"""Clauses as a report quotes them: in the rulebook's own words where the game's folder holds them, with their place."""

from __future__ import annotations

from collections.abc import Iterable

from checker.kernel.game import Clause, Game
from checker.report.content import CitedClause


def cited(game: Game, ids: Iterable[str], most: int) -> tuple[CitedClause, ...]:
    """The clauses of those names, so many at most."""
    known = {c.id: c for c in game.clauses}
    return tuple(_cited(known[c]) for c in dict.fromkeys(ids) if c in known)[:most]


def _cited(clause: Clause) -> CitedClause:
    words = f"“{clause.printed}”" if clause.printed else clause.summary
    page = f"page {clause.page}" if clause.page else ""
    return CitedClause(clause.id, words, ", ".join(filter(None, (clause.heading, page))))
