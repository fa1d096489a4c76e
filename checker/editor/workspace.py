"""What is open in an editor, and the games that were read of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from checker.kernel.game import Game
from checker.kernel.source import InputError, Place, Problem
from checker.load.entries import ALL_HEADS
from checker.load.find_amendment import with_needed
from checker.load.folders.game_folder import GameFolder, folder_of
from checker.load.formatter import GameAt, games_of
from checker.load.load import GameReader, entries_of, load
from checker.process.inputs import in_place
from checker.syntax.everyday.forms import FORMS, entries_in
from checker.syntax.files import Entry, entries, forget_lines, read_text
from checker.syntax.scene_reader import named_game, statements

SCENE = ".scene"


class Reading(NamedTuple):
    """The rules of a game, with amendments if one is written: what is wrong with them, and what could be read of them
    last, now or before.

    The `texts` are those of its files, by their paths, as they were read.
    """

    known: GameAt
    amendment: Path | None
    texts: Mapping[Path, str]
    entries: Mapping[Path, tuple[Entry, ...]]
    problems: tuple[Problem, ...]
    reader: GameReader | None
    game: Game | None


class Owner(NamedTuple):
    """The game that a text belongs to, and the file of an amendment if it is one."""

    known: GameAt
    amendment: Path | None


class Workspace(NamedTuple):
    """The texts that are open, by the paths of their files, and what was read of the games they belong to."""

    texts: Mapping[Path, str]
    readings: Mapping[Owner, Reading]

    def opened(self, path: Path, text: str) -> Workspace:
        """The workspace in which the text stands in the place of the file."""
        return self._replace(texts={**self.texts, path: text})

    def closed(self, path: Path, saved: str) -> Workspace:
        """The workspace in which the file is not open, and what was read of it is only known if that is what is saved."""
        known = {o: r for o, r in self.readings.items() if r.texts.get(path, saved) == saved}
        return Workspace({p: text for p, text in self.texts.items() if p != path}, known)

    def with_reading(self, reading: Reading) -> Workspace:
        """The workspace that knows of the reading."""
        return self._replace(readings={**self.readings, Owner(reading.known, reading.amendment): reading})


NOTHING_OPEN = Workspace({}, {})


def amends(path: Path, text: str) -> bool:
    """The text is one of an amendment."""
    lines = (line for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return path.suffix == ".norm" and next(lines, "").startswith("erratum")


def owners(workspace: Workspace, path: Path) -> tuple[Owner, ...]:
    """What the text may belong to: that whose folder it lies in, or that it names, or any game that comes along."""
    text = text_of(workspace, path)
    own = path if amends(path, text) else None
    with in_place(workspace.texts), suppress(InputError):
        every = games_of(path)
        if path.suffix == SCENE and (name := named_game(statements(text, str(path)))):
            every = [game for game in every if game[0] == name] or every
        return tuple(Owner(game, own) for game in every)
    return ()


def owner(workspace: Workspace, path: Path) -> Owner | None:
    """What the text belongs to: of several games that of which the reading has the fewest problems, else the first."""
    every = owners(workspace, path)
    known = [one for one in every if one in workspace.readings]
    return min(known, key=lambda one: len(workspace.readings[one].problems), default=next(iter(every), None))


def unread(workspace: Workspace, path: Path) -> tuple[Owner, ...]:
    """What has to be read before it is known which game an amendment belongs to, or a scene can be read."""
    every = owners(workspace, path)
    return tuple(
        o for o in (every if amends(path, text_of(workspace, path)) else every[:1]) if o not in workspace.readings
    )


def text_of(workspace: Workspace, path: Path) -> str:
    """The text that is open, or else what is in the file; nothing where that cannot be read."""
    with in_place(workspace.texts), suppress(InputError):
        return read_text(path)
    return ""


def read(workspace: Workspace, known: GameAt, amendment: Path | None = None) -> Reading:
    """The rules as they stand now: what did not change since they were read last is not read again."""
    before = workspace.readings.get(Owner(known, amendment))
    texts: dict[Path, str] = {}
    listed: dict[Path, tuple[Entry, ...]] = {}

    def of_file(path: Path, folder: GameFolder) -> tuple[Entry, ...]:
        texts[path] = ""  # where it is no text
        text = texts[path] = read_text(path)
        if before is not None and before.texts.get(path) == text and path in before.entries:
            listed[path] = before.entries[path]
        else:
            listed[path] = entries_of(path, folder)
        return listed[path]

    problems: tuple[Problem, ...] = ()
    reader, game = (before.reader, before.game) if before is not None else (None, None)
    forget_lines()
    with in_place(workspace.texts):
        try:
            amendments = with_needed(known[0], (amendment,), known[1]) if amendment is not None else ()
            reader_now = load(known[0], amendments, known[1], read=of_file)
            reader = reader_now
            game = reader_now.game()
        except InputError as error:
            problems = error.problems
    if reader is None:  # what is open could never be read: what is saved may be
        with suppress(InputError):
            reader = load(known[0], (), known[1])
            game = reader.game()
    return Reading(known, amendment, texts, listed, problems, reader, game)


def entries_now(path: Path, text: str) -> tuple[Entry, ...]:
    """The entries of the text. Raises InputError with every line that belongs to none."""
    return entries(entries_in(text) if path.name == FORMS else text, str(path), ALL_HEADS)


def path_of_place(place: Place, known: GameAt) -> Path:
    """The file that the place is in."""
    path = Path(place.file)
    return path if path.is_absolute() else folder_of(*known).base / path


def word_of(known: GameAt) -> str:
    """The game as the command line names it: by its name, or by its folder."""
    name, root = known
    return name if root is None else str(root)
