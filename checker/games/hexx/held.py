"""Which tiles of a hand or the bag are meant: what they carry, or may be taken to carry."""

from __future__ import annotations

from checker.boards.hexes import space_of, tiles_on
from checker.games.hexx.board import HEXX, HIDDEN, VEILED, kind_of
from checker.games.hexx.laying import Laying, TilePut
from checker.kernel.position import Store
from checker.kernel.term import Value


def assigned(store: Store, player: Value, laying: Laying) -> tuple[dict[Value, TilePut], list[TilePut]]:
    """The tiles of the hand that are put down, each with its place; and what the hand lacks."""
    left = list(store.lying("hand", player))
    board = tiles_on(store)
    found: dict[Value, TilePut] = {}
    lacking: list[TilePut] = []
    for put in laying.puts:
        if put.spot in board:
            continue
        wanted = HEXX if put.hexx else put.letter
        tile = next((t for t in left if kind_of(store, t) == wanted), None)
        if tile is None:
            tile = next((t for t in left if kind_of(store, t) == HIDDEN), None)
        if tile is None:
            lacking.append(put)
        else:
            left.remove(tile)
            found[tile] = put
    return found, lacking


def serving(store: Store, tiles: tuple[Value, ...], letter: Value) -> Value:
    """The one of the tiles that is put down as the letter: with the letter on it, else an unknown one, else a HEXX tile."""
    fitting = (t for kind in (letter, HIDDEN, HEXX) for t in tiles if kind_of(store, t) == kind)
    return next(fitting, None)


def fits(store: Store, tile: Value, title: str, hand: tuple[Value, ...] = ()) -> bool:
    """The tile carries that, as far as anybody can tell; one known to do so is given before an unknown one."""
    if tile is None or kind_of(store, tile) == title:
        return tile is not None
    return kind_of(store, tile) == HIDDEN and all(kind_of(store, t) != title for t in hand)


def shown(store: Store, label: str, title: str) -> Store:
    """The table on which the tile on the space, if nothing was known of it, carries that."""
    return known_as(store, tiles_on(store).get(space_of(label)), title)


def known_as(store: Store, tile: Value, title: str) -> Store:
    """The table on which the tile, if nothing was known of it, carries that."""
    if tile is None or kind_of(store, tile) != HIDDEN:
        return store
    store = store.put((VEILED, tile), False) if store.get((VEILED, tile)) is True else store
    return store.put(("face", tile), title) if title != HEXX else store.put(("wild", tile), True)
