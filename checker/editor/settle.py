"""Errata that settle a question of a scene, each with the answer that it leads to."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from checker.ask.game_session import Desk
from checker.ask.settlements import Settled
from checker.clarify.settle import settled
from checker.syntax.files import without_comment


def asks(text: str, line: int) -> bool:
    """A question stands in the line."""
    lines = text.split("\n")
    return 0 <= line < len(lines) and without_comment(lines[line]).rstrip().endswith("?")


def settlements(desk: Desk, text: str, file: str, line: int) -> tuple[Settled, ...]:
    """The errata that settle the question in the line of the scenes; none where it is settled, or where none was found.

    Raises InputError for scenes that cannot be read or carried out.
    """
    for scene in desk.scenes(text, file):
        if line + 1 in (item.raw.place.line for item in scene.items):
            for number, (item, answer) in enumerate(desk.answers(scene)):
                if item.raw.place.line == line + 1:
                    return settled(desk, scene, number, answer)
    return ()


def fresh(beside: Path) -> Path:
    """A file for an erratum beside the other, which is not there yet."""
    names = (beside.with_name(f"settled-{number}.norm") for number in count(1))
    return next(path for path in names if not path.exists())
