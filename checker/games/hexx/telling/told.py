"""Words, letters and places as a scene tells them, checked."""

from __future__ import annotations

import re
from typing import Any

from checker.boards.hexes import FURTHEST, Space, distance, space_of
from checker.games.hexx.board import HEXX
from checker.kernel.source import Place, refused
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of

_LETTERS = re.compile(r"[A-Za-z]+")


def word_told(tree: Node | Leaf, raw: Any) -> str:
    """A word in capitals. Raises InputError for characters that are no letters."""
    text = text_of(tree)
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


def letters_told(trees: Any, raw: Any) -> tuple[str, ...]:
    """What the tiles of a hand or bag carry: letters and HEXX. Raises InputError for anything else."""
    found = []
    for tree in trees:
        word = word_told(tree, raw)
        if word != HEXX and len(word) != 1:
            message = f"`{word[:60]}` is no tile: a tile is a letter or HEXX"
            raise refused(raw.place, message, raw.whole, "tiles are told one by one, as in `A T HEXX`")
        found.append(word)
    return tuple(found)


def taken_and_given(told: tuple[Value, ...]) -> tuple[str, str]:
    """What is taken and what is given for it, told before and behind the player from whom: a letter, or nothing for HEXX."""
    at = next(n for n, one in enumerate(told) if isinstance(one, int))
    taken, given = ((*part, HEXX)[0] for part in (told[:at], told[at + 1 :]))
    return str(taken), str(given)


def spot_told(tree: Any) -> Space:
    """The place that is told."""
    return space_of(",".join(text_of(part) for part in tree.parts))


def space_told(tree: Any, raw: Any) -> Space:
    """The place that is told, for a tile to lie on. Raises InputError for one that no board has."""
    q, r = spot_told(tree)
    if distance((q, r)) > FURTHEST:
        message = f"{q},{r} lies further from the centre than any board reaches ({FURTHEST} spaces)"
        raise refused(raw.place, message, raw.whole)
    return q, r


def hexx_of(marks: Any, spots: tuple[Space, ...], word: str, raw: Any) -> frozenset[Space]:
    """The places of the HEXX tiles in a word. Raises InputError if a letter does not stand there, or twice."""
    found: set[Space] = set()
    for mark in marks.parts:
        letter = word_told(mark.parts[0], raw)
        if mark.rule == "mark_at":
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s == spot_told(mark.parts[1])]
        else:
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s not in found]
        if not fitting:
            raise refused(raw.place, f"there is no {letter} there in {word}", raw.whole, f"name a letter of {word}")
        if len(fitting) > 1:
            hint = f"say which: `with the {letter} at {fitting[0][0]},{fitting[0][1]} as HEXX`"
            raise refused(raw.place, f"{word} has {len(fitting)} times {letter}", raw.whole, hint)
        found.add(fitting[0])
    return frozenset(found)
