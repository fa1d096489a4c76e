"""What stands on the board of hexagonal spaces [WX-14], in the hands and in the bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from checker.boards.hexes import Space, tiles_on
from checker.kernel.position import Store
from checker.kernel.term import Value

Letters: TypeAlias = Mapping[Space, str]

HEXX = "HEXX"
HIDDEN = "tile"
"""The title of a tile of which nothing is known until it is laid."""
VEILED = "veiled"
HAND = 6
"""How many tiles a hand has that a scene does not tell [WX-4]."""


def read(letters: Letters, row: tuple[Space, ...]) -> str:
    """The letters of a row."""
    return "".join(letters[spot] for spot in row)


# -- the table as the store has it ---------------------------------------------------------------


def letters_on(store: Store) -> dict[Space, str]:
    """The letters on the board by place."""
    known = store.kept.get("letters")
    if known is None:
        known = store.kept["letters"] = {spot: letter_of(store, tile) for spot, tile in tiles_on(store).items()}
    return known


def letter_of(store: Store, tile: Value) -> str:
    """The letter that the tile shows: for a HEXX tile the one that it stands for; `?` if nobody says."""
    face = store.get(("face", tile))
    if isinstance(face, str):
        return face
    return "?" if title_of(tile) in (HIDDEN, HEXX) else title_of(tile)


def title_of(tile: Value) -> str:
    """What is printed on the tile: a letter, HEXX, or nothing known."""
    return str(tile[0]) if isinstance(tile, tuple) else ""


def is_hexx(store: Store, tile: Value) -> bool:
    """The tile is a HEXX tile, or turned out to be one."""
    told = store.get(("wild", tile))
    return title_of(tile) == HEXX if told is None else told is True


def kind_of(store: Store, tile: Value) -> str:
    """What the tile's holder sees on it; HIDDEN where the scene does not say."""
    if store.get((VEILED, tile)) is True:
        return HIDDEN
    if is_hexx(store, tile):
        return HEXX
    return title_of(tile) if title_of(tile) != HIDDEN else str(store.get(("face", tile), HIDDEN))
