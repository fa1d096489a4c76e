"""The table at the beginning of a HEX•HEX scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.table import add_card, hexes, marks, new_hex, new_token, refuse, text_of
from checker.kernel.game import Box
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node

TOKENS = {
    "boosted": "Boost",
    "rotted": "Rot",
    "escalated": "Escalating Obsession",
    "doubled": "Double & Thrice",
    "maddened left": "Maddening Compulsion Left",
    "maddened right": "Maddening Compulsion Right",
}
HAND = 5


class Table:
    """The players' seats and the statements that lay out the table."""

    def __init__(self, players: tuple[str, ...], box: Box | None = None, hand: int = 5) -> None:
        self.box = box or Box()
        self.cards = self.box.counts.get("playing cards", 150)
        self.hand = hand
        self.seats = {name: seat for seat, name in enumerate(players)}

    def seat(self, tree: Node | Leaf) -> int:
        """The seat of a player who is named."""
        return self.seats[text_of(tree)]

    def placed(self, item: Any) -> Callable[[Store], Store]:
        """What a placing does to the table. Raises InputError for what no box can lay out."""
        tree, raw = item.tree.parts[0], item.raw
        parts = tree.parts

        def put(*pairs: tuple[tuple[Value, ...], Value]) -> Callable[[Store], Store]:
            def apply(store: Store) -> Store:
                for key, value in pairs:
                    store = store.put(key, value)
                return store

            return apply

        match tree.rule:
            case "in_round":
                number = int(text_of(parts[0]))
                if not 1 <= number <= len(self.seats) + 1:
                    raise refuse(
                        raw.place,
                        f"with {len(self.seats)} players there are rounds 1 to {len(self.seats) + 1}",
                        raw.whole,
                    )
                last = number == len(self.seats) + 1
                return put((("round",), number), *(((("last round",), True),) if last else ()))
            case "in_last_round":
                return put((("last round",), True))
            case "in_tie_breaker":
                return put((("tie breaker",), True))
            case "dealer":
                return put((("dealer",), self.seat(parts[0])))
            case "voices":
                return put(*((("Voice", self.seat(v.parts[0])), int(text_of(v.parts[1]))) for v in parts))
            case "placed_hand":
                return self._hand(parts, raw)
            case "in_play":
                player, title = self.seat(parts[0]), text_of(parts[1])
                return lambda store: add_card(store, ("in play", player), title)[0]
            case "the_hex_lies" | "hex_lies":
                return self._hex(tree, raw)
            case "sign_waits":
                if "sign card" not in self.box.kinds.get(text_of(parts[0]), ("sign card",)):
                    raise refuse(raw.place, f"{text_of(parts[0])} never waits for a throw", raw.whole)
                return self._sign(parts)
            case "deck_top":
                titles = [text_of(p) for p in parts[0].parts]
                return lambda store: _deck_top(store, titles)
            case "deck_size" | "deck_empty":
                if tree.rule == "deck_size" and int(text_of(parts[0])) > self.cards:
                    raise refuse(raw.place, f"there are {self.cards} cards in the box", raw.whole)
                size = 0 if tree.rule == "deck_empty" else int(text_of(parts[0]))
                return put((("hidden",), size), (("deck known",), True))
            case "before_round":
                return put((("phase",), "before the round"))
            case "before_cast":
                return put((("phase",), "before the cast"))
            case "between_rounds":
                return put((("phase",), "between rounds"))
            case "only_play":
                playing = tuple(self.seat(p) for p in parts)
                seats = self.seats.values()
                told = [(("stated", "plays on", s), s in playing) for s in seats]
                return put(*told, *((("sits out", s), True) for s in seats if s not in playing))
            case _:
                raise refuse(raw.place, "this cannot be set up here", raw.whole)

    def _hand(self, parts: Any, raw: Any) -> Callable[[Store], Store]:
        player, listed = self.seat(parts[0]), parts[1]
        titles = [] if listed.rule == "no_cards" else [text_of(p) for p in listed.parts]
        if len(titles) > HAND:
            raise refuse(
                raw.place, f"a hand of {len(titles)} cards; {HAND} is the most without a reason in the scene", raw.whole
            )

        def apply(store: Store) -> Store:
            store = store.put(("zone", "hand", player), ()).put(("unknown hand", player), False)
            for title in titles:
                store, _ = add_card(store, ("hand", player), title)
            return store

        return apply

    def _hex(self, tree: Node, raw: Any) -> Callable[[Store], Store]:
        parts = tree.parts
        label = "H1" if tree.rule == "the_hex_lies" else text_of(parts[0])
        rest = parts if tree.rule == "the_hex_lies" else parts[1:]
        sender, intended = self.seat(rest[0]), self.seat(rest[1])
        titles = marks(rest[2], TOKENS) if isinstance(rest[2], Node) else []

        def apply(store: Store) -> Store:
            if label in hexes(store):
                raise refuse(
                    raw.place, f"there are two Hexes called {label}", raw.whole, "give each its own label: `Hex H2: …`"
                )
            store = new_hex(store, label, sender, intended)
            for title in titles:
                store = new_token(store, label, title)
            return store.put(("cast",), True)

        return apply

    def _sign(self, parts: Any) -> Callable[[Store], Store]:
        player = self.seat(parts[1])

        def apply(store: Store) -> Store:
            count = store.get(("waiting", player), 0)
            assert isinstance(count, int)
            return store.put(("waiting", player), count + 1).put(("cast",), True)

        return apply

    def opening(
        self, placed: list[Callable[[Store], Store]], plays: list[tuple[int, str]], first_caster: int | None, voice: int
    ) -> Store:
        """The table before the first event: stated things, and what the scene's plays need."""
        store = Store().put(("seats",), len(self.seats)).put(("names",), tuple(self.seats))
        for seat in self.seats.values():
            store = store.put(("unknown hand", seat), True).put(("Voice", seat), voice)
        for apply in placed:
            store = apply(store)
        for player, title in plays:
            if store.get(("unknown hand", player)):
                store, _ = add_card(store, ("hand", player), title)
        seats = len(self.seats)
        dealer = store.get(("dealer",))
        if not isinstance(dealer, int):
            dealer = (first_caster - 1) % seats if first_caster is not None else seats - 1
        last = bool(store.get(("last round",)) or store.get(("tie breaker",)))
        if last and ("round",) not in store:
            store = store.put(("round",), seats + (1 if store.get(("last round",)) else 2))
        done = store.get(("round",), 1)
        assert isinstance(done, int)
        caster = self._least(store) if last else (dealer + 1) % seats
        store = store.put(("dealer",), dealer).put(("caster",), caster)
        if not last:
            store = store.put(("first caster",), (dealer + 1 - (done - 1)) % seats)
        if first_caster is not None and not store.get(("cast",)):
            store = store.put(("fresh",), True)
        if store.get(("phase",)) == "between rounds":
            store = store.put(("turned",), True)
            for seat in self.seats.values():
                store = store.put(("unknown hand", seat), False)
        elif store.get(("phase",)) != "before the round":
            store = store.put(("started",), True)
        if ("hidden",) not in store:
            dealt = self.hand * seats * (done - 1 if store.get(("phase",)) == "between rounds" else done)
            known = store.get(("zone", "deck"), ())
            assert isinstance(known, tuple)
            store = store.put(("hidden",), max(0, self.cards - dealt - len(known)))
        return store

    def _least(self, store: Store) -> int | None:
        """The one player with the least Voice of those who play; nobody if several share it [HH-114, HH-118]."""
        playing = [seat for seat in self.seats.values() if not store.get(("sits out", seat))]
        voices = {s: v for s in playing if isinstance(v := store.get(("Voice", s), 0), int)}
        least = [s for s, v in voices.items() if v == min(voices.values())]
        return least[0] if len(least) == 1 else None


def _deck_top(store: Store, titles: list[str]) -> Store:
    for title in titles:
        store, _ = add_card(store, ("deck",), title)
    return store
