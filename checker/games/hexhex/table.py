"""How a HEX•HEX table is laid out for a scene."""

from __future__ import annotations

from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.term import Value

MARKS = {
    "Boost": "boosted",
    "Rot": "rotted",
    "Escalating Obsession": "escalated",
    "Double & Thrice": "doubled and thriced",
    "Maddening Compulsion Left": "maddened left",
    "Maddening Compulsion Right": "maddened right",
}
"""What a Hex is called that carries the token of the title."""


def shuffled_in(store: Store, title: str) -> int:
    """How many cards of the title went into the deck with the discards, so that nobody knows where they are."""
    deck = store.lying("deck") if store.get(("shuffled",)) else ()
    return sum(title_of(card) == title for card in deck)


def tokens_on(store: Store, label: Value) -> tuple[str, ...]:
    """The titles of the tokens on the Hex, in the order in which they were put on."""
    return tuple(str(store.get(("token title", t))) for t in store.things("token") if store.get(("bearer", t)) == label)


PLACES = {"hand": "hand of {}", "in play": "in play before {}", "discards": "discard pile", "box": "out of the game"}
"""What the zones are called in answers, if not by their names."""


def described(store: Store, card: Value) -> str:
    """Where the card is, in words."""
    for _, zone, *owner in store.holding(card)[:1]:
        return PLACES.get(str(zone), str(zone)).format(*map(store.player, owner))
    return "deck"


def any_card(store: Store, title: str) -> Value:
    """Some card of the title anywhere on the table."""
    best: Value = None
    for card in store.titled(title):
        best = card if best is None or card not in store.lying("deck") else best
    return best
