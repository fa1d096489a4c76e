"""Amendments that a game brings along: laws and variants, found by title or by the name of their file; what they need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.load.folders.game_folder import folder_of
from checker.syntax.files import read_text

_NEEDS = re.compile(r'^\s+needs\s+"([^"]*)"\s*(?:#.*)?$')
VARIANTS = "variants"
"""The folder of a game's variants."""
_CARD = re.compile(r"^card (\S.*)$", re.M)
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


def variants(game: str, root: Path | None = None) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The names of each variant of the game, and all that only that variant has a name for: these, and its cards."""
    for path in folder_of(game, root).amendments():
        if path.parent.name == VARIANTS:
            names = (path.stem, *titles(path))
            yield names, (*names, *_CARD.findall(read_text(path)))


def named(game: str, wanted: Iterable[str], place: Place, root: Path | None = None) -> tuple[Path, ...]:
    """The files of the laws and variants. Raises InputError, with the nearest titles, if there is none."""
    titles_wanted = tuple(wanted)
    files = known(game, root) if titles_wanted else {}
    by_fold = {title.casefold(): path for title, path in files.items()}
    paths: list[Path] = []
    for title in titles_wanted:
        path = by_fold.get(title.casefold())
        if path is None:
            import difflib

            close = difflib.get_close_matches(title, files, n=3, cutoff=0.4)
            every = [t for path in dict.fromkeys(files.values()) for t in titles(path)]
            listed = "; ".join(f"`{c}`" for c in close or every)
            hint = f"{'the nearest' if close else 'those of the game'} are: {listed}" if listed else "the game has none"
            hint = f"a file is given with `--errata {title}`" if title.endswith(".norm") else hint
            raise InputError(Problem(place, f"there is no law or variant called `{title}`", "", hint))
        if path not in paths:
            paths.append(path)
    return tuple(paths)


class Need(Record):
    """An amendment that another one is made for, and where that says so."""

    title: str
    place: Place
    whole: str


def needs(path: Path) -> tuple[Need, ...]:
    """What the lines `needs "TITLE"` of the file name, each below the title of an amendment."""
    lines = enumerate(read_text(path).split("\n"), 1)
    told = ((number, line, _NEEDS.match(line)) for number, line in lines)
    return tuple(Need(m[1], Place(str(path), n, m.start(1) + 1), line) for n, line, m in told if m)


def with_needed(game: str, paths: Iterable[Path], root: Path | None = None) -> tuple[Path, ...]:
    """The amendments, before each those that it needs: among them, or of the game.

    Raises InputError for one that is nowhere, and where they need each other in a circle.
    """
    given = tuple(paths)
    by_title = {title.casefold(): path for path in given for title in titles(path)}
    found: dict[Path, None] = {}

    def bring(path: Path, way: tuple[Path, ...]) -> None:
        for need in needs(path) if path not in found else ():
            other = by_title.get(need.title.casefold()) or named(game, (need.title,), need.place, root)[0]
            if other in (*way, path):
                circle = (*(*way, path)[(*way, path).index(other) :], other)
                said = ", which needs ".join(f"`{titles(one)[0]}`" for one in circle)
                hint = "take one of the lines `needs` away"
                raise InputError(
                    Problem(need.place, f"amendments need each other in a circle: {said}", need.whole, hint)
                )
            bring(other, (*way, path))
        found[path] = None

    for path in given:
        bring(path, ())
    return tuple(found)
