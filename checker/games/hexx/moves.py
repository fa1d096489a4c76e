"""All plays of a hand on a board.

A sorted list of words is walked like a trie: a node is a range of the list whose words begin alike.
Rows without a tile take any word of the hand; rows through tiles are met with what the hand can begin.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from checker.games.hexx.board import CENTRE, HEADINGS, HEXX, Letters, Spot, hand_of, kind_of, letters_on, step
from checker.games.hexx.laying import Laying, Put
from checker.games.hexx.words import Dictionary
from checker.kernel.term import Value

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HEADING = {way: name for name, way in HEADINGS.items()}


class Beginning(NamedTuple):
    """What a hand can begin a word with: the letters (small where a HEXX tile stands for one),
    the range of the words that begin so, and the tiles that are left."""

    text: str
    low: int
    high: int
    left: str


class Slot(NamedTuple):
    """A row of spaces from `start` on in the sense of `way`, and the words that may be read there.

    In the words a small letter is a HEXX tile that stands for it.
    """

    start: Spot
    way: Spot
    words: tuple[str, ...]


class Lexicon:
    """The words of a dictionary in order, walked by ranges."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = sorted(words)

    def narrowed(self, low: int, high: int, depth: int, letter: str) -> tuple[int, int]:
        """The words of the range whose letter at `depth` is this one."""
        if low >= high:
            return low, low
        prefix = self.words[low][:depth] + letter
        first = bisect_left(self.words, prefix, low, high)
        last = bisect_left(self.words, prefix + "a", first, high)  # small letters sort behind capitals
        return first, last

    def ends(self, low: int, high: int, depth: int) -> bool:
        """The letters so far are a word themselves."""
        return low < high and len(self.words[low]) == depth


@cache
def lexicon(words: frozenset[str]) -> Lexicon:
    """The words in order, made once."""
    return Lexicon(words)


def beginnings(words: Lexicon, rack: str) -> list[list[Beginning]]:
    """What the hand can begin words with, by the number of tiles; `?` in the rack is a HEXX tile."""
    found = [[Beginning("", 0, len(words.words), rack)]]
    for depth in range(len(rack)):
        found.append([n for b in found[depth] for n in _further(words, b, depth)])
    return found


def _further(words: Lexicon, one: Beginning, depth: int) -> Iterator[Beginning]:
    for tile in sorted(set(one.left)):
        left = one.left.replace(tile, "", 1)
        for letter in ALPHABET if tile == "?" else tile:
            low, high = words.narrowed(one.low, one.high, depth, letter)
            if low < high:
                yield Beginning(one.text + (letter.lower() if tile == "?" else letter), low, high, left)


def slots(letters: Letters, rack: str, words: Lexicon, draw: Random | None = None) -> Iterator[Slot]:
    """Every row on which the rack can make a word, with all the words; in an order that `draw` decides.

    On an empty board a word covers the centre [WX-8]; later it touches a tile [WX-13].
    """
    starts = beginnings(words, rack)
    whole = {
        count: tuple(b.text for b in starts[count] if words.ends(b.low, b.high, count))
        for count in range(2, len(rack) + 1)
    }
    near = {n for spot in letters for n in (step(spot, way) for way in HEADINGS.values())} - set(letters)
    if not letters:
        near = {CENTRE}
    rows = [(way, start) for way in HEADINGS.values() for start in _starts(letters, near, way, len(rack))]
    if draw is not None:
        draw.shuffle(rows)
    for way, start in rows:
        yield from _from(letters, near, words, starts, whole, start, way)


def _starts(letters: Letters, near: set[Spot], way: Spot, most: int) -> list[Spot]:
    """The spaces at which a row along the way may begin: no tile before them, something to meet within reach."""
    found: dict[Spot, None] = {}
    for spot in sorted({*letters, *near}):
        at, gap = spot, 0 if spot in letters else 1
        while gap <= most:
            before = step(at, way, -1)
            if before not in letters:
                found[at] = None
                gap += 1
            at = before
    return list(found)


def _from(
    letters: Letters,
    near: set[Spot],
    words: Lexicon,
    starts: list[list[Beginning]],
    whole: dict[int, tuple[str, ...]],
    start: Spot,
    way: Spot,
) -> Iterator[Slot]:
    """The slots that begin at the space and run along the way."""
    most = len(starts) - 1
    gap, touched = 0, False
    at = start
    while gap < most and at not in letters:
        touched = touched or at in near
        gap += 1
        at = step(at, way)
        if at not in letters and touched and whole.get(gap):
            yield Slot(start, way, whole[gap])
    if at in letters:
        found = tuple(w for b in starts[gap] for w in _onwards(letters, words, b, at, way, gap))
        if found:
            yield Slot(start, way, found)


def _onwards(letters: Letters, words: Lexicon, one: Beginning, at: Spot, way: Spot, depth: int) -> Iterator[str]:
    """The words that go on from a beginning through tiles and further tiles of the hand."""
    while at in letters:
        low, high = words.narrowed(one.low, one.high, depth, letters[at])
        if low >= high:
            return
        one = Beginning(one.text + letters[at], low, high, one.left)
        depth += 1
        at = step(at, way)
    if words.ends(one.low, one.high, depth):
        yield one.text
    for further in _further(words, one, depth):
        yield from _onwards(letters, words, further, step(at, way), way, depth + 1)


def plays(letters: Letters, hand: tuple[str, ...], words: Dictionary) -> Iterator[Laying]:
    """Every play that puts down at least one tile of the hand and makes a word, row by row."""
    rack = "".join("?" if kind == HEXX else kind for kind in hand if kind == HEXX or len(kind) == 1)
    for slot in slots(letters, rack, lexicon(words.words)):
        yield from in_slot(letters, slot)


def in_slot(letters: Letters, slot: Slot) -> Iterator[Laying]:
    """The words in the slot as plays; none for a word all of whose tiles lie there already."""
    spots = [step(slot.start, slot.way, i) for i in range(max(map(len, slot.words), default=0))]
    free = [i for i, spot in enumerate(spots) if spot not in letters]
    heading = HEADING[slot.way]
    known: dict[tuple[int, str], Put] = {}
    for word in slot.words:
        puts, length = [], len(word)
        for i in free:
            if i >= length:
                break
            letter = word[i]
            put = known.get((i, letter))
            if put is None:
                put = known[i, letter] = Put(letter.upper(), spots[i], letter.islower())
            puts.append(put)
        if puts:
            yield Laying(word.upper(), heading, tuple(puts))


def told(letters: Letters, slot: Slot, word: str) -> Laying | None:
    """The word in the slot as a play, or None if all its tiles lie there already."""
    return next(in_slot(letters, slot._replace(words=(word,))), None)


def hand_kinds(context: Any, player: Value) -> tuple[str, ...]:
    """What the player can lay: letters and HEXX; a HEXX tile that keeps its letter is that letter [WX-36]."""
    store = context.store
    return tuple(
        str(store.get(("face", t)))
        if kind_of(store, t) == HEXX and ("face", t) in store and context.fact("keeps for good") is True
        else kind_of(store, t)
        for t in hand_of(store, player)
    )


def some_play(context: Any, player: Value, words: Dictionary) -> bool:
    """The player can lay a word."""
    found = plays(letters_on(context.store), hand_kinds(context, player), words)
    return next(found, None) is not None
