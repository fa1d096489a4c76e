"""Horrible Hex as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from checker.boards.hexes import label_of
from checker.boards.table import places
from checker.games.horrible import opening
from checker.games.horrible.opening import Table, to_play
from checker.games.horrible.tiles import FUNCTIONS, name_of
from checker.games.horrible.whole import playing
from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.scene import Item, OwnReading, Scene, Sight, TableChange
from checker.kernel.term import Value
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Functions, Vocabulary, answering
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import QUESTION, form_by

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]


def functions(**inputs: Any) -> Functions:
    """The functions behind the facts."""
    return {
        **FUNCTIONS,
        **answering(opening),
        "draws tile": draws_tile,
        "draws goal": draws_goal,
        "where is": where_is,
    }


def scene_forms(game: Game) -> Callable[[Scene], SceneForms]:
    """What reads the game's own statements in a scene."""
    return partial(
        SceneForms, words=game.vocabulary, counts={c.of: c.number for c in game.counts if c.number is not None}
    )


class SceneForms(OwnReading):
    """What a scene leaves to the game: the rest of its opening table."""

    def __init__(self, scene: Scene, words: Vocabulary, counts: dict[str, int]) -> None:
        self.table = Table(scene, counts)
        told = ((form_by(words, i.said), i.said.parts) for i in scene.items)
        self.drawn = [(by, parts) for by, parts in told if by in ("draws tile", "draws goal")]
        asked = (i.said for i in scene.items if i.said.rule.startswith(QUESTION))
        self.spoken = {text_of(p) for said in asked for p in said.parts if isinstance(p, Node) and p.rule == "label"}

    def opening(self, laid: TableChange) -> Store:
        """The table before the first event: the turn of whoever draws first, where nobody tells whose it is."""
        coming = [text_of(parts[1]) for by, parts in self.drawn if by == "draws goal"]
        store = self.table.opening(laid, coming, self.spoken)
        if not self.drawn or not store.get(("turn guessed",)):
            return store
        return to_play(store, self.table.names.index(text_of(self.drawn[0][1][0])))

    def holding(self, store: Store, item: Item) -> Store:
        """The table with a tile that whoever is asked about may lay drawn, where no draw is told."""
        tree = item.said
        tiles = any(by == "draws tile" for by, _ in self.drawn)
        lays = any(isinstance(p, Node) and p.rule.startswith("deed__lay") for p in tree.parts)
        if tree.rule == "ask_may" and lays and not tiles:
            return store.put(("drawn", self.table.names.index(text_of(tree.parts[0]))), text_of(tree.parts[1]))
        return store


def draws_tile(view: Sight, seat: int, tile: Value) -> bool:
    """The tile drawn by the player is this one."""
    return bool(view.store.get(("drawn", seat)) == tile)


def draws_goal(view: Sight, seat: int, pattern: str) -> bool:
    """Such a Goal Card was turned up for the player: it lies before them, or in their Score Pile where none is left."""
    left = {name_of(card) for card in view.store.lying("goal supply")}
    scored = (c for c in view.store.lying("pile", seat) if name_of(c) not in left)
    return pattern in map(name_of, (*view.store.lying("goals", seat), *scored))


def where_is(view: Sight, tile: Value) -> str:
    """The space on which the tile lies, or the supply."""
    return label_of(at) if (at := places(view.store).get(tile)) else "the supply"
