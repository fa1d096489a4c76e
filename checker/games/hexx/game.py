"""The word game as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from checker.games.hexx import able, asked, just_laid, plays, rerolls, swaps, tiles
from checker.games.hexx.telling import chosen, events, placings
from checker.games.hexx.telling.opening import bag_of, box_of, in_the_box, opening
from checker.games.hexx.whole import playing
from checker.games.hexx.words import Dictionary, default, from_file
from checker.games.hexx.words import lists as reads
from checker.kernel.game import Box, Game
from checker.kernel.position import AtTable, Store
from checker.kernel.scene import OwnReading, Scene, TableChange
from checker.kernel.source import refused
from checker.kernel.vocabulary import Asked, Functions, ToldEvent, Vocabulary, answering
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import form_of, of_whom, told_by

__all__ = ["SceneForms", "functions", "playing", "reads", "scene_forms"]


def functions(dictionary: Path | None = None) -> Functions:
    """The functions behind the facts, with the dictionary that the players chose.

    Raises InputError for a dictionary that cannot be used.
    """
    if dictionary is not None:
        from_file(dictionary)
    return {
        **answering(chosen, begun="told "),
        **events.FUNCTIONS,
        **answering(placings, begun="setup "),
        **answering(able, asked, just_laid, plays, rerolls, swaps, tiles),
        "bag of": bag_of,
        "s makes": lambda store, how: store.put(("stated", "adding s"), how == "one"),
        "the dictionary": partial(_dictionary, dictionary),
    }


def _dictionary(path: Path | None, _: AtTable) -> Dictionary:
    return default() if path is None else from_file(path)


def scene_forms(game: Game) -> Callable[[Scene], SceneForms]:
    """What reads the game's own statements in a scene."""
    return partial(SceneForms, words=game.vocabulary, box=box_of(game))


class SceneForms(OwnReading):
    """The forms of one scene's statements and its opening table."""

    def __init__(self, scene: Scene, words: Vocabulary, box: Box) -> None:
        if len(scene.players) != 2:
            message = f"{len(scene.players)} players; the word game is for two"
            raise refused(scene.place, message, "", "`players Red Black`")
        self.scene, self.words, self.box = scene, words, box

    def opening(self, laid: TableChange) -> Store:
        """The table before the first event."""
        store = opening(self.scene.players, self.box, self._first_to_act(), laid)
        in_the_box(self.box, store, self.scene.place)
        store = store.put(("said letters",), self._told("names"))
        return store.put(("said spaces",), self._told("flips", "removes"))

    def _told(self, *functions: str) -> tuple[str, ...]:
        """The letters or spaces that the scene says to be chosen, in statements by one of the functions."""
        told = (i.said for i in self.scene.items if told_by(self.words, i.said) in functions)
        return tuple(text_of(part) for said in told for part in said.parts[1:])

    def _first_to_act(self) -> int | None:
        """Whoever is the first to act or to be asked about."""
        for item in self.scene.items:
            form = form_of(self.words, item.said)
            whom = item.said.parts[0] if isinstance(form, ToldEvent) else of_whom(self.words, item.said)
            if isinstance(form, ToldEvent | Asked) and whom is not None:
                return self.scene.players.index(text_of(whom))
        return None
