"""Where the files of a game lie: beside other games, in cards/<game> and specs/<game>, or in a folder of its own."""

from __future__ import annotations

import os
from pathlib import Path

from checker.kernel.record import Record
from checker.kernel.source import UNSEEN, InputError, Place, Problem
from checker.store.disk_cache import data_folder
from checker.syntax.files import listed

WORDS = "vocabulary.norm"
"""The file that every game has in its specs."""


class GameFolder(Record):
    """A game's folders, the folder that holds them, and whether that is the game's alone.

    Nothing is read through links that lead out of a folder that does not come along.
    """

    base: Path
    cards: Path
    specs: Path
    alone: bool = False
    foreign: bool = False

    def shown(self, path: Path) -> str:
        """The path as messages name it: as it was told for a game in a folder of its own, else below the common folder."""
        return str(path.relative_to(self.base) if not self.alone and path.is_relative_to(self.base) else path)

    def files(self, part: Path, pattern: str) -> list[Path]:
        """The files of a part that fit the pattern, in name order. Raises InputError for one that lies elsewhere."""
        if self.foreign:
            within(self.base, part)
        found = listed(part, pattern)
        for path in found if self.foreign else ():
            regular(self.base, path)
        return found

    def amendments(self) -> list[Path]:
        """The files with laws and variants."""
        return [path for folder in ("laws", "variants") for path in self.files(self.specs / folder, "*.norm")]

    def rulings(self) -> list[Path]:
        """The files with rulings."""
        return self.files(self.specs / "rulings", "**/*.scene")


def folder_of(name: str, root: Path | None = None) -> GameFolder:
    """Where the files of the game lie, below `root` if it is no game that comes along."""
    base = root or data_folder()
    if root is not None and stands_alone(root):
        return GameFolder(base, base / "cards", base / "specs", alone=True, foreign=True)
    return GameFolder(base, base / "cards" / name, base / "specs" / name, foreign=root is not None)


def stands_alone(root: Path) -> bool:
    """The folder is that of one game."""
    return (root / "specs" / WORDS).is_file()


def enclosing(path: Path) -> Path | None:
    """The folder of a game of its own that the file lies in, if any."""
    return next((folder for folder in path.parents if stands_alone(folder)), None)


def regular(base: Path, path: Path) -> Path:
    """The path. Raises InputError if it leads out of the folder, to nothing, or to something else than a file."""
    if not within(base, path).is_file():
        message = "this is no file, and nothing else is read" if path.exists() else "there is no such file"
        raise InputError(Problem(Place(str(path), 1), message))
    return path


def within(base: Path, path: Path) -> Path:
    """The path. Raises InputError if it leads out of the folder, or has a name that cannot be written."""
    place = Place(str(path), 1)
    if UNSEEN.search(str(path)):
        raise InputError(Problem(place, "there are signs in this name that cannot be seen", "", "rename the file"))
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(base)):
        hint = f"nothing outside `{base}` is read: put a copy of the file there"
        raise InputError(Problem(place, "this leads out of the folder of the game", "", hint))
    return path
