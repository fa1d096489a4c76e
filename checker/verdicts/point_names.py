"""Declarations of open points: the name that a computed point goes by."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from checker.kernel.game import Declaration, Game, Wording
from checker.kernel.point import Point


def declaration(game: Game, point: Point) -> Declaration | None:
    """The declaration that names the point, by its id or its clauses; `*` in it stands for any words."""
    names = (point.id, "/".join(point.clauses))
    return next((d for d in game.declarations if any(n == d.point or fnmatchcase(n, d.point) for n in names)), None)


def wording_of(game: Game, point: Point) -> Wording | None:
    """How the point is asked and settled in print, by its name, its id or its clauses, if the game says so."""
    names = (point_name(game, point), point.id, "/".join(point.clauses))
    return next((w for w in game.wordings if any(n == w.point or fnmatchcase(n, w.point) for n in names)), None)


def point_name(game: Game, point: Point) -> str:
    """What the point goes by in reports: as it is declared, or else by its id, whatever the seats of a random game."""
    declared = declaration(game, point)
    return declared.id if declared else re.sub(r"\bSeat \d+\b", "a player", point.id)
