"""What is decided at a state: by whom, and the options, each with how it goes on."""

from __future__ import annotations

from enum import Enum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from checker.kernel.term import Value

T = TypeVar("T")

Label: TypeAlias = tuple[Value, ...]
"""What tells an option apart: the act done, what was chosen or drawn, the option of an open point; () if nobody acts."""


class StateKind(Enum):
    """What a state is: a moment for acts, somebody's choice, chance, an open point, or an end of play."""

    ACTS = "acts"
    CHOICE = "choice"
    CHANCE = "chance"
    POINT = "point"
    OVER = "over"
    STUCK = "stuck"
    ENDLESS = "endless"


class Decided(NamedTuple, Generic[T]):
    """The kind of a state, who decides or which point is open, and the options."""

    kind: StateKind
    by: Value
    options: tuple[tuple[Label, T], ...]


ENDLESS = -1
"""Stands for a state from which play goes on for ever with nobody deciding anything."""
