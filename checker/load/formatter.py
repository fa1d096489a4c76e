"""Files in canonical form: each statement as it is printed from its tree, comments and layout kept."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from checker.kernel.scene import Raw, Scene
from checker.kernel.source import InputError, Node, Place, Problem
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import labelled
from checker.load.compiled_game import compiled_game, digest, scene_reader, told_in
from checker.load.entries import ALL_HEADS, CARDS
from checker.load.find_amendment import named, with_needed
from checker.load.folders.game_folder import enclosing, folder_of
from checker.load.folders.game_settings import settings
from checker.load.line_sentences import sentence_of
from checker.load.load import forms_files, game_files, load
from checker.process.inputs import content, text_of, usable
from checker.process.outputs import written
from checker.store.disk_cache import data_folder
from checker.syntax.everyday.forms import FORMS, entries_in
from checker.syntax.files import SourceLine, entries, without_comment
from checker.syntax.lexer import Lexicon, pieces
from checker.syntax.parser import Language
from checker.syntax.scene_forms import OF_EACH
from checker.syntax.scene_reader import SceneReader, rulings, statements, switched_on
from checker.syntax.sentences import Sentences

ENDINGS = (".norm", ".cards", ".scene")
GameAt: TypeAlias = tuple[str, Path | None]
"""A game: its name, and the folder that is its own."""

ReaderOf: TypeAlias = Callable[[str, Path | None, tuple[str, ...]], SceneReader]
"""What reads the scenes of a game that switch on laws and variants of these titles; made once for all files."""


def tidy(files: Iterable[Path], write: bool = True) -> list[Path]:
    """The files that are not in canonical form, put into it if `write`.

    Raises InputError with every statement that cannot be read; a file with such a one stays as it is.
    """
    named = list(files)
    wanted = [one for path in named for one in (_own(path) if path.is_dir() else [path])] if named else _every()
    reading = cache(scene_reading)
    problems: list[Problem] = []
    changed: list[Path] = []
    for path in wanted:
        try:
            raw = _content(path)
            after = tidied(path, usable(text_of(raw, str(path)), str(path)), reading)
        except InputError as error:
            problems += error.problems
            continue
        if after.encode() != raw:
            changed.append(path)
            if write:
                written(path, after)
    if problems:
        raise InputError(*problems)
    return changed


def _every() -> list[Path]:
    base = data_folder()
    rules = (p for folder in ("cards", "specs") for p in (base / folder).rglob("*") if p.suffix in ENDINGS[:2])
    return sorted((*rules, *(base / "specs").glob("*/rulings/**/*.scene")))


def _own(root: Path) -> list[Path]:
    """The files of the game in the folder. Raises InputError if there is none."""
    name, folder = settings(root).name, folder_of("", root)
    rules = (*game_files(name, root), *forms_files(name, root))
    situations = folder.files(folder.specs, "*.scene")
    return sorted((*rules, *folder.amendments(), *situations, *folder.rulings()))


def _content(path: Path) -> bytes:
    """What is in the file. Raises InputError if it is none of a game."""
    if path.suffix not in ENDINGS or (path.exists() and not path.is_file()):
        hint = "the files of a game end in " + ", ".join(ENDINGS)
        raise InputError(Problem(Place(str(path), 1), "this is no file of a game", "", hint))
    return content(path, str(path))


def tidied(path: Path, text: str, reading: ReaderOf) -> str:
    """The text of the file in canonical form. Raises InputError with every statement that cannot be read."""
    problems: list[Problem] = []
    for game in games_of(path):
        try:
            done = _scene(path, text, partial(reading, *game)) if path.suffix == ".scene" else _rules(path, text, game)
        except InputError as error:
            problems = problems or list(error.problems)
            continue
        return "\n".join(line.rstrip() for line in done).rstrip("\n") + "\n" if "".join(done).strip() else ""
    raise InputError(*problems)


def games_of(path: Path) -> list[GameAt]:
    """The games that the file may belong to: that in whose own folder it lies, that which its folder names, or all."""
    folder = enclosing(path)
    if folder is not None:
        return [(settings(folder).name, folder)]
    every = sorted(p.parent.name for p in (data_folder() / "specs").glob("*/vocabulary.norm"))
    named = [n for n in every if n in path.resolve().parts]
    return [(name, None) for name in named or every]


# -- cards and norms ---------------------------------------------------------------------------


def _rules(path: Path, text: str, game: GameAt) -> list[str]:
    name, root = game
    reader = load(name, (path,) if re.search(r"^erratum\b", text, re.M) else (), root)
    lines = text.split("\n")
    problems: list[Problem] = []
    own = entries_in(text) if path.name == FORMS else text
    for entry in reversed(entries(own, str(path), ALL_HEADS)):
        for line in reversed((entry.head, *entry.lines)):
            if entry.head.key == CARDS and "{" in line.rest:
                continue
            try:
                _rewrite(lines, line, reader.sentences)
            except InputError as error:
                problems += error.problems
    if problems:
        raise InputError(*sorted(problems, key=lambda p: (p.place.line, p.place.column)))
    return lines


def _rewrite(lines: list[str], line: SourceLine, sentences: Sentences) -> None:
    """Puts the statement of the line into canonical form, on one line if anything changes."""
    found = sentence_of(line, sentences)
    if found is None:
        return
    lead, body = line.rest[: found.at], line.rest[found.at :]
    shown = _spelled(found.language, found.tree, body, found.start, line.cut(found.at).place)
    first = line.place.line - 1
    last = line.below[-1].place.line if line.below else first + 1
    if last - first > 1:
        if " ".join(shown.split()) == " ".join(body.split()):
            return
        if any(without_comment(one) != one for one in lines[first:last]):
            return
    whole = lines[first]
    comment = whole[len(without_comment(whole)) :]
    lines[first:last] = [whole[: line.place.column - 1] + lead + shown + (f"  {comment}" if comment else "")]


def _spelled(
    language: Language, tree: Node, written: str, start: str, place: Place, lexicon: Lexicon | None = None
) -> str:
    """The canonical text of the tree, with the small words as they were written if that means the same."""
    shown = language.show(tree)
    kept = respelled(shown, written)
    try:
        if language.parse(kept, start, place, lexicon) == tree:
            return kept
    except InputError:
        pass
    return shown


def respelled(shown: str, written: str) -> str:
    """The canonical text with the small words, and their capitals, of what was written."""
    new, old = pieces(shown), pieces(written)
    match = difflib.SequenceMatcher(None, [p.casefold() for p, _, _ in new], [p.casefold() for p, _, _ in old], False)
    words: list[str] = []
    for _, a, b, c, d in match.get_opcodes():
        fresh, given = [p for p, _, _ in new[a:b]], [p for p, _, _ in old[c:d]]
        if len(fresh) == len(given) and [p.casefold() for p in fresh] == [p.casefold() for p in given]:
            words += [g if f.islower() else f for f, g in zip(fresh, given, strict=True)]
        else:
            small = all(p.islower() for p in (*fresh, *given))
            words += given if small else fresh
    told = _tight.sub(r"\1", " ".join(words)).replace("( ", "(")
    for whole in _JOINED.findall(written):
        told = told.replace(whole.replace(",", ", "), whole)
    return told


_JOINED = re.compile(r"[^\s,]+(?:,[^\s,]+)+")
"""What is one name though it has a comma: a space of a board."""
_tight = re.compile(r" ([.,;:)?]|['’]s\b)")


# -- scenes ------------------------------------------------------------------------------------


def scene_reading(name: str, root: Path | None, titles: tuple[str, ...] = ()) -> SceneReader:
    """What reads the scenes of the game, in the words of the laws and variants of these titles if they bring any."""
    plain = compiled_game(digest(name, (), root), name, (), root)
    with suppress(InputError):
        amendments = with_needed(name, named(name, titles, Place("", 1), root), root)
        game = compiled_game(digest(name, amendments, root), name, amendments, root)
        if told_in(game) != told_in(plain):
            return scene_reader(digest(name, amendments, root), game)
    return scene_reader(digest(name, (), root), plain)


SITUATION = "scene "
"""Begins the title line of a scene of the catalogue."""


def _whole(reader: SceneReader, part: list[Raw]) -> list[Scene]:
    """The scene of the catalogue; none where it is no whole one, but has words for others, which stay as they are."""
    with suppress(InputError):
        return reader.scenes(part)
    return []


def _scene(path: Path, text: str, reading: Callable[[tuple[str, ...]], SceneReader]) -> list[str]:
    lines = text.split("\n")
    changes: list[tuple[int, int, str, str]] = []
    told = list(statements(text, str(path)))
    catalogue = any(raw.text.startswith(SITUATION) for raw in told)
    for part in rulings(told, SITUATION) if catalogue else rulings(told):
        reader = reading(switched_on(part))
        for scene in _whole(reader, part) if catalogue else reader.scenes(part):
            exact = labelled(reader.words, text) | {p: "PLAYER" for p in scene.players}
            for item in scene.items:
                if any(node.rule == OF_EACH for node in of_kind(item.tree, Node)):  # asked of each, it stays as typed
                    continue
                lexicon = reader.language.with_names(exact | {c.title: "KIND" for c in scene.cards})
                shown = _spelled(reader.language, item.tree, item.raw.text, "line", item.raw.place, lexicon)
                changes.append((item.raw.place.line, item.raw.place.column, item.raw.text, shown))
    for number, column, before, shown in sorted(changes, reverse=True):
        whole = lines[number - 1]
        if whole[column - 1 :].startswith(before):  # a picture of a board stays as it is drawn
            lines[number - 1] = whole[: column - 1] + shown + whole[column - 1 + len(before) :]
    return lines
