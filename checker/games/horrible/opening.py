"""The table at the beginning of a scene of Horrible Hex, and the statements that lay it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checker.boards.hexes import FURTHEST, Space, distance, label_of, space_of
from checker.boards.table import tiles_on
from checker.games.horrible.tiles import BLANK, BOTH, SYMBOLS, TRIANGLE, UNKNOWN_GOAL, name_of, pattern
from checker.kernel.position import Store
from checker.kernel.source import InputError, Problem
from checker.kernel.term import Value
from checker.syntax.parts import text_of

Change = Callable[[Store], Store]


def word_of(tree: Any) -> str:
    """The word that the phrase stands for, as `north-east`."""
    return str(tree.rule).removeprefix("word__").removesuffix("__0").replace("_", "-")


def refuse(raw: Any, message: str, hint: str = "") -> InputError:
    """The error that says why a scene cannot be used."""
    return InputError(Problem(raw.place, message, raw.whole[:300], hint))


class Table:
    """The players, how much of everything clauses state, and the statements that lay out the table."""

    def __init__(self, scene: Any, counts: dict[str, int]) -> None:
        if len(scene.players) != 2:
            message = f"{len(scene.players)} players; this game is for two"
            raise InputError(Problem(scene.place, message, "", "`players Red Blue`"))
        self.scene, self.counts = scene, counts
        self.names: tuple[str, ...] = scene.players
        self.tiles = tuple(text_of(i.said.parts[0]) for i in scene.items if i.said.rule == "tile_told")

    def seat(self, tree: Any) -> int:
        """The seat of a player who is named."""
        return self.names.index(text_of(tree))

    def placed(self, item: Any) -> Change:
        """What a statement does to the table. Raises InputError for a tile that the scene does not tell of."""
        tree, raw = item.said, item.raw
        parts = tree.parts
        match tree.rule:
            case "to_play":
                return lambda store: store.put(("turn",), self.seat(parts[0])).put(("turn guessed",), False)
            case "tile_told":
                return self._told(text_of(parts[0]), parts[1], parts[2:], raw)
            case "board_lies":
                puts = [(text_of(p.parts[0]), space_of(text_of(p.parts[1]))) for p in parts]
                for at, (name, _) in enumerate(puts):
                    if name not in self.tiles:
                        raise refuse(raw, f"there is no tile `{name}`", f"tell it: `tile {name}: circle`")
                    if name in (other for other, _ in puts[:at]):
                        raise refuse(raw, f"tile `{name}` lies twice", "each tile has a letter of its own")
                return lambda store: laid(store, puts, raw)
            case "goal_told":
                zone, cells = ("goals", self.seat(parts[0])), pattern(text_of(parts[1]))
                if len({space for space, _ in cells}) < len(cells):
                    raise refuse(raw, "two symbols on one space of a pattern", "a space of a pattern has one symbol")
                return lambda store: _goal(store, zone, text_of(parts[1]))
            case "scored":
                pairs = [(self.seat(p), int(text_of(n))) for p, n in zip(parts[::2], parts[1::2], strict=True)]
                if any(many < 0 for _, many in pairs):
                    raise refuse(raw, "a score is no number below 0", "`score Red 2, Blue 0`")
                return lambda store: _scored(store, pairs)
            case "beginners":
                return lambda store: store.put(("beginners",), True)
            case "supply" | "goal_supply":
                pile = ("told size", tree.rule.replace("_", " "))
                return lambda store: store.put(pile, int(text_of(parts[0])) if parts else 0)
        raise refuse(raw, "this cannot be set up here", "`hexcheck show scenes` lists what can")

    def _told(self, tile: str, centre: Any, more: Sequence[Any], raw: Any) -> Change:
        spaces = [space_of(text_of(m)) for m in more if m.rule == "label"]
        centres = {"both": BOTH, **{symbol: f"{symbol} symbol" for symbol in SYMBOLS}}
        arrows = tuple(" ".join(map(word_of, m.parts)) for m in more if m.rule == "arrow")

        def apply(store: Store) -> Store:
            known = store.get(("printed on", tile)) is not None
            store = store.put(("printed on", tile), (centres[word_of(centre)], *arrows))
            if spaces:
                return laid(store, [(tile, spaces[0])], raw)
            return store if known else store.put(("zone", "supply"), (*store.lying("supply"), tile))

        return apply

    def opening(self, changes: list[Change], coming: Sequence[str], spoken: set[str]) -> Store:
        """The table with what is told, and with as much as nobody tells of as there has to be.

        Of what may be drawn again later, what the scene lays in the supply and what is `spoken` of is told apart.
        """
        store = Store().put(("seats",), 2).put(("names",), self.names).put(("turn",), 0).put(("turn guessed",), "turn")
        for change in changes:
            store = change(store)
        for told in coming:
            store = _goal(store, ("goal supply",), told)
        apart = (*store.lying("supply"), *sorted(spoken.intersection(self.tiles)), *coming)
        store = store.put(("spoken of",), apart)
        if not tiles_on(store):
            store = laid(store, [((BLANK, -n), space) for n, space in enumerate(TRIANGLE, 1)], None)
        for seat in (0, 1):
            if len(store.lying("goals", seat)) > (before := self.counts.get("face-up Goal Cards", 2)):
                message = f"more Goal Cards before {self.names[seat]} than lie face up there: {before}"
                raise InputError(Problem(self.scene.place, message, "", "each player has so many at a time"))
            store = _filled(store, ("goals", seat), UNKNOWN_GOAL, before, -10 * seat)
        goals = sum(len(store.lying(zone, seat)) for zone in ("goals", "pile") for seat in (0, 1))
        store = self._supplied(store, "goal supply", UNKNOWN_GOAL, self.counts.get("Goal Cards", 26) - goals)
        tiles = self.counts.get("Hex tiles for beginners" if store.get(("beginners",)) else "Hex tiles", 28)
        return self._supplied(store, "supply", BLANK, tiles - len(tiles_on(store)))

    def _supplied(self, store: Store, zone: str, name: str, many: int) -> Store:
        """The table with so many things in the supply, or as many as are told."""
        told, there = store.get(("told size", zone)), len(store.lying(zone))
        if isinstance(told, int) and not there <= told <= max(many, there):
            hint = "what is told without a place lies in the supply"
            message = f"a {zone} of {told}; with what the scene tells it is {there} at least and {many} at most"
            raise InputError(Problem(self.scene.place, message, "", hint))
        return _filled(store, (zone,), name, told if isinstance(told, int) else many, 0)


def _filled(store: Store, zone: tuple[Value, ...], name: str, many: int, start: int) -> Store:
    """The table with unknown things in the zone, up to so many there; their numbers begin behind the start."""
    there = store.lying(*zone)
    sign = -1 if zone[1:] else 1
    return store.put(("zone", *zone), (*there, *((name, start + sign * (n + 1)) for n in range(many - len(there)))))


def _goal(store: Store, zone: tuple[Value, ...], told: str) -> Store:
    """The table with one more Goal Card of the pattern in the zone."""
    card = (told, len(store.entries("stated")))
    return store.put(("zone", *zone), (*store.lying(*zone), card)).put(("stated", "pattern", card), told)


def _scored(store: Store, pairs: list[tuple[int, int]]) -> Store:
    for seat, many in pairs:
        store = _filled(store, ("pile", seat), UNKNOWN_GOAL, many, -100 * seat - 100)
    return store


def laid(store: Store, puts: Sequence[tuple[Value, Space]], raw: Any) -> Store:
    """The table with the tiles there. Raises InputError for a space on which another known tile lies."""
    for tile, space in puts:
        there, zone = tiles_on(store).get(space), ("zone", "space", label_of(space))
        if distance(space) > FURTHEST:
            raise refuse(raw, f"{label_of(space)} lies too far away", f"{FURTHEST} spaces from 0,0 are the most")
        if there not in (None, tile) and name_of(there) != BLANK:
            raise refuse(raw, f"two tiles at {label_of(space)}", "each space has room for one tile")
        back = store.lying("supply") if there in (None, tile) else (*store.lying("supply"), there)
        store = store.put(("zone", "supply"), back).put(zone, ()).moved(tile, zone)
    return store
