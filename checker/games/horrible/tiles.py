"""What is printed on the tiles and Goal Cards of Horrible Hex, and which patterns the tiles in play show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from checker.boards.hexes import (
    DIRECTIONS,
    BoardPattern,
    Space,
    after,
    going,
    groups,
    label_of,
    mirrored,
    neighbours,
    occurrences,
    places,
    space_of,
    stood,
    tiles_on,
    turned,
)
from checker.kernel.position import AtTable
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions

BOTH, SYMBOLS = "both-symbols", ("circle", "star")
BLANK, UNKNOWN_GOAL = "a tile", "a Goal Card"
"""The names of a tile and of a Goal Card of which nothing is known."""
CELL = re.compile(r"(circle|star) (-?\d+,-?\d+)")
TRIANGLE: tuple[Space, ...] = ((0, 0), (1, 0), (0, 1))
"""Where three tiles lie in a triangle: on a board without an edge one is like any other."""
MANNERS: tuple[tuple[str, Callable[[BoardPattern], tuple[BoardPattern, ...]]], ...] = (
    ("", lambda pattern: (pattern,)),
    ("may turn", cache(turned)),
    ("may mirror", cache(mirrored)),
)
"""The ways in which a pattern may lie, each with the fact that has to hold for it."""
Shown = dict[Space, str]


def name_of(thing: Value) -> str:
    """The name of a tile or card."""
    return str(thing[0] if isinstance(thing, tuple) and thing else thing or BLANK)


def printed(context: AtTable, tile: Value) -> tuple[str, ...]:
    """What is printed on the tile: its symbol, and movements with their directions, as `slide east`."""
    told = context.store.get(("printed on", tile))
    if isinstance(told, tuple):
        return tuple(map(str, told))
    card = context.rules.cards.get(name_of(tile))
    return tuple(card.kinds) if card is not None else ()


def symbols(context: AtTable, tile: Value) -> tuple[str, ...]:
    """The symbols that the tile may be counted as."""
    taken, there = context.store.get(("taken as", tile)), printed(context, tile)
    return tuple(s for s in SYMBOLS if (f"{s} symbol" in there or BOTH in there) and taken in (None, s))


@cache
def pattern(text: Value) -> BoardPattern:
    """The pattern that is written so, as `circle 0,0 star 1,0`; an empty one if nobody knows it."""
    return frozenset((space_of(label), symbol) for symbol, label in CELL.findall(str(text)))


def every_tile(context: AtTable) -> tuple[Value, ...]:
    """All tiles, those in play first."""
    return (*tiles_on(context.store).values(), *context.store.lying("supply"))


def comes_up(zone: str, context: AtTable, thing: Value) -> bool:
    """The thing can be drawn from the zone; of those that a scene does not speak of, one stands for all."""
    there, spoken = context.store.lying(zone), context.store.get(("spoken of",))
    if not isinstance(spoken, tuple) or name_of(thing) in spoken:
        return thing in there
    rest = (t for t in there if name_of(t) not in spoken)
    return thing == min(rest, key=lambda t: name_of(t) not in (BLANK, UNKNOWN_GOAL), default=None)


def splits(context: AtTable, tile: Value, movement: Value, direction: Value) -> bool:
    """The movement would leave the tiles in more than one group."""
    board, space = tiles_on(context.store), places(context.store).get(tile)
    if space is None:
        return False
    far = movement == "jump" and context.fact("jumps far", tile, direction) is True
    goes = going(board, space, str(movement), DIRECTIONS[str(direction)], far)
    return sum(1 for _ in groups(after(board, goes))) > 1


def _goals(context: AtTable) -> tuple[Value, ...]:
    return (*context.store.lying("goals", 0), *context.store.lying("goals", 1))


def _counting(context: AtTable, card: Value) -> Iterator[Shown]:
    """Where the tiles in play show the pattern of the card in a way that counts, one of them moved."""
    board, left = tiles_on(context.store), context.store.get
    marks = {at: symbols(context, tile) for at, tile in board.items()}
    was = {at: space_of(str(left(("left", tile)) or label_of(at))) for at, tile in board.items()}
    for needed, manner in MANNERS:
        ways = manner(wanted) if (wanted := pattern(context.fact("pattern", card))) else ()
        for there in (found for way in ways for found in occurrences(way, marks)):
            if any(context.fact("counts moved", board[at]) for at in sorted(there)) and (
                not needed or context.fact(needed)
            ):
                if not stood(ways, there, marks, was) or context.fact("anew"):
                    yield there


def shown(context: AtTable, card: Value) -> bool:
    """Tiles of which one counts as moved show the pattern."""
    return any(True for _ in _counting(context, card))


def formed_alone(context: AtTable, card: Value) -> bool:
    """They do so and no tile that spoils a pattern touches them: whether those that moved or show another one do, is asked."""
    board = tiles_on(context.store)
    for there in _counting(context, card):
        near = {n for at in there for n in neighbours(at)} & set(board) - set(there)
        still = {at for at in near if not context.fact("counts moved", board[at])}
        if still < near and context.fact("moved spoils"):
            continue
        beside = {at for o in _goals(context) if o != card for s in _counting(context, o) for at in s}
        if not still - beside and not (still and context.fact("other spoils")):
            return True
    return False


def shown_still(context: AtTable, card: Value) -> bool:
    """Tiles show the pattern as printed, and no pattern of the card is shown by what moved."""
    marks = {at: symbols(context, tile) for at, tile in tiles_on(context.store).items()}
    there = occurrences(pattern(context.fact("pattern", card)), marks)
    return any(True for _ in there) and not shown(context, card)


def wanted_twice(context: AtTable, tile: Value) -> bool:
    """One goal is only formed with the tile as a circle, another only with it as a star."""
    space = places(context.store).get(tile)
    if space is None or BOTH not in printed(context, tile):
        return False
    taken = [{s.get(space) for s in _counting(context, c)} for c in _goals(context)]
    return all({symbol} in taken for symbol in SYMBOLS)


FUNCTIONS: Functions = {
    "every tile": every_tile,
    "name of tile": lambda context, tile: name_of(tile),
    "sign of tile": lambda context, tile: name_of(tile),
    "comes up": partial(comes_up, "supply"),
    "turns up": partial(comes_up, "goal supply"),
    "bears": lambda context, tile, movement, way: f"{movement} {way}" in printed(context, tile),
    "splits": splits,
    "in triangle": lambda context, label: label is not None and space_of(label) in TRIANGLE,
    "shown": shown,
    "formed alone": formed_alone,
    "shown still": shown_still,
    "wanted twice": wanted_twice,
}
"""What stands behind the facts that are said to be functions."""
