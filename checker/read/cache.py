"""Compiled forms, keyed by content: written beside, then renamed, and never trusted when unreadable."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

VERSION = "1"

MOST_BYTES = 1 << 29
"""More than this the user's cache does not hold once a run has put something into it."""

BEGUN = "begun-"

STALE = 3600
"""Seconds after which a form that was begun and never renamed is that of a run that was killed."""


def data_folder() -> Path:
    """The folder that holds grammar/, cards/ and specs/: inside the package, or the project's."""
    inside = Path(__file__).resolve().parent.parent / "_data"
    return inside if inside.is_dir() else inside.parent.parent


def _folders() -> list[Path]:
    own = os.environ.get("HEXCHECK_CACHE")
    base = Path(own) if own else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hexcheck"
    return [base, data_folder() / "compiled"]


def _name(kind: str, content: str) -> str:
    seed = f"{VERSION}\0{sys.version_info[:2]}\0{kind}\0{content}"
    return f"{kind}-{hashlib.sha256(seed.encode()).hexdigest()[:32]}.bin"


def load(kind: str, content: str) -> bytes | None:
    """What was stored for the content, if anything."""
    name = _name(kind, content)
    own, *_ = folders = _folders()
    for folder in folders:
        try:
            found = (folder / name).read_bytes()
        except OSError:
            continue
        if folder == own:
            with contextlib.suppress(OSError):  # used now: what was used least recently goes first
                os.utime(folder / name)
        return found
    return None


def unpickled(kind: str, content: str, of: type[T]) -> T | None:
    """The value of that type that was stored for the content; None if there is none that can be read."""
    stored = load(kind, content)
    if stored is not None:
        try:
            found = pickle.loads(stored)
            if isinstance(found, of):
                return found
        except Exception:  # a kept form that cannot be read is made again
            pass
    return None


def pickled(kind: str, content: str, value: object) -> None:
    """Keeps the value for the content."""
    store(kind, content, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


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
    target = folder or _folders()[0]
    try:
        target.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=BEGUN, dir=target)
        with os.fdopen(handle, "wb") as file:
            file.write(compiled)
        os.replace(beside, target / _name(kind, content))
    except OSError:
        return


class Shelf:
    """Keeps values from one run to the next, in the user's cache; several runs may use it at once."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.fresh = most

    def get(self, kind: str, name: str) -> Any:
        """What was put there under the name; None if that is nothing, or cannot be read."""
        stored = load(kind, name)
        if stored is None:
            return None
        try:
            return pickle.loads(stored)
        except Exception:  # a kept form that cannot be read is made again
            return None

    def put(self, kind: str, name: str, value: Any) -> None:
        """Keeps the value where this user may write; where nobody may, nothing is kept."""
        compiled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self.fresh += len(compiled)
        if self.fresh > self.most // 8:
            self.fresh = 0
            pruned(_folders()[0], max(0, self.most - self.most // 8 - len(compiled)))
        store(kind, name, compiled)
