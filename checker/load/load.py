"""A game's folders and amendments laid together, ready to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from pathlib import Path

from checker.kernel.bounds import WORDS as MOST_WORDS
from checker.kernel.source import InputError, Place, Problem
from checker.load.apply_erratum import blamed
from checker.load.empty_entries import wordless
from checker.load.entries import ALL_HEADS, Source
from checker.load.find_amendment import VARIANTS
from checker.load.folders.game_folder import WORDS, GameFolder, folder_of
from checker.load.game_reader import GameReader
from checker.load.plain.expansion import in_full
from checker.load.unknown_names import strangers
from checker.syntax.everyday.forms import FORMS, entries_in, groups_alike
from checker.syntax.files import PLAIN, Entry, entries, read_text


def game_files(name: str, root: Path | None = None) -> list[Path]:
    """The files of a game: vocabulary first, then cards, then the other specs, each in name order."""
    folder = folder_of(name, root)
    every = (path for path in folder.files(folder.specs, "*.norm") if path.name != FORMS)
    specs = sorted(every, key=lambda p: (p.name != WORDS, p.name))
    cards = folder.files(folder.cards, "*.cards")
    return [*specs[:1], *cards, *specs[1:]]


def forms_files(name: str, root: Path | None = None) -> list[Path]:
    """The file with the forms of a game's scenes, if it has one."""
    folder = folder_of(name, root)
    return folder.files(folder.specs, FORMS)


def entries_of(path: Path, folder: GameFolder) -> tuple[Entry, ...]:
    """The entries of a file of the game. Raises InputError with every line that belongs to none."""
    text = read_text(path)
    return entries(entries_in(text) if path.name == FORMS else text, folder.shown(path), ALL_HEADS)


def load(
    name: str,
    amendments: Iterable[Path] = (),
    root: Path | None = None,
    without: Iterable[str] = (),
    read: Callable[[Path, GameFolder], tuple[Entry, ...]] = entries_of,
) -> GameReader:
    """A reader of the game with the amendments applied and the clauses in `without` taken away; `read` gives the
    entries of each file.

    Raises InputError with every problem found in the files.
    """
    source = Source(name)
    folder = folder_of(name, root)
    for path in (*game_files(name, root), *forms_files(name, root)):
        _added(source, read(path, folder), amending=False)
    if len(source.words) > MOST_WORDS:
        head = list(source.words.values())[MOST_WORDS].head
        raise InputError(head.problem(f"a game has {MOST_WORDS} words at most"))
    source.alike = tuple(group for path in forms_files(name, root) for group in groups_alike(read_text(path)))
    files: set[str] = set()
    for path in amendments:
        listed = read(path, folder)
        if not listed or listed[0].head.key != "erratum":
            place = listed[0].head.place if listed else Place(str(path), 1)
            first = listed[0].head.whole if listed else ""
            where = Place(place.file, place.line, 1)
            raise InputError(Problem(where, 'an amendment begins with `erratum "title"`', first))
        source.begin(path.parent.name == VARIANTS)
        _added(source, ranked_last(listed), amending=True)
        head = listed[0].head
        if len(listed) == 1:
            raise InputError(head.problem("nothing stands below the title", "the file may be cut off"))
        files.add(listed[0].head.place.file)
    if unknown := list(strangers(source, frozenset(files))):
        raise InputError(*unknown)
    for clause in without:
        source.rules.pop(f"clause {clause}", None)
    try:
        reader = GameReader(name, source, frozenset(files))
    except InputError as error:
        raise InputError(*blamed(error.problems, source.amended, frozenset(files))) from None
    reader.problems += wordless(source, frozenset(files)) if files else ()
    return reader


def ranked_last(listed: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries below each title as they stand, but what goes before what after all that it may name."""
    titles = accumulate(entry.head.key == "erratum" for entry in listed)
    numbered = zip(titles, listed, strict=True)
    return tuple(entry for _, entry in sorted(numbered, key=lambda at: (at[0], at[1].head.key == "precedence")))


def _added(source: Source, listed: Iterable[Entry], amending: bool) -> None:
    problems: list[Problem] = []
    for entry in listed:
        try:
            for formal in in_full(entry, source) if entry.head.key == PLAIN else (entry,):
                source.add(formal, amending)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(*problems)


__all__ = ["GameReader", "Source", "game_files", "load"]
