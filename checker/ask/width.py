"""How wide text for people is: as wide as a narrower terminal to which it is printed, else always the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

WIDTH = 100
LEAST = 40

_COLUMNS: ContextVar[int] = ContextVar("columns", default=WIDTH)


def columns() -> int:
    """The most characters of a line."""
    return _COLUMNS.get()


@contextmanager
def printed() -> Iterator[None]:
    """What is made meanwhile fits standard output, if that is a terminal; never wider than in a file."""
    wide = WIDTH
    if sys.stdout.isatty():
        import shutil

        wide = shutil.get_terminal_size((WIDTH, 24)).columns
    token = _COLUMNS.set(max(LEAST, min(WIDTH, wide)))
    try:
        yield
    finally:
        _COLUMNS.reset(token)
