"""What happens in a HEX•HEX scene: deeds, and statements of what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from checker.games.hexhex.closing import DISCARDED, REVEAL, SHOWN, THROWN, UNTOLD, Instance
from checker.games.hexhex.meant import (
    answerable,
    betrayed,
    coming,
    laid,
    only_one,
    the_hex,
    told_hex,
    turned_up,
)
from checker.games.hexhex.opening import Table
from checker.games.hexhex.outcomes import cancelled, discards, discards_at_random, draws, showing, stated_here, withheld
from checker.games.hexhex.table import find, hexes, refuse, text_of
from checker.kernel.position import Store
from checker.kernel.scene import Close, Deed, Form, Raw, Select
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node

LAW_DEEDS = {"breaks_law": "break law", "pays_back": "pay back", "drops_cards": "obey", "says_keyword": "say"}
"""The acts of which laws speak, by the words of the scene."""


class Events:
    """Reads the events of one scene."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat
        self.gone: list[Node | Leaf] = []
        self.draws: dict[int, int] = {}
        self.discards: dict[tuple[int, str], int] = {}

    def played(self, player: int, tree: Node, raw: Raw | None = None) -> Callable[[Any], Instance | None]:
        """The instance of `play` that the words mean at the moment of the play.

        It raises InputError if the words, where they stand, could mean several cards that are coming into play.
        """
        parts, names = tree.parts, tuple(self.table.seats)
        title = text_of(parts[0])

        def instance(view: Any) -> Instance | None:
            store, said = view.store, None if view.stands() else raw
            card = find(store, title, ("hand", player))
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
                target = self._answers(view, player, card, named)
            return (player, card, target, other, named)

        return instance

    def _answers(self, view: Any, player: int, card: Value, named: Value) -> Value:
        store = view.store
        if any(view.surely(card, k) for k in ("play only when Hexed", "play when dealt")):
            return None
        if view.surely(card, "out of turn"):
            facing = [h for h in hexes(store) if store.get(("intended", h)) == named]
            return facing[0] if len(facing) == 1 else None
        own = [h for h in hexes(store) if store.get(("intended", h)) == player]
        free = [h for h in own if not store.get(("ready", h)) and not store.get(("waived", h))]
        if len(free) > 1:
            free.sort(key=lambda h: bool(view.holds("no answer", player, h)))
        return free[0] if free else (own[0] if own else None)

    def happened(self, item: Any) -> Form:
        """What an event does to the play. Raises InputError for words that mean nothing here."""
        form = self._happened(item)
        return structs.replace(form, untold=DISCARDED) if isinstance(form, Deed) else form

    def _happened(self, item: Any) -> Form:
        tree, raw = item.tree.parts[0], item.raw
        parts, text = tree.parts, item.raw.text
        match tree.rule:
            case "casts":
                who, whom = self.seat(parts[0]), self.seat(parts[1])
                return Deed("cast", lambda _: (who, whom), text)
            case "plays":
                laying = self._laying(parts, self.played(self.seat(parts[0]), parts[1], raw), text)
                return structs.replace(laying, shown=SHOWN, tried=parts[1].rule in ("play_on_card", "play_on_card_of"))
            case "plays_at_reveal":
                laying = self._laying(parts, self.played(self.seat(parts[0]), parts[1], raw), text)
                return structs.replace(laying, first=REVEAL)
            case "readies":
                return self._laying(parts, self.readied(self.seat(parts[0]), parts[1]), text)
            case "revealed":
                return REVEAL
            case "goes_to":
                whom = self.seat(parts[1])
                return Select(lambda view: _went(view, told_hex(parts[0], view), whom), (), text, then=UNTOLD)
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
                    raise refuse(raw.place, "two signs of one player", raw.whole)
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
            case "sacrifices" | "sacrifices_naming" | "sacrifices_to_cancel":
                return Deed("sacrifice", self.sacrifice(tree), text, any_time=True)
            case "discards":
                who, title = self.seat(parts[0]), text_of(parts[1])
                told = self.discards.get((who, title), 0)
                self.discards[who, title] = told + 1
                return discards(who, lambda store: find(store, title, ("hand", who)), text, title, told)
            case "discards_random":
                return discards_at_random(self.seat(parts[0]), int(text_of(parts[1])), text)
            case "lowers" | "raises":
                return self._outcome(tree, text)
            case "is_removed":
                title, owner = text_of(parts[0]), self.seat(parts[1])
                return Deed(
                    "take away",
                    lambda view: _with(owner, find(view.store, title, ("in play", owner))),
                    text,
                    any_time=True,
                )
            case "breaks_law" | "pays_back" | "says_keyword" | "drops_cards":
                seats = tuple(map(self.seat, parts))
                return Deed(LAW_DEEDS[tree.rule], lambda _: seats, text, any_time=tree.rule != "drops_cards")
            case "passes_turn":
                who = self.seat(parts[0])
                passed = ("Hexed", "hold", (who,))
                return Deed(
                    "waive",
                    lambda view: _own(view, who),
                    text,
                    instead=passed,
                    already=_waived(who),
                    lacking=f"no Hex waits for an answer of {text_of(parts[0])}",
                )
            case "starts":
                return Close(("dealt", "before"), text)
            case "are_dealt":
                return Close(("dealing",), text)
            case "ends":
                return Close(("over",), text, before=(REVEAL, DISCARDED, THROWN), untold="cast", then="over")
            case _:
                raise refuse(raw.place, "this event is not known here", raw.whole)

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

    def sacrifice(self, tree: Node) -> Callable[[Any], Instance | None]:
        """The sacrifice that is told or asked about, found from the table at that moment."""
        who, amount = self.seat(tree.parts[0]), int(text_of(tree.parts[1]))

        def instance(view: Any) -> Instance | None:
            named = self.seat(tree.parts[2]) if tree.rule.endswith("naming") else None
            if not tree.rule.endswith("to_cancel"):
                return (who, amount, named, None)
            return (who, amount, None, coming(view.store, text_of(tree.parts[2])))

        return instance

    def _outcome(self, tree: Node, text: str) -> Select:
        """What an effect that nobody states is said to have done."""
        title, whom, amount = text_of(tree.parts[0]), self.seat(tree.parts[1]), int(text_of(tree.parts[2]))
        args: Instance = (whom, amount, title) if tree.rule == "lowers" else (whom, amount)
        deed = Deed("lose" if tree.rule == "lowers" else "gain", lambda _: args, text, any_time=True)
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
            card = find(view.store, title, ("hand", player))
            target = self._answers(view, player, card, named) if which is None else the_hex(which, view.store)
            return None if card is None else (player, card, target, None, named)

        return instance

    def _goes_off(self, parts: Any, text: str) -> Select:
        def lets(view: Any) -> Instance | None:
            label = told_hex(parts[0], view)
            if label not in hexes(view.store):
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

        return Select(off, (Deed("waive", lets, text),), text, then=UNTOLD, rather=in_turn if before else None)


