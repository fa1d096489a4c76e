"""Which card a player means to play, and on what: a Hex, another card, or what is there to be answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.meant import answerable, coming, laid, only_one, the_hex
from checker.games.hexhex.opening import Table
from checker.kernel.lying_cards import held_card
from checker.kernel.position import Store
from checker.kernel.scene import Raw
from checker.kernel.term import Instance, Value
from checker.kernel.tree import Node
from checker.syntax.parts import text_of


class Plays:
    """Reads the plays of one scene, and the sacrifices that players make instead."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat

    def played(self, player: int, tree: Node, raw: Raw | None = None) -> Callable[[Any], Instance | None]:
        """The instance of `play` that the words mean at the moment of the play.

        It raises InputError if the words, where they stand, could mean several cards that are coming into play.
        """
        parts, names = tree.parts, tuple(self.table.seats)
        title = text_of(parts[0])

        def instance(view: Any) -> Instance | None:
            store, said = view.store, None if view.stands() else raw
            card = held_card(store, title, ("zone", "hand", player))
            if card is None:
                return None
            target, other, named = None, None, None
            match tree.rule:
                case "play_on_hex" | "play_on_hex_naming":
                    target = the_hex(parts[1], store)
                case "play_on_card":
                    wanted = text_of(parts[1])
                    met = only_one(answerable(store, wanted), store, names, said)
                    other = met or laid(store, wanted) or (wanted, 0)
                case "play_on_card_of":
                    owner, wanted = self.seat(parts[1]), text_of(parts[2] if len(parts) == 3 else parts[-1])
                    other = coming(store, wanted, owner) or laid(store, wanted, owner) or (wanted, 0)
            if tree.rule in ("play_naming", "play_on_hex_naming"):
                named = self.seat(parts[-1])
            if other is None and view.surely(card, "canceller"):
                there = answerable(store)
                others = [c for c in there if store.get(("player of", c)) != player]
                other = only_one(others or there, store, names, said)
            if target is None and other is None:
                target = self._answers(view, player, card, named, raw is not None)
            return (player, card, target, other, named)

        return instance

    def readied(self, player: int, tree: Node) -> Callable[[Any], Instance | None]:
        """The instance of `play` that is meant by a card readied for a Hex."""
        title, rest = text_of(tree.parts[0]), tree.parts[1:]
        match tree.rule:
            case "ready_naming_for" | "ready_naming":
                whom, which = (*rest, None)[:2]
            case _:
                which, whom = (*rest, None, None)[:2]
        named = None if whom is None else self.seat(whom)

        def instance(view: Any) -> Instance | None:
            held = held_card(view.store, title, ("zone", "hand", player))
            card = held if held is not None else _readied_already(view.store, player, title)
            target = self._answers(view, player, card, named) if which is None else the_hex(which, view.store)
            return None if card is None else (player, card, target, None, named)

        return instance

    def _answers(self, view: Any, player: int, card: Value, named: Value, told: bool = False) -> Value:
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
