"""Questions about the play of cards: which a player may or must lay. Each is a question of the forms of HEX•HEX, made from
what stands in its gaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from checker.games.hexhex.meant import MeantPlay, NamedCard, turned_up
from checker.games.hexhex.plays import played, readied
from checker.kernel.lying_cards import title_of
from checker.kernel.scene import MayQuestion, MustQuestion, Sight, Stated
from checker.kernel.term import Instance, Value

CardTold: TypeAlias = tuple[Any, ...]
"""A card, and what it is laid on or for: what stands in the gaps behind the player."""


def may_play(_: Stated, who: int, card: NamedCard, label: Value, other: NamedCard | None, named: Value) -> MayQuestion:
    """Whether the player may lay the card; one that cancels cards on any, and one laid out of turn naming anybody, if none is told."""
    one = played(None, who, card, label, other, named)

    def instances(view: Sight) -> tuple[Instance, ...]:
        found = one(view)
        if found is None:
            return ()
        held, target, met, seat = found[1:]
        if view.surely(held, "canceller") and (label, other, named) == (None, None, None):
            return tuple((who, held, None, c, None) for c in view.coming()) or (found,)
        if seat is None and view.surely(held, "out of turn") and view.names_somebody(held):
            return tuple((who, held, target, met, s) for s in view.store.seats)
        return (found,)

    return MayQuestion(
        "play", instances, lambda store: turned_up(store, who, card[0]), lambda view: every_play(view, who)
    )


def may_ready(_: Stated, who: int, card: NamedCard, label: Value, named: Value) -> MayQuestion:
    """Whether the player may lay the card face down for a Hex."""
    one = readied(None, who, card, label, named)
    return MayQuestion(
        "play",
        lambda view: tuple(i for i in (one(view),) if i is not None and _readying(view, i[2])),
        lambda store: turned_up(store, who, card[0]),
    )


def must_play(_: Stated, who: int, *told: Any) -> MustQuestion:
    """Whether the player has to lay one of the cards, on the Hex and naming the player that are told, if any are."""
    return _must(who, played, [told[n : n + 4] for n in range(0, len(told), 4)])


def must_ready(_: Stated, who: int, *told: Any) -> MustQuestion:
    """Whether the player has to ready one of the cards, each for the Hex that is told after the last of them."""
    each = [told[n : n + 3] for n in range(0, len(told), 3)]
    if each[-1][2] is None:
        each = [one if any(part is not None for part in one[1:]) else (one[0], *each[-1][1:]) for one in each]
    return _must(who, readied, each)


def _must(who: int, made: Callable[..., MeantPlay], each: list[CardTold]) -> MustQuestion:
    plays = [(told[1] is not None, made(None, who, *told)) for told in each]
    return MustQuestion(
        "play",
        lambda view: tuple(i for on_hex, one in plays for i in _meant(on_hex, one(view), view)),
        lambda view: every_play(view, who),
        lambda i: (title_of(i[1]), i[2], i[4]),
    )


def _meant(on_hex: bool, one: Instance | None, view: Sight) -> tuple[Instance, ...]:
    """The plays that the words mean, given the one that they are taken for: on any Hex or none, if they tell none."""
    if one is None or one[3] is not None or on_hex:
        return () if one is None else (one,)
    return (one, *((*one[:2], label, *one[3:]) for label in (*view.store.things("hex"), None) if label != one[2]))


def every_play(view: Sight, player: int) -> tuple[Instance, ...]:
    """Every card of the hand on every Hex before the player, on every card that is coming into play, and on none.

    A card that may be played out of turn also on every other Hex.
    """
    hand = view.store.lying("hand", player)
    every = view.store.things("hex")
    own = [h for h in every if view.store.get(("intended", h)) == player]
    return tuple(
        (player, card, label, other, None)
        for card in hand
        for label, other in (
            *((label, None) for label in (*(every if view.surely(card, "out of turn") else own), None)),
            *((None, other) for other in view.coming()),
        )
    )


def _readying(view: Sight, at: Value) -> bool:
    """Cards are readied face down for the Hex, which lies there: it is not the only one, or was not [HH-96]."""
    there = view.store.things("hex")
    return at in there and (len(there) > 1 or bool(view.events("go off", "dismiss")))
