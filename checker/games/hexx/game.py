"""The word game as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from checker.games.hexx import able, asked, just_laid, plays, rerolls, swaps, tiles
from checker.games.hexx.telling import chosen
from checker.games.hexx.telling.events import Events
from checker.games.hexx.telling.opening import Table, TileBox, bag_of
from checker.games.hexx.whole import playing
from checker.games.hexx.words import Dictionary, default, from_file
from checker.games.hexx.words import lists as reads
from checker.kernel.game import Game
from checker.kernel.norm import Claim, Gives
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Close, Form
from checker.kernel.term import Call, Lit
from checker.kernel.vocabulary import Functions, Vocabulary, answering
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import QUESTION, TOLD, of_whom, shared, told_by

__all__ = ["SceneForms", "functions", "playing", "reads", "scene_forms"]

_PLACINGS = frozenset(
    [
        "to_play",
        "dictionary",
        "s_makes_none",
        "s_makes_one",
        "word_lies",
        "tile_lies",
        "hexx_lies",
        "hand_listed",
        "placed_hand",
        "bag_listed",
        "bag_empty",
        "bag_size",
        "proper_name",
    ]
)


def functions(dictionary: Path | None = None) -> Functions:
    """The functions behind the facts, with the dictionary that the players chose.

    Raises InputError for a dictionary that cannot be used.
    """
    if dictionary is not None:
        from_file(dictionary)
    return {
        **answering(chosen, begun="told "),
        **answering(able, asked, just_laid, plays, rerolls, swaps, tiles),
        "bag of": bag_of,
        "the dictionary": partial(_dictionary, dictionary),
    }


def _dictionary(path: Path | None, _: Any) -> Dictionary:
    return default() if path is None else from_file(path)


def scene_forms(game: Game) -> Callable[[Any], Any]:
    """What reads the game's own statements in a scene."""
    stated = next((c for c in game.counts if c.of == "HEXX tiles" and c.number is not None), None)
    hand = max((size for n in game.norms if (size := _size_of_a_hand(n.claim)) is not None), default=None)
    box = TileBox(stated.number, stated.clause, hand) if stated else TileBox(hand=hand)
    return partial(SceneForms, words=game.vocabulary, box=box)


def _size_of_a_hand(claim: Claim) -> int | None:
    """How many tiles a hand has, if the claim says that."""
    match claim:
        case Gives(Call("starting hand", _), Lit(int(size))):
            return size
    return None


class SceneForms:
    """The forms of one scene's statements and its opening table."""

    def __init__(self, scene: Any, whole: Any, words: Vocabulary, box: TileBox) -> None:
        self.scene, self.whole, self.words = scene, whole, words
        self.table = Table(scene.players, scene, box)
        self.events = Events(self.table)
        self.first = next((i for i, item in enumerate(scene.items) if not _is_placing(item)), len(scene.items))

    def form(self, item: Any) -> Form:
        """What the statement does or asks."""
        if _is_placing(item):
            return Arrange(self.table.placed(item))
        return self.events.played(item)

    def opening(self, laid: Callable[[Store], Store] = lambda store: store) -> Store:
        """The table before the first event."""
        placed = [self.table.placed(i) for i in self.scene.items[: self.first]]
        store = self.table.opening(placed, self._first_to_act(), laid)
        self.table.in_the_box(store, self.scene.place)
        store = store.put(("said letters",), self._told("names"))
        return store.put(("said spaces",), self._told("flips", "removes"))

    def _told(self, *functions: str) -> tuple[str, ...]:
        """The letters or spaces that the scene says to be chosen, in statements by one of the functions."""
        told = (i.said for i in self.whole.items if told_by(self.words, i.said) in functions)
        return tuple(text_of(part) for said in told for part in said.parts[1:])

    def _first_to_act(self) -> int | None:
        """Whoever is the first to act or to be asked about."""
        for item in self.whole.items:
            tree = item.tree.parts[0]
            own = not shared(item.said.rule) or item.said.rule.startswith((QUESTION, TOLD))
            if _is_placing(item) or not own:
                continue
            if tree.rule == "question":
                whom = of_whom(self.words, item.said)
                if whom is None:
                    continue
                return self.table.seat(whom)
            return self.table.seat(tree.parts[0])
        return None

    forced: tuple[str, ...] = ()
    untold: Close | None = None
    passing: Close | None = None
    """No moment passes by itself when the course of play is asked about."""

    def holding(self, store: Store, item: Any) -> Store:
        """Nothing else is supposed."""
        return store

    def others(self) -> Iterator[SceneForms]:
        """Nothing else is supposed."""
        return iter(())

    def phase(self, store: Store) -> str:
        """The step of the game before which the scene begins."""
        return "turns"


def _is_placing(item: Any) -> bool:
    return str(item.tree.parts[0].rule) in _PLACINGS
