"""The words of a rule as they stand in its file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from checker.kernel.source import InputError, Place, Problem
from checker.store.disk_cache import data_folder
from checker.syntax.files import read_text


@lru_cache(maxsize=64)
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(read_text(path).split("\n"))
    except InputError:
        return ()


def forget() -> None:
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
