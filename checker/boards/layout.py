"""The board of a game as its vocabulary has it, of hexes or of squares, and what lies where on it.

A board of hexes has a zone for each space, labelled by two numbers. A board of squares has a word for each square, a
letter for its column and a number for its row (`a1`), and zones or fields that say which of these something is on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.boards.facts import board_spaces
from checker.boards.hexes import on_board
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.kernel.vocabulary import Field, Vocabulary, sort_of

HEXES, SQUARES = "hexes", "squares"
SQUARE = re.compile(r"([a-z])(\d{1,2})")
FEWEST = 4
"""So many squares at least are a board."""


class Layout(Record):
    """The shape of a board, what its spaces are called, and all of them where they are words; the zones and the fields
    that say where something lies."""

    shape: str
    sort: str
    spaces: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()


def layout(words: Vocabulary) -> Layout | None:
    """The game's board; None if it has none."""
    if hexes := board_spaces(words):
        return Layout(HEXES, hexes)
    for sort in words.sorts:
        named = tuple(word for word, of in words.words if of == sort.name)
        zones = tuple(z.name for z in words.zones if [sort_of(words, p) for p in z.params] == [sort.name])
        fields = tuple(f for f in words.fields if f.result == sort.name and _of_one(words, f) not in ("", sort.name))
        if len(named) >= FEWEST and all(map(SQUARE.fullmatch, named)) and (zones or fields):
            return Layout(SQUARES, sort.name, named, zones, fields)
    return None


def _of_one(words: Vocabulary, field: Field) -> str:
    return sort_of(words, field.params[0]) if len(field.params) == 1 else ""


def point(label: str) -> tuple[int, int]:
    """Where the space lies: how far to the right and how far down."""
    if square := SQUARE.fullmatch(label):
        return ord(square[1]) - ord("a"), -int(square[2])
    q, _, r = label.partition(",")
    return int(q), int(r)


def lying(board: Layout, store: Store) -> Iterator[tuple[Value, str, str]]:
    """What lies on the board, where, and the variable that the things of its field have; what came last is last."""
    for key, held in sorted(store.items(), key=str):
        at = str(key[-1])
        if key[0] == "zone" and isinstance(held, tuple) and len(key) == 3:
            if key[1] in board.zones or (board.shape == HEXES and on_board(at)):
                yield from ((one, at, "C") for one in held)
    for field in board.fields:
        for key, value in sorted(store.items(), key=str):
            if key[0] == field.name and len(key) == 2 and value in board.spaces:
                yield key[1], str(value), field.params[0]


def where(board: Layout, store: Store) -> dict[Value, str]:
    """The space of each thing on the board."""
    return {thing: at for thing, at, _ in lying(board, store)}
