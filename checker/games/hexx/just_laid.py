"""Facts about the word just laid, of which results may have taken tiles away or put others in their place."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from checker.boards.hexes import Space, neighbours, places, space_of
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value


def in_word(context: AtTable, tile: Value) -> bool:
    """The tile is in the word just laid; one put in the place of a tile of it, if the word is its spaces."""
    spot = places(context.store).get(tile)
    if spot is None or spot not in _spaces(context.store):
        return False
    return spot in _left(context.store) or context.fact("word is spaces") is True


def touches_word(context: AtTable, tile: Value) -> bool:
    """The tile touches the word just laid and is no part of it."""
    spot = places(context.store).get(tile)
    if spot is None:
        return False
    by_tiles, by_spaces = (_beside(spot, word) for word in (_left(context.store), _spaces(context.store)))
    return by_tiles if by_tiles == by_spaces else by_spaces is (context.fact("word is spaces") is True)


def _beside(spot: Space, word: AbstractSet[Space]) -> bool:
    return spot not in word and any(n in word for n in neighbours(spot))


def _spaces(store: Store) -> AbstractSet[Space]:
    """The spaces on which the word was laid."""
    return _where_laid(store).keys()


def _left(store: Store) -> AbstractSet[Space]:
    """Those of the spaces on which the tile still lies that was laid there."""
    where = places(store)
    return {spot for spot, tile in _where_laid(store).items() if where.get(tile) == spot}


def _where_laid(store: Store) -> dict[Space, Value]:
    return {space_of(store.get(("just at", key[1]))): key[1] for key, so in store.entries("just") if so is True}
