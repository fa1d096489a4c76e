"""Cards as they lie in the zones of a table: what they are called, found and put there by title."""

from __future__ import annotations

from collections.abc import Iterable

from checker.kernel.game import Game
from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.kernel.zone_terms import SHUFFLED


def title_of(card: Value) -> str:
    """The title of a card: cards are pairs of a title and a number."""
    return str(card[0]) if isinstance(card, tuple) else str(card)


def with_card(store: Store, title: str, zone: tuple[Value, ...]) -> Store:
    """The table with one more card of the title in the zone."""
    number = store.get(("printed", title), 0)
    held = store.get(zone, ())
    assert isinstance(number, int) and isinstance(held, tuple)
    return store.put(("printed", title), number + 1).put(zone, (*held, (title, number + 1)))


def with_only(store: Store, titles: Iterable[str], zone: tuple[Value, ...]) -> Store:
    """The table on which just such cards lie in the zone."""
    store = store.put(zone, ())
    for title in titles:
        store = with_card(store, title, zone)
    return store


def held_card(store: Store, title: str, zone: tuple[Value, ...]) -> Value:
    """The card of the title in the zone, if there is one."""
    held = store.get(zone, ())
    cards = held if isinstance(held, tuple) else ()
    return next((c for c in cards if isinstance(c, tuple) and c[0] == title), None)


def all_lie(game: Game, store: Store) -> bool:
    """Every card of the game lies somewhere on the table."""
    return len(store.cards()) == sum(c.copies for c in game.cards)


def filled(game: Game, store: Store) -> Store:
    """The table with every card that it does not have where the cards of the game begin, unless it says what lies there."""
    zones = game.vocabulary.zones
    apart = {zone.of for zone in zones if zone.of}
    for zone in zones:
        key: Key = ("zone", zone.name)
        if not zone.starts or ("told lying", zone.name) in store:
            continue
        for card in reversed(game.cards):
            if zone.of not in card.kinds if zone.of else not apart.isdisjoint(card.kinds):
                continue
            there = store.get(("printed", card.title), 0)
            for _ in range(card.copies - (there if isinstance(there, int) else 0)):
                store = with_card(store, card.title, key)
        held = store.get(key, ())
        if zone.starts == "shuffled" and isinstance(held, tuple) and (SHUFFLED + zone.name,) not in store:
            store = store.put((SHUFFLED + zone.name,), len(held))
    return store
