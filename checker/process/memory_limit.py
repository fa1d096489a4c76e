"""How much memory this process uses, and work that ends where it would use more than it may."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WATCHES = hasattr(signal, "setitimer") and hasattr(signal, "ITIMER_PROF")
"""Whether the system can call a process to look at itself while it works."""

TICK = 0.02
"""Seconds of processor time between two looks."""
AGAIN = 0.5
"""Seconds of processor time until the next look after one that ended the work, should nobody have noticed."""
CROWDED = 0.75
"""From this part of what may be used on, what can be worked out anew had better be forgotten."""

_may: list[int] = []


class MemoryRanOut(Exception):
    """The work would use more memory than it may; `so_far` is what it came to until then, None if that is nothing."""

    def __init__(self, so_far: object = None) -> None:
        super().__init__("memory ran out")
        self.so_far = so_far


def megabytes(process: int | str = "self") -> int:
    """How much memory a process uses; how much this one has used at most, or 0, where that cannot be found out."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20
    except (OSError, IndexError):
        if process != "self":
            return 0
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> 20 if sys.platform == "darwin" else most >> 10


def of_all() -> int:
    """How much memory this process and those that it started use together; what they share is counted for each."""
    return megabytes() + sum(megabytes(child.pid) for child in multiprocessing.active_children() if child.pid)


def crowded() -> bool:
    """The process uses most of what it may."""
    return bool(_may) and megabytes() > CROWDED * _may[-1]


@contextmanager
def within(most: int, used: Callable[[], int] = megabytes) -> Iterator[None]:
    """Work raises MemoryRanOut as soon as the process is seen to use more than so many megabytes; 0 is no bound.

    So does what fails in another way once that was seen: a call into another language may say so in its own words.
    """
    if not most:
        yield
        return
    seen: list[int] = []

    def look(*_: object) -> None:
        if used() > most:
            seen.append(most)
            sys.unraisablehook = _quiet
            signal.setitimer(signal.ITIMER_PROF, AGAIN, TICK)
            raise MemoryRanOut

    _may.append(most)
    before = signal.signal(signal.SIGPROF, look) if WATCHES else None
    if WATCHES:
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield
    except Exception as error:
        if seen and not isinstance(error, MemoryRanOut):
            raise MemoryRanOut from None
        raise
    finally:
        if WATCHES:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
        _may.pop()


def _quiet(_: object) -> None:
    """What is thrown away half made, because the work was broken off, may complain; nobody needs to hear it."""
