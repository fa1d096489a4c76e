"""The cards that are laid in a HEX•HEX scene, and who drops them last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from checker.games.hexhex.closing import DISCARDED, REVEAL, SHOWN
from checker.games.hexhex.meant import betrayed, turned_up, with_such
from checker.games.hexhex.opening import Table
from checker.games.hexhex.plays import Plays
from checker.kernel.position import Store
from checker.kernel.scene import Deed, Form, Select
from checker.kernel.term import Instance, Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of


class Events:
    """Reads the events of one scene."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat
        self.plays = Plays(table)

    def happened(self, item: Any) -> Form:
        """What is laid, or who drops the cards last."""
        tree, raw = item.tree.parts[0], item.raw
        parts, text = tree.parts, item.raw.text
        if tree.rule == "are_last":
            seats = tuple(self.seat(p) for p in parts[1:])
            return Select(lambda view: _last(view, seats), (), text, "dropping", lambda store: _dropped(store, seats))
        if tree.rule == "readies":
            return self._laying(parts, self.plays.readied(self.seat(parts[0]), parts[1]), text)
        laying = self._laying(parts, self.plays.played(self.seat(parts[0]), parts[1], raw), text)
        if tree.rule == "plays_at_reveal":
            return structs.replace(laying, first=REVEAL)
        return structs.replace(laying, shown=SHOWN, tried=parts[1].rule in ("play_on_card", "play_on_card_of"))

    def _laying(self, parts: Any, instance: Callable[[Any], Instance | None], text: str) -> Deed:
        """The deed of laying a card out of the hand."""
        who, title = self.seat(parts[0]), text_of(parts[1].parts[0])
        return Deed(
            "play",
            instance,
            text,
            lacking=f"{text_of(parts[0])} does not hold {title}",
            granted=lambda store: turned_up(store, who, title),
            betrays=betrayed(who, title),
            untold=DISCARDED,
        )

    def answer(self, who: int, title: str, label: Value) -> Deed:
        """The deed of laying such a card for the Hex, which nobody tells."""
        tree = Node("play_on_hex", (Leaf("KIND", title), Node("label", (Leaf("LABEL", str(label)),))))
        name = tuple(self.table.seats)[who]
        laying = self._laying((Leaf("NAME", name), tree), self.plays.played(who, tree), f"{name} plays {title}")
        return structs.replace(laying, betrays=lambda store: with_such(store, who, title))


def _last(view: Any, seats: tuple[int, ...]) -> bool:
    return all(view.store.get(("drops", s), False) is (s in seats) for s in range(view.store.get(("seats",))))


def _dropped(store: Store, seats: tuple[int, ...]) -> Store:
    for seat in seats:
        store = store.put(("drops", seat), True)
    return store
