"""The rules of a game, loaded once and asked as often as one likes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from checker.ask.ask import Answered, Settling, asked_at
from checker.ask.game_session import Desk
from checker.cli import games as house
from checker.cli.retelling import retold
from checker.kernel.game import Game
from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Place, Problem
from checker.process.inputs import usable
from checker.syntax.everyday.retell import Retold
from checker.syntax.scene_reader import named_game, statements

SCENE = "scene"
"""What a scene is called in messages."""


class Rules:
    """The rules of one game, with the amendments that they were loaded with."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.desk.name

    @cached_property
    def game(self) -> Game:
        """All that was read of the game."""
        return self.desk.game

    def answered(self, scene: str, *, why_not: bool = False, settle: bool = False) -> list[Answered]:
        """Every question of the scene with its answer, with all that is known of it.

        A scene that cannot be read as it stands is told in the forms of the game if it can be. Raises InputError.
        """
        scenes, told = self._read(scene)
        answers = asked_at(self.desk, scenes, why_not, _settling() if settle else None)
        return [msgspec.structs.replace(one, told=told) for one in answers] if told else answers

    def scenes(self, scene: str) -> list[Scene]:
        """The scenes of the text, as they are read. Raises InputError."""
        return self._read(scene)[0]

    def _read(self, scene: str) -> tuple[list[Scene], Retold | None]:
        """The scenes, and how they were told if they cannot be read as they stand."""
        text = usable(scene, SCENE)
        self._own(text)
        try:
            return self.desk.scenes(text, SCENE), None
        except InputError:
            found = retold([self.desk], text, SCENE)
            if found is None:
                raise
            return self.desk.scenes(found[1].text, SCENE), found[1]

    def _own(self, text: str) -> None:
        """Raises InputError if the scene says that it is one of another game."""
        named = named_game(statements(text, SCENE))
        if named and named != self.name:
            message = f"this scene is one of `{named}`, and these are the rules of `{self.name}`"
            raise InputError(Problem(Place(SCENE, 1), message, "", f'`hexcheck.load("{named}")`'))


def load(
    game: str, *, errata: Iterable[Path] = (), variants: Iterable[str] = (), dictionary: Path | None = None
) -> Rules:
    """The rules of the game, amended. Raises InputError with every problem of its files."""
    (name,) = house.games((game,))
    return Rules(house.desk(name, list(errata), list(variants), dictionary=dictionary))


def _settling() -> Settling:
    from checker.clarify.settle import settled  # it reads the rules as they are written

    return settled