def text_of_sign(tree: Any) -> str:
    """The gesture that a sign names."""
    return str(tree.rule.split("__")[1])


def _with(card: Value, player: Value) -> Instance | None:
    """The pair, or nothing if one of the two is missing."""
    if card is None or player is None:
        return None
    return (player, card)


def _throws(player: int, gesture: str) -> Deed:
    return Deed("throw", lambda _: (player, gesture), f"the sign is {gesture}")


def _waived(player: int) -> Callable[[Any], bool]:
    return lambda view: any(e[1] == player for e in view.events("waive", about=player))


def _own(view: Any, player: int) -> Instance | None:
    own = [h for h in hexes(view.store) if view.store.get(("intended", h)) == player]
    return (player, own[0]) if own else None


def _went(view: Any, label: Value, whom: int) -> bool:
    moves = [e for e in view.events("move", about=label) if e[1] == label]
    if moves:
        return bool(moves[-1][2] == whom)
    return label in hexes(view.store) and view.store.get(("intended", label)) == whom


def _last(view: Any, seats: tuple[int, ...]) -> bool:
    return all(view.store.get(("drops", s), False) is (s in seats) for s in range(view.store.get(("seats",))))


def _dropped(store: Store, seats: tuple[int, ...]) -> Store:
    for seat in seats:
        store = store.put(("drops", seat), True)
    return store
