"""The table of Horrible Hex: which tile lies where, what is printed on it, and which pattern a Goal Card has."""

from __future__ import annotations

from functools import cache
from typing import Any

from checker.boards.hexes import DIRECTIONS, Space, ahead, beyond, space_of, step
from checker.boards.patterns import Pattern
from checker.boards.table import places, tiles_on
from checker.kernel.position import Store
from checker.kernel.term import Value

CIRCLE, STAR, BOTH = "circle", "star", "both"
SYMBOLS = (CIRCLE, STAR)
MOVEMENTS = ("slide", "jump", "push", "swap")
BLANK = "a tile"
"""The name of a tile of which nothing is known."""
UNKNOWN_GOAL = "a Goal Card"
"""The name of a Goal Card of which nothing is known."""
UNKNOWN = (BLANK, UNKNOWN_GOAL)
TRIANGLE: tuple[Space, ...] = ((0, 0), (1, 0), (0, 1))
"""Where three tiles lie in a triangle: on a board without an edge one is like any other."""


def held(store: Store, *zone: Value) -> tuple[Value, ...]:
    """What lies in the zone."""
    found = store.get(("zone", *zone), ())
    return found if isinstance(found, tuple) else ()


def name_of(thing: Value) -> str:
    """The name of a tile or card."""
    return str(thing[0]) if isinstance(thing, tuple) else ""


def printed(context: Any, tile: Value) -> tuple[str, ...]:
    """What is printed on the tile: symbols, and movements with their directions, as `slide east`."""
    told = context.store.get(("printed on", tile))
    if isinstance(told, tuple):
        return tuple(map(str, told))
    card = context.rules.cards.get(name_of(tile))
    return tuple(card.kinds) if card is not None else ()


def symbols(context: Any, tile: Value) -> tuple[str, ...]:
    """The symbols that the tile may be counted as."""
    taken = context.store.get(("taken as", tile))
    there = printed(context, tile)
    shown = SYMBOLS if BOTH in there else tuple(s for s in SYMBOLS if s in there)
    return tuple(s for s in shown if taken in (None, s))


def pattern_of(store: Store, card: Value) -> Pattern:
    """The pattern of a Goal Card; an empty one if nobody knows it."""
    return _pattern(str(store.get(("pattern", card), "") or name_of(card)))


@cache
def _pattern(text: str) -> Pattern:
    words = text.split()
    if len(words) < 2 or words[0] not in SYMBOLS:
        return frozenset()
    return frozenset((space_of(label), symbol) for symbol, label in zip(words[::2], words[1::2], strict=True))


def landing(board: dict[Space, Value], space: Space, way: Space, far: bool) -> Space:
    """Where a jump in the direction ends: behind the row beside the space, or behind all tiles of the line."""
    row = ahead(board, space, way) if far else beyond(board, space, way)
    return step(row[-1] if row else space, way)


def after(context: Any, tile: Value, movement: Value, direction: Value) -> dict[Space, Value]:
    """The board after the movement of the tile."""
    board = dict(tiles_on(context.store))
    space, way = places(context.store)[tile], DIRECTIONS[str(direction)]
    beside = step(space, way)
    match movement:
        case "slide":
            goes = {space: beside}
        case "jump":
            goes = {space: landing(board, space, way, context.fact("jumps far", tile, direction) is True)}
        case "push":
            goes = {at: step(at, way) for at in (space, *beyond(board, space, way))}
        case _:
            goes = {space: beside, beside: space} if beside in board else {}
    moved = {to: board.pop(at) for at, to in goes.items()}
    return {**board, **moved}
