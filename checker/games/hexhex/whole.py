"""Whole games of HEX•HEX: what is needed to play them, and who wins with how much Voice."""

from __future__ import annotations

from functools import partial

from checker.games.hexhex.acts import acts, apart, beginning, weight
from checker.kernel.game import Game
from checker.kernel.game_play import Playing, Result
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Value


def playing(game: Game) -> Playing:
    """Games with the deck as it is listed."""
    titles = [c for c in game.cards if c.copies]
    number = sum(c.copies_source in ("assumed", "invented") for c in titles)
    assumes = f"numbers of copies of {number} of the {len(titles)} titles in the deck" if number else ""
    begin = partial(beginning, game.cards)
    untold = frozenset({"spiting-untold"})
    return Playing(acts, weight, begin, clock, result, "final Voice", assumes, (3, 4, 5, 6), untold=untold, apart=apart)


def clock(store: Store) -> Value:
    """The round that is being played."""
    return store.get(("round",), 1)


def result(context: AtTable) -> Result:
    """Who wins, and the Voice of each player. Raises Undecided where that is open."""
    return Result(context.fact("winner"), tuple(context.fact("Voice", p) for p in context.things("player")))
