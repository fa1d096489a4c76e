"""Horrible Hex as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from checker.boards.hexes import label_of
from checker.boards.table import places
from checker.games.horrible import opening
from checker.games.horrible.opening import SceneForms
from checker.games.horrible.tiles import FUNCTIONS, name_of
from checker.games.horrible.whole import playing
from checker.kernel.game import Box, Game
from checker.kernel.position import AtTable
from checker.kernel.scene import Scene, Sight
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions, answering

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]


def functions(**inputs: Any) -> Functions:
    """The functions behind the facts."""
    return {
        **FUNCTIONS,
        **answering(opening),
        "draws tile": draws_tile,
        "draws goal": draws_goal,
        "where is": where_is,
        "turn told": turn_told,
    }


def scene_forms(game: Game) -> Callable[[Scene], SceneForms]:
    """What reads the game's own statements in a scene."""
    return partial(SceneForms, words=game.vocabulary, counts=Box.of(game).counts)


def draws_tile(view: Sight, seat: int, tile: Value) -> bool:
    """The tile drawn by the player is this one."""
    return bool(view.store.get(("drawn", seat)) == tile)


def draws_goal(view: Sight, seat: int, pattern: str) -> bool:
    """Such a Goal Card was turned up for the player: it lies before them, or in their Score Pile where none is left."""
    left = {name_of(card) for card in view.store.lying("goal supply")}
    scored = (c for c in view.store.lying("pile", seat) if name_of(c) not in left)
    return pattern in map(name_of, (*view.store.lying("goals", seat), *scored))


def turn_told(context: AtTable) -> bool:
    """Something says whose turn it is: it was told, or somebody acted."""
    return not context.store.get(("turn guessed",))


def where_is(view: Sight, tile: Value) -> str:
    """The space on which the tile lies, or the supply."""
    return label_of(at) if (at := places(view.store).get(tile)) else "the supply"
