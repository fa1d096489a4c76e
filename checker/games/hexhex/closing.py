"""Where a moment of play closes, and what counts as done then by those of whom nothing is told."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.lying_cards import held_card
from checker.kernel.position import Store
from checker.kernel.scene import Close
from checker.kernel.term import Instance, Value


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
