"""The functions behind the facts of Horrible Hex; each takes the evaluation and its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from checker.boards.hexes import DIRECTIONS, Space, ahead, beyond, groups, label_of, neighbours, space_of, step
from checker.boards.patterns import Pattern, mirrored, occurrences, turned
from checker.boards.table import places, tiles_on
from checker.games.horrible.tiles import (
    BLANK,
    BOTH,
    SYMBOLS,
    TRIANGLE,
    UNKNOWN,
    after,
    held,
    landing,
    name_of,
    pattern_of,
    printed,
    symbols,
)
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions

MANNERS: dict[str, Callable[[Pattern], tuple[Pattern, ...]]] = {
    "as printed": lambda pattern: (pattern,),
    "turned": turned,
    "mirrored": mirrored,
}
"""The ways in which a pattern may lie."""


def every_tile(context: Any) -> tuple[Value, ...]:
    """All tiles, those in play first."""
    return (*tiles_on(context.store).values(), *held(context.store, "supply"))


def every_space(context: Any) -> tuple[Value, ...]:
    """All spaces with a tile or beside one; those of the triangle before there is any."""
    board = tiles_on(context.store)
    near = {n for space in board for n in (space, *neighbours(space))} or set(TRIANGLE)
    return tuple(label_of(space) for space in sorted(near))


def every_pattern_card(context: Any) -> tuple[Value, ...]:
    """All Goal Cards."""
    zones = (h for key, h in context.store.entries("zone") if key[1] in ("goals", "pile", "goal supply"))
    return tuple(card for cards in zones for card in cards)


def comes_up(context: Any, tile: Value) -> bool:
    """The tile can be drawn; of those that a scene does not speak of, one stands for all."""
    return tile in one_of_each(context, held(context.store, "supply"))


def turns_up(context: Any, card: Value) -> bool:
    """The Goal Card can be turned up; of unknown ones, one stands for all."""
    return card in one_of_each(context, held(context.store, "goal supply"))


def one_of_each(context: Any, there: tuple[Value, ...]) -> tuple[Value, ...]:
    """What can be told apart there: what the scene speaks of later on, and one for the rest; all where no scene is told."""
    spoken = context.store.get(("spoken of",))
    if not isinstance(spoken, tuple):
        return there
    rest = sorted((t for t in there if name_of(t) not in spoken), key=lambda t: name_of(t) not in UNKNOWN)
    return (*rest[:1], *(t for t in there if name_of(t) in spoken))


def _place(context: Any, tile: Value) -> Space | None:
    return places(context.store).get(tile)


def _row(context: Any, tile: Value, direction: Value) -> tuple[Space, ...]:
    space = _place(context, tile)
    return () if space is None else beyond(tiles_on(context.store), space, DIRECTIONS[str(direction)])


def gap_ahead(context: Any, tile: Value, direction: Value) -> bool:
    """On the line in the direction there is a tile behind the first open space."""
    space, row = _place(context, tile), _row(context, tile, direction)
    return space is not None and len(ahead(tiles_on(context.store), space, DIRECTIONS[str(direction)])) > len(row)


def _behind(context: Any, tile: Value, direction: Value, far: bool) -> Value:
    space = _place(context, tile)
    if space is None:
        return None
    return label_of(landing(tiles_on(context.store), space, DIRECTIONS[str(direction)], far))


def beside(context: Any, tile: Value, direction: Value) -> Value:
    """The space next to the tile."""
    space = _place(context, tile)
    return None if space is None else label_of(step(space, DIRECTIONS[str(direction)]))


def on_beside(context: Any, other: Value, tile: Value, direction: Value) -> bool:
    """The other tile lies on that space."""
    space = _place(context, other)
    return space is not None and label_of(space) == beside(context, tile, direction)


def touches(context: Any, label: Value) -> bool:
    """The space is beside a tile."""
    board = tiles_on(context.store)
    return any(n in board for n in neighbours(space_of(label)))


def splits(context: Any, tile: Value, movement: Value, direction: Value) -> bool:
    """The movement would leave the tiles in more than one group."""
    return tile in places(context.store) and len(list(groups(after(context, tile, movement, direction)))) > 1


def goals_of(context: Any, player: Value) -> tuple[Value, ...]:
    """The Goal Cards that lie face up before the player."""
    return held(context.store, "goals", player)


def _all_goals(context: Any) -> tuple[Value, ...]:
    return (*goals_of(context, 0), *goals_of(context, 1))


def seen(context: Any, card: Value, manner: Value) -> Iterator[dict[Space, str]]:
    """Where the tiles in play show the pattern of the card, lying in that manner."""
    board = tiles_on(context.store)
    marks = {space: symbols(context, tile) for space, tile in board.items()}
    for pattern in MANNERS[str(manner)](pattern_of(context.store, card)):
        yield from occurrences(pattern, marks)


def counting(context: Any, card: Value, manner: Value) -> Iterator[dict[Space, str]]:
    """Those with a tile that counts as moved."""
    board = tiles_on(context.store)
    for there in seen(context, card, manner):
        if any(context.fact("counts moved", board[space]) is True for space in there):
            yield there


def shown(context: Any, card: Value, manner: Value) -> bool:
    """Tiles of which one counts as moved show the pattern."""
    return next(counting(context, card, manner), None) is not None


def shown_alone(context: Any, card: Value, manner: Value) -> bool:
    """They do so and no further tile touches them, but for one that moved with them or shows another such pattern."""
    board = tiles_on(context.store)
    of_others: set[Space] = set()
    for other in _all_goals(context):
        if other != card:
            of_others.update(*counting(context, other, "as printed"))
    for there in counting(context, card, manner):
        near = {n for space in there for n in neighbours(space)} & set(board) - set(there) - of_others
        if all(context.fact("counts moved", board[space]) is True for space in near):
            return True
    return False


def shown_still(context: Any, card: Value) -> bool:
    """Tiles show the pattern as printed, and none of them moved."""
    return next(seen(context, card, "as printed"), None) is not None and not shown(context, card, "as printed")


def wanted_twice(context: Any, tile: Value) -> bool:
    """One goal is only formed with the tile as a circle, another only with it as a star."""
    space = _place(context, tile)
    if space is None or BOTH not in printed(context, tile):
        return False
    wanted = set()
    for card in _all_goals(context):
        taken = {there.get(space) for manner in MANNERS for there in counting(context, card, manner)}
        wanted |= taken if len(taken) == 1 else set()
    return wanted >= set(SYMBOLS)


def name_of_tile(context: Any, tile: Value) -> str:
    """The tile in words."""
    return name_of(tile) or BLANK


FUNCTIONS: Functions = {
    "every tile": every_tile,
    "every space": every_space,
    "name of tile": name_of_tile,
    "opponent": lambda context, player: 1 - player if isinstance(player, int) else None,
    "lies": lambda context, tile: tile in places(context.store),
    "in supply": lambda context, tile: tile in held(context.store, "supply"),
    "comes up": comes_up,
    "turns up": turns_up,
    "bears": lambda context, tile, movement, way: f"{movement} {way}" in printed(context, tile),
    "place": lambda context, tile: label_of(at) if (at := _place(context, tile)) is not None else None,
    "beside": beside,
    "on beside": on_beside,
    "in way": lambda context, other, tile, way: _place(context, other) in _row(context, tile, way),
    "gap ahead": gap_ahead,
    "behind row": lambda context, tile, way: _behind(context, tile, way, False),
    "behind all": lambda context, tile, way: _behind(context, tile, way, True),
    "is taken": lambda context, label: label is not None and space_of(label) in tiles_on(context.store),
    "touches": touches,
    "splits": splits,
    "joins all": lambda context: len(list(groups(tiles_on(context.store)))) <= 1,
    "in play": lambda context: len(tiles_on(context.store)),
    "supply size": lambda context: len(held(context.store, "supply")),
    "goal supply size": lambda context: len(held(context.store, "goal supply")),
    "goal count": lambda context, player: len(goals_of(context, player)),
    "score": lambda context, player: len(held(context.store, "pile", player)),
    "is goal": lambda context, card, player: card in goals_of(context, player),
    "in triangle": lambda context, label: label is not None and space_of(label) in TRIANGLE,
    "shown": shown,
    "shown alone": shown_alone,
    "shown still": shown_still,
    "wanted twice": wanted_twice,
}
"""What stands behind the facts that are said to be functions."""
