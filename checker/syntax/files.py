"""Files of entries: a headline at the margin, indented lines `key rest` below it."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from msgspec import structs

from checker.kernel.record import Record
from checker.kernel.source import FILES, LINE_CHARACTERS, InputError, Place, Problem
from checker.process.inputs import content, text_of, usable
from checker.store.disk_cache import data_folder

PLAIN = "in plain English"
"""The key of a sentence that stands by itself below the title of an erratum."""
SENTENCES = frozenset({"step", "norm", "question", "setup", "told", PLAIN})
"""Headlines that are sentences: what is indented below them goes on with them."""
RELIANCES = {
    "question": ("open", "rests", "looks", "supposes", "otherwise", "then"),
    "setup": ("refuses", "then"),
    "told": ("at", "already", "lacking", "refuses", "then"),
}
"""The lines below a question that say what its answer relies on, below a setup, what it refuses and what may stand behind
it, and below what happened, how else that may be."""


AMENDMENTS = frozenset({"law", "variant"})
"""What an amendment is also called; its file begins like that of an erratum."""


CLAIMS = frozenset({"when", "normally", "instead", "whether", "it", "the"})
"""Words with which a norm begins that stands in an entry."""


INDENTED = "the lines of an entry are indented below its headline"
SCENE = "this reads as a scene, which `hexcheck ask FILE` asks"


class Below(Record):
    """A line that goes on with a text: where in the text it begins, and where it stands."""

    start: int
    place: Place
    whole: str


class SourceLine(Record):
    """The rest of a line after its key, where the rest begins, and the lines below that go on with it.

    `added` if an erratum added it to the entry.
    """

    key: str
    rest: str
    place: Place
    whole: str
    below: tuple[Below, ...] = ()
    added: bool = False

    def cut(self, start: int) -> SourceLine:
        """The line without the first characters of its rest."""
        at = self.place
        place = Place(at.file, at.line, at.column + start, at.read_as[start:])
        below = tuple(Below(b.start - start, b.place, b.whole) for b in self.below)
        return SourceLine(self.key, self.rest[start:], place, self.whole, below, self.added)

    def problem(self, message: str, hint: str = "") -> Problem:
        """What is wrong with the line."""
        return Problem(self.place, message, self.whole, hint)

    def located(self, problem: Problem) -> Problem:
        """The problem, found in the rest as if that were one line, at its true place."""
        at = problem.place.column - self.place.column
        for part in reversed(self.below):
            if at >= part.start:
                place = Place(part.place.file, part.place.line, part.place.column + at - part.start)
                return Problem(place, problem.message, part.whole, problem.hint)
        return problem


class Entry(Record):
    """A headline with its lines."""

    head: SourceLine
    lines: tuple[SourceLine, ...]

    def all(self, key: str) -> tuple[SourceLine, ...]:
        """The lines with the key, in file order."""
        return tuple(line for line in self.lines if line.key == key)

    def text(self, key: str, default: str = "") -> str:
        """The rest of the first line with the key."""
        return next((line.rest for line in self.lines if line.key == key), default)


def listed(folder: Path, pattern: str) -> list[Path]:
    """The files below the folder that fit the pattern, in name order. Raises InputError if there are too many."""
    beside = "/" not in pattern and "**" not in pattern
    named = _named(folder, pattern) if beside else folder.glob(pattern)
    found = sorted(islice(named, FILES + 1))
    if len(found) > FILES:
        raise InputError(Problem(Place(str(folder), 1), f"there are more than {FILES} files here, which is the most"))
    return found


def _named(folder: Path, pattern: str) -> Iterator[Path]:
    """What lies in the folder and is called so; nothing where no folder is that can be read."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    yield from (folder / name for name in fnmatch.filter(names, pattern))


def read_text(path: Path, shown: str | None = None) -> str:
    """The text of a file; CRLF is read as a line end.

    Raises InputError if the file is missing, unreadable, larger than the bounds allow, or not UTF-8 text.
    """
    name = shown or str(path)
    return usable(text_of(content(path, name), name), name)


def without_comment(line: str) -> str:
    """The line up to a `#` that stands outside quotes."""
    quoted = False
    for at, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:at]
    return line


def _longer(line: SourceLine, text: str, place: Place, whole: str) -> SourceLine:
    """The line with what goes on below it. Raises InputError where that becomes longer than a line may be."""
    if len(line.rest) > LINE_CHARACTERS:
        message = f"what begins in line {line.place.line} has more than {LINE_CHARACTERS} characters, which is the most"
        raise InputError(Problem(place, message, whole))
    below = Below(len(line.rest) + 1, place, whole)
    return SourceLine(line.key, f"{line.rest} {text.strip()}", line.place, line.whole, (*line.below, below))


