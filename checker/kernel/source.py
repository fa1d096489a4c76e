"""Where a piece of text stands, and what is said when it cannot be used."""

from __future__ import annotations

import re

from checker.kernel.bounds import HINTED_CHARACTERS
from checker.kernel.record import Record

UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Signs that are not written: they control a terminal or the direction of writing, or are half of one."""


class Place(Record):
    """A place in a file: line and column count from 1."""

    file: str
    line: int
    column: int = 1


class Problem(Record):
    """One thing wrong with an input, said for people."""

    place: Place
    message: str
    excerpt: str = ""
    hint: str = ""

    @property
    def long(self) -> bool:
        """It stands in a line so long that nothing is looked for that may have been meant."""
        return len(self.excerpt) > HINTED_CHARACTERS

    def rendered(self) -> str:
        """The message with its place, the line it stands in and a caret below it."""
        lines = [f"{self.place.file}:{self.place.line}:{self.place.column}: {self.message}"]
        if self.excerpt:
            start = max(0, self.place.column - 60)
            shown = self.excerpt[start : start + 110]
            lines.append("    " + shown)
            lines.append("    " + " " * min(self.place.column - 1 - start, len(shown)) + "^")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(UNSEEN.sub("\N{REPLACEMENT CHARACTER}", line.replace("\n", " ")) for line in lines)


class InputError(Exception):
    """Input that cannot be used; carries every problem found, in file order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(dict.fromkeys(p.rendered() for p in problems)))
        self.problems = problems

    def __reduce__(self) -> tuple[type[InputError], tuple[Problem, ...]]:
        return InputError, self.problems


def refused(place: Place, message: str, whole: str, hint: str = "") -> InputError:
    """The error that says why something at the place cannot be used."""
    return InputError(Problem(place, message, whole[:300], hint))
