"""What is written to where somebody says: a regular file is replaced whole, through links, anything else is written into."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from checker.kernel.source import PIPE_SECONDS, InputError, Place, Problem

STANDARD = "-"
"""What standard output is called where a file could be named."""
AGAIN = 0.05
"""Seconds until it is tried again whether somebody reads from a pipe."""


def is_standard(path: Path) -> bool:
    """Standard output is meant: by its name, or because it goes to this file."""
    if str(path) == STANDARD:
        return True
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def writable(path: Path) -> None:
    """Raises InputError if nothing can be written there: told before anything is worked out."""
    if is_standard(path):
        return
    try:
        if _replaced(path):
            handle, beside = _beside(Path(os.path.realpath(path)))
            os.close(handle)
            beside.unlink()
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


def written(path: Path, content: str | bytes) -> None:
    """The content stands there. Raises InputError if it cannot be written; a regular file then is as it was."""
    raw = content.encode() if isinstance(content, str) else content
    if is_standard(path):
        sys.stdout.write(raw.decode())
        return
    try:
        if _replaced(path):
            _replace(Path(os.path.realpath(path)), raw)
        else:
            with open(path, "wb", buffering=0, opener=_opened) as file:
                os.set_blocking(file.fileno(), True)
                left = memoryview(raw)
                while left:
                    left = left[file.write(left) :]
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


@cache
def own_folder(name: str) -> Path:
    """A folder for files that are thrown away, which nobody else may write to: the same each time, if it can be."""
    folder = Path(tempfile.gettempdir()) / f"{name}-{_user()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        seen = folder.lstat()
        others = os.name == "posix" and (seen.st_uid != _user() or seen.st_mode & 0o022)
        if stat.S_ISDIR(seen.st_mode) and not others:
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{name}-"))


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _replaced(path: Path) -> bool:
    """It is a regular file, or none is there yet. Raises OSError for a folder."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return stat.S_ISREG(mode)


def _replace(path: Path, raw: bytes) -> None:
    """The regular file has this content, and the rights that it had."""
    handle, beside = _beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        os.chmod(beside, _rights(path))
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _rights(path: Path) -> int:
    """Those of the file, or of a new one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _beside(path: Path) -> tuple[int, Path]:
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    return handle, Path(beside)


def _opened(path: str, _: int) -> int:
    """The pipe or device, opened for writing. Raises OSError if nobody opens a pipe for reading in time."""
    until = time.monotonic() + PIPE_SECONDS
    flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    while True:
        try:
            return os.open(path, flags)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise OSError(errno.ENXIO, "nobody reads from this pipe") from None
        time.sleep(AGAIN)


def _refused(path: Path, error: Exception) -> InputError:
    why = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return InputError(Problem(Place(str(path), 1), f"this cannot be written: {why}"))