def _begins(line: SourceLine, heads: frozenset[str]) -> bool:
    """The line is a headline."""
    return line.key in heads or line.key.partition("[")[0] in heads


def _goes_on(head: str, key: str) -> bool:
    """A line that begins so goes on with the sentence of the headline."""
    return head.partition("[")[0] in SENTENCES and key not in RELIANCES.get(head, ())


@lru_cache(maxsize=64)
def entries(text: str, file: str, heads: frozenset[str]) -> tuple[Entry, ...]:
    """The entries of a file, in order; every headline begins with one of `heads`.

    A line that is indented further than the lines of its entry goes on with the line above.

    Raises InputError, naming every line that belongs to no entry.
    """
    found: list[tuple[SourceLine, list[SourceLine]]] = []
    problems: list[Problem] = []
    level = 0
    for number, whole in enumerate(text.split("\n"), 1):
        line = without_comment(whole).rstrip()
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        key, _, rest = line.strip().partition(" ")
        start = indent + len(key) + 1 + (len(rest) - len(rest.lstrip()))
        made = SourceLine(key, rest.strip(), Place(file, number, start + 1), whole)
        if indent == 0:
            if line[0].isupper() and any(head.key == "erratum" for head, _ in found):
                made = SourceLine(PLAIN, line.strip(), Place(file, number, 1), whole)
            elif not _begins(made, heads):
                expected = ", ".join(f"`{h}`" for h in sorted(heads))
                import difflib

                close = difflib.get_close_matches(key[:40], sorted(heads), n=1, cutoff=0.5)
                from checker.syntax.refusals import reordered_keywords as meant

                hint = meant.for_entry(key) or (f"did you mean `{close[0]}`?" if close else "")
                if key in AMENDMENTS:
                    hint = f'a {key} begins with `erratum "title"`, as every amendment does'
                if key in CLAIMS:
                    hint = (
                        f'what holds stands below a headline: `clause E-1 effect "Errata"`, and below it `norm {key} …`'
                    )
                hint = hint or (INDENTED if found else "")
                message = f"`{key[:60]}` begins no entry; expected {expected}"
                problems.append(Problem(Place(file, number, 1), message, whole[:200], hint))
            found.append((made, []))
        elif not found:
            problems.append(Problem(Place(file, number, indent + 1), "an indented line before any entry", whole[:200]))
        elif _goes_on(found[-1][0].key, key) or (found[-1][1] and indent > level):
            if found[-1][1]:
                found[-1][1][-1] = _longer(found[-1][1][-1], line, Place(file, number, indent + 1), whole)
                continue
            head, lines = found[-1]
            found[-1] = (_longer(head, line, Place(file, number, indent + 1), whole), lines)
        else:
            level = indent
            found[-1][1].append(made)
        if len(problems) >= 20:
            break
    if found and not any(_begins(head, heads) for head, _ in found):
        first, *_ = problems
        raise InputError(structs.replace(first, hint=SCENE if found[0][0].key == "players" else first.hint))
    if problems:
        raise InputError(*problems)
    return tuple(Entry(head, tuple(lines)) for head, lines in found)


@lru_cache(maxsize=64)
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(read_text(path).split("\n"))
    except InputError:
        return ()


def forget_lines() -> None:
    """Files may have changed: they are read again."""
    _lines.cache_clear()


def with_line(problem: Problem) -> Problem:
    """The problem with the line that it stands in."""
    lines = () if problem.excerpt else _file(problem.place.file, data_folder())
    at = problem.place.line - 1
    return Problem(problem.place, problem.message, lines[at], problem.hint) if at < len(lines) else problem


def _file(name: str, base: Path) -> tuple[str, ...]:
    return _lines(base / name if (base / name).is_file() else Path(name))


def excerpt(place: Place | None, root: Path | None = None) -> str:
    """What the place was read as, or the rest of its line with its continuation; nothing if the file is gone."""
    if place is None or place.read_as:
        return place.read_as if place else ""
    lines = _file(place.file, root or data_folder())
    if not 0 < place.line <= len(lines):
        return ""
    text = lines[place.line - 1][place.column - 1 :].strip()
    for line in lines[place.line :]:
        if not line.startswith("    ") or not line.strip():
            break
        text += " " + line.strip()
    return text
