"""What lies on the board of a table: in the zones of which each is named by the label of a space."""

from __future__ import annotations

from checker.boards.hexes import Space, on_board, space_of
from checker.kernel.position import Store
from checker.kernel.term import Value


def tiles_on(store: Store) -> dict[Space, Value]:
    """The tiles on the board by space; of several on one, the one on top, which came last."""
    known = store.placed.get("board")
    if known is None:
        known = store.placed["board"] = {
            space_of(key[2]): held[-1]
            for key, held in store.entries("zone")
            if len(key) == 3 and isinstance(held, tuple) and held and on_board(key[2])
        }
    return known


def places(store: Store) -> dict[Value, Space]:
    """The space of each tile on the board."""
    known = store.placed.get("places")
    if known is None:
        known = store.placed["places"] = {
            tile: space_of(key[2])
            for key, held in store.entries("zone")
            if key[1] == "space" and isinstance(held, tuple)
            for tile in held
        }
    return known
