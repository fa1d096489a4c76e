"""What cards brought about as told, and what a cancelled card no longer brings about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.meant import betrayed, find_hidden, turned_up
from checker.kernel.effect import Await
from checker.kernel.position import Store
from checker.kernel.scene import Deed, Select
from checker.kernel.term import Value
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


def withheld(view: Any, act: str) -> bool:
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


def discards(player: int, card: Callable[[Store], Value], text: str, title: str, told: int) -> Deed:
    """The player discards the card, unless the card that would have made them do so was cancelled.

    It may have been brought about by a card if more discards of the title happened than were `told`.
    """

    def already(view: Any) -> bool:
        happened = [e for e in view.events("discard", about=player) if e[1] == player and e[2][0] == title]
        return len(happened) > told

    def instance(view: Any) -> tuple[Value, ...] | None:
        held = card(view.store)
        return None if held is None or withheld(view, "discard") else (player, held)

    return Deed("discard", instance, text, any_time=True, already=already, betrays=betrayed(player, title))


def discards_at_random(player: int, number: int, text: str) -> Deed:
    """Chance takes so many cards from the player's hand, and from a hand that is not known such as nobody knows."""

    def taken(view: Any) -> tuple[Value, ...] | None:
        held = view.store.get(("zone", "hand", player), ()) or view.store.get(("unknown hand", player))
        return (player, number) if held and not withheld(view, "discard") else None

    return Deed(AT_RANDOM, taken, text, any_time=True)


def draws(player: int, title: str, number: int, text: str) -> Select:
    """The card of that number that the player drew is this one: branches with another, or with none, are dropped.

    A draw that nothing told so far accounts for is taken as told.
    """

    def fits(view: Any) -> bool:
        drawn = [e[2] for e in view.events("receive", about=player) if e[1] == player]
        return len(drawn) > number and drawn[number][0] in (title, "an unknown card")

    def retold(view: Any) -> tuple[int, tuple[Value, ...]]:
        drawn = [(n, e) for n, e in enumerate(view.events()) if e[:2] == ("receive", player)]
        at, event = drawn[number]
        return at, (
            *event[:2],
            event[2] if event[2][0] == title else (title, view.store.get(("printed", title), 0) + 1),
        )

    drawing = Deed("draw somehow", lambda view: None if withheld(view, "draw") else (player,), text, any_time=True)
    return Select(
        fits,
        (),
        text,
        after=lambda store: turned_up(store, player, title) if find_hidden(store, player) else store,
        otherwise=(drawing,),
        retold=retold,
    )
