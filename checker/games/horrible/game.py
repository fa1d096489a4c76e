"""Horrible Hex as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from checker.boards.hexes import DIRECTIONS, label_of
from checker.boards.table import places
from checker.games.horrible.opening import Table, refuse
from checker.games.horrible.tiles import FUNCTIONS, name_of
from checker.games.horrible.whole import playing
from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Ask, Close, Form, MayQuestion, Select, yes
from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions
from checker.syntax.parts import text_of

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]

MOVEMENTS = ("slide", "jump", "push", "swap")


def functions(**inputs: Any) -> Functions:
    """The functions behind the facts."""
    return FUNCTIONS


DRAWS = ("draws", "draws_goal")
"""What tells that somebody draws."""


def scene_forms(game: Game) -> Callable[[Any], Any]:
    """What reads the game's own statements in a scene."""
    return partial(SceneForms, counts={c.of: c.number for c in game.counts if c.number is not None})


class SceneForms:
    """The forms of one scene's statements and its opening table."""

    def __init__(self, scene: Any, whole: Any, counts: dict[str, int]) -> None:
        self.scene = scene
        self.table = Table(scene, counts)
        self.draws = any(i.said.rule == "draws" for i in scene.items)
        self.first = next((n for n, i in enumerate(scene.items) if not _is_placing(i)), len(scene.items))

    def form(self, item: Any) -> Form:
        """What the statement does or asks."""
        if _is_placing(item):
            return Arrange(self.table.placed(item))
        tree, parts = item.said, item.said.parts
        match tree.rule:
            case "draws":
                who, drawn = self.table.seat(parts[0]), text_of(parts[1])
                return Select(lambda view: view.store.get(("drawn", who)) == drawn, (), item.raw.text)
            case "draws_goal":
                seat, pattern = self.table.seat(parts[0]), text_of(parts[1])
                return Select(lambda view: pattern in map(name_of, _turned_up(view.store, seat)), (), item.raw.text)
            case "may_move":
                seat, tile = self.table.seat(parts[0]), text_of(parts[1]) if parts[1:] else None
                return MayQuestion("move", lambda view: tuple(_movements(view, seat, tile)))
            case "must_lay" | "must_move":
                seat, fact = self.table.seat(parts[0]), str(tree.rule).replace("_", " ")
                return Ask(lambda view: yes(view.context.fact(fact, seat) is True))
            case "where_is":
                return Ask(lambda v: label_of(at) if (at := places(v.store).get(text_of(parts[0]))) else "the supply")
            case _:
                raise refuse(item.raw, "this is not known here", "`hexcheck show scenes` lists what is")

    def opening(self, laid: Callable[[Store], Store] = lambda store: store) -> Store:
        """The table before the first event."""
        changes = [self.table.placed(i) for i in self.scene.items[: self.first]]
        changes.append(laid)
        coming = [text_of(i.said.parts[1]) for i in self.scene.items if i.said.rule == "draws_goal"]
        spoken = {text_of(i.said.parts[-1]) for i in self.scene.items if i.said.rule in ("where_is", "may_move")}
        return self._of_whoever_draws(self.table.opening(changes, coming, spoken))

    def _of_whoever_draws(self, store: Store) -> Store:
        """The table on which it is the turn of whoever draws before anybody does anything, where nobody tells whose it is."""
        begun = next((i.said for i in self.scene.items[self.first :] if i.said.rule in ("did", *DRAWS)), None)
        if begun is None or begun.rule not in DRAWS or not store.get(("turn guessed",)):
            return store
        return store.put(("turn",), self.table.seat(begun.parts[0])).put(("turn guessed",), False)

    forced: tuple[str, ...] = ()
    untold: Close | None = None
    passing: Close | None = None
    """No moment passes by itself when the course of play is asked about."""

    def holding(self, store: Store, item: Any) -> Store:
        """The table with a tile that whoever is asked about may lay drawn, where no draw is told."""
        tree = item.said
        if not tree.rule.startswith(("ask_m", "may_", "must_")):
            return store
        seat = self.table.seat(tree.parts[0])
        if tree.rule == "ask_may" and str(tree.parts[1].rule).startswith("deed__lay") and not self.draws:
            return store.put(("drawn", seat), text_of(tree.parts[1]))
        return store

    def others(self) -> Iterator[SceneForms]:
        """Nothing else is supposed."""
        return iter(())

    def phase(self, store: Store) -> str:
        """The step of the game before which the scene begins."""
        return "turns"


def _turned_up(store: Store, seat: int) -> tuple[Value, ...]:
    """The Goal Cards before the player, and those of their Score Pile of which none is left to be turned up."""
    left = {name_of(card) for card in store.lying("goal supply")}
    return (*store.lying("goals", seat), *(c for c in store.lying("pile", seat) if name_of(c) not in left))


def _movements(view: Any, seat: int, tile: Value) -> Iterator[tuple[Value, ...]]:
    """Every movement of the tile, or of any in play."""
    for one in places(view.store) if tile is None else (tile,):
        yield from ((seat, one, by, to) for by in MOVEMENTS for to in DIRECTIONS)


def _is_placing(item: Any) -> bool:
    return bool(item.tree.parts[0].rule != "question" and item.said.rule not in DRAWS)
