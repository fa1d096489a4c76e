"""What a fact or an act can be about at one table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from checker.kernel.game import Game
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of


def instances(game: Game, letters: tuple[str, ...], seats: int) -> Iterator[tuple[Value, ...] | None]:
    """The things that the letters can stand for, in the place of numbers nothing; None where there may be others."""
    columns: list[tuple[Value, ...]] = []
    players = 0
    for letter in letters:
        sort = sort_of(game.vocabulary, letter)
        if sort == "player":
            columns.append(tuple(range(min(seats, players + 1))))
            players += 1
        elif sort == "number":
            columns.append((None,))
        else:
            there = _things(game, sort)
            if not there:
                yield None
                return
            columns.append(there)
    yield from product(*columns)


def _things(game: Game, sort: str) -> tuple[str, ...]:
    words = game.vocabulary
    declared = next((s for s in words.sorts if s.name == sort), None)
    if declared is not None and declared.labels:
        return ()
    titled = sort == "card" or (declared is not None and declared.cards)
    return (*(w for w, of in words.words if of == sort), *(c.title for c in game.cards if titled))
