"""Which Hex and which card of the table the words of a scene mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from checker.kernel.lying_cards import held_card, title_of, with_card
from checker.kernel.position import Store
from checker.kernel.scene import Raw, Sight
from checker.kernel.source import refused
from checker.kernel.term import Instance, Value

Laid: TypeAlias = tuple[Value, ...]
"""A card: its title and its number."""
NamedCard: TypeAlias = tuple[str, int | None]
"""A card by its title, and its player if one is named."""
Before: TypeAlias = Sequence[Instance]
"""What stood in the gaps of the statements told so before."""
MeantPlay: TypeAlias = Callable[[Sight], Instance | None]
"""The instance of `play` that the words mean on a table, if there is one."""
THE_HEX = "the hex"
"""What is told of a Hex without its label."""

HOW_DRAWN = ("drawn late", "drawn for fire")
"""What is known of how a card came into a hand, whichever card it turns out to be."""


def the_hex(label: Value, store: Store) -> Value:
    """The Hex that is meant: by its label, or the only one, or the first that there was."""
    if label != THE_HEX:
        return label
    there = store.things("hex")
    if len(there) == 1:
        return there[0]
    return "H1"


def told_hex(label: Value, view: Sight) -> Value:
    """The Hex that is spoken of after all that was told: the only one in play, else the last one that was cast
    or that something happened to."""
    if label != THE_HEX:
        return label
    there: tuple[Value, ...] = view.store.things("hex")
    start = view.start if ("things", "hex") in view.start else view.store
    if len(there) == 1:
        return there[0]
    if not there and len(view.events("cast")) > (0 if start.things("hex") else 1):
        return f"H{view.store.get(('made', 'hex'), 1)}"
    known = {*start.things("hex"), *(e[1] for e in view.events("move", "go off"))}
    touched = [a for e in view.events() for a in e[1:] if a in known]
    return touched[-1] if touched and not there else the_hex(THE_HEX, start)


def coming(store: Store, title: str, player: Value = None) -> Value:
    """The card of the title that is coming into play, if there is one; of several one at which none of them is aimed."""
    found = answerable(store, title, player)
    return found[0] if found else None


def answerable(store: Store, title: str = "", player: Value = None) -> list[Laid]:
    """The cards of the title, or all, that are coming into play: those at which none of them is aimed, else all."""
    cards = [k[1] for k, v in store.entries("coming") if v is True and isinstance(k[1], tuple)]
    aimed = {store.get(("target card", c)) for c in cards}
    fitting = [c for c in cards if title in ("", c[0]) and player in (None, store.get(("player of", c)))]
    return [c for c in fitting if c not in aimed] or fitting


def only_one(cards: list[Laid], store: Store, raw: Raw | None) -> Value:
    """The card that is meant, if there is any. Raises InputError if words that stand somewhere could mean several."""
    if raw is None or len(cards) < 2:
        return cards[0] if cards else None
    told = sorted(
        f"on {store.player(seat)}'s {c[0]}" for c in cards if isinstance(seat := store.get(("player of", c)), int)
    )
    raise refused(raw.place, "several cards could be meant", raw.whole, f"say {' or '.join(told)}")


def laid(store: Store, title: str, player: Value = None) -> Value:
    """The card of the title that was laid out last, face down or in play."""
    out = (
        cards for key, cards in store.lying_of(title) if key[1] in ("played", "in play") and player in (None, key[2])
    )
    return next((cards[-1] for cards in reversed([*out])), None)


def find_hidden(store: Store, player: int) -> Value:
    """A card in the player's hand of which nothing is known."""
    return held_card(store, "an unknown card", ("zone", "hand", player))


def turned_up(store: Store, player: int, title: str) -> Store:
    """The table on which the player turns out to hold such a card: one that nobody knew, if there is one in the hand."""
    hidden, hand = find_hidden(store, player), store.lying("hand", player)
    known = store.put(("zone", "hand", player), tuple(c for c in hand if c != hidden)) if hidden else store
    turned = with_card(known, title, ("zone", "hand", player))
    card = turned.lying("hand", player)[-1]
    for field in HOW_DRAWN:
        turned = turned.put((field, card), True) if store.get((field, hidden)) is True else turned
    return turned


def held(view: Sight, player: int) -> tuple[str, ...]:
    """The titles of the cards that the player holds, or may hold as far as anybody knows."""
    if view.store.get(("unknown hand", player)) or find_hidden(view.store, player):
        return tuple(view.rules.cards)
    return tuple(dict.fromkeys(title_of(card) for card in view.store.lying("hand", player)))


def with_such(store: Store, player: int, title: str) -> Store:
    """The table on which the player holds such a card, if need be one that nobody knew."""
    return store if held_card(store, title, ("zone", "hand", player)) is not None else turned_up(store, player, title)


def betrayed(player: int, title: str) -> Callable[[Store], Store]:
    """What it betrays of the table that the player has such a card in hand."""

    def betrays(store: Store) -> Store:
        held = held_card(store, title, ("zone", "hand", player))
        return turned_up(store, player, title) if held is None and find_hidden(store, player) else store

    return betrays
