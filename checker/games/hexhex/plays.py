"""The cards that a HEX•HEX scene tells to be laid, and on what: a Hex, another card, or what is there to be answered.

Each is a statement of its forms, made from what stands in its gaps: the player, the card, the Hex, the other card and the
player named, nothing for what is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.meant import (
    Before,
    MeantPlay,
    NamedCard,
    answerable,
    betrayed,
    coming,
    laid,
    only_one,
    the_hex,
    turned_up,
)
from checker.kernel.lying_cards import held_card
from checker.kernel.position import Store
from checker.kernel.scene import Close, Deed, Select, Sight, Stated, TableChange
from checker.kernel.term import Instance, Value


def plays(this: Stated, _: Before, who: int, *told: Any) -> Deed | str:
    """The player lays the card in the open."""
    return _laying(this.raw.text, who, told[0], played(this, who, *told), shown=SHOWN, tried=told[2] is not None)


def plays_at_reveal(this: Stated, _: Before, who: int, *told: Any) -> Deed | str:
    """The player lays the card as those that were readied are revealed."""
    return _laying(this.raw.text, who, told[0], played(this, who, *told), first=REVEAL)


def readies(this: Stated, _: Before, who: int, *told: Any) -> Deed | str:
    """The player lays the card face down for a Hex."""
    return _laying(this.raw.text, who, told[0], readied(this, who, *told))


def _laying(text: str, who: int, card: NamedCard, instance: MeantPlay, **how: Any) -> Deed | str:
    """The deed of laying a card out of the hand, or why there is none."""
    if card[1] not in (None, who):
        return f"a player lays cards of their own; say whose {card[0]} it is played on"
    return _laid(text, who, card[0], instance, **how)


def _laid(text: str, who: int, title: str, instance: MeantPlay, **how: Any) -> Deed:
    return Deed(
        "play",
        instance,
        text,
        lacking=f"{text.partition(' ')[0]} does not hold {title}",
        granted=lambda store: turned_up(store, who, title),
        **{"betrays": betrayed(who, title), "untold": DISCARDED, **how},
    )


def untold_answer(name: str, who: int, title: str, label: Value, betrays: TableChange) -> Deed:
    """The deed of laying such a card for the Hex, which nobody tells."""
    return _laid(f"{name} plays {title}", who, title, played(None, who, (title, None), label), betrays=betrays)


def are_last(this: Stated, _: Before, __: NamedCard, *seats: int | None) -> Select:
    """Just these players drop their cards last."""

    def last(view: Sight) -> bool:
        return all(view.store.get(("drops", s), False) is (s in seats) for s in view.store.seats)

    def dropped(store: Store) -> Store:
        for seat in seats:
            store = store if seat is None else store.put(("drops", seat), True)
        return store

    return Select(last, (), this.raw.text, "dropping", dropped)


def played(
    this: Stated | None,
    who: int,
    card: NamedCard,
    label: Value = None,
    other: NamedCard | None = None,
    named: Value = None,
) -> MeantPlay:
    """The instance of `play` that the words mean at the moment of the play.

    It raises InputError if the words, where they stand, could mean several cards that are coming into play.
    """

    def instance(view: Sight) -> Instance | None:
        store, said = view.store, None if view.stands() or this is None else this.raw
        held = held_card(store, card[0], ("zone", "hand", who))
        if held is None:
            return None
        target, met = None if label is None else the_hex(label, store), None
        if other is not None:
            title, owner = other
            there = answerable(store, title)
            found = only_one(there, store, said) if owner is None else coming(store, title, owner)
            met = found or laid(store, title, owner) or (title, 0)
        elif view.surely(held, "canceller"):
            there = answerable(store)
            met = only_one([c for c in there if store.get(("player of", c)) != who] or there, store, said)
        if target is None and met is None:
            target = _answers(view, who, held, named, this is not None)
        return (who, held, target, met, named)

    return instance


def readied(_: Stated | None, who: int, card: NamedCard, label: Value = None, named: Value = None) -> MeantPlay:
    """The instance of `play` that is meant by a card readied for a Hex."""

    def instance(view: Sight) -> Instance | None:
        held = held_card(view.store, card[0], ("zone", "hand", who))
        meant = held if held is not None else _readied_already(view.store, who, card[0])
        target = _answers(view, who, meant, named) if label is None else the_hex(label, view.store)
        return None if meant is None else (who, meant, target, None, named)

    return instance


def _answers(view: Sight, player: int, card: Value, named: Value, told: bool = False) -> Value:
    """The Hex on which the card is played. Raises Undecided where it is told and nobody says whether it is for one."""
    store = view.store
    if any(view.surely(card, k) for k in ("play only when Hexed", "play when dealt")):
        return None
    if told and view.context.is_kind(card, "play when dealt"):
        return None
    if view.surely(card, "out of turn"):
        facing = [h for h in store.things("hex") if store.get(("intended", h)) == named]
        return facing[0] if len(facing) == 1 else None
    own = [h for h in store.things("hex") if store.get(("intended", h)) == player]
    free = [h for h in own if not store.get(("ready", h)) and not store.get(("waived", h))]
    if len(free) > 1:
        free.sort(key=lambda h: bool(view.holds("no answer", player, h)))
    return free[0] if free else (own[0] if own else None)


def _readied_already(store: Store, player: int, title: str) -> Value:
    """The card of that title that the player has laid for a Hex in this beat: each Hex needs one of its own [HH-103]."""
    mine = (h for h in store.things("hex") if store.get(("intended", h)) == player and store.get(("ready", h)))
    laid = (store.get(("answer", h)) for h in mine)
    return next((c for c in laid if isinstance(c, tuple) and str(c[0]).casefold() == title.casefold()), None)


def _unanswered(act: str) -> Callable[[Store], tuple[tuple[str, Instance], ...]]:
    """The act by its Intended for each Hex that nobody has answered yet."""

    def left(store: Store) -> tuple[tuple[str, Instance], ...]:
        done = ("ready", "waived", "untold")
        return tuple(
            (act, (store.get(("intended", h)), h))
            for h in store.things("hex")
            if not any(store.get((d, h)) for d in done)
        )

    return left


def _untold(*done: str) -> Callable[[Store], tuple[tuple[str, Instance], ...]]:
    """Leaving aside each Hex that nobody has answered yet, once one of these things is so of another."""

    def left(store: Store) -> tuple[tuple[str, Instance], ...]:
        begun = any(store.get((d, h)) for h in store.things("hex") for d in done)
        return _unanswered("leave untold")(store) if begun else ()

    return left


def _unknown(store: Store, player: Value) -> bool:
    """Nobody knows of every card in the player's hand which it is."""
    hidden = held_card(store, "an unknown card", ("zone", "hand", player))
    return store.get(("unknown hand", player)) is True or hidden is not None


