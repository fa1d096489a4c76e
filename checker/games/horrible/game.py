"""Horrible Hex as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from checker.games.horrible.facts import FUNCTIONS
from checker.games.horrible.opening import Supply, Table, pattern_told
from checker.games.horrible.questions import asked, happened
from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Form
from checker.kernel.vocabulary import Functions

_EVENTS = frozenset({"moves", "skips", "turns", "draws", "draws_goal", "places"})


def functions(**inputs: Any) -> Functions:
    """The functions behind the facts."""
    return FUNCTIONS


def scene_forms(game: Game) -> Callable[[Any], Any]:
    """What reads the game's own statements in a scene."""
    return partial(SceneForms, box=Supply({c.of: c.number for c in game.counts if c.number is not None}))


class SceneForms:
    """The forms of one scene's statements and its opening table."""

    def __init__(self, scene: Any, box: Supply) -> None:
        self.scene = scene
        self.table = Table(scene, box)
        self.first = next((n for n, i in enumerate(scene.items) if not _is_placing(i)), len(scene.items))

    def form(self, item: Any) -> Form:
        """What the statement does or asks."""
        if _is_placing(item):
            return Arrange(self.table.placed(item))
        return asked(self.table, item) if _asks(item) else happened(self.table, item)

    def opening(self) -> Store:
        """The table before the first event."""
        changes = [self.table.placed(i) for i in self.scene.items[: self.first]]
        coming = [pattern_told(i.said.parts[1:]) for i in self.scene.items if i.said.rule == "draws_goal"]
        spoken = tuple(
            name for i in self.scene.items[self.first :] for name in self.table.tiles if name in i.raw.text.split()
        )
        return self.table.opening(changes, coming, spoken, self._first_to_act())

    def _first_to_act(self) -> int | None:
        """Whoever is the first to act or to be asked about."""
        acting = (i for i in self.scene.items if i.said.rule in _EVENTS or i.said.rule.startswith(("may_", "must_")))
        named = (i.said.parts[0] for i in acting if i.said.rule != "may_touch")
        return next((self.table.seat(part) for part in named), None)

    forced: tuple[str, ...] = ()
    """No moment passes by itself when the course of play is asked about."""

    def holding(self, store: Store, item: Any) -> Store:
        """The table as it is: nobody holds anything."""
        return store

    def others(self) -> Iterator[SceneForms]:
        """Nothing else is supposed."""
        return iter(())

    def phase(self, store: Store) -> str:
        """The step of the game before which the scene begins."""
        return "turns"


def _asks(item: Any) -> bool:
    return bool(item.tree.parts[0].rule == "question")


def _is_placing(item: Any) -> bool:
    return not _asks(item) and item.said.rule not in _EVENTS
