"""Whole games of a game that is only specs: its vocabulary says what can be done, and its facts who wins."""

from __future__ import annotations

from functools import partial
from typing import Any

from checker.kernel.game import Game
from checker.kernel.game_play import Playing, Result
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.simulate.possible_acts import possible, possible_apart

WINNER = "the winner"
"""The phrase of the fact that says whose the game is."""


def playing(game: Game) -> Playing:
    """Games in which each act that some norm allows is worth trying, and chance has no favourites."""
    return Playing(
        possible,
        lambda store, value: 1,
        _table,
        lambda store: 0,
        partial(_result, game),
        "numbers",
        apart=possible_apart,
    )


def _table(names: tuple[str, ...]) -> Store:
    return Store().put(("seats",), len(names)).put(("names",), names)


def _result(game: Game, context: Any) -> Result:
    """Who wins, and every number that is kept of each player. Raises Undecided where that is open."""
    players, words = context.things("player"), game.vocabulary
    winners = (f.name for f in words.facts if not f.params and WINNER in f.phrase.split(" | "))
    won = next((context.fact(name) for name in winners), None)
    return Result(won, tuple(tuple(context.fact(name, p) for name in _numbers(words)) for p in players))


def _numbers(words: Vocabulary) -> tuple[Value, ...]:
    """The names of the fields that keep a number of each player."""
    return tuple(
        f.name
        for f in words.fields
        if f.result == "number" and len(f.params) == 1 and sort_of(words, f.params[0]) == "player"
    )
