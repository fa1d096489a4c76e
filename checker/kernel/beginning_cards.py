"""Where the cards of a game lie before it begins."""

from __future__ import annotations

from checker.kernel.game import Game
from checker.kernel.lying_cards import with_card
from checker.kernel.position import Key, Store
from checker.kernel.zone_terms import SHUFFLED


def filled(game: Game, store: Store) -> Store:
    """The table with every card that it does not have where the cards of the game begin, unless it says what lies there."""
    for zone in game.vocabulary.zones:
        key: Key = ("zone", zone.name)
        if not zone.starts or ("told lying", zone.name) in store:
            continue
        for card in reversed(game.cards):
            there = store.get(("printed", card.title), 0)
            for _ in range(card.copies - (there if isinstance(there, int) else 0)):
                store = with_card(store, card.title, key)
        held = store.get(key, ())
        if zone.starts == "shuffled" and isinstance(held, tuple) and (SHUFFLED + zone.name,) not in store:
            store = store.put((SHUFFLED + zone.name,), len(held))
    return store
