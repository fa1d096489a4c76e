"""The bits of packed tables in another order: those first that are ever set where somebody decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from checker.graph.packed_layout import CARD, PackedLayout

WORD = 64
SPARE = 64
"""So many bits that may come are given room at once."""
AT_ONCE = 1 << 14
"""So many tables are put in order at a time."""


class BitOrder:
    """Where each bit of a packed table lies in `words` words; all that is set in states lies in the first `resting` ones.

    Bits that no value needs are left out.
    """

    def __init__(self, layout: PackedLayout, set_: int) -> None:
        bits = _needed(layout)
        first = [b for b in bits if set_ >> b & 1]
        self.set = set_
        self.resting = max(1, -(-len(first) // WORD))
        self.place = {b: n for n, b in enumerate(first)}
        self._next = self.resting * WORD
        self._shares: dict[tuple[int, int], int] = {}
        self._add(b for b in bits if b not in self.place)
        self.words = -(-(self._next + SPARE) // WORD)
        self._from, self._to = self._columns()

    def grown(self, layout: PackedLayout, known: int) -> bool:
        """Takes up the bits that came with slots; false if everything has to be put in order anew.

        That is so where there is no room, and where a bit below `known` is needed that was not.
        """
        more = [b for b in _needed(layout) if b not in self.place]
        if not more:
            return True
        if more[0] < known or self._next + len(more) > self.words * WORD:
            return False
        self._add(more)
        self._from, self._to = self._columns()
        return True

    def ordered(self, tables: Sequence[int], most: int) -> np.ndarray:
        """The tables, of at most so many bits each, as rows of words."""
        found = np.zeros((len(tables), self.words), np.int64)
        size = -(-most // 8)
        keep = self._from < size * 8
        for start in range(0, len(tables), AT_ONCE):
            some = tables[start : start + AT_ONCE]
            raw = np.frombuffer(b"".join(t.to_bytes(size, "little") for t in some), np.uint8).reshape(len(some), size)
            bits = np.zeros((len(some), self.words * WORD), np.uint8)
            bits[:, self._to[keep]] = np.unpackbits(raw, axis=1, bitorder="little")[:, self._from[keep]]
            found[start : start + len(some)] = np.packbits(bits, axis=1, bitorder="little").view(np.int64)
        return found

    def tables(self, rows: np.ndarray) -> list[int]:
        """The packed tables that the rows of words stand for; the rows may be cut after any word."""
        width = rows.shape[1] * WORD
        keep = self._to < width
        size = -(-(int(self._from.max()) + 1) // 8) if len(self._from) else 1
        found: list[int] = []
        for start in range(0, len(rows), AT_ONCE):
            some = np.ascontiguousarray(rows[start : start + AT_ONCE])
            bits = np.zeros((len(some), size * 8), np.uint8)
            bits[:, self._from[keep]] = np.unpackbits(some.view(np.uint8), axis=1, bitorder="little")[:, self._to[keep]]
            packed = np.packbits(bits, axis=1, bitorder="little")
            found += [int.from_bytes(row.tobytes(), "little") for row in packed]
        return found

    def table(self, words: bytes) -> int:
        """The packed table that the words of a state stand for."""
        table = 0
        for at, byte in enumerate(words):
            if byte:
                table |= self._shares.get((at, byte)) or self._share(at, byte)
        return table

    def _share(self, at: int, byte: int) -> int:
        bits = sum(1 << bit for bit, place in self.place.items() if place >> 3 == at and byte >> (place & 7) & 1)
        self._shares[at, byte] = bits
        return bits

    def moved(self, rows: np.ndarray, other: BitOrder) -> np.ndarray:
        """The states, in rows of words as the other order has them, as this one has them."""
        found = np.zeros((len(rows), self.resting), np.int64)
        width = other.resting * WORD
        there = [(at, self.place[bit]) for bit, at in other.place.items() if at < width]
        old, new = np.array([x for x in there if x[1] < self.resting * WORD], np.int64).reshape(-1, 2).T
        for start in range(0, len(rows), AT_ONCE):
            some = np.ascontiguousarray(rows[start : start + AT_ONCE])
            bits = np.zeros((len(some), self.resting * WORD), np.uint8)
            bits[:, new] = np.unpackbits(some.view(np.uint8), axis=1, bitorder="little")[:, old]
            found[start : start + len(some)] = np.packbits(bits, axis=1, bitorder="little").view(np.int64)
        return found

    def _add(self, bits: Iterable[int]) -> None:
        for bit in bits:
            self.place[bit] = self._next
            self._next += 1

    def _columns(self) -> tuple[np.ndarray, np.ndarray]:
        return np.array(list(self.place), np.int64), np.array(list(self.place.values()), np.int64)


def _needed(layout: PackedLayout) -> list[int]:
    """The bits in which the values met so far differ, and one value more of each slot."""
    found: list[int] = []
    for key, slot in layout.slots.items():
        width = 1 if key[0] == CARD else min(slot.width, len(slot.values).bit_length())
        found += range(slot.shift, slot.shift + width)
    return found
