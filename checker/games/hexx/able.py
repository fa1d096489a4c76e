"""Facts about what a player can still do: lay a word, or make one in some other way."""

from __future__ import annotations

from typing import Any

from checker.games.hexx.board import HIDDEN, hand_of, kind_of
from checker.games.hexx.moves import some_play
from checker.games.hexx.plays import words_of
from checker.games.hexx.swaps import can_swap
from checker.kernel.term import Value


def can_lay(context: Any, player: Value) -> bool:
    """The player holds what some word could be laid with; a hand that is not told holds nothing that matters."""
    if context.store.get(("unknown hand", player)):
        return False
    words = words_of(context)
    return some_play(context, player, words, False) or (
        some_play(context, player, words, True) and context.fact("adding s") is True
    )


def hopeless(context: Any, player: Value) -> bool:
    """The player's hand is known and makes no word, nor does a letter that the player has to exchange."""
    store = context.store
    if any(kind_of(store, tile) == HIDDEN for tile in hand_of(store, player)) or can_lay(context, player):
        return False
    owing = store.get(("bound", player)) is True or store.get(("swaps", player), 0) != 0
    return not (owing and can_swap(context, player))
