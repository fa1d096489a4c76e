"""Compiled forms, keyed by content: written beside, then renamed, never code, and made again where they cannot be read."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from functools import cache as once
from pathlib import Path
from typing import Any

from checker.store.fingerprint import program, summed
from checker.store.packed_values import Unreadable, packed, unpacked

VERSION = "2"

MOST_BYTES = 1 << 29
"""More than this the user's cache does not hold once a run has put something into it."""

BEGUN = "begun-"

STALE = 3600
"""Seconds after which a form that was begun and never renamed is that of a run that was killed."""


def data_folder() -> Path:
    """The folder that holds grammar/, cards/ and specs/: inside the package, or the project's."""
    inside = Path(__file__).resolve().parent.parent / "_data"
    return inside if inside.is_dir() else inside.parent.parent


def _own() -> Path | None:
    """The user's folder; None where it is somebody else's, or others may write to it."""
    told = os.environ.get("HEXCHECK_CACHE")
    base = Path(told) if told else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hexcheck"
    return base if _trusted(base) else None


@once
def _trusted(folder: Path) -> bool:
    """The folder is this user's own, or not there yet; that it is not is said once."""
    try:
        seen = folder.stat()
    except OSError:
        return True
    foreign = hasattr(os, "getuid") and seen.st_uid != os.getuid()
    if not foreign and not seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return True
    if sys.stderr is not None:
        why = "it belongs to somebody else" if foreign else "others may write to it; `chmod go-w` mends that"
        with contextlib.suppress(OSError, ValueError):
            print(f"hexcheck: the cache `{folder}` is not used: {why}", file=sys.stderr)
    return False


def _folders() -> list[Path]:
    own = _own()
    return [*([own] if own is not None else []), data_folder() / "compiled"]


def _name(kind: str, content: str) -> str:
    return f"{kind}-{summed(VERSION.encode(), kind.encode(), content.encode())[:32]}.bin"


_noted: list[dict[str, bytes]] = []


@contextlib.contextmanager
def noted() -> Iterator[dict[str, bytes]]:
    """The forms that are loaded or stored meanwhile, by the names of their files."""
    _noted.append({})
    try:
        yield _noted[-1]
    finally:
        _noted.pop()


def load(kind: str, content: str) -> bytes | None:
    """What was stored for the content, if anything."""
    name = _name(kind, content)
    found = _found(name)
    if found is not None:
        for seen in _noted:
            seen[name] = found
    return found


def _found(name: str) -> bytes | None:
    own = _own()
    for folder in _folders():
        try:
            found = (folder / name).read_bytes()
        except OSError:
            continue
        if folder == own:
            with contextlib.suppress(OSError):  # used now: what was used least recently goes first
                os.utime(folder / name)
        return found
    return None


def kept(kind: str, content: str, of: object) -> Any:
    """The value that was stored for the content and is what `of` says; None if there is none that can be read."""
    stored = load(kind, content)
    try:
        return None if stored is None else unpacked(stored, of)
    except Unreadable:  # it is made again
        return None


def keep(kind: str, content: str, value: object) -> None:
    """Keeps the value for the content, unless values of its kind are not wanted again."""
    if kind not in _passing:
        store(kind, content, packed(value))


_passing: list[str] = []


@contextlib.contextmanager
def passing(kind: str) -> Iterator[None]:
    """Within, no value of the kind is kept: each is asked for once and no more."""
    _passing.append(kind)
    try:
        yield
    finally:
        _passing.remove(kind)


def pruned(folder: Path, most: int = MOST_BYTES) -> int:
    """How many bytes the folder still holds: at most so many, those used least recently taken away."""
    kept: list[tuple[float, int, Path]] = []
    for path in folder.iterdir() if folder.is_dir() else ():
        with contextlib.suppress(OSError):  # another run may have taken it away
            seen = path.stat()
            if path.suffix == ".bin":
                kept.append((seen.st_mtime, seen.st_size, path))
            elif path.name.startswith(BEGUN) and seen.st_mtime < time.time() - STALE:
                path.unlink()
    whole = sum(size for _, size, _ in kept)
    for _, size, path in sorted(kept):
        if whole <= most:
            break
        with contextlib.suppress(OSError):
            path.unlink()
        whole -= size
    return whole


def store(kind: str, content: str, compiled: bytes, folder: Path | None = None) -> None:
    """Keeps the compiled form where this user may write; where nobody may, nothing is kept."""
    for seen in _noted:
        seen[_name(kind, content)] = compiled
    target = folder or _own()
    if target is None:
        return
    import tempfile  # what is only read needs none of it

    with contextlib.suppress(OSError):
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=BEGUN, dir=target)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(compiled)
            os.replace(beside, target / _name(kind, content))
        except BaseException:  # a full disk: nothing is left of what was begun
            os.unlink(beside)
            raise


class DiskShelf:
    """Keeps values from one run to the next, in the user's cache; several runs may use it at once.

    They are those of this very program, and of what it reads besides the rules, for which `outside` is a name.
    """

    def __init__(self, outside: str = "", most: int = MOST_BYTES) -> None:
        self.outside = outside
        self.most = most
        self.fresh = most

    def get(self, kind: str, name: str, of: object) -> Any:
        """What was put there under the name, if it is what `of` says; None if that is nothing, or cannot be read."""
        return kept(kind, self._of(name), of)

    def _of(self, name: str) -> str:
        return f"{program()} {self.outside} {name}"

    def put(self, kind: str, name: str, value: object) -> None:
        """Keeps the value where this user may write; where nobody may, nothing is kept."""
        compiled = packed(value)
        self.fresh += len(compiled)
        if self.fresh > self.most // 8:
            self.fresh = 0
            if (own := _own()) is not None:
                pruned(own, max(0, self.most - self.most // 8 - len(compiled)))
        store(kind, self._of(name), compiled)
