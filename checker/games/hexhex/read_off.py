"""What a question reads off the table of HEX•HEX: sums, places of cards, marks on a Hex, how far the round is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

from checker.games.hexhex.meant import coming, laid
from checker.games.hexhex.outcomes import AT_RANDOM
from checker.games.hexhex.table import MARKS, any_card, described, shuffled_in, tokens_on
from checker.kernel.lying_cards import held_card
from checker.kernel.point import Undecided
from checker.kernel.scene import by_name
from checker.kernel.term import Value

UNKNOWN = "?"


def deal_turned(view: Any) -> bool:
    """The deal has moved on and the next round is about to be dealt."""
    return view.store.get(("turned",)) is True


def held(view: Any, seat: int, name: str) -> str:
    """How many cards the player of that name holds; of cards that nobody saw, as many as were dealt and are not gone."""
    fresh = view.store.get(("fresh",))
    dealt = not fresh and held_card(view.store, "an unknown card", ("zone", "hand", seat)) is not None
    if dealt or not view.store.get(("unknown hand", seat)):
        return str(view.context.fact("cards in hand", seat))
    if not fresh:
        view.left_open(f"how many cards {name} holds")
    if view.store.get(("unseen discards", seat)):
        view.left_open(f"how many cards {name} discards", view.rules.stated(("HH-76", "HH-100")))
    laid = sum(len(view.store.get(("zone", zone, seat), ())) for zone in ("played", "discards"))
    drawn = sum(1 for e in view.events("receive", about=seat) if e[1] == seat)
    gone = sum(1 if e[0] == "show" else e[2] for e in view.events("show", AT_RANDOM, about=seat) if e[1] == seat)
    start = view.context.fact("starting hand")
    return str(start - laid - gone + drawn) if isinstance(start, int) else UNKNOWN


def discarding(view: Any) -> list[int]:
    """Who discarded in the round or has to; of cards that nobody saw, whoever alone may have."""
    seats = range(view.store.get(("seats",)))
    gone = {e[1] for e in view.events("discard", "discard untold", AT_RANDOM)}
    told = [s for s in seats if s in gone or view.context.fact("discards due", s)]
    unseen = [s for s in seats if view.context.fact("unseen discards", s) is True]
    if not told and len(unseen) > 1:
        view.left_open("who discards", view.rules.stated(("HH-76", "HH-100")))
    return told or unseen


def round_over(view: Any) -> bool:
    """The round is over, or no Hex is left in it; what keeps it going is relied on."""
    going = view.context.fact("goes on") is True
    left = going or view.store.get(("cast",)) is not True
    return not left or view.store.get(("over",)) is True or deal_turned(view)


def throwing(view: Any) -> bool:
    """Signs are thrown now, or have been; what keeps a throw waiting is relied on."""
    view.context.fact("throw waits")
    found = view.moment == "signs" or bool(view.events("throw"))
    if found:
        steps = view.rules.procedures["signs"].steps if "signs" in view.rules.procedures else ()
        view.context.cites.update(dict.fromkeys(c for s in steps if s.name == "throw" for c in s.clauses))
    return found


def in_effect(view: Any, title: str, seat: int) -> bool:
    """A card of the title before the player is in effect; how long it lasts, or that it is gone, is relied on."""
    card = held_card(view.store, title, ("zone", "in play", seat))
    for fact in ("stays round", "stays good"):
        with suppress(Undecided) if card is None else nullcontext():
            view.context.fact(fact, card or any_card(view.store, title))
    if card is None:
        view.context.fact("spent", any_card(view.store, title))
    if card is not None and title in view.rules.cards:
        view.context.cites.update(dict.fromkeys(view.rules.stated(view.rules.cards[title].clauses)))
    return card is not None and view.context.fact("in effect", card, seat) is True


def in_effect_anywhere(view: Any, title: str, seats: range) -> bool:
    """A card of the title before whomever is in effect."""
    there = [seat for seat in seats if held_card(view.store, title, ("zone", "in play", seat)) is not None]
    return any(in_effect(view, title, seat) for seat in there or seats[:1])


def carried(view: Any, label: Value) -> str:
    """The marks on the Hex in the order in which they were put on, or nothing."""
    for title in MARKS:
        view.context.fact("carries", label, title)
    return ", ".join(MARKS.get(t, t) for t in tokens_on(view.store, label)) or "nothing"


def _as_tokens(marks: str) -> str:
    """The marks on a Hex as the titles of the tokens that they come from."""
    titles = {mark: title for title, mark in MARKS.items()}
    return ", ".join(titles.get(mark, mark) for mark in marks.split(", "))


def _reached(where: str) -> str:
    """Whom a Hex has reached, also if it went off there."""
    return where.removeprefix("goes off on ")


ALSO: dict[str, Callable[[str], str]] = {
    "what_carries": _as_tokens,
    "where_goes": _reached,
    "where_is_hex": _reached,
    **dict.fromkeys(("who_discards",), by_name),
}
"""What the answers to some questions are also called."""


def best_known(view: Any, title: str) -> Value:
    """The card of the title that is coming into play, else some card of it."""
    return coming(view.store, title) or any_card(view.store, title)


def owned_by(store: Any, title: str, owner: int) -> Value:
    """The card of the title that lies with the player, else some card of it."""
    zones = [("zone", name, owner) for name in ("hand", "played", "in play", "discards")]
    return next((card for zone in zones if (card := held_card(store, title, zone))), None) or any_card(store, title)


def place_of(view: Any, title: str, card: Value) -> str:
    """Where the card of the title is; open for one that was cancelled or removed and still lies among the cards played,
    and for one that lies in no place of which the scene speaks, while there are cards elsewhere that nobody knows."""
    if card is None and _unseen(view.store):
        view.left_open(f"where {title} is")
    lies = described(view.store, card)
    if lies == "deck" and shuffled_in(view.store, title) and _unseen(view.store):
        view.left_open(f"where {title} is")
    gone = (("cancelled", "cancelled stays"), ("taken away", "removed stays"))
    if lies == "played" and any(
        view.store.get((to, card)) is True and not view.context.fact(stays) for to, stays in gone
    ):
        return "elsewhere"
    if lies.startswith("in play"):
        view.context.cites.update(dict.fromkeys(n.clause for n in _keeping(view.rules, title)))
    return lies


KEPT = {"standing effect": "stays round", "enduring standing effect": "stays good"}
"""The kinds of cards that stay in play, each with the fact that says so."""


def _keeping(rules: Any, title: str) -> list[Any]:
    """The norms by which the card stays in play, if it does."""
    card = rules.cards.get(title)
    kinds = (*card.kinds, *card.unsure) if card else ()
    return [norm for kind, fact in KEPT.items() if kind in kinds for norm in rules.about[fact]]


def _unseen(store: Any) -> bool:
    """Cards that nobody knows lie in a hand, or among those that were played in earlier rounds."""
    seats = range(store.get(("seats",), 0))
    hidden = (c[0] == "an unknown card" for s in seats for c in store.get(("zone", "hand", s), ()))
    earlier = store.get(("round",), 1) > 1 or store.get(("turned",)) is True
    return earlier or any(hidden) or any(store.get(("unknown hand", s)) for s in seats)


def was_cancelled(store: Any, title: str, owner: Value) -> bool:
    """A card of the title was cancelled, of that player if one is named."""
    card = laid(store, title, owner) or any_card(store, title)
    return (
        any(
            value is True
            and isinstance(key[1], tuple)
            and key[1][0] == title
            and owner in (None, store.get(("player of", key[1])))
            for key, value in store.entries("cancelled")
        )
        and card is not None
    )


def went_off(view: Any, label: Value) -> bool:
    """The Hex has gone off; where it has not, the direction that it demands is relied on."""
    went = any(e[1] == label for e in view.events("go off", about=label))
    if not went:
        view.context.fact("direction", label)
    return went
