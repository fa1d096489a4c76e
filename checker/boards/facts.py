"""The functions behind facts about a board, by the names under which the vocabulary of any game can have them.

A game has a board if it has a zone for each space of a sort that is labelled as spaces are. Tiles are whatever lies there.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.boards import LABELS
from checker.boards.hexes import (
    CENTRE,
    DIRECTIONS,
    Space,
    ahead,
    beyond,
    distance,
    groups,
    label_of,
    landing,
    neighbours,
    places,
    space_of,
    step,
    tiles_on,
)
from checker.kernel.position import AtTable
from checker.kernel.term import Value
from checker.kernel.trees.walk import reachable
from checker.kernel.vocabulary import Functions, Vocabulary, sort_of


def functions(words: Vocabulary) -> Functions:
    """The functions about boards, for a game that has one."""
    spaces = board_spaces(words)
    return {**FUNCTIONS, f"every {spaces}": every_space} if spaces else {}


def board_spaces(words: Vocabulary) -> str:
    """What the spaces of the game's board are called; nothing if it has none."""
    spaces = next((s.name for s in words.sorts if s.labels == LABELS and not s.piece), "")
    return spaces if any(len(z.params) == 1 and sort_of(words, z.params[0]) == spaces for z in words.zones) else ""


def every_space(context: AtTable) -> tuple[Value, ...]:
    """All spaces with a tile or beside one; on an empty board those at the centre."""
    board = tiles_on(context.store) or (CENTRE,)
    near = {n for space in board for n in (space, *neighbours(space))}
    return tuple(label_of(space) for space in sorted(near))


def lies(context: AtTable, tile: Value) -> bool:
    """The tile lies on the board."""
    return tile in places(context.store)


def lies_at(context: AtTable, tile: Value) -> Value:
    """The space on which the tile lies."""
    space = places(context.store).get(tile)
    return None if space is None else label_of(space)


def tile_on(context: AtTable, label: Value) -> Value:
    """The tile on the space."""
    return None if label is None else tiles_on(context.store).get(space_of(label))


def taken(context: AtTable, label: Value) -> bool:
    """A tile lies on the space."""
    return tile_on(context, label) is not None


def adjoins(context: AtTable, label: Value) -> bool:
    """The space is beside a tile."""
    board = tiles_on(context.store)
    return label is not None and any(n in board for n in neighbours(space_of(label)))


def touches(context: AtTable, tile: Value, other: Value) -> bool:
    """The two lie on the board side by side."""
    where = places(context.store)
    return tile in where and other in where and where[other] in neighbours(where[tile])


def on_board(context: AtTable) -> int:
    """How many tiles lie on the board."""
    return len(places(context.store))


def number_of_groups(context: AtTable) -> int:
    """How many groups the tiles on the board form."""
    return sum(1 for _ in groups(tiles_on(context.store)))


def beside(context: AtTable, tile: Value, direction: Value) -> Value:
    """The space next to the tile in the direction."""
    space, way = places(context.store).get(tile), DIRECTIONS.get(str(direction))
    return None if space is None or way is None else label_of(step(space, way))


def lies_beside(context: AtTable, other: Value, tile: Value, direction: Value) -> bool:
    """The other tile lies on that space."""
    there = lies_at(context, other)
    return there is not None and beside(context, tile, direction) == there


def in_row(context: AtTable, other: Value, tile: Value, direction: Value) -> bool:
    """The other tile lies in the unbroken row that begins there."""
    space, where = places(context.store).get(tile), places(context.store).get(other)
    way = DIRECTIONS.get(str(direction))
    return space is not None and way is not None and where in beyond(tiles_on(context.store), space, way)


def gap_ahead(context: AtTable, tile: Value, direction: Value) -> bool:
    """In the direction there is a tile behind the first open space."""
    space, way = places(context.store).get(tile), DIRECTIONS.get(str(direction))
    board = tiles_on(context.store)
    return space is not None and way is not None and len(ahead(board, space, way)) > len(beyond(board, space, way))


def behind_row(context: AtTable, tile: Value, direction: Value) -> Value:
    """The space behind the unbroken row that begins beside the tile."""
    return _behind(context, tile, direction, False)


def behind_all(context: AtTable, tile: Value, direction: Value) -> Value:
    """The space behind everything that lies in the direction."""
    return _behind(context, tile, direction, True)


def _behind(context: AtTable, tile: Value, direction: Value, far: bool) -> Value:
    space, way = places(context.store).get(tile), DIRECTIONS.get(str(direction))
    return None if space is None or way is None else label_of(landing(tiles_on(context.store), space, way, far))


def on_top(context: AtTable, tile: Value) -> bool:
    """The tile lies on the board, and none on it."""
    at = places(context.store).get(tile)
    return at is not None and tiles_on(context.store).get(at) == tile


def height(context: AtTable, label: Value) -> int:
    """How many tiles lie on the space, one on the other."""
    return 0 if label is None else sum(at == space_of(label) for at in places(context.store).values())


def rest_together(context: AtTable, tile: Value) -> bool:
    """The tiles on the board but for this one form one group, or there are none."""
    others = {at for other, at in places(context.store).items() if other != tile}
    return sum(1 for _ in groups(others)) <= 1


def squeezed(context: AtTable, label: Value, other: Value) -> bool:
    """Both spaces that touch these two, which lie side by side, are taken."""
    if label is None or other is None:
        return False
    between = {*neighbours(space_of(label))} & {*neighbours(space_of(other))}
    return len(between) == 2 and between <= {*tiles_on(context.store)}


def open_way(context: AtTable, tile: Value, label: Value) -> bool:
    """The tile comes to the space, an open one, along open spaces of which each touches another tile."""
    start = places(context.store).get(tile)
    if start is None or label is None:
        return False
    others = {at for other, at in places(context.store).items() if other != tile}

    def further(at: Space) -> Iterator[Space]:
        return (n for n in neighbours(at) if n not in others and others & {*neighbours(n)})

    return space_of(label) in {*reachable([start], further)} - {start}


def from_centre(context: AtTable, tile: Value) -> Value:
    """How many steps the tile lies from the centre."""
    space = places(context.store).get(tile)
    return None if space is None else distance(space)


FUNCTIONS: Functions = {
    "lies": lies,
    "space of": lies_at,
    "tile on": tile_on,
    "taken": taken,
    "adjoins": adjoins,
    "touches": touches,
    "on board": on_board,
    "groups": number_of_groups,
    "beside": beside,
    "lies beside": lies_beside,
    "in row": in_row,
    "gap ahead": gap_ahead,
    "behind row": behind_row,
    "behind all": behind_all,
    "distance": from_centre,
    "on top": on_top,
    "height": height,
    "rest together": rest_together,
    "squeezed": squeezed,
    "open way": open_way,
}
"""What stands behind facts of these names, unless a game has functions of its own for them."""
