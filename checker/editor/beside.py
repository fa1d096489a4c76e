"""What the command line lends; what takes longer than typing is worked out in a process of its own, and can be broken off."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from checker.ask.game_session import Desk
from checker.kernel.record import Record
from checker.kernel.source import Place

SECONDS = 300
"""After so many seconds what was found by then of an erratum is told."""
DEPTH = 20_000
LOOKING = "looking at what this changes …"
"""What is said of an erratum while nothing is known of what it changes."""


class Difference(Record):
    """What an erratum changes, counted as the difference in words counts it: answers of rulings, plays and scenes that come
    out otherwise, findings that go, come, and say something else; whether this is all, or the time ran out, or more is
    still looked at, and all of it in words."""

    answers: int
    plays: int
    gone: int
    come: int
    other: int
    late: bool
    text: str
    further: bool = False

    def title(self) -> str:
        """It in one line."""
        said = ", ".join(
            (
                _many(self.answers, "answer of the rulings changes", "answers of the rulings change"),
                *([_many(self.plays, "play comes out otherwise", "plays come out otherwise")] * bool(self.plays)),
                _many(self.gone, "finding goes", "findings go"),
                f"{self.come} come" if self.come != 1 else "1 comes",
                *([f"{self.other} changed"] * bool(self.other)),
            )
        )
        if self.further:
            found = self.answers or self.plays or self.gone or self.come or self.other
            return f"so far {said} …" if found else LOOKING
        return f"at least {said}: the time ran out" if self.late else said


class KeptFinding(Record):
    """A finding of an earlier check at one of its places, with the line that stood there."""

    place: Place
    line: str
    severity: str
    code: str
    message: str


class Ways(Record):
    """What the command line lends, functions of a game as that names it: a desk with errata, what `show` says of a word,
    what `diff` finds of an erratum in so many seconds, told as it is found, what `check` found of the rules as they are now."""

    desk: Callable[[str, list[Path]], Desk]
    show: Callable[[list[Desk], str], list[str]]
    difference: Callable[[str, Path, int, Callable[[Difference], None]], None]
    findings: Callable[[str], tuple[KeptFinding, ...]]


class Beside:
    """One piece of work in a process of its own, which tells what it finds as it does."""

    def __init__(self, work: Callable[..., object], *args: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._from, end = context.Pipe(duplex=False)
        self._process: BaseProcess = context.Process(target=_told, args=(end, work, args), daemon=True)
        self._process.start()
        end.close()

    def next(self) -> Any:
        """What it finds next, as soon as that is known; None if that was all, it was broken off or cannot be worked out."""
        with suppress(EOFError, OSError):
            return self._from.recv()
        return None

    def break_off(self) -> None:
        """It ends without a result."""
        self._process.kill()


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _told(end: Connection, work: Callable[..., object], args: tuple[object, ...]) -> None:
    sys.setrecursionlimit(DEPTH)
    with suppress(Exception):  # then there is nothing to show
        work(*args, end.send)
    end.close()
