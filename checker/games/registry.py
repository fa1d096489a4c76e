"""The games with a folder of their own, and how each reads its scenes; others need nothing here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from checker.kernel.game import Game
from checker.kernel.game_play import Playing
from checker.kernel.vocabulary import Functions

GAMES: dict[str, str] = {
    "hexhex": "checker.games.hexhex.game",
    "hexx": "checker.games.hexx.game",
}
"""Where each game's `functions` and `scene_forms` are."""


def functions(name: str, **inputs: Any) -> Functions:
    """The functions behind the game's facts; none for a game that is only specs."""
    if name not in GAMES:
        return {}
    found: Functions = import_module(GAMES[name]).functions(**inputs)
    return found


def scene_forms(game: Game) -> Callable[[Any], Any] | None:
    """What reads the game's own statements in a scene, or None for a game that is only specs."""
    if game.name not in GAMES:
        return None
    made: Callable[[Any], Any] = import_module(GAMES[game.name]).scene_forms(game)
    return made


def hints(name: str) -> tuple[tuple[str, str], ...]:
    """Patterns for statements that no form of the game has, each with what to say instead."""
    found: tuple[tuple[str, str], ...] = ()
    return getattr(import_module(GAMES[name]), "HINTS", found) if name in GAMES else found


def playing(game: Game) -> Playing | None:
    """What is needed to play whole games of it, or None for a game that is only specs."""
    if game.name not in GAMES:
        return None
    make = getattr(import_module(GAMES[game.name]), "playing", None)
    found: Playing | None = make(game) if make else None
    return found
