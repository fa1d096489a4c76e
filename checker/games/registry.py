"""The games with a folder of their own, and how each reads its scenes; others need nothing here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from checker.kernel.game import Box, Game
from checker.kernel.norm import Gives
from checker.kernel.playing import Playing
from checker.kernel.term import Lit, Value
from checker.kernel.vocabulary import Functions

GAMES: dict[str, str] = {
    "hexhex": "checker.games.hexhex.game",
}
"""Where each game's FUNCTIONS and SceneForms are."""


def functions(name: str) -> Functions:
    """The functions behind the game's facts; none for a game that is only specs."""
    if name not in GAMES:
        return {}
    found: Functions = import_module(GAMES[name]).FUNCTIONS
    return found


def scene_forms(game: Game) -> Callable[[Any], Any] | None:
    """What reads the game's own statements in a scene, or None for a game that is only specs."""
    if game.name not in GAMES:
        return None
    make = import_module(GAMES[game.name]).SceneForms
    voice = stated(game, "starting Voice", 5)
    box = Box(
        {c.title: c.copies for c in game.cards if c.copies_source != "assumed"},
        {c.of: c.number for c in game.counts if c.number is not None},
        {c.title: c.kinds for c in game.cards},
    )
    return lambda scene: make(scene, voice, box)


def playing(game: Game) -> Playing | None:
    """What is needed to play whole games of it, or None for a game that is only specs."""
    if game.name not in GAMES:
        return None
    found: Playing = import_module(GAMES[game.name]).playing(game)
    return found


def stated(game: Game, fact: str, default: Value) -> Value:
    """The constant that a clause gives for the fact."""
    for norm in game.norms:
        claim = norm.claim
        if isinstance(claim, Gives) and claim.term.fact == fact and isinstance(claim.value, Lit):
            return claim.value.value
    return default
