"""Declarations of open points: the name that a computed point goes by."""

from __future__ import annotations

from fnmatch import fnmatchcase

from checker.kernel.game import Declaration, Game
from checker.kernel.point import Point


def declaration(game: Game, point: Point) -> Declaration | None:
    """The declaration that names the point, if there is one; `*` in it stands for any words."""
    return next((d for d in game.declarations if d.point == point.id or fnmatchcase(point.id, d.point)), None)
