"""What is asked in a HEX•HEX scene, and how the answer is read off the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.asked_acts import asked_act
from checker.games.hexhex.closing import DISCARDED, UNTOLD
from checker.games.hexhex.events import Events
from checker.games.hexhex.meant import told_hex
from checker.games.hexhex.read_off import (
    ALSO,
    UNKNOWN,
    best_known,
    carried,
    discarding,
    held,
    in_effect,
    in_effect_anywhere,
    owned_by,
    place_of,
    throwing,
    was_cancelled,
    went_off,
)
from checker.games.hexhex.turns import upcoming
from checker.kernel.scene import Ask, Close, Form, yes
from checker.kernel.source import refused
from checker.kernel.term import Value
from checker.kernel.tree import Node
from checker.syntax.parts import text_of


class Questions:
    """Reads the questions of one scene."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.seat = events.seat
        self.names = tuple(events.table.seats)

    def name(self, seat: Value) -> str:
        """The player's name, or nobody."""
        if seat == UNKNOWN:
            return UNKNOWN
        return self.names[seat] if isinstance(seat, int) and 0 <= seat < len(self.names) else "nobody"

    def listed(self, seats: list[int]) -> str:
        """The players' names in seating order, or nobody."""
        return ", ".join(self.names[s] for s in sorted(seats)) or "nobody"

    def _any(self, seats: tuple[Value, ...]) -> str:
        """The players' names, of whom it is one."""
        return " or ".join(dict.fromkeys(map(self.name, seats)))

    def asked(self, item: Any) -> Form:
        """The form of a question."""
        tree = item.tree.parts[0].parts[0]
        return asked_act(self.events, tree) or Ask(
            self._answer(item, tree),
            _about(tree),
            so_far=tree.rule == "does_go_off",
            beyond=_beyond(tree.rule),
            also=ALSO.get(tree.rule),
        )

    def _answer(self, item: Any, tree: Node) -> Callable[[Any], str]:
        parts = tree.parts
        match tree.rule:
            case "who_discards":
                return lambda view: self.listed(discarding(view))
            case "where_goes" | "where_is_hex":
                return lambda view: self._where_goes(view, told_hex(parts[0], view))
            case "who_intended" | "who_intended_of":
                return lambda view: self._of(view, "intended", parts, item)
            case "who_sender" | "who_sender_of":
                return lambda view: self._of(view, "sender", parts, item)
            case "what_carries":
                return lambda view: carried(view, told_hex(parts[0], view))
            case "does_go_off":
                return lambda view: yes(went_off(view, told_hex(parts[0], view)))
            case "how_many_held":
                seat = self.seat(parts[0])
                return lambda view: held(view, seat, self.names[seat])
            case "where_is":
                title = text_of(parts[0])
                return lambda view: place_of(view, title, best_known(view, title))
            case "where_is_of":
                whose, title = self.seat(parts[0]), text_of(parts[-1])
                return lambda view: place_of(view, title, owned_by(view.store, title, whose))
            case "in_effect" | "in_effect_of":
                shown, before = parts if tree.rule == "in_effect" else reversed(parts)
                title, seat = text_of(shown), self.seat(before)
                return lambda view: yes(in_effect(view, title, seat))
            case "in_effect_anywhere":
                title, seats = text_of(parts[0]), range(len(self.names))
                return lambda view: yes(in_effect_anywhere(view, title, seats))
            case "is_throw":
                return lambda view: yes(throwing(view))
            case "who_deals":
                return lambda view: self._any(upcoming(view, "dealer"))
            case "who_casts":
                return lambda view: self._any(upcoming(view, "caster"))
            case "is_cancelled" | "is_cancelled_of":
                played = text_of(parts[-1])
                owner = self.seat(parts[0]) if tree.rule == "is_cancelled_of" else None
                return lambda view: yes(was_cancelled(view.store, played, owner))
        raise refused(item.raw.place, "this question is not known here", item.raw.whole)

    def _of(self, view: Any, field: str, parts: Any, item: Any) -> str:
        there = view.store.things("hex")
        if not parts and len({view.store.get((field, label)) for label in there}) > 1:
            message = "several Hexes are in play, and they do not have the same answer"
            hint = f"ask `{item.raw.text.rstrip(' ?')} of {there[0]}?`; the Hexes are {', '.join(map(str, there))}"
            raise refused(item.raw.place, message, item.raw.whole, hint)
        label = told_hex(parts[0], view) if parts else (there or ("H1",))[0]
        if label not in there and field == "intended":
            return "nobody"
        return self.name(view.store.get((field, label)))

    def _where_goes(self, view: Any, label: Value) -> str:
        for event in reversed(view.events("move", "go off", "dismiss", about=label)):
            if event[:2] == ("move", label):
                return self.name(event[2])
            if event[:2] == ("go off", label):
                return f"goes off on {self.name(event[2])}"
            if event[0] == "dismiss" and event[2] == label:
                return "dismissed"
        return self.name(view.store.get(("intended", label))) if label in view.store.things("hex") else "nowhere"


def _beyond(asked: str) -> Close | None:
    """The moments before the place of the question of which nobody tells what was done at them."""
    if asked in ("does_go_off", "where_goes", "what_carries"):
        return UNTOLD
    return DISCARDED if asked in ("how_many_held", "where_is", "where_is_of") else None


def _about(tree: Node) -> tuple[str, ...]:
    return ("cancel",) if tree.rule.startswith("is_cancelled") else ()
