"""What is asked and found where two cards meet."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.point import Point
from checker.kernel.verdict import Verdict


class Pairing(NamedTuple):
    """A piece of work: the number of a scene, the first card, and the points that cards open alone, by title."""

    scene: int
    first: str
    alone: tuple[tuple[str, frozenset[str]], ...] = ()


class Opened(NamedTuple):
    """An open point that cards open where they meet, and a question that it decides.

    One that was open `before` is none of the cards' doing.
    """

    key: str
    point: Point
    verdict: Verdict
    question: str
    lines: tuple[str, ...]
    before: bool = False


class CardMeeting(NamedTuple):
    """How the second card meets the first: not at all (`meets` is no, `by` the clauses), or what happens then.

    `order` is a question that is answered otherwise if they come in the other order; `compared` if that was asked.
    They can come in `either` order, or the scene says which comes first; if it is `rolled`, chance does, so that the
    order is not open. If it is `cut`, there were ways that were not followed, and what was not seen is unknown.
    """

    scene: str
    first: str
    second: str
    meets: bool
    by: tuple[str, ...] = ()
    happens: tuple[str, ...] = ()
    opened: tuple[Opened, ...] = ()
    order: str = ""
    compared: bool = False
    lines: tuple[str, ...] = ()
    cut: bool = False
    rolled: bool = False
    either: bool = False
