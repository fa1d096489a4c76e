"""Words, letters and places as a scene tells them, checked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.boards.hexes import FURTHEST, Space, distance, space_of
from checker.games.hexx.board import HEXX
from checker.kernel.scene import Raw
from checker.kernel.source import Place, refused

_LETTERS = re.compile(r"[A-Za-z]+")


def word_told(text: str, raw: Raw) -> str:
    """A word in capitals. Raises InputError for characters that are no letters."""
    if not _LETTERS.fullmatch(text):
        at = raw.whole.find(text)
        column = at + 1 if at >= 0 else raw.place.column
        raise refused(
            Place(raw.place.file, raw.place.line, column),
            f"`{text[:60]}` is no word: tiles carry the letters A to Z",
            raw.whole,
        )
    if len(text) > 2 * FURTHEST:
        raise refused(raw.place, f"a word of {len(text)} letters fits on no board", raw.whole)
    return text.upper()


def letters_told(texts: Iterable[str], raw: Raw) -> tuple[str, ...]:
    """What the tiles of a hand or bag carry: letters and HEXX. Raises InputError for anything else."""
    found = []
    for text in texts:
        word = word_told(text, raw)
        if word != HEXX and len(word) != 1:
            message = f"`{word[:60]}` is no tile: a tile is a letter or HEXX"
            raise refused(raw.place, message, raw.whole, "tiles are told one by one, as in `A T HEXX`")
        found.append(word)
    return tuple(found)


def space_told(label: str, raw: Raw) -> Space:
    """The place that is told, for a tile to lie on. Raises InputError for one that no board has."""
    q, r = space_of(label)
    if distance((q, r)) > FURTHEST:
        message = f"{q},{r} lies further from the centre than any board reaches ({FURTHEST} spaces)"
        raise refused(raw.place, message, raw.whole)
    return q, r


def hexx_of(marks: tuple[str | None, ...], spots: tuple[Space, ...], word: str, raw: Raw) -> frozenset[Space]:
    """The places of the HEXX tiles in a word, each told by its letter, and by its place if that is told.

    Raises InputError if a letter does not stand there, or twice.
    """
    found: set[Space] = set()
    for told, label in zip(marks[::2], marks[1::2], strict=True):
        letter = word_told(told or "", raw)
        if label is not None:
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s == space_of(label)]
        else:
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s not in found]
        if not fitting:
            raise refused(raw.place, f"there is no {letter} there in {word}", raw.whole, f"name a letter of {word}")
        if len(fitting) > 1:
            hint = f"say which: `with the {letter} at {fitting[0][0]},{fitting[0][1]} as HEXX`"
            raise refused(raw.place, f"{word} has {len(fitting)} times {letter}", raw.whole, hint)
        found.add(fitting[0])
    return frozenset(found)
