"""The table at the beginning of a scene of Horrible Hex, and the statements that lay it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.boards.hexes import Space, label_of, space_of
from checker.boards.table import tiles_on
from checker.games.horrible.tiles import BLANK, TRIANGLE, UNKNOWN_GOAL, held
from checker.kernel.position import Store
from checker.kernel.source import InputError, Problem
from checker.kernel.term import Value
from checker.kernel.tree import Leaf

Change = Callable[[Store], Store]


def text_of(tree: Any) -> str:
    """The word of a leaf, or of a phrase that is one leaf."""
    return tree.text if isinstance(tree, Leaf) else text_of(tree.parts[0])


def said(tree: Any) -> str:
    """The word that the phrase stands for, as `north-east`."""
    return str(tree.rule).replace("_", "-")


def space_told(tree: Any) -> Space:
    """The space that is told."""
    return space_of(",".join(text_of(part) for part in tree.parts))


def pattern_told(cells: Any) -> str:
    """The pattern that is told, as a Goal Card is named by it."""
    return " ".join(f"{said(cell.parts[0])} {label_of(space_told(cell.parts[1]))}" for cell in cells)


def refuse(raw: Any, message: str, hint: str = "") -> InputError:
    """The error that says why a scene cannot be used."""
    return InputError(Problem(raw.place, message, raw.whole[:300], hint))


class Supply:
    """How many tiles and Goal Cards there are, by what clauses state, and how many lie before each player."""

    def __init__(self, counts: dict[str, int]) -> None:
        self.tiles = counts.get("Hex tiles", 28)
        self.of_beginners = counts.get("Hex tiles for beginners", self.tiles)
        self.goals = counts.get("Goal Cards", 26)
        self.before = counts.get("face-up Goal Cards", 2)


class Table:
    """The players, the tiles that the scene tells of, and the statements that lay out the table."""

    def __init__(self, scene: Any, box: Supply) -> None:
        if len(scene.players) != 2:
            message = f"{len(scene.players)} players; this game is for two"
            raise InputError(Problem(scene.place, message, "", "`players Red Blue`"))
        self.scene, self.box = scene, box
        self.names: tuple[str, ...] = scene.players
        told = [i.said for i in scene.items if i.said.rule in ("tile_told", "tile_lies")]
        self.tiles = {text_of(tree.parts[0]): (text_of(tree.parts[0]), 1) for tree in told}

    def seat(self, tree: Any) -> int:
        """The seat of a player who is named."""
        return self.names.index(text_of(tree))

    def tile(self, tree: Any, raw: Any) -> Value:
        """The tile of the name. Raises InputError if the scene tells of no such tile."""
        name = text_of(tree)
        if name not in self.tiles:
            there = ", ".join(self.tiles) or "none yet"
            raise refuse(
                raw, f"there is no tile `{name}`", f"tell it: `tile {name}: circle at 0,0`; there are: {there}"
            )
        return self.tiles[name]

    def placed(self, item: Any) -> Change:
        """What a statement does to the table."""
        tree, raw = item.said, item.raw
        parts = tree.parts
        match tree.rule:
            case "to_play":
                return lambda store: store.put(("turn",), self.seat(parts[0]))
            case "tile_told":
                return self._told(self.tile(parts[0], raw), parts[1], parts[2:], None, raw)
            case "tile_lies":
                return self._told(self.tile(parts[0], raw), parts[1], parts[3:], space_told(parts[2]), raw)
            case "board_lies":
                puts = [(self.tile(p.parts[0], raw), space_told(p.parts[1])) for p in parts]
                return lambda store: _each(store, puts, raw)
            case "goal_told":
                goal, zone = (pattern_told(parts[1:]), 1), ("goals", self.seat(parts[0]))
                return lambda store: _added(store, zone, goal)
            case "scored":
                pairs = [(self.seat(p), int(text_of(n))) for p, n in zip(parts[::2], parts[1::2], strict=True)]
                return lambda store: _scored(store, pairs)
            case "beginners":
                return lambda store: store.put(("beginners",), True)
            case _:
                pile = "goal supply" if tree.rule.startswith("goal") else "supply"
                size = int(text_of(parts[0])) if parts else 0
                return lambda store: store.put(("told size", pile), size)

    def _told(self, tile: Value, centre: Any, arrows: Any, space: Space | None, raw: Any) -> Change:
        printed = (said(centre), *(f"{said(a.parts[0])} {said(a.parts[1])}" for a in arrows))

        def apply(store: Store) -> Store:
            known = store.get(("printed on", tile)) is not None
            store = store.put(("printed on", tile), printed)
            if space is not None:
                return _each(store, [(tile, space)], raw)
            return store if known else _added(store, ("supply",), tile)

        return apply

    def opening(self, changes: list[Change], coming: list[str], spoken: tuple[str, ...], first: int | None) -> Store:
        """The table with what is told, and with as much as nobody tells of as there has to be."""
        store = Store().put(("seats",), 2).put(("names",), self.names).put(("spoken of",), (*spoken, *coming))
        for change in changes:
            store = change(store)
        for pattern in coming:
            store = _added(store, ("goal supply",), (pattern, 1))
        if not tiles_on(store):
            store = _each(store, [((BLANK, -n), space) for n, space in enumerate(TRIANGLE, 1)], None)
        for seat in (0, 1):
            store = _filled(store, ("goals", seat), UNKNOWN_GOAL, self.box.before, -3 * seat - 1)
        goals = self.box.goals - sum(len(held(store, zone, seat)) for zone in ("goals", "pile") for seat in (0, 1))
        store = self._supplied(store, "goal supply", UNKNOWN_GOAL, goals)
        tiles = self.box.of_beginners if store.get(("beginners",)) else self.box.tiles
        store = self._supplied(store, "supply", BLANK, tiles - len(tiles_on(store)))
        if ("turn",) not in store:
            store = store.put(("turn",), first or 0).put(("turn untold",), first is None)
        return store

    def _supplied(self, store: Store, zone: str, name: str, many: int) -> Store:
        """The table with so many things in the supply, or as many as are told."""
        told = store.get(("told size", zone))
        there = len(held(store, zone))
        wanted = max(many, there) if not isinstance(told, int) else told
        if wanted < there:
            message = f"{there} things are told to lie in a supply of {wanted}"
            raise InputError(Problem(self.scene.place, message, "", "let the supply have more, or place them"))
        return _filled(store, (zone,), name, wanted, 1)


def _filled(store: Store, zone: tuple[Value, ...], name: str, many: int, number: int) -> Store:
    there = held(store, *zone)
    blanks = tuple((name, number + n if number > 0 else number - n) for n in range(many - len(there)))
    return store.put(("zone", *zone), (*there, *blanks))


def _added(store: Store, zone: tuple[Value, ...], thing: Value) -> Store:
    assert isinstance(thing, tuple)
    while any(thing in there for _, there in store.entries("zone") if isinstance(there, tuple)):
        thing = (thing[0], int(str(thing[1])) + 1)
    return store.put(("zone", *zone), (*held(store, *zone), thing))


def _each(store: Store, puts: list[tuple[Value, Space]], raw: Any) -> Store:
    for tile, space in puts:
        there = tiles_on(store).get(space)
        if there not in (None, tile) and str(there[0] if isinstance(there, tuple) else "") != BLANK:
            raise refuse(raw, f"two tiles at {label_of(space)}", "each space has room for one tile")
        store = store.put(("zone", "space", label_of(space)), ()).moved(tile, ("zone", "space", label_of(space)))
    return store


def _scored(store: Store, pairs: list[tuple[int, int]]) -> Store:
    for seat, many in pairs:
        store = _filled(store, ("pile", seat), UNKNOWN_GOAL, many, -10 - 40 * seat)
    return store
