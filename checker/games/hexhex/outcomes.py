"""What cards brought about as told, and what a cancelled card no longer brings about."""

from __future__ import annotations

from typing import Any

from checker.kernel.effect import Await
from checker.kernel.position import Store
from checker.kernel.scene import Sight
from checker.kernel.trees.brought_acts import brought

AT_RANDOM = "discard at random"
"""The act by which chance takes cards from a hand."""


def cancelled(store: Store, title: str) -> bool:
    """A card of the title was cancelled on its way."""
    return title in _cancelled(store)


def _cancelled(store: Store) -> list[str]:
    """The titles of the cards that were cancelled on their way."""
    cards = [key[1] for key, value in store.entries("cancelled") if value is True]
    return [str(card[0]) for card in cards if isinstance(card, tuple)]


def withheld(view: Sight, act: str) -> bool:
    """The act is none that the moment is for, and a card whose text brings it about was cancelled."""
    waits = view.branch.waits
    if waits is not None and act in waits[0].acts:
        return False
    return any(act in acts_of(view.rules, title) for title in _cancelled(view.store))


def acts_of(rules: Any, title: str) -> frozenset[str]:
    """The acts that the text of the card brings about or waits for; none of a card that is not known."""
    acts: frozenset[str] = rules.found.of(("acts of", title), lambda: _acts_of(rules, title))
    return acts


def _acts_of(rules: Any, title: str) -> frozenset[str]:
    card = rules.cards.get(title)
    found = brought(card.text, rules.procedures, rules.acts) if card is not None else ()
    return frozenset(act for one in found for act in (one.acts if isinstance(one, Await) else (one.act,)))


def stated_here(store: Store, title: str) -> bool:
    """The table is one on which an unstated effect of the card came about and did no more than the scene states."""
    chosen = [v for key, v in store.entries("option") if key[1] == "effect" and title in str(key[2])]
    return bool(chosen) and "some" not in chosen


def showing(store: Store) -> bool:
    """A throw has begun: somebody shows a sign."""
    return any(value is not None for _, value in store.entries("gesture"))
