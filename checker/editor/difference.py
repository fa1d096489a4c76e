"""What an erratum changes, worked out in a process of its own while one writes: it can be broken off."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from checker.kernel.record import Record

SECONDS = 300
"""After so many seconds what was found by then is told."""
DEPTH = 20_000


class Difference(Record):
    """How many rulings an erratum changes, how many findings go and come, whether the time ran out, and all in words."""

    rulings: int
    gone: int
    come: int
    late: bool
    text: str

    def title(self) -> str:
        """It in one line."""
        said = ", ".join(
            (
                _many(self.rulings, "ruling changes", "rulings change"),
                _many(self.gone, "finding goes", "findings go"),
                f"{self.come} come" if self.come != 1 else "1 comes",
            )
        )
        return f"at least {said}: the time ran out" if self.late else said


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


Work = Callable[[str, Path, int], Difference]
"""What works it out for a game, named as the command line does, and the file of an erratum, in so many seconds."""


class Comparison:
    """One difference being worked out."""

    def __init__(self, work: Work, game: str, path: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self._from, end = context.Pipe(duplex=False)
        self._process: BaseProcess = context.Process(target=_told, args=(end, work, game, path), daemon=True)
        self._process.start()
        end.close()

    def result(self) -> Difference | None:
        """The difference, as soon as it is known; None if it was broken off or cannot be worked out."""
        with suppress(EOFError, OSError):
            found = self._from.recv()
            return found if isinstance(found, Difference) else None
        return None

    def break_off(self) -> None:
        """It ends without a result."""
        self._process.kill()


def _told(end: Connection, work: Work, game: str, path: Path) -> None:
    sys.setrecursionlimit(DEPTH)
    with suppress(Exception):  # then there is no difference to show
        end.send(work(game, path, SECONDS))
    end.close()
