"""Who holds which card, of a game whose cards lie in a hand of each player."""

from __future__ import annotations

from typing import Any

from checker.kernel.term import Value
from checker.kernel.vocabulary import Functions, Vocabulary

HAND = "hand"


def functions(words: Vocabulary) -> Functions:
    """The function behind the fact `holds`, of a player and a card, where each player has a zone `hand`."""
    return {"holds": holds} if any(z.name == HAND and len(z.params) == 1 for z in words.zones) else {}


def holds(context: Any, player: Value, card: Value) -> bool:
    """The card is in the player's hand."""
    held = context.store.get(("zone", HAND, player), ())
    return isinstance(held, tuple) and card in held
