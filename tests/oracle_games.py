"""Small games: what they are.

A game here is a value of its own and no text: two players, counters, marks, acts with effects, and clauses. The text is
one print of it, and `oracle.py` plays the value itself, so that the two share nothing but what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

PLAYERS = ("A", "B")
NUMBERS = {"red": "the red of {P}", "blue": "the blue"}
MARKS = {"ready": "{P} is ready", "lit": "the lamp is lit", "over": "the game is over"}
TURNS = {"turn": "{P} is on turn", "moved": "{P} has moved"}
"""Marks of games where one player after the other acts once."""
CARDS = {"gem": "Gem", "coal": "Coal"}
"""One card each, which lies in the pile (nobody's) or in a player's hand; whether it does is a mark of the place."""
VALUES = {"toll": "the toll of {P}", "price": "the price"}
OWNED = ("red", "ready", "toll", "turn", "moved")
"""What each player has one of."""
ACTS = ("push", "pull", "bow", "rest")


@dataclass(frozen=True)
class Number:
    """A counter; of whom, by a letter, if each player has one. `cards` counts what lies in a hand or in the pile."""

    field: str
    who: str = ""


@dataclass(frozen=True)
class Compared:
    """A counter compared with a number or a counter."""

    left: Number
    how: str
    right: Number | int


@dataclass(frozen=True)
class Marked:
    """A mark that is set."""

    field: str
    who: str = ""


@dataclass(frozen=True)
class Not:
    one: Condition


@dataclass(frozen=True)
class Joined:
    """Two conditions, joined by `and` or `or`."""

    word: str
    left: Condition
    right: Condition


Condition: TypeAlias = Compared | Marked | Not | Joined


@dataclass(frozen=True)
class Change:
    """A counter is raised, lowered or set."""

    how: str
    what: Number
    by: Number | int


@dataclass(frozen=True)
class Mark:
    """A mark is set or taken off."""

    field: str
    who: str
    on: bool


@dataclass(frozen=True)
class If:
    condition: Condition
    then: tuple[Effect, ...]


@dataclass(frozen=True)
class AnyOrder:
    """Things that nothing orders."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True)
class Each:
    """For each player Q, and nothing orders them."""

    then: tuple[Effect, ...]


@dataclass(frozen=True)
class Move:
    """A card is moved to a player's hand or to the pile."""

    card: str
    who: str


Effect: TypeAlias = Change | Mark | If | AnyOrder | Each | Move


@dataclass(frozen=True)
class Norm:
    """A clause of one norm: `says` is may, must, must not, the value that it gives, or what it attaches; `of` is the act
    or the fact."""

    name: str
    says: str | int | Effect
    of: str
    condition: Condition | None
    over: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """What is true at the start of what is not 0 or off, what each act does to whoever does it, and the clauses; whether
    the players have turns, and whether there are cards."""

    starts: tuple[tuple[str, int], ...]
    acts: tuple[tuple[str, tuple[Effect, ...]], ...]
    norms: tuple[Norm, ...]
    turns: bool = False
    cards: bool = False


def lying(cards: bool) -> list[tuple[str, str]]:
    """Each place where a card can lie, if there are cards."""
    return [(name, who) for name in CARDS for who in (*PLAYERS, "")] if cards else []


def places(names: Iterable[str]) -> list[tuple[str, str]]:
    """The fields and facts of the names, of each player if each has one."""
    return [(name, who) for name in names for who in (PLAYERS if name in OWNED else ("",))]


NOTHING: tuple[Effect, ...] = (Mark("over", "", True),)
"""What an act does that ends play."""
