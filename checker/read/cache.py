"""Compiled forms, keyed by content: written beside, then renamed, and never trusted when unreadable."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

VERSION = "1"


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
    for folder in _folders():
        try:
            return (folder / name).read_bytes()
        except OSError:
            continue
    return None


def store(kind: str, content: str, compiled: bytes, folder: Path | None = None) -> None:
    """Keeps the compiled form where this user may write; where nobody may, nothing is kept."""
    target = folder or _folders()[0]
    try:
        target.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=target)
        with os.fdopen(handle, "wb") as file:
            file.write(compiled)
        os.replace(beside, target / _name(kind, content))
    except OSError:
        return


class Shelf:
    """Keeps values from one run to the next, in the user's cache; several runs may use it at once."""

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
        store(kind, name, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
