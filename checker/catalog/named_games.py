"""Which games there are, by name or by folder, and a desk for each: the one place where games and answers meet."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from checker.ask.game_session import Desk, Own
from checker.games import registry
from checker.kernel.game import Game
from checker.kernel.source import DICTIONARY_BYTES, InputError, Place, Problem, misused
from checker.load.compiled_game import compiled_game, digest
from checker.load.find_amendment import named, titles, with_needed
from checker.load.folders.game_folder import WORDS, enclosing, folder_of
from checker.load.folders.game_settings import FILE, Accepted, Settings, named_after, settings
from checker.process.inputs import content, usable
from checker.store.disk_cache import data_folder
from checker.store.fingerprint import named as fingerprint

if TYPE_CHECKING:
    from checker.kernel.game_play import Playing

LINE = Place("the command line", 1)


def known(root: Path | None = None) -> tuple[str, ...]:
    """The names of the games that have specs: of those that come along, or of those below the folder."""
    folder = (root or data_folder()) / "specs"
    return tuple(sorted(p.parent.name for p in folder.glob(f"*/{WORDS}")))


def folder_named(word: str) -> Path | None:
    """The folder that the word names, by its path or, below a folder that is here, by its name; none if it is the name of
    a game that comes along, or may be meant as one."""
    if word in known():
        return None
    try:
        is_path = os.sep in word or "/" in word or Path(word).is_dir()
        below = (
            []
            if is_path or not re.fullmatch(r"[\w-]+", word)
            else [at.parent for at in Path().glob(f"*/{word}/{FILE}")]
        )
    except (OSError, ValueError):
        return None
    return Path(word) if is_path else below[0] if len(below) == 1 else None


def around(path: Path) -> str:
    """The folder of the game that the file lies in, as a word that names it; nothing if it lies in none."""
    folder = enclosing(path) if path.is_file() else None
    return os.path.join(".", folder) if folder is not None and str(folder.absolute()) != os.sep else ""


def told_in(file: str, name: str | None) -> str:
    """The game that a line of the file names: of folders, one beside the file if there is none where one is."""
    beside = os.path.join(".", os.path.dirname(file), name or "")
    here = not name or folder_named(name) is None or os.path.isdir(name) or not os.path.isdir(beside)
    return (name or "") if here else beside


def here() -> tuple[str, ...]:
    """The game of the folder in which the command was started, if its settings lie there."""
    return (os.curdir,) if os.path.lexists(FILE) else ()


def games(named_ones: Iterable[str], root: Path | None = None) -> tuple[str, ...]:
    """The named games; where none is, that of the folder one is in, or all that come along. Raises InputError for a name that no game has, or that two have."""
    every = known(root)
    listed = tuple(dict.fromkeys(named_ones))
    for name in listed:
        if name not in every and folder_named(name) is None:
            import difflib

            close = difflib.get_close_matches(name, every, n=1, cutoff=0.4)
            hint = f"did you mean `{close[0]}`?" if close else "the games are: " + ", ".join(every)
            raise misused(f"there is no game `{name}`, and no folder", hint)
    twice, times = Counter(map(name_of, listed)).most_common(1)[0] if len(listed) > 1 else ("", 0)
    if times > 1:
        raise misused(f"two of the games are called `{twice}`", "look at one of them at a time")
    return listed or here() or every


def name_of(word: str) -> str:
    """The name of the game that the word names. Raises InputError for a folder that has none."""
    folder = folder_named(word)
    return word if folder is None else settings(folder).name


def worded(words: tuple[str, ...], game: str | None) -> tuple[str | None, str]:
    """The game that is named before the words, or by itself, and the words. Raises InputError where there are none."""
    named = game is None and len(words) > 1 and (words[0] in known() or folder_named(words[0]) is not None)
    told = " ".join(words[1:] if named else words)
    if not any(map(str.isalnum, told)):
        raise InputError(
            Problem(LINE, "expected words to look for", told, 'for instance `hexcheck find "two at once"`')
        )
    return (words[0] if named else game), usable(told, "the command line")


def put_to(words: tuple[str, ...], game: str | None, what: str) -> tuple[str | None, str]:
    """The game that is named before the last of the words, or by itself, and that word. Raises InputError for others."""
    match words:
        case (word,) if game is None and folder_named(word) is not None and os.path.isdir(word):
            hint = f"behind the folder of a game comes {what}"
            raise InputError(Problem(Place(word, 1), "this is a folder, and nothing is asked", "", hint))
        case (word,):
            return game, word
        case (first, word) if game is None:
            return first, word
        case _:
            hint = f'put it in quotes: `"{" ".join(words)[:100]}"`' if words else "`hexcheck --help` says what there is"
            raise misused(f"expected {what}, or a game and {what}", hint)


def unnamed(folder: Path) -> None:
    """Raises InputError if a game that comes along has the name that a game in the folder would have."""
    name = named_after(folder)
    if name in known():
        message = f"a game that comes along is called `{name}`"
        raise InputError(Problem(Place(str(folder), 1), message, "", "give the folder another name"))


def accepted(words: Iterable[str]) -> dict[str, tuple[Accepted, ...]]:
    """The findings that the settings of the games with a folder of their own accept, by the name of the game."""
    folders = (folder for word in words if (folder := folder_named(word)) is not None)
    return {said.name: said.accepted for said in map(settings, folders)}


def desk(
    name: str,
    errata: Iterable[Path] | None = None,
    variants: Iterable[str] | None = None,
    root: Path | None = None,
    dictionary: Path | None = None,
    cut: bool = False,
    allow_code: bool = False,
) -> Desk:
    """The game of the name or in the folder, with the amendments, and the dictionary that its players chose if it needs
    one; if `cut`, without what is said of which of the norms that outrank each other in a circle goes before which.

    Raises InputError with every problem of its files, and for code in the folder unless that is allowed.
    """
    folder = folder_named(name) if root is None else None
    said = settings(folder) if folder is not None else Settings(name, root or data_folder())
    root = said.root if folder is not None else root
    files = tuple(errata or ())
    given = {t.casefold() for path in files for t in titles(path)}
    wanted = [v for v in variants or () if v.casefold() not in given]
    variant_files = named(said.name, wanted, LINE, root)
    if folder is not None:
        with_needed(said.name, folder_of(said.name, root).amendments(), root)
        if said.module is None and said.name in known():
            _same_words(said)
    bare = Desk(said.name, _own(said, dictionary, allow_code), root=root, cut=cut)
    return _amended(bare, variant_files, files) if files else bare.changed(variant_files) if variant_files else bare


def _amended(bare: Desk, before: tuple[Path, ...], files: tuple[Path, ...]) -> Desk:
    """The game under the amendments of the files, with those that its own sentences in the last ones are printed for.

    What is refused of these is refused where it stands in the file that was given.
    """
    from checker.clarify.printed_sentences import OwnSentences  # a game alone needs nothing of it

    written = tuple(map(OwnSentences(bare).written_out, files))
    with _refused_at(lambda place: reduce(lambda at, one: one.original(at), written, place)):
        return bare.changed((*before, *(one.path for one in written)))


@contextmanager
def _refused_at(moved: Callable[[Place], Place]) -> Iterator[None]:
    """What is refused in it is refused at the place to which its own is moved."""
    try:
        yield
    except InputError as refused:
        problems = tuple(msgspec.structs.replace(p, place=moved(p.place)) for p in refused.problems)
        if problems == tuple(refused.problems):
            raise
        raise InputError(*problems) from None


def _there(path: Path) -> bool:
    """There is such a file or folder; no name is longer than a system allows."""
    try:
        return path.exists()
    except OSError:
        return False


def typed_erratum(versions: tuple[Path, ...], errata: list[Path] | None) -> tuple[tuple[Path, ...], list[Path] | None]:
    """What is compared, and the errata, with the file of one that was typed behind the name of a game."""
    if len(versions) != 2:
        return versions, errata
    name, said = versions
    known_one = str(name) in known() or folder_named(str(name)) is not None
    if not known_one or " " not in str(said) or _there(said):
        return versions, errata
    from checker.clarify.settle import erratum_file

    sentence = str(said).strip(' "“”')
    return (name,), [*(errata or ()), erratum_file(f"{sentence[:1].upper()}{sentence[1:]}\n")]


@contextmanager
def refused_as_typed(errata: list[Path] | None) -> Iterator[None]:
    """What is refused in the file of an erratum that was typed stands in what was typed."""
    from checker.clarify.settle import ERRATA
    from checker.process.outputs import own_folder

    typed = {str(path) for path in errata or () if path.parent == own_folder(ERRATA)}

    def moved(place: Place) -> Place:
        return Place("the erratum", place.line, place.column) if place.file in typed else place

    with _refused_at(moved):
        yield


def _same_words(said: Settings) -> None:
    """Raises InputError if the game lacks a word of the game that comes along whose name it has: it uses its Python."""
    own, other = (compiled_game(digest(said.name, (), at), said.name, (), at).vocabulary for at in (said.root, None))
    for kind in ("sorts", "fields", "facts", "acts", "zones"):
        there = {word.name for word in getattr(own, kind)}
        for word in getattr(other, kind):
            if word.name not in there:
                message = f"`{said.name}` is a game that comes along, and this is no version of it"
                hint = f"the {kind.removesuffix('s')} `{word.name}` is missing; call the game otherwise"
                raise InputError(Problem(Place(str(said.root / FILE), 1), f"{message}: it has other words", "", hint))


def _own(said: Settings, dictionary: Path | None, allow_code: bool) -> Own:
    """What the game has in Python, with its files of data. Raises InputError if that is in its folder and not allowed."""
    if said.module is not None and not allow_code:
        hint = "read it, and say `--allow-code` if it may run"
        raise InputError(
            Problem(Place(str(said.module), 1), "this game has code of its own, which is not run", "", hint)
        )
    inputs = dict(said.inputs) | ({"dictionary": dictionary} if dictionary is not None else {})
    parts = {name: partial(part, module=said.module) for name, part in registry.PARTS.items()}
    parts["playing"] = partial(_playing, module=said.module)
    read = [*inputs.values(), *([said.module] if said.module is not None else [])]
    seen = fingerprint(*((str(p), content(p, str(p), most=DICTIONARY_BYTES).hex()) for p in read)) if read else ""
    return Own(
        partial(registry.functions, module=said.module, inputs=tuple(inputs.items())),
        **parts,
        players=said.players,
        data=seen,
    )


def _playing(game: Game, module: Path | None) -> Playing:
    """What is needed to play whole games: what the game has in Python, else what its vocabulary says."""
    own = registry.playing(game, module)
    if own is not None:
        return own
    from checker.simulate import plain_games

    return plain_games.playing(game)
