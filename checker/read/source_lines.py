"""The words of a rule as they stand in its file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from checker.kernel.source import InputError, Place
from checker.read.cache import data_folder
from checker.read.files import read_text


@lru_cache(maxsize=64)
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(read_text(path).split("\n"))
    except InputError:
        return ()


def excerpt(place: Place | None, root: Path | None = None) -> str:
    """The rest of the line at the place with its continuation; nothing if the file is gone."""
    if place is None:
        return ""
    base = root or data_folder()
    lines = _lines(base / place.file if (base / place.file).is_file() else Path(place.file))
    if not 0 < place.line <= len(lines):
        return ""
    text = lines[place.line - 1][place.column - 1 :].strip()
    for line in lines[place.line :]:
        if not line.startswith("    ") or not line.strip():
            break
        text += " " + line.strip()
    return text
