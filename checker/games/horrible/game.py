"""Horrible Hex as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from checker.boards.facts import every_space
from checker.boards.hexes import label_of, places, tiles_on
from checker.games.horrible import opening
from checker.games.horrible.opening import SceneForms
from checker.games.horrible.tiles import FUNCTIONS, name_of, printed
from checker.kernel.game import Box, Game
from checker.kernel.game_play import Playing, Result
from checker.kernel.position import AtTable, Store
from checker.kernel.scene import Scene, Sight
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions, answering

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]

PlayableAct = tuple[Value, ...]


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


def playing(game: Game) -> Playing:
    """Games with the tiles and Goal Cards as they are assumed."""
    things = {kind: tuple((c.title, 1) for c in game.cards if kind in c.kinds) for kind in ("tile", "goal")}
    begin = partial(table, tiles=things["tile"], goals=things["goal"])
    assumed = "which movements the tiles have and which patterns the Goal Cards"
    return Playing(acts, lambda *_: 1, begin, clock, result, "score", assumed, (2,), uses=uses)


def table(names: tuple[str, ...], tiles: tuple[Value, ...], goals: tuple[Value, ...]) -> Store:
    """The table before the set-up: everything face down."""
    store = Store().put(("seats",), 2).put(("names",), names[:2])
    return store.put(("zone", "supply"), tiles).put(("zone", "goal supply"), goals)


def clock(store: Store) -> Value:
    """Whose turn it is, how many tiles are in play and how many Goal Cards are scored."""
    return (store.get(("turn",)), len(tiles_on(store)), _scored(store))


def uses(store: Store) -> dict[str, int]:
    """How many tiles are in play, and how many Goal Cards are scored."""
    return {"tiles in play": len(tiles_on(store)), "Goal Cards in the Score Piles": _scored(store)}


def result(context: AtTable) -> Result:
    """Who wins, and how many Goal Cards each player has. Raises Undecided where that is open."""
    winner = next((p for p in (0, 1) if context.fact("wins", p) is True), None)
    return Result(winner, tuple(context.fact("score", p) for p in (0, 1)))


def acts(context: AtTable, moment: str, kinds: tuple[str, ...], about: dict[str, Value]) -> tuple[PlayableAct, ...]:
    """Every movement that is printed on a tile in play, or every space for the tile that was drawn; where none was, for one in play, which is forbidden."""
    store: Store = context.store
    player = store.get(("turn",))
    if moment == "laying":
        tile = store.get(("drawn", player)) or next(iter(places(store)), None)
        return tuple(("lay", player, tile, label) for label in every_space(context))
    moves = ((tile, *p.split(" ")) for tile in places(store) for p in printed(context, tile))
    return tuple(("move", player, *move) for move in moves if len(move) == 3 and move[2] != "symbol")


def _scored(store: Store) -> int:
    return sum(len(store.lying("pile", seat)) for seat in (0, 1))
