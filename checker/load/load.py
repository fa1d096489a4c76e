"""A game's folders and amendments laid together, ready to be read, with what in them holds nothing or names nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain
from pathlib import Path

from checker.kernel.source import WORDS as MOST_WORDS
from checker.kernel.source import InputError, Place, Problem
from checker.load.apply_erratum import blamed, edges, norms
from checker.load.entries import ALL_HEADS, CARD_HEADS, Source
from checker.load.find_amendment import VARIANTS
from checker.load.folders.game_folder import WORDS, GameFolder, folder_of
from checker.load.game_reader import GameReader
from checker.load.name_hints import bearer, near
from checker.load.plain.expansion import in_full
from checker.load.vocabulary_reader import UNKIND
from checker.syntax.everyday.forms import FORMS, entries_in, groups_alike
from checker.syntax.files import PLAIN, Entry, SourceLine, entries, read_text

HOLDING = ("norm", "count", "apart", "informal")
"""The lines of a clause by which it counts, or by which it is said that it need not."""
SPEAKERS = ("rule", "clarification")
"""What a clause may speak as besides cards and their kinds."""
PERMISSIONS = "permissions"
"""What a clause may outrank that is no name."""

_BY = re.compile(r'\bby "([^"]*)",', re.IGNORECASE)


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


def wordless(source: Source, files: frozenset[str]) -> Iterator[Problem]:
    """A problem for each clause in these files that holds nothing and is named nowhere, or outranks without a norm,
    and for each card without a text and a norm.
    """
    for key, entry in source.rules.items():
        kind, _, name = key.partition(" ")
        head = entry.head
        at = Place(head.place.file, head.place.line, 1)
        if head.place.file not in files:
            continue
        if kind in CARD_HEADS and not entry.all("text") and not _holds(entry):
            yield Problem(at, f"the {kind} `{name}` has no text and no norm", head.whole, _CARD)
        elif kind == "clause" and not _holds(entry):
            if over := entry.all("over"):
                yield over[0].problem(f"`{name}` has no norm that could outrank anything", _CLAUSE)
            elif not (any(line.rest.rstrip().endswith(".") for line in entry.all("says")) or _named(source, name)):
                yield Problem(at, f"nothing holds by `{name}`, and nothing names it", head.whole, _CLAUSE)


_CLAUSE = "below it `norm` and what holds, `count` and a number, or `informal` and why; the file may be cut off"
_CARD = "below it `text` and what the card does; one that is known is changed by `change card`; the file may be cut off"


def _holds(entry: Entry) -> bool:
    return any(line.key.partition("[")[0] in HOLDING for line in entry.lines)


def _named(source: Source, name: str) -> bool:
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    others = (entry for key, entry in source.rules.items() if key != f"clause {name}")
    return any(word.search(line.rest) for entry in others for line in (entry.head, *entry.lines))


def strangers(source: Source, files: frozenset[str]) -> Iterator[Problem]:
    """A problem for each name that is neither in the rules nor was taken out of them; the files are those of amendments."""
    every = [*source.rules, *source.removed]
    spoken = _classes(source)
    cards, clauses = ([k for k in every if k.startswith(kind)] for kind in ("card ", "clause "))
    for entry in (*source.rules.values(), *source.words.values()):
        for line in entry.lines:
            if line.key == "for" and entry.head.key == "clause" and line.rest not in spoken:
                yield _problem(line, line.rest, f"no card is called `{line.rest}`", near(line.rest, cards))
            for name in _cited(entry, line):
                if f"clause {name}" not in clauses:
                    yield _problem(line, name, f"there is no clause `{name}` to cite", near(name, clauses))
            for name in line.rest.split() if line.key == "over" else ():
                if not _ranks(source, name, not files or line.place.file in files):
                    hint = near(name, (*clauses, *cards))
                    yield _problem(line, name, f"there is no clause `{name}` to outrank", hint)


def _cited(entry: Entry, line: SourceLine) -> Iterator[str]:
    """The clauses that the line rests on."""
    if entry.head.key in ("card", "stand-in") and line.key in ("clauses", "by", "because"):
        yield from line.rest.split()
    elif line.key == "step" and entry.head.key != "property":
        yield from edges(line).clauses
    if line.key.partition("[")[0] in ("text", "norm", "step", "does", "last"):
        yield from (name for listed in _BY.findall(line.rest) for name in listed.split())


def _ranks(source: Source, name: str, exactly: bool) -> bool:
    """There is, or was, something of the name that can be outranked; `exactly` if a norm has to have its number."""
    owner = bearer(name)
    keys = (f"clause {owner}", f"card {owner}")
    if name == PERMISSIONS or any(key in source.removed for key in keys):
        return True
    entry = next((source.rules[key] for key in keys if key in source.rules), None)
    if entry is None or owner == name or not exactly:
        return entry is not None
    return 0 < int(name.rpartition(".")[2]) <= len(norms(entry))


def _classes(source: Source) -> set[str]:
    """What a norm may speak as: titles, kinds, and whatever some clause outranks or lets outrank others."""
    entries = (*source.rules.values(), *source.words.values())
    kinds = chain.from_iterable(_kinds(e) for e in entries)
    quoted = (part for e in entries for x in e.lines if "speaks as" in x.rest for part in x.rest.split('"')[1::2])
    titles = (k.partition(" ")[2] for k in (*source.rules, *source.removed) if k.startswith("card "))
    return {*SPEAKERS, *kinds, *quoted, *titles}


def _kinds(entry: Entry) -> Iterator[str]:
    lines = [x.rest.removeprefix(UNKIND) for x in (entry.head, *entry.lines) if x.key == "kinds"]
    yield from (kind.strip() for text in lines for kind in text.split(","))


def _problem(line: SourceLine, name: str, message: str, hint: str) -> Problem:
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    if found := word.search(line.whole):
        return Problem(Place(line.place.file, line.place.line, found.start() + 1), message, line.whole, hint)
    at = found.start() if (found := word.search(line.rest)) else 0
    place = Place(line.place.file, line.place.line, line.place.column + at)
    return line.located(Problem(place, message, line.whole, hint))
