"""The words of a dictionary as a tree of letters, and what a hand can spell along it.

The tree is made once for each dictionary, and each of its nodes when somebody first comes by.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

WILD = "?"
"""A HEXX tile in a rack: it stands for any letter [WX-35]."""


class WordTree:
    """The beginning that some words share: whether it is a word itself, and the letters that go on from it.

    Those words are a range of the sorted list `words`, and the beginning is `depth` letters long.
    """

    __slots__ = ("_further", "depth", "high", "low", "words")

    def __init__(self, words: list[str], low: int, high: int, depth: int) -> None:
        self.words, self.low, self.high, self.depth = words, low, high, depth
        self._further: dict[str, WordTree] | None = None

    @property
    def is_word(self) -> bool:
        """The letters so far are a word themselves."""
        return self.low < self.high and len(self.words[self.low]) == self.depth

    @property
    def further(self) -> dict[str, WordTree]:
        """The next letters, in order, and where each of them leads."""
        found = self._further
        if found is None:
            found = self._further = dict(self._branches())
        return found

    def _branches(self) -> Iterator[tuple[str, WordTree]]:
        at = self.low + self.is_word
        while at < self.high:
            prefix = self.words[at][: self.depth + 1]
            end = bisect_left(self.words, prefix + "a", at, self.high)  # small letters sort behind capitals
            yield prefix[-1], WordTree(self.words, at, end, self.depth + 1)
            at = end


@cache
def lexicon(words: frozenset[str]) -> WordTree:
    """The tree of all these words, made once."""
    listed = sorted(words)
    return WordTree(listed, 0, len(listed), 0)


class Beginning(NamedTuple):
    """What a hand can begin a word with: the letters (small where a HEXX tile stands for one),
    the words that begin so, and the tiles that are left."""

    text: str
    node: WordTree
    left: str


class RackWords:
    """What one rack can spell: alone, and through the tiles of a row; each worked out once."""

    def __init__(self, words: WordTree, rack: str) -> None:
        self.most = len(rack)
        self._begun = [[Beginning("", words, rack)]]
        self._alone: dict[int, tuple[str, ...]] = {}
        self._met: dict[tuple[int, str], list[Beginning]] = {}
        self._through: dict[tuple[int, str], tuple[str, ...]] = {}

    def alone(self, count: int) -> tuple[str, ...]:
        """The words of so many tiles of the rack, two at least [WX-19]."""
        if count not in self._alone:
            self._alone[count] = tuple(b.text for b in self._starts(count) if b.node.is_word) if count > 1 else ()
        return self._alone[count]

    def through(self, gap: int, ahead: str) -> tuple[str, ...]:
        """The words that begin with so many tiles of the rack and go on through what lies ahead.

        A dot is an empty space; what lies ahead begins with a letter.
        """
        key = gap, ahead
        if key not in self._through:
            found: list[str] = []
            for text, node, left in self._meeting(gap, ahead[0]):
                _onwards(text, node, left, ahead[1:], found)
            self._through[key] = tuple(found)
        return self._through[key]

    def _starts(self, count: int) -> list[Beginning]:
        while len(self._begun) <= count:
            self._begun.append([further for b in self._begun[-1] for further in _with_one(b)])
        return self._begun[count]

    def _meeting(self, gap: int, letter: str) -> list[Beginning]:
        """The beginnings of so many tiles of the rack after which words go on with the letter."""
        key = gap, letter
        if key not in self._met:
            self._met[key] = [
                Beginning(b.text + letter, node, b.left)
                for b in self._starts(gap)
                if (node := b.node.further.get(letter)) is not None
            ]
        return self._met[key]


def _with_one(one: Beginning) -> Iterator[Beginning]:
    """The beginnings with one more tile of the rack."""
    text, node, rack = one
    for tile, left in _choices(rack):
        if tile == WILD:
            for letter, further in node.further.items():
                yield Beginning(text + letter.lower(), further, left)
        elif (met := node.further.get(tile)) is not None:
            yield Beginning(text + tile, met, left)


@cache
def _choices(rack: str) -> tuple[tuple[str, str], ...]:
    """Each kind of tile of the rack, and what is left without it."""
    return tuple((tile, rack.replace(tile, "", 1)) for tile in sorted(set(rack)))


def _onwards(text: str, node: WordTree, left: str, ahead: str, found: list[str]) -> None:
    """Adds the words that go on from a beginning through what lies ahead and further tiles of the rack.

    As many empty spaces lie ahead as tiles are left.
    """
    for at, letter in enumerate(ahead):
        if letter == ".":
            ahead = ahead[at + 1 :]
            break
        met = node.further.get(letter)
        if met is None:
            return
        text, node = text + letter, met
    if node.is_word:
        found.append(text)
    for tile, rest in _choices(left):
        if tile == WILD:
            for letter, further in node.further.items():
                _onwards(text + letter.lower(), further, rest, ahead, found)
        elif (met := node.further.get(tile)) is not None:
            _onwards(text + tile, met, rest, ahead, found)
