"""One piece of memory for the frames of deep calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

ROOM = 140_000
"""How many values the frame of `roomy` has room for."""


def roomy(work: Callable[[], T]) -> T:
    """What the work gives; the frames of all that it calls lie in one piece of memory."""
    return work()


# CPython takes its stack of frames from the system in pieces, and gives an empty one back at once: where play goes
# to and fro over the edge of one, that costs more than the calls. A piece for a frame so large has as much room again.
roomy.__code__ = roomy.__code__.replace(co_stacksize=ROOM)
