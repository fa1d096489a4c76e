"""The table at the beginning of a scene of the word game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from checker.boards.hexes import label_of
from checker.boards.table import tiles_on
from checker.games.hexx.board import HAND, HEXX, HIDDEN, is_hexx, letter_of
from checker.games.hexx.laying import line_of
from checker.games.hexx.telling.told import hexx_of, letters_told, space_told, word_told
from checker.games.hexx.tiles import ALPHABET
from checker.kernel.lying_cards import with_only
from checker.kernel.position import Key, Store
from checker.kernel.source import Place, refused
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of

TableChange = Callable[[Store], Store]
COLOURS = ("red", "black")
UNTOLD = 40
"""How many tiles a bag of which nothing is told holds here: more than any scene draws."""


class TileBox(NamedTuple):
    """How many HEXX tiles there are with the clause that says so, and how many tiles a hand has, as far as clauses say."""

    wild: int | None = None
    clause: str = ""
    hand: int | None = HAND


class Table:
    """The players and the statements that lay out the table; `seats` numbers the players by name."""

    def __init__(self, players: tuple[str, ...], scene: Any, box: TileBox) -> None:
        if len(players) != 2:
            raise refused(scene.place, f"{len(players)} players; the word game is for two", "", "`players Red Black`")
        self.seats = {name: seat for seat, name in enumerate(players)}
        self.box = box

    def in_the_box(self, store: Store, place: Place, further: int = 0, excerpt: str = "") -> None:
        """Raises InputError if more HEXX tiles are on the table, with so many further ones, than there are."""
        held = (t for _, zone in store.entries("zone") if isinstance(zone, tuple) for t in zone)
        there = further + sum(is_hexx(store, t) for t in held)
        if self.box.wild is not None and there > self.box.wild:
            message = f"{there} HEXX tiles; there are only {self.box.wild} [{self.box.clause}]"
            raise refused(place, message, excerpt)

    def seat(self, tree: Node | Leaf) -> int:
        """The seat of a player who is named."""
        return self.seats[text_of(tree)]

    def colour(self, tree: Any) -> int:
        """The seat of the player whose colour is meant: by name, else red sits first."""
        if tree.rule == "of_player":
            return self.seat(tree.parts[0])
        plain = {name.casefold(): seat for name, seat in self.seats.items()}
        other = {"red": "black", "black": "red"}[tree.rule]
        if tree.rule in plain:
            return plain[tree.rule]
        return 1 - plain[other] if other in plain else int(tree.rule == "black")

    def placed(self, item: Any) -> TableChange:
        """What a statement does to the table. Raises InputError for what no box can lay out."""
        tree, raw = item.tree.parts[0], item.raw
        parts = tree.parts
        match tree.rule:
            case "dictionary":
                listed = tuple(word_told(p, raw) for p in parts)
                return _put(("dictionary",), listed)
            case "s_makes_none" | "s_makes_one":
                return _put(("stated", "adding s"), tree.rule == "s_makes_one")
            case "word_lies":
                return self._word(parts, raw)
            case "tile_lies":
                letter, spot, colour = letter_told(parts[0], raw), space_told(parts[1], raw), self.colour(parts[2])
                return lambda store: laid(store, letter, spot, colour, False)
            case "hexx_lies":
                letter, spot, colour = letter_told(parts[0], raw), space_told(parts[1], raw), self.colour(parts[2])
                return lambda store: laid(store, letter, spot, colour, True)
            case "hand_listed":
                return self._hand(self.seat(parts[0]), letters_told(parts[1:], raw), raw)
            case "placed_hand":
                if parts[1].rule != "no_cards":
                    raise refused(raw.place, "a hand is a list of letters and HEXX", raw.whole)
                return self._hand(self.seat(parts[0]), (), raw)
            case "bag_listed":
                return _bag(letters_told(parts, raw))
            case "proper_name":
                name = word_told(parts[0], raw)
                return lambda store: store.put(("proper names",), (*_tuple(store.get(("proper names",))), name))
            case _:
                raise refused(raw.place, "this cannot be set up here", raw.whole)

    def _word(self, parts: Any, raw: Any) -> TableChange:
        word, place, colour = word_told(parts[0], raw), space_told(parts[1], raw), self.colour(parts[3])
        heading = parts[2].rule.replace("_", "-")
        spots = line_of(word, place, heading)
        wild = hexx_of(parts[4], spots, word, raw)

        def apply(store: Store) -> Store:
            first = not tiles_on(store)
            store = store.put(("last word",), colour)
            for key, _ in store.entries("just"):
                store = store.drop(key)
            for spot, letter in zip(spots, word, strict=True):
                there = tiles_on(store).get(spot)
                if there is None or letter_of(store, there) != letter or spot in wild:
                    store = laid(store, letter, spot, colour, spot in wild)
                else:
                    store = store.put(("colour", there), colour)
                tile = tiles_on(store)[spot]
                store = store.put(("just", tile), True).put(("just at", tile), label_of(spot))
                if first:
                    store = store.put(("origin", label_of(spot)), True)
            return store

        return apply

    def _hand(self, player: int, titles: tuple[str, ...], raw: Any) -> TableChange:
        most = self.box.hand
        if most is not None and len(titles) > most:
            raise refused(raw.place, f"a hand of {len(titles)} tiles; {most} is the most", raw.whole)

        def apply(store: Store) -> Store:
            for key in (("hand unsized", player), ("hand supposed", player)):
                store = store.put(key, False) if store.get(key) else store
            return with_only(store, titles, ("zone", "hand", player)).put(("unknown hand", player), False)

        return apply

    def opening(self, placed: list[TableChange], first_to_act: int | None, laid: TableChange) -> Store:
        """The table before the first event: what is stated, and unknown hands and an unknown bag."""
        store = Store().put(("seats",), 2).put(("names",), tuple(self.seats))
        for seat in self.seats.values():
            store = store.put(("unknown hand", seat), True)
        for apply in (*placed, laid):
            store = apply(store)
        if ("zone", "bag") not in store:
            store = _bag((HIDDEN,) * UNTOLD)(store).put(("bag untold",), True)
        for seat in self.seats.values():
            if store.get(("unknown hand", seat)):
                store = store.put(("hand unsized", seat), self.box.hand is None)
                store = store.put(("hand supposed", seat), not store.lying("bag"))
                full = HAND if self.box.hand is None else self.box.hand
                store = with_only(store, (HIDDEN,) * full, ("zone", "hand", seat))
        if tiles_on(store):
            store = store.put(("started",), True)
        if ("turn",) not in store:
            last = store.get(("last word",))
            owing = [seat for seat in self.seats.values() if store.get(("swaps", seat))]
            after = owing[0] if len(owing) == 1 else 1 - last if isinstance(last, int) else 0
            store = store.put(("turn",), after if first_to_act is None else first_to_act)
            store = store.put(("turn guessed",), "turn" if first_to_act is None else False)
            store = store.put(("turn untold",), first_to_act is None and not owing and last is None)
        if not store.lying("bag"):
            store = store.put(("all drawn",), True)
        return store


def letter_told(tree: Any, raw: Any, hint: str = "") -> str:
    """One letter. Raises InputError for anything else, with the hint, and for a HEXX tile with the one about these."""
    wild = f"say for which letter it stands, as in `{HEXX} as E`"
    letter = word_told(tree, raw)
    if len(letter) != 1 or letter not in ALPHABET:
        raise refused(raw.place, f"`{text_of(tree)}` is no single letter", raw.whole, wild if letter == HEXX else hint)
    return letter


def laid(store: Store, letter: str, spot: tuple[int, int], colour: int, hexx: bool) -> Store:
    """The table with the tile on the place, in the place of whatever lay there; the same letter is still of the same word."""
    label, there = label_of(spot), tiles_on(store).get(spot)
    of_word = store.get(("just", there)) is True and letter_of(store, there) == letter
    store = with_only(store, (HEXX if hexx else letter,), ("zone", "space", label))
    (tile,) = store.lying("space", label)
    store = store.put(("face", tile), letter).put(("colour", tile), colour)
    if of_word:
        store = store.drop(("just", there)).put(("just", tile), True).put(("just at", tile), label)
    return store.put(("laid before", tile), True) if hexx else store


def _bag(titles: tuple[str, ...]) -> TableChange:
    return lambda store: with_only(store, titles, ("zone", "bag"))


def bag_of(store: Store, many: int = 0) -> Store | str:
    """The table with so many tiles in the bag of which nothing is known, or why there is none."""
    return f"a bag of {many} tiles" if many < 0 else _bag((HIDDEN,) * many)(store)


def _put(key: Key, value: Value) -> TableChange:
    return lambda store: store.put(key, value)


def _tuple(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def colour_name(store: Store, seat: Value) -> str:
    """The colour of the player in the seat: as the player is called, else red sits first."""
    plain = [str(name).casefold() for name in _tuple(store.get(("names",)))]
    if isinstance(seat, int) and plain[seat] in COLOURS:
        return plain[seat]
    reds = plain.index("red") if "red" in plain else 1 - plain.index("black") if "black" in plain else 0
    return COLOURS[seat != reds]
