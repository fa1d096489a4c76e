"""Amendments that a game brings along: laws and variants, found by title or by the name of their file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from checker.kernel.source import InputError, Place, Problem
from checker.load.folders.game_folder import folder_of
from checker.syntax.files import read_text

_TITLE = re.compile(r'^erratum\s+"([^"]*)"', re.M)


def titles(path: Path) -> tuple[str, ...]:
    """The titles of the amendments in the file. Raises InputError if it cannot be read."""
    return tuple(_TITLE.findall(read_text(path)))


def known(game: str, root: Path | None = None) -> dict[str, Path]:
    """Every law and variant of the game by title and by the name of its file."""
    found: dict[str, Path] = {}
    for path in folder_of(game, root).amendments():
        found.setdefault(path.stem, path)
        for title in titles(path):
            found[title] = path
    return found


def titled(game: str, root: Path | None = None) -> tuple[str, ...]:
    """The titles of the laws and variants of the game."""
    return tuple(dict.fromkeys(t for path in known(game, root).values() for t in titles(path)))


def named(game: str, wanted: Iterable[str], place: Place, root: Path | None = None) -> tuple[Path, ...]:
    """The files of the laws and variants. Raises InputError, with the nearest titles, if there is none."""
    files = known(game, root)
    by_fold = {title.casefold(): path for title, path in files.items()}
    paths: list[Path] = []
    for title in wanted:
        path = by_fold.get(title.casefold())
        if path is None:
            close = difflib.get_close_matches(title, files, n=3, cutoff=0.4)
            every = [t for path in dict.fromkeys(files.values()) for t in titles(path)]
            listed = "; ".join(f"`{c}`" for c in close or every)
            hint = f"{'the nearest' if close else 'those of the game'} are: {listed}" if listed else "the game has none"
            hint = f"a file is given with `--errata {title}`" if title.endswith(".norm") else hint
            raise InputError(Problem(place, f"there is no law or variant called `{title}`", "", hint))
        if path not in paths:
            paths.append(path)
    return tuple(paths)
