"""What is read from outside: never more than is allowed, and never waited for without end."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from io import FileIO
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from checker.kernel.source import FILE_BYTES, LINE_CHARACTERS, LINES, PIPE_SECONDS, UNSEEN, InputError, Place, Problem

CHUNK = 65_536
LISTED = 1000
"""So many files of a folder are compared with the name of one that is not there."""

_IN_PLACE: ContextVar[Mapping[str, bytes]] = ContextVar("texts in the place of files", default=MappingProxyType({}))


@contextmanager
def in_place(texts: Mapping[Path, str]) -> Iterator[None]:
    """Meanwhile these texts are read in the place of what is in the files: somebody writes them and has not saved."""
    before = _IN_PLACE.set({os.path.abspath(path): text.encode("utf-8", "replace") for path, text in texts.items()})
    try:
        yield
    finally:
        _IN_PLACE.reset(before)


def content(path: Path, shown: str, what: str = "file", most: int = FILE_BYTES) -> bytes:
    """What is in the file, or comes through a pipe or from a device; `what` it is called in messages.

    Raises InputError if it is missing, unreadable or larger than `most` bytes, or if nobody writes into the pipe.
    """
    place = Place(shown, 1)
    if (written := _IN_PLACE.get().get(os.path.abspath(path))) is not None:
        if len(written) > most:
            raise too_large(place, what, most)
        return written
    try:
        with open(path, "rb", buffering=0, opener=_opened) as file:
            seen = os.fstat(file.fileno())
            if seen.st_size > most:
                raise too_large(place, what, most)
            waits = stat.S_ISFIFO(seen.st_mode)
            parts, left = list[bytes](), most + 1
            while left and (part := _next(file, min(CHUNK, left), waits, place)):
                parts.append(part)
                left -= len(part)
    except FileNotFoundError:
        raise InputError(Problem(place, f"there is no such {what}", "", _nearest(path, shown))) from None
    except IsADirectoryError:
        raise InputError(Problem(place, f"this is a folder, not a {what}")) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(Problem(place, f"the {what} cannot be read: {why}")) from None
    if not left:
        raise too_large(place, what, most)
    return b"".join(parts)


def _nearest(path: Path, shown: str) -> str:
    """A hint: the file beside it whose name is most like that of the one that is not there."""
    from difflib import get_close_matches  # nothing else needs it

    try:
        beside = [one.name for one in islice(os.scandir(path.parent), LISTED)]
        close = get_close_matches(path.name, beside, 1, cutoff=0.75)
        return "".join(f"did you mean `{Path(shown).with_name(name)}`?" for name in close)
    except (OSError, ValueError):
        return ""


def standard_input() -> str:
    """The text that comes through standard input. Raises InputError if that is closed, or larger than allowed."""
    name = "standard input"
    if sys.stdin is None:
        raise InputError(Problem(Place(name, 1), "it is closed"))
    raw = sys.stdin.buffer.read(FILE_BYTES + 1)
    if len(raw) > FILE_BYTES:
        raise too_large(Place(name, 1), "text", FILE_BYTES)
    return usable(text_of(raw, name, "text"), name)


def text_of(raw: bytes, shown: str, what: str = "file") -> str:
    """The text that the bytes are. Raises InputError, with the place, if they are not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise InputError(Problem(Place(shown, line, column), f"the {what} is not UTF-8 text here")) from None


def usable(text: str, shown: str) -> str:
    """The text with every line end as `\\n`.

    Raises InputError if it has too many lines, too long ones, or signs that cannot be seen and change what can.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > LINES:
        raise InputError(Problem(Place(shown, LINES + 1), f"{LINES} lines are the most that is read"))
    for number, line in enumerate(lines, 1) if max(map(len, lines)) > LINE_CHARACTERS else ():
        if len(line) > LINE_CHARACTERS:
            message = f"this line has {len(line)} characters; {LINE_CHARACTERS} is the most"
            raise InputError(Problem(Place(shown, number), message, line[:200]))
    for number, line in enumerate(lines, 1) if UNSEEN.search(text) else ():
        if (found := UNSEEN.search(line)) is not None:
            message = f"a sign that cannot be seen (U+{ord(found.group()):04X}) cannot stand here"
            raise InputError(Problem(Place(shown, number, found.start() + 1), message, line))
    return text


def too_large(place: Place, what: str, most: int) -> InputError:
    """The refusal of what is larger than it may be."""
    return InputError(Problem(place, f"the {what} is larger than {most // 1_000_000} MB, which is the most"))


def _opened(path: str, flags: int) -> int:
    """The file, opened without waiting for whoever writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _next(file: FileIO, most: int, waits: bool, place: Place) -> bytes:
    """What comes next, nothing at the end. Raises InputError if nothing comes from a pipe for long."""
    while True:
        if waits and not select.select([file], [], [], PIPE_SECONDS)[0]:
            raise InputError(Problem(place, f"nothing was written into this pipe for {PIPE_SECONDS:.0f} seconds"))
        if (part := file.read(most)) is not None:
            return part
        select.select([file], [], [])


def piped() -> tuple[str, ...]:
    """`-`, which is standard input, where a file or a pipe that has something to say is that."""
    with suppress(OSError, ValueError, AttributeError):
        kind = os.fstat(sys.stdin.fileno()).st_mode
        if stat.S_ISREG(kind) or (stat.S_ISFIFO(kind) and select.select([sys.stdin], [], [], PIPE_SECONDS)[0]):
            return ("-",)
    return ()
