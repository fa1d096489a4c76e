"""What is asked in a HEX•HEX scene, and how the answer is read off the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.asked_acts import asked_act
from checker.games.hexhex.events import Events
from checker.games.hexhex.meant import coming, laid, told_hex
from checker.games.hexhex.table import any_card, described, find, hexes, refuse, text_of, tokens_on
from checker.kernel.scene import Ask, Form
from checker.kernel.term import Value
from checker.kernel.tree import Node

UNKNOWN = "?"
MARKS = {
    "Boost": "boosted",
    "Rot": "rotted",
    "Escalating Obsession": "escalated",
    "Double & Thrice": "doubled and thriced",
    "Maddening Compulsion Left": "maddened left",
    "Maddening Compulsion Right": "maddened right",
}


def yes(value: object) -> str:
    """yes or no."""
    return "yes" if value else "no"


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

    def asked(self, item: Any) -> Form:
        """The form of a question."""
        tree = item.tree.parts[0].parts[0]
        return asked_act(self.events, tree) or Ask(self._answer(item, tree), _about(tree))

    def _answer(self, item: Any, tree: Node) -> Callable[[Any], str]:
        parts = tree.parts

        def total(view: Any, field: str, seat: int) -> Value:
            found: Value = view.context.fact(field, seat)
            return found

        match tree.rule:
            case "who_gains" | "who_loses":
                field = "gains" if tree.rule == "who_gains" else "losses"

                def who(view: Any) -> str:
                    sums = {s: total(view, field, s) for s in range(len(self.names))}
                    if UNKNOWN in sums.values():
                        return UNKNOWN
                    return self.listed([s for s, n in sums.items() if isinstance(n, int) and n > 0])

                return who
            case "who_hexed":
                return lambda view: self.listed([s for s in range(len(self.names)) if total(view, "times", s)])
            case "whose_turn":
                seats = range(len(self.names))
                return lambda view: self.listed([s for s in seats if view.context.fact("on turn", s) is True])
            case "how_much_lost" | "how_much_gained":
                field = "losses" if tree.rule == "how_much_lost" else "gains"
                seat = self.seat(parts[0])
                return lambda view: str(total(view, field, seat))
            case "how_changed":
                seat = self.seat(parts[0])
                return lambda view: _difference(total(view, "gains", seat), total(view, "losses", seat))
            case "how_much_voice":
                seat = self.seat(parts[0])
                return lambda view: self._voice(view, seat)
            case "lost_more" | "gained_more":
                field = "losses" if tree.rule == "lost_more" else "gains"
                seat, bound = self.seat(parts[0]), int(text_of(parts[1]))
                return lambda view: _more(total(view, field, seat), bound)
            case "lost_some" | "gained_some":
                field = "losses" if tree.rule == "lost_some" else "gains"
                seat = self.seat(parts[0])
                return lambda view: _more(total(view, field, seat), 0)
            case "lost_just" | "gained_just":
                field = "losses" if tree.rule == "lost_just" else "gains"
                seat, just = self.seat(parts[0]), int(text_of(parts[1]))
                return lambda view: _just(total(view, field, seat), just)
            case "where_goes":
                return lambda view: self._where_goes(view, told_hex(parts[0], view))
            case "who_intended" | "who_intended_of":
                return lambda view: self._of(view, "intended", parts, item)
            case "who_sender" | "who_sender_of":
                return lambda view: self._of(view, "sender", parts, item)
            case "what_carries":
                return lambda view: _carried(view, told_hex(parts[0], view))
            case "does_go_off":
                return lambda view: yes(any(e[:2] == ("go off", told_hex(parts[0], view)) for e in view.events()))
            case "is_hexed":
                seat = self.seat(parts[0])
                return lambda view: yes(total(view, "times", seat) not in (0, None))
            case "times_hexed":
                seat = self.seat(parts[0])
                return lambda view: str(total(view, "times", seat))
            case "how_many_hexes":
                return lambda view: str(len(hexes(view.store)))
            case "how_many_held":
                seat = self.seat(parts[0])
                return lambda view: self._held(view, seat)
            case "how_many_in_deck":
                return lambda view: str(_deck(view))
            case "where_is":
                title = text_of(parts[0])
                return lambda view: _place(view, _best(view, title))
            case "where_is_of":
                whose, title = self.seat(parts[0]), text_of(parts[-1])
                return lambda view: _place(view, _owned(view.store, title, whose))
            case "in_effect":
                title, seat = text_of(parts[0]), self.seat(parts[1])
                return lambda view: yes(self._in_effect(view, title, seat))
            case "is_throw":
                return lambda view: yes(_throwing(view))
            case "does_end":
                return lambda view: yes(_over(view))
            case "who_deals":
                return lambda view: self._next(view, "dealer", "next dealer")
            case "who_casts":
                return lambda view: self._next(view, "caster", "next caster")
            case "who_deals_first":
                return lambda view: self._first_dealer(view)
            case "who_wins":
                return lambda view: self.name(view.context.fact("winner"))
            case "is_tie_breaker":
                return lambda view: yes(
                    view.store.get(("tie breaker",)) if _turned(view) else view.context.fact("tied") is True
                )
            case "plays_in_tie_breaker":
                seat = self.seat(parts[0])
                return lambda view: yes(view.context.fact("plays on", seat) is True)
            case "is_cancelled" | "is_cancelled_of":
                played = text_of(parts[-1])
                owner = self.seat(parts[0]) if tree.rule == "is_cancelled_of" else None
                return lambda view: yes(_cancelled(view.store, played, owner))
            case "what_count" | "what_copies":
                name = text_of(parts[0])
                wanted = f"copies of {name}" if tree.rule == "what_copies" else name
                return lambda view: view.count(wanted)
        raise refuse(item.raw.place, "this question is not known here", item.raw.whole)

    def _voice(self, view: Any, seat: int) -> str:
        view.context.fact("starting Voice")
        return str(view.context.fact("Voice", seat))

    def _of(self, view: Any, field: str, parts: Any, item: Any) -> str:
        there = hexes(view.store)
        if not parts and len({view.store.get((field, label)) for label in there}) > 1:
            message = "several Hexes are in play, and they do not have the same answer"
            hint = f"ask `{item.raw.text.rstrip(' ?')} of {there[0]}?`; the Hexes are {', '.join(map(str, there))}"
            raise refuse(item.raw.place, message, item.raw.whole, hint)
        label = told_hex(parts[0], view) if parts else (there or ("H1",))[0]
        if label not in there and field == "intended":
            return "nobody"
        return self.name(view.store.get((field, label)))

    def _where_goes(self, view: Any, label: Value) -> str:
        for event in reversed(view.events()):
            if event[:2] == ("move", label):
                return self.name(event[2])
            if event[:2] == ("go off", label):
                return f"goes off on {self.name(event[2])}"
            if event[0] == "dismiss" and event[2] == label:
                return "dismissed"
        return self.name(view.store.get(("intended", label))) if label in hexes(view.store) else "nowhere"

    def _next(self, view: Any, field: str, fact: str) -> str:
        """Who deals or casts next: as it turned out, in this round if that is still to come, or after the turn."""
        if field == "caster" and not view.store.get(("cast",)):
            return self.name(view.context.fact("one who casts"))
        if _turned(view) and (field == "caster" or view.store.get((field,)) is not None):
            return self.name(view.store.get((field,)))
        if view.store.get(("game over",)):
            return "nobody"
        if _turned(view):
            view.context.fact("one who casts")
            return " or ".join(self.names)
        for relied in ("last next", "break next", fact, "next caster"):
            view.context.fact(relied)
        return " or ".join(dict.fromkeys(self.name(s.get((field,))) for s in view.ahead("turning")))

    def _first_dealer(self, view: Any) -> str:
        if view.store.get(("first caster",)) is None:
            view.left_open("who holds the 1st Caster token")
        first = self.name(view.context.fact("next first dealer"))
        view.context.fact("game opener")
        return first

    def _held(self, view: Any, seat: int) -> str:
        dealt = find(view.store, "an unknown card", ("hand", seat)) is not None
        if dealt or not view.store.get(("unknown hand", seat)):
            return str(view.context.fact("cards in hand", seat))
        if not view.store.get(("fresh",)):
            view.left_open(f"how many cards {self.names[seat]} holds")
        laid = sum(len(view.store.get(("zone", zone, seat), ())) for zone in ("played", "discards"))
        drawn = sum(1 for e in view.events() if e[:2] == ("receive", seat))
        start = view.context.fact("starting hand")
        return str(start - laid + drawn) if isinstance(start, int) else UNKNOWN

    def _in_effect(self, view: Any, title: str, seat: int) -> bool:
        card = find(view.store, title, ("in play", seat))
        for fact in ("stays round", "stays good") if card else ("spent",):
            view.context.fact(fact, card or any_card(view.store, title))
        if card is not None and title in view.rules.cards:
            view.context.cites.update(dict.fromkeys(view.rules.stated(view.rules.cards[title].clauses)))
        return card is not None and view.context.fact("in effect", card, seat) is True


def _turned(view: Any) -> bool:
    """The deal has moved on and the next round is about to be dealt."""
    return view.store.get(("turned",)) is True


def _deck(view: Any) -> Value:
    """How many cards the deck holds; how many are in the box is relied on unless the scene states the deck."""
    if not view.store.get(("deck known",)):
        view.count("playing cards")
    found: Value = view.context.fact("cards in deck")
    return found


def _over(view: Any) -> bool:
    """The round is over; what keeps it going is relied on."""
    view.context.fact("goes on")
    return view.store.get(("over",)) is True or _turned(view)


def _throwing(view: Any) -> bool:
    """Signs are thrown now, or have been; what keeps a throw waiting is relied on."""
    view.context.fact("throw waits")
    return view.moment == "signs" or any(e[0] == "throw" for e in view.events())


def _about(tree: Node) -> tuple[str, ...]:
    return ("cancel",) if tree.rule.startswith("is_cancelled") else ()


def _difference(gains: Value, losses: Value) -> str:
    if not isinstance(gains, int) or not isinstance(losses, int):
        return UNKNOWN
    return str(gains - losses)


def _more(value: Value, bound: int) -> str:
    return yes(value > bound) if isinstance(value, int) else UNKNOWN


def _just(value: Value, number: int) -> str:
    return yes(value == number) if isinstance(value, int) else UNKNOWN


def _carried(view: Any, label: Value) -> str:
    for title in MARKS:
        view.context.fact("carries", label, title)
    return ", ".join(MARKS.get(t, t) for t in tokens_on(view.store, label)) or "nothing"


def _best(view: Any, title: str) -> Value:
    return coming(view.store, title) or any_card(view.store, title)


def _owned(store: Any, title: str, owner: int) -> Value:
    zones = [(name, owner) for name in ("hand", "played", "in play", "discards")]
    return find(store, title, *zones) or any_card(store, title)


def _place(view: Any, card: Value) -> str:
    """Where the card is; open for one that was cancelled and still lies among the cards played."""
    lies = described(view.store, card)
    if lies == "played" and view.store.get(("cancelled", card)) is True and not view.context.fact("cancelled stays"):
        return "elsewhere"
    return lies


def _cancelled(store: Any, title: str, owner: Value) -> bool:
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
