"""Whole games of Horrible Hex: what is needed to play them."""

from __future__ import annotations

from functools import partial

from checker.boards.facts import every_space
from checker.boards.table import places, tiles_on
from checker.games.horrible.tiles import printed
from checker.kernel.game import Game
from checker.kernel.game_play import Playing, Result
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value

PlayableAct = tuple[Value, ...]


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
