"""Declarations of open points: the name that a computed point goes by."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from checker.kernel.game import Declaration, Game
from checker.kernel.point import Point


def declaration(game: Game, point: Point) -> Declaration | None:
    """The declaration that names the point, by its id or its clauses; `*` in it stands for any words."""
    names = (point.id, "/".join(point.clauses))
    return next((d for d in game.declarations if any(n == d.point or fnmatchcase(n, d.point) for n in names)), None)


def point_name(game: Game, point: Point) -> str:
    """What the point goes by in reports: as it is declared, or else by its id, whatever the seats of a random game."""
    declared = declaration(game, point)
    return declared.id if declared else re.sub(r"\bSeat \d+\b", "a player", point.id)
