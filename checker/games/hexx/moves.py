"""All plays of a hand on a board.

Rows without a tile take any word of the hand; rows through tiles are met with what the hand can begin.
A row across a play need not be a word (DECISIONS), so that each row is looked at for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from checker.boards.hexes import CENTRE, DIRECTIONS, Space, step
from checker.games.hexx.board import (
    HEXX,
    Grown,
    Laying,
    Letters,
    TilePut,
    TileRow,
    after,
    grown_by_s,
    kind_of,
    letters_on,
    line_of,
    made,
)
from checker.games.hexx.lexicon import RackWords, WordTree, lexicon
from checker.games.hexx.words import Dictionary
from checker.kernel.position import AtTable
from checker.kernel.term import Value

HEADING = {way: name for name, way in DIRECTIONS.items()}


class SpaceRow(NamedTuple):
    """A row of spaces from `start` on in the sense of `way`, and the words that may be read there.

    In the words a small letter is a HEXX tile that stands for it.
    """

    start: Space
    way: Space
    words: tuple[str, ...]


def slots(letters: Letters, rack: str, words: WordTree, draw: Random | None = None) -> Iterator[SpaceRow]:
    """Every row on which the rack can make a word, with all the words; in an order that `draw` decides.

    On an empty board a word covers the centre [WX-8]; later it touches a tile [WX-13].
    """
    hand = RackWords(words, rack)
    near = {n for spot in letters for n in (step(spot, way) for way in DIRECTIONS.values())} - set(letters)
    if not letters:
        near = {CENTRE}
    rows = [(way, start) for way in DIRECTIONS.values() for start in _starts(letters, near, way, len(rack))]
    if draw is not None:
        draw.shuffle(rows)
    for way, start in rows:
        yield from _from(letters, near, hand, start, way)


def _starts(letters: Letters, near: set[Space], way: Space, most: int) -> list[Space]:
    """The spaces at which a row along the way may begin: no tile before them, something to meet within reach."""
    found: dict[Space, None] = {}
    for spot in sorted({*letters, *near}):
        at, gap = spot, 0 if spot in letters else 1
        while gap <= most:
            before = step(at, way, -1)
            if before not in letters:
                found[at] = None
                gap += 1
            at = before
    return list(found)


def _from(letters: Letters, near: set[Space], hand: RackWords, start: Space, way: Space) -> Iterator[SpaceRow]:
    """The slots that begin at the space and run along the way."""
    gap, touched, at = 0, False, start
    while gap < hand.most and at not in letters:
        touched = touched or at in near
        gap += 1
        at = step(at, way)
        if at not in letters and touched and (whole := hand.alone(gap)):
            yield SpaceRow(start, way, whole)
    if at in letters and (found := hand.through(gap, _ahead(letters, at, way, hand.most - gap))):
        yield SpaceRow(start, way, found)


def _ahead(letters: Letters, at: Space, way: Space, most: int) -> str:
    """What lies on the row from the space on, up to where so many tiles would not reach; a dot is an empty space."""
    found = ""
    while at in letters or most > 0:
        letter = letters.get(at, ".")
        most -= letter == "."
        found += letter
        at = step(at, way)
    return found


def plays(letters: Letters, hand: tuple[str, ...], words: Dictionary) -> Iterator[Laying]:
    """Every play that puts down at least one tile of the hand and makes a word, row by row."""
    for slot in slots(letters, _rack(hand), lexicon(words.words)):
        yield from in_slot(letters, slot)


def _rack(hand: tuple[str, ...]) -> str:
    """The tiles of the hand that somebody knows."""
    return "".join("?" if kind == HEXX else kind for kind in hand if kind == HEXX or len(kind) == 1)


class Tiles(dict[str, TilePut]):
    """The tile for each letter on one space, made when it is first asked for."""

    def __init__(self, spot: Space) -> None:
        super().__init__()
        self.spot = spot

    def __missing__(self, letter: str) -> TilePut:
        put = self[letter] = TilePut(letter.upper(), self.spot, letter.islower())
        return put


def in_slot(letters: Letters, slot: SpaceRow) -> Iterator[Laying]:
    """The words in the slot as plays; none for a word all of whose tiles lie there already."""
    spots = [step(slot.start, slot.way, i) for i in range(max(map(len, slot.words), default=0))]
    free = [(i, Tiles(spot)) for i, spot in enumerate(spots) if spot not in letters]
    laid = [[one for one in free if one[0] < length] for length in range(len(spots) + 1)]
    heading = HEADING[slot.way]
    for word in slot.words:
        if puts := laid[len(word)]:
            yield Laying(word.upper(), heading, tuple([tiles[word[i]] for i, tiles in puts]))


def told(letters: Letters, slot: SpaceRow, word: str) -> Laying | None:
    """The word in the slot as a play, or None if all its tiles lie there already."""
    return next(in_slot(letters, slot._replace(words=(word,))), None)


def hand_kinds(context: AtTable, player: Value) -> tuple[str, ...]:
    """What the player can lay: letters and HEXX; a HEXX tile that keeps its letter is that letter [WX-36]."""
    store = context.store
    return tuple(
        str(store.get(("face", t)))
        if kind_of(store, t) == HEXX and ("face", t) in store and context.fact("keeps for good") is True
        else kind_of(store, t)
        for t in store.lying("hand", player)
    )


ANY = frozenset(Grown)
"""Any word, also one that only puts an S on an old one."""


def some_play(context: AtTable, player: Value, words: Dictionary, ways: frozenset[Grown]) -> bool:
    """The player can lay a word that grew out of an old one in one of these ways, by an S or not at all [WX-7]."""
    rack = "".join(sorted(_rack(hand_kinds(context, player))))
    return _any_play(frozenset(letters_on(context.store).items()), rack, words.words, ways)


@lru_cache(maxsize=8192)
def _any_play(board: frozenset[tuple[Space, str]], rack: str, words: frozenset[str], ways: frozenset[Grown]) -> bool:
    """The tiles make a word on the board, asked again and again while one position is looked at."""
    letters = dict(board)
    found = ((slot, one) for slot in slots(letters, rack, lexicon(words)) for one in in_slot(letters, slot))
    return any(ways == ANY or _grown(slot.start, one, Dictionary(words)) in ways for slot, one in found)


def grown(letters: Letters, one: Laying, words: Dictionary) -> Grown:
    """How the word of the play grew out of an old one by an S."""
    way = DIRECTIONS[one.heading]
    start = one.puts[0].spot
    while step(start, way, -1) in letters:
        start = step(start, way, -1)
    return _grown(start, one, words)


def _grown(start: Space, one: Laying, words: Dictionary) -> Grown:
    row = TileRow(line_of(one.word, start, one.heading), one.word, (one.word,))
    return grown_by_s(row, {p.spot for p in one.puts}, words)


# -- a word told without its place -------------------------------------------------------------


def meant_by(letters: Letters, word: str, words: Dictionary) -> tuple[Laying, ...]:
    """The plays that the word can mean: of those whose rows are words, else of all whose line reads so, the ones that take in the most tiles.

    On an empty board it is the one from the centre to the east.
    """
    if not letters:
        return (laying(word, CENTRE, "east"),)
    there = slots(letters, word, lexicon(frozenset((word,))))
    every = tuple(one for s in there if _taken_in(letters, one := laying(word, s.start, HEADING[s.way])) < len(word))
    found = tuple(one for one in every if _sound(letters, one, words)) or every
    most = max((_taken_in(letters, one) for one in found), default=0)
    return tuple(one for one in found if _taken_in(letters, one) == most)


def laying(word: str, place: Space, heading: str) -> Laying:
    """The whole word laid from the place on."""
    return Laying(word, heading, tuple(TilePut(x, s) for x, s in zip(word, line_of(word, place, heading), strict=True)))


def _taken_in(letters: Letters, one: Laying) -> int:
    return sum(put.spot in letters for put in one.puts)


def _sound(letters: Letters, one: Laying, words: Dictionary) -> bool:
    """Every row that the play makes is a word."""
    new = Laying(one.word, one.heading, tuple(p for p in one.puts if p.spot not in letters))
    rows = made(after(letters, new), new, words)
    return all(row.readings for row in (*rows.lines, *rows.across) if len(row.letters) > 1)
