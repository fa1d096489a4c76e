"""Standard input, output and error as they may be found: closed, full, or given to somebody who has gone."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress

UNWRITTEN = frozenset({errno.EBADF, errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT})


class _Closed(io.TextIOBase):
    """What was closed before the program began: nothing can be written to it."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")

    def isatty(self) -> bool:
        return False


def ready() -> None:
    """What is written is UTF-8; whoever closed a standard stream gets no other file in its place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # as long as the process lasts


def fault(error: OSError) -> str:
    """What failed, for people: what has no name and could not be written is standard output."""
    if error.filename is None and error.errno in UNWRITTEN:
        return f"hexcheck: standard output cannot be written: {error.strerror}"
    return f"hexcheck: {error.filename or 'the system'}: {error.strerror or error}"


def complain(text: str) -> None:
    """The text stands on standard error, if anything can."""
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def let_go() -> None:
    """What was not written by now is thrown away, so that nothing is said of it when the program ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
