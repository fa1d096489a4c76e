"""Games and scene languages as they were read once, kept by the content of everything they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from checker.kernel.game import Game
from checker.kernel.scene import Raw, Scene
from checker.kernel.source import InputError
from checker.load.folders.game_folder import folder_of
from checker.process.inputs import content
from checker.store import disk_cache as cache
from checker.store.disk_cache import data_folder
from checker.store.fingerprint import named, program, summed
from checker.store.own_code import code_in
from checker.syntax.files import listed, read_text
from checker.syntax.languages import SceneLanguage, spoken_in
from checker.syntax.scene_reader import SceneReader, reader_of

T = TypeVar("T")

READING = ("syntax", "load", "store", "kernel")
"""The rooms whose code makes a game of files."""


def digest(
    name: str, amendments: tuple[Path, ...] = (), root: Path | None = None, without: tuple[str, ...] = ()
) -> str:
    """A name for the content of all files that the game, or the reading of it, comes from.

    Raises InputError for a file that cannot be read.
    """
    folder = folder_of(name, root)
    own = [
        *folder.files(folder.specs, "*.norm"),
        *folder.files(folder.cards, "*.*"),
        *listed(data_folder() / "grammar", "*.lark"),
    ]
    told = repr((name, without, [str(p) for p in amendments], str(root), [path.name for path in own]))
    read = (content(path, str(path)) for path in own)
    return summed(told.encode(), code_in(*READING).encode(), *read, *(read_text(path).encode() for path in amendments))


RECENT = 8
"""So many games are kept as they were read last: one question asks for a game several times."""


@lru_cache(maxsize=RECENT)
def compiled_game(
    key: str,
    name: str,
    amendments: tuple[Path, ...] = (),
    root: Path | None = None,
    without: tuple[str, ...] = (),
) -> Game:
    """The game, amended and without the clauses. Raises InputError with every problem."""

    def read() -> Game:
        from checker.load.load import load

        reader = load(name, amendments, root, without)
        game = reader.game()
        reader.sentences.language.leave()
        return game

    return _kept("game", key, read, Game)


class _Keyed:
    """A game, the same as another of its key."""

    def __init__(self, key: str, game: Game) -> None:
        self.key, self.game = key, game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def scene_reader(key: str, game: Game) -> SceneReader:
    """What reads the scenes of the game."""
    return _reader(_Keyed(key, game))


@lru_cache(maxsize=RECENT)
def _reader(keyed: _Keyed) -> SceneReader:
    made = _kept("scenes", keyed.key, lambda: spoken_in(keyed.game), SceneLanguage)
    return reader_of(keyed.game, made)


def told_in(game: Game) -> object:
    """What the scenes of the game are told in: its words, the titles of its cards, and what it counts."""
    return game.vocabulary, [c.title for c in game.cards], [c.of for c in game.counts]


class CompiledScenes(NamedTuple):
    """The scenes of some files, and where each of them switches on a law or a variant, by file and title."""

    scenes: tuple[Scene, ...]
    laws: dict[tuple[str, str], Raw]


def scenes_told(game: Game, texts: list[tuple[str, str]], read: Callable[[], CompiledScenes]) -> CompiledScenes:
    """What the files tell, each given by its name and text; read again where the words or the files are not as they were."""
    grammar = [(path.name, read_text(path)) for path in sorted((data_folder() / "grammar").glob("*.lark"))]
    titles = [c.title for c in game.cards]
    key = named(program(), game.name, game.vocabulary, titles, [c.of for c in game.counts], grammar, texts)
    return _kept("told", key, lambda: _by_content(read()), CompiledScenes)


def _by_content(told: CompiledScenes) -> CompiledScenes:
    """The same, each scene with a name for its content."""
    return told._replace(scenes=tuple(msgspec.structs.replace(s, content=named(s)) for s in told.scenes))


def compile_all() -> None:
    """Every game and its scene language are kept, as they are without amendments."""
    for found in sorted((data_folder() / "specs").glob("*/vocabulary.norm")):
        name = found.parent.name
        key = digest(name)
        scene_reader(key, compiled_game(key, name))


def compiled_forms(games: Iterable[tuple[str, str, Path | None]]) -> dict[str, bytes]:
    """What the games, given by key, name and folder, and their scene languages were compiled to, and what reads
    amendments to them and their own laws and variants, by file names."""
    from checker.load.load import load
    from checker.syntax.languages import language
    from checker.syntax.sentences import as_cards_say

    for kept in (language, as_cards_say, compiled_game, _reader):
        kept.cache_clear()
    with cache.noted() as found:
        for key, name, root in games:
            scene_reader(key, compiled_game(key, name, (), root))
            for amendment in ((), *((path,) for path in folder_of(name, root).amendments())):
                with suppress(InputError):  # one may need another beside it
                    spoken_in(load(name, amendment, root).game())
    return found


def _kept(kind: str, key: str, make: Callable[[], T], of: type[T]) -> T:
    found: T | None = cache.kept(kind, key, of)
    if found is None:
        found = make()
        cache.keep(kind, key, found)
    return found
