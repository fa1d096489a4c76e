"""The table at the beginning of a HEX•HEX scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexhex.table import marks, new_hex, new_token, tokens_on
from checker.games.hexhex.variants import cursed
from checker.kernel.game import Box
from checker.kernel.lying_cards import title_of, with_card, with_only
from checker.kernel.position import Store
from checker.kernel.source import refused
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of

HAND = 5


class Table:
    """The players' seats and the statements that lay out the table."""

    def __init__(self, players: tuple[str, ...], box: Box | None = None, hand: int = HAND) -> None:
        self.box = box or Box()
        self.hand = hand
        self.seats = {name: seat for seat, name in enumerate(players)}

    def seat(self, tree: Node | Leaf) -> int:
        """The seat of a player who is named."""
        return self.seats[text_of(tree)]

    def placed(self, item: Any, begun: bool = False) -> Callable[[Store], Store]:
        """What a placing does to the table; where the scene has begun, nothing if it tells of a Hex that lies so.

        Raises InputError for what no box can lay out.
        """
        tree, raw = item.tree.parts[0], item.raw
        parts = tree.parts

        match tree.rule:
            case "placed_hand":
                return self._hand(parts, raw, begun)
            case "the_hex_lies" | "hex_lies":
                return self._hex(tree, raw, begun)
            case "deck_top":
                titles = [text_of(p) for p in parts[0].parts]
                return lambda store: _deck_top(store, titles, raw)
            case "curse_is":
                return cursed(tree)
            case _:
                raise refused(raw.place, "this cannot be set up here", raw.whole)

    def _hand(self, parts: Any, raw: Any, begun: bool) -> Callable[[Store], Store]:
        player, listed = self.seat(parts[0]), parts[1]
        titles = [] if listed.rule == "no_cards" else [text_of(p) for p in listed.parts]
        if len(titles) > self.hand:
            message = f"a hand of {len(titles)} cards; {self.hand} is the most without a reason in the scene"
            raise refused(raw.place, message, raw.whole)

        def apply(store: Store) -> Store:
            told = [title_of(card) for card in store.lying("hand", player)]
            if not begun and not store.get(("unknown hand", player)) and sorted(told) != sorted(titles):
                message = f"`{raw.text}` contradicts `hand {text_of(parts[0])}: {', '.join(told) or 'nothing'}`"
                raise refused(raw.place, message, raw.whole, "take one of the two away")
            return with_only(store, titles, ("zone", "hand", player)).put(("unknown hand", player), False)

        return apply

    def _hex(self, tree: Node, raw: Any, begun: bool) -> Callable[[Store], Store]:
        parts = tree.parts
        label = "H1" if tree.rule == "the_hex_lies" else text_of(parts[0])
        rest = parts if tree.rule == "the_hex_lies" else parts[1:]
        sender, intended = self.seat(rest[0]), self.seat(rest[1])
        titles = marks(rest[2]) if isinstance(rest[2], Node) else []

        def apply(store: Store) -> Store:
            _no_hex_yet(store.get(("phase",)), True, raw)
            if label in store.things("hex"):
                lies = store.get(("sender", label)), store.get(("intended", label)), tokens_on(store, label)
                if begun and lies == (sender, intended, tuple(titles)):
                    return store
                message = (
                    f"{label} is there already, and lies otherwise" if begun else f"there are two Hexes called {label}"
                )
                raise refused(raw.place, message, raw.whole, "give each its own label: `Hex H2: …`")
            store = new_hex(store, label, sender, intended)
            for title in titles:
                store = new_token(store, label, title)
            return store.put(("cast",), True)

        return apply

    def opening(
        self,
        placed: list[Callable[[Store], Store]],
        plays: list[tuple[int, str]],
        first_caster: int | None,
        voice: int,
        begun: str = "",
        supposed: int = 0,
        laid: Callable[[Store], Store] = lambda store: store,
    ) -> Store:
        """The table before the first event: stated things, and what the scene's plays need.

        A scene that states no place in the round and no Hex begins at the place that is `begun`; who is `supposed`
        to cast does so where nobody is said to deal or to cast.
        """
        there: dict[tuple[Value, ...], Value] = {("seats",): len(self.seats), ("names",): tuple(self.seats)}
        for seat in self.seats.values():
            there |= {("unknown hand", seat): True, ("Voice", seat): voice}
        store = Store(there)
        for apply in (*placed, laid):
            store = apply(store)
        if begun and not store.get(("phase",)) and not store.get(("cast",)):
            store = store.put(("phase",), begun)
        for player, title in plays:
            if store.get(("unknown hand", player)):
                store = with_card(store, title, ("zone", "hand", player))
        return self._begun(self._seated(store, first_caster, supposed), first_caster)

    def _seated(self, store: Store, first_caster: int | None, supposed: int) -> Store:
        """The table with its round, its dealer and, if nobody is said to deal, the first one who is said to cast.

        Before the last round the rotation still goes on, since somebody picks the dealer.
        """
        seats, dealer = len(self.seats), store.get(("dealer",))
        last, tie = store.get(("last round",)) is True, store.get(("tie breaker",)) is True
        if last and dealer is None and store.get(("phase",)) == "between rounds":
            store = store.drop(("last round",)).put(("round",), seats).put(("phase",), "rotate")
        elif (last or tie) and ("round",) not in store:
            store = store.put(("round",), seats + (1 if last else 2))
        if isinstance(dealer, int) or (tie and store.get(("phase",)) == "between rounds"):
            return store
        if first_caster is None:
            return store.put(("dealer",), (supposed - 1) % seats).put(("dealer not told",), True)
        store = store.put(("dealer",), (first_caster - 1) % seats)
        return store.put(("dealer not told",), True) if last or tie else store.put(("caster",), first_caster)

    def _begun(self, store: Store, first_caster: int | None) -> Store:
        phase = store.get(("phase",))
        if (first_caster is not None or phase in ("before the round", "before the cast")) and not store.get(("cast",)):
            store = store.put(("fresh",), True)
        if phase == "between rounds":
            store = store.put(("turned",), True)
        if phase in ("between rounds", "rotate"):
            for seat in self.seats.values():
                store = store.put(("unknown hand", seat), False)
        elif phase != "before the round":
            store = store.put(("started",), True)
        return store


def _deck_top(store: Store, titles: list[str], raw: Any) -> Store:
    """The table on which these are the top cards of the deck. Raises InputError if it holds fewer."""
    hidden = store.get(("hidden",))
    if isinstance(hidden, int):
        if hidden < len(titles):
            raise refused(raw.place, f"of {hidden} cards in the deck nothing is known yet", raw.whole)
        store = store.put(("hidden",), hidden - len(titles))
    for title in titles:
        store = with_card(store, title, ("zone", "deck"))
    return store


def begins(store: Store, where: str) -> Store | str:
    """The scene begins at that place of the round, or why it cannot: a Hex is in play [HH-70]."""
    return f"there is no Hex in play {where}" if store.things("hex") else store.put(("phase",), where)


def plays_alone(store: Store, *seats: int) -> Store:
    """Nobody but these plays in the tie-breaker."""
    for seat in range(int(str(store.get(("seats",))))):
        store = store.put(("stated", "plays on", seat), seat in seats)
        store = store if seat in seats else store.put(("sits out", seat), True)
    return store


def _no_hex_yet(phase: Value, hexed: bool, raw: Any) -> None:
    """Raises InputError for a Hex in play where there can be none yet [HH-70]."""
    if hexed and phase is not None:
        raise refused(raw.place, f"there is no Hex in play {phase}", raw.whole, "take one of the two lines away")