REVEAL = Close(
    ("answer",),
    "the cards are revealed",
    _unanswered("waive"),
    _untold("ready"),
    _unanswered("leave untold"),
    unsure=lambda store, act, args: "leave untold" if act == "waive" and _unknown(store, args[0]) else "",
)
"""The end of the readying of one beat: whoever has laid no card has none [HH-97], or laid one that is not told, if
nobody knows the hand; of whoever has one nothing is told, if others have laid theirs, or if a card that was laid is
taken back."""


SHOWN = Close(("answer",), "", _untold("ready"))
"""The cards played so far in one beat are open; what else is done in it is not told."""


def _due(store: Store) -> tuple[tuple[str, Instance], ...]:
    """The discards that players owe, of which nothing is told."""
    return tuple(("discard untold", (key[1],)) for key, due in store.entries("discards due") if due)


DISCARDED = Close(("choking",), "", _due)
"""The end of a discard of which nothing is told."""

UNTOLD = Close(("answer", "choking"), "", lambda store: _due(store) or _untold("ready", "waived")(store))
"""The end of a beat of which is told what became of one Hex; what else is done in it is not told."""

THROWN = Close(("signs",), "the signs are shown")
"""The end of a throw: what the others show is theirs to choose."""

OVER = Close(("over",), before=(REVEAL, DISCARDED, THROWN), untold="cast", then="over")
"""The end of the round."""
