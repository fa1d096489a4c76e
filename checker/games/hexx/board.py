"""What stands on the board of hexagonal spaces [WX-14], in the hands and in the bag: how it is laid, and which tiles are meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import TypeAlias

from checker.boards.hexes import DIRECTIONS, LINES, Space, label_of, line_through, space_of, step, tiles_on
from checker.games.hexx.words import Dictionary
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.term import Value

Letters: TypeAlias = Mapping[Space, str]

HEXX = "HEXX"
HIDDEN = "tile"
"""The title of a tile of which nothing is known until it is laid."""
VEILED = "veiled"
HAND = 6
"""How many tiles a hand has that a scene does not tell [WX-4]."""
_TILE = re.compile(r"([A-Z]) at (-?\d+,-?\d+)( as HEXX)?")


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


class TilePut(Record, gc=False):
    """A tile put down: its letter, its place, and whether it is a HEXX tile."""

    letter: str
    spot: Space
    hexx: bool = False


class Laying(Record, gc=False):
    """A play: the word as said and its heading, if they are said, and the tiles put down."""

    word: str
    heading: str
    puts: tuple[TilePut, ...]

    def text(self) -> str:
        """The play as it is written."""
        tiles = ", ".join(f"{p.letter} at {label_of(p.spot)}{' as HEXX' if p.hexx else ''}" for p in self.puts)
        return f"{self.word} {self.heading}: {tiles}" if self.word else tiles


class TileRow(Record):
    """A row of tiles that a play makes, its letters, and how it reads as a word."""

    spots: tuple[Space, ...]
    letters: str
    readings: tuple[str, ...]


class Made(Record):
    """What a play makes: the rows its own line may be, the rows across it, and faults of its shape."""

    lines: tuple[TileRow, ...]
    across: tuple[TileRow, ...]
    straight: bool
    gapless: bool


@cache
def laying_of(text: Value) -> Laying:
    """The play that is written so."""
    said, colon, tiles = str(text).rpartition(": ")
    word, _, heading = said.partition(" ") if colon else ("", "", "")
    puts = tuple(TilePut(m[1], space_of(m[2]), m[3] is not None) for m in _TILE.finditer(tiles))
    return Laying(word, heading, puts)


def after(letters: Letters, laying: Laying) -> dict[Space, str]:
    """The letters on the board once the tiles lie there."""
    return {**letters, **{p.spot: p.letter for p in laying.puts}}


def made(letters: Letters, laying: Laying, words: Dictionary) -> Made:
    """What the play makes on the board with these letters, its own tiles included."""
    spots = [p.spot for p in laying.puts]
    if not spots:
        return Made((), (), True, False)
    ways = _ways(laying)
    straight = bool(ways)
    rows: dict[tuple[Space, ...], None] = {}
    for way in ways:
        rows[line_through(letters, spots[0], way)] = None
    own = [r for r in rows if set(spots) <= set(r)]
    across: dict[tuple[Space, ...], None] = {}
    for spot in spots:
        for way in LINES:
            row = line_through(letters, spot, way)
            if len(row) > 1 and row not in own:
                across[row] = None
    said = laying.word if len(ways) == 1 else ""
    lines = tuple(_row(letters, r, words, said) for r in own)
    return Made(lines, tuple(_row(letters, r, words) for r in across), straight, bool(own))


def gap_in(letters: Letters, laying: Laying) -> tuple[Space, ...] | None:
    """The first gap in the line of the play: its empty spaces between the tile before them and the tile behind."""
    spots = [p.spot for p in laying.puts]
    there = after(letters, laying)
    for way in _ways(laying) if len(spots) > 1 else ():
        on_line = sorted(spots, key=lambda s: s[0] * way[0] + s[1] * way[1])
        path = [on_line[0]]
        while path[-1] != on_line[-1]:
            path.append(step(path[-1], way))
            if path[-1] in there and len(path) > 2:
                return tuple(path)
            path = path[-1:] if path[-1] in there else path
    return None


def _ways(laying: Laying) -> tuple[Space, ...]:
    """The lines on which all tiles of the play lie; one that is said is the only one."""
    spots = [p.spot for p in laying.puts]
    if laying.heading:
        q, r = DIRECTIONS[laying.heading]
        return ((q, r) if (q, r) in LINES else (-q, -r),)
    return tuple(way for way in LINES if all(_on(spots[0], spot, way) for spot in spots))


def _on(one: Space, other: Space, way: Space) -> bool:
    q, r = other[0] - one[0], other[1] - one[1]
    return q * way[1] == r * way[0]


def _row(letters: Letters, spots: tuple[Space, ...], words: Dictionary, said: str = "") -> TileRow:
    text = read(letters, spots)
    both = dict.fromkeys((text, text[::-1]))
    if said in both and said in words:
        return TileRow(spots, text, (said,))
    return TileRow(spots, text, tuple(sorted(w for w in both if len(w) > 1 and w in words)))


def part_is_word(row: TileRow, spots: set[Space], words: Dictionary, said: str) -> bool:
    """A shorter piece of the row that holds all its new tiles is a word, or is said to be the word."""
    length = len(row.letters)
    for start in range(length):
        for end in range(start + 2, length + 1):
            if end - start == length or not spots <= set(row.spots[start:end]):
                continue
            piece = row.letters[start:end]
            if piece in words or piece[::-1] in words or said in (piece, piece[::-1]):
                return True
    return False


class Grown(Enum):
    """What of an old word a row is, if anything: the word with nothing but an S put behind it, or in front."""

    NOT = "not"
    BEHIND = "behind"
    FRONT = "front"


def grown_by_s(row: TileRow, spots: set[Space], words: Dictionary) -> Grown:
    """How the row grew out of an old word by an S; not at all, if it can be read as a word that did not."""
    found = [_grown(row, reading, spots & set(row.spots), words) for reading in row.readings]
    return next((g for g in (Grown.NOT, Grown.FRONT, Grown.BEHIND) if g in found), Grown.NOT)


def _grown(row: TileRow, reading: str, new: set[Space], words: Dictionary) -> Grown:
    first, last = (row.spots[0], row.spots[-1]) if reading == row.letters else (row.spots[-1], row.spots[0])
    if len(reading) > 2 and reading.endswith("S") and new == {last} and reading[:-1] in words:
        return Grown.BEHIND
    if len(reading) > 2 and reading.startswith("S") and new == {first} and reading[1:] in words:
        return Grown.FRONT
    return Grown.NOT


def line_of(word: str, place: Space, heading: str) -> tuple[Space, ...]:
    """The places on which a word stands."""
    return tuple(step(place, DIRECTIONS[heading], i) for i in range(len(word)))


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
