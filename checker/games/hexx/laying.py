"""Plays: which tiles are put where, the rows that this makes, and which of them are words.

A play is written `REAL east: E at 1,1, A at 1,2`: the word as its player says it and which way it runs
(both may be missing), then the tiles put down; `P at 0,1 as HEXX` is a HEXX tile that stands for P.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from checker.boards.hexes import DIRECTIONS, LINES, Space, label_of, line_through, space_of, step
from checker.games.hexx.board import Letters, read
from checker.games.hexx.words import Dictionary
from checker.kernel.record import Record
from checker.kernel.term import Value

_TILE = re.compile(r"([A-Z]) at (-?\d+,-?\d+)( as HEXX)?")


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
