"""What happens in a HEX•HEX scene: deeds, and statements of what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from checker.games.hexhex.closing import DISCARDED, REVEAL, SHOWN, THROWN, UNTOLD
from checker.games.hexhex.meant import (
    betrayed,
    held,
    told_hex,
    turned_up,
    with_such,
)
from checker.games.hexhex.opening import Table
from checker.games.hexhex.outcomes import cancelled, discards, discards_at_random, draws, showing, stated_here, withheld
from checker.games.hexhex.plays import Plays
from checker.games.hexhex.variants import STIX_CARD
from checker.kernel.lying_cards import held_card
from checker.kernel.position import Store
from checker.kernel.scene import Deed, Form, Select
from checker.kernel.source import refused
from checker.kernel.term import Instance, Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of


class Events:
    """Reads the events of one scene."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat
        self.plays = Plays(table)
        self.gone: list[Node | Leaf] = []
        self.draws: dict[int, int] = {}
        self.discards: dict[tuple[int, str], int] = {}

    def happened(self, item: Any) -> Form:
        """What an event does to the play. Raises InputError for words that mean nothing here."""
        form = self._happened(item)
        return structs.replace(form, untold=DISCARDED) if isinstance(form, Deed) else form

    def _happened(self, item: Any) -> Form:
        tree, raw = item.tree.parts[0], item.raw
        parts, text = tree.parts, item.raw.text
        match tree.rule:
            case "plays":
                laying = self._laying(parts, self.plays.played(self.seat(parts[0]), parts[1], raw), text)
                return structs.replace(laying, shown=SHOWN, tried=parts[1].rule in ("play_on_card", "play_on_card_of"))
            case "plays_at_reveal":
                laying = self._laying(parts, self.plays.played(self.seat(parts[0]), parts[1], raw), text)
                return structs.replace(laying, first=REVEAL)
            case "readies":
                return self._laying(parts, self.plays.readied(self.seat(parts[0]), parts[1]), text)
            case "goes_to":
                whom = self.seat(parts[1])
                return Select(
                    lambda view: _went(view, told_hex(parts[0], view), whom),
                    text=text,
                    then=UNTOLD,
                    untold=lambda view: self._answers(told_hex(parts[0], view), view),
                    alone=parts[0].rule != "label",
                )
            case "goes_off" | "goes_off_on":
                return self._goes_off(parts, text)
            case "are_last":
                seats = tuple(self.seat(p) for p in parts[1:])
                return Select(
                    lambda view: _last(view, seats), (), text, "dropping", lambda store: _dropped(store, seats)
                )
            case "signs":
                thrown = {self.seat(s.parts[0]): text_of_sign(s.parts[1]) for s in parts}
                if len(thrown) < len(parts):
                    raise refused(raw.place, "two signs of one player", raw.whole)
                return Select(
                    lambda view: view.moment != "signs" or not showing(view.store),
                    tuple(_throws(p, g) for p, g in thrown.items()),
                    text,
                    deeds_only=True,
                    then=THROWN,
                    because=lambda view: withheld(view, "throw"),
                )
            case "draws":
                who = self.seat(parts[0])
                number = self.draws.get(who, 0)
                self.draws[who] = number + 1
                return draws(who, text_of(parts[1]), number, text)
            case "discards":
                who, title = self.seat(parts[0]), text_of(parts[1])
                told = self.discards.get((who, title), 0)
                self.discards[who, title] = told + 1
                return discards(who, lambda store: held_card(store, title, ("zone", "hand", who)), text, title, told)
            case "discards_random":
                return discards_at_random(self.seat(parts[0]), int(text_of(parts[1])), text)
            case "lowers" | "raises" | "omen_lowers" | "omen_raises":
                return self.outcome(tree, text)
            case _:
                raise refused(raw.place, "this event is not known here", raw.whole)

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
        )

    def _answers(self, label: Value, view: Any) -> tuple[Deed, ...]:
        """Every card that its Intended may lay for the Hex, one of each title."""
        who = view.store.get(("intended", label))
        return tuple(self._answer(who, title, label) for title in held(view, who)) if isinstance(who, int) else ()

    def _answer(self, who: int, title: str, label: Value) -> Deed:
        tree = Node("play_on_hex", (Leaf("KIND", title), Node("label", (Leaf("LABEL", str(label)),))))
        name = tuple(self.table.seats)[who]
        laying = self._laying((Leaf("NAME", name), tree), self.plays.played(who, tree), f"{name} plays {title}")
        return structs.replace(laying, untold=DISCARDED, betrays=lambda store: with_such(store, who, title))

    def outcome(self, tree: Node, text: str) -> Select:
        """What an effect that nobody states is said to have done."""
        *named, seat, many = tree.parts
        title, whom, amount = text_of(named[0]) if named else STIX_CARD, self.seat(seat), int(text_of(many))
        lowers = tree.rule.endswith("lowers")
        args: Instance = (whom, amount, title) if lowers else (whom, amount)
        deed = Deed("lose" if lowers else "gain", lambda _: args, text, any_time=True)
        lacking = f"no effect of {title} that the rules leave open has come about"
        return Select(
            lambda view: stated_here(view.store, title),
            (deed,),
            text,
            deeds_only=True,
            then=REVEAL,
            lacking=lacking,
            because=lambda view: cancelled(view.store, title),
            card=title,
        )

    def _goes_off(self, parts: Any, text: str) -> Select:
        def waived(view: Any) -> bool:
            return view.store.get(("waived", told_hex(parts[0], view))) is True

        def lets(view: Any) -> Instance | None:
            label = told_hex(parts[0], view)
            if label not in view.store.things("hex") or waived(view):
                return None
            return (view.store.get(("intended", label)), label)

        def off(view: Any) -> bool:
            label = told_hex(parts[0], view)
            victim = self.seat(parts[1]) if len(parts) > 1 else None
            return any(e[1] == label and victim in (None, e[2]) for e in view.events("go off", about=label))

        before = tuple(self.gone)
        self.gone.append(parts[0])

        def in_turn(view: Any) -> bool:
            labels = [told_hex(p, view) for p in (*before, parts[0])]
            there = [e[1] for e in view.events("go off")]
            turns = [there.index(h) for h in labels if h in there]
            return turns == sorted(turns)

        return Select(
            off, (Deed("waive", lets, text, already=waived),), text, then=UNTOLD, rather=in_turn if before else None
        )


def text_of_sign(tree: Any) -> str:
    """The gesture that a sign names."""
    return str(tree.rule.split("__")[1])


def _throws(player: int, gesture: str) -> Deed:
    return Deed("throw", lambda _: (player, gesture), f"the sign is {gesture}")


def _went(view: Any, label: Value, whom: int) -> bool:
    moves = [e for e in view.events("move", about=label) if e[1] == label]
    if moves:
        return bool(moves[-1][2] == whom)
    return label in view.store.things("hex") and view.store.get(("intended", label)) == whom


def _last(view: Any, seats: tuple[int, ...]) -> bool:
    return all(view.store.get(("drops", s), False) is (s in seats) for s in range(view.store.get(("seats",))))


def _dropped(store: Store, seats: tuple[int, ...]) -> Store:
    for seat in seats:
        store = store.put(("drops", seat), True)
    return store
