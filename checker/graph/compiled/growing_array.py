"""Arrays of whole numbers that grow at their end."""

from __future__ import annotations

import numpy as np

GROWTH = 1.3
"""A full array gets so many times the room."""


class GrowingArray:
    """An array of 64-bit numbers, or of rows of so many."""

    def __init__(self, width: int) -> None:
        self._room = np.zeros((1024, width) if width > 1 else 1024, np.int64)
        self.count = 0

    @property
    def all(self) -> np.ndarray:
        """What is in it."""
        return self._room[: self.count]

    def add(self, more: np.ndarray) -> None:
        """Puts more numbers, or rows, at the end."""
        end = self.count + len(more)
        if end > len(self._room):
            self._room = grown(self._room, max(end, int(GROWTH * len(self._room))))
        self._room[self.count : end] = more
        self.count = end


def grown(array: np.ndarray, size: int) -> np.ndarray:
    """The array with so much room, or with as much as it has."""
    if len(array) >= size:
        return array
    fresh = np.zeros((size, *array.shape[1:]), array.dtype)
    fresh[: len(array)] = array
    return fresh
