"""What a game has to say so that whole games of it can be played: acts, chances, and how a game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from checker.kernel.position import Key, Store
from checker.kernel.record import Record
from checker.kernel.term import Value

Lies: TypeAlias = tuple[Key, Value] | None
"""A card with the zone of a player in which it lies, or none."""


class Result(NamedTuple):
    """How a game ended: who wins, and what each player has, in seating order."""

    winner: Value
    scores: tuple[Value, ...]


class Repeated(Record):
    """What chance comes to where some results are tried again: how likely each of the others is in the end.

    `tries` is how many tries it takes on average, or nothing where it never ends. Chances are exact fractions.
    """

    again: tuple[str, ...]
    clauses: tuple[str, ...]
    tries: str
    chances: dict[str, str]


class Repeats(NamedTuple):
    """Every set of results that can be tried again at once, and on which tables they were looked for.

    Where all are at once, `endless` are the lines of a scene in which they are, the last of them asks which are.
    """

    sets: tuple[Repeated, ...]
    scope: str
    endless: tuple[str, ...] = ()


class Playing(NamedTuple):
    """A game's own part in playing it.

    `acts` lists the acts worth asking about (evaluation, moment, kinds of act, what the moment is about);
    `weight` says how likely chance picks a value; `table` is what lies there before a game of so many
    players; `clock` tells parts of a game, such as rounds, from each other; `result` is how it ended, with the `scores` so called.
    `assumes` says what of it no clause states; `seats` are the numbers of players, if not any. What comes of the acts
    that are `rolled` is up to chance; `repeats` works out, from how a table is evaluated, which of it is tried again; `uses` counts
    what is in use on a table, by name. By what is `untold`,
    acts and procedures, a scene leaves out what players do or say; no game that is played has it. Where the acts of a
    moment can be listed `apart`, for each card in a zone of a player and those without one, all of them together are `acts`.
    Where acts are too many to be listed, `reaching` gives all of them that lay something on a board, with the spaces.
    """

    acts: Callable[[Any, str, tuple[str, ...], dict[str, Value]], tuple[tuple[Value, ...], ...]]
    weight: Callable[[Store, Value], int]
    table: Callable[[tuple[str, ...]], Store]
    clock: Callable[[Store], Value]
    result: Callable[[Any], Result]
    scores: str
    assumes: str = ""
    seats: tuple[int, ...] = ()
    rolled: frozenset[str] = frozenset()
    repeats: Callable[[Callable[[Store], Any]], Repeats] | None = None
    uses: Callable[[Store], dict[str, int]] | None = None
    untold: frozenset[str] = frozenset()
    apart: Callable[[Any, str, tuple[str, ...], dict[str, Value], Lies], tuple[tuple[Value, ...], ...]] | None = None
    reaching: Callable[[Any], Iterator[tuple[tuple[Value, ...], tuple[str, ...]]]] | None = None
