"""The table at the beginning of a scene of Horrible Hex, and what lays it out."""

from __future__ import annotations

from checker.boards.hexes import FURTHEST, distance, label_of, space_of, tiles_on
from checker.games.horrible.tiles import BLANK, BOTH, TRIANGLE, UNKNOWN_GOAL, name_of, pattern
from checker.kernel.position import Store
from checker.kernel.scene import Item, OwnReading, Scene, TableChange
from checker.kernel.source import Leaf, Node, refused
from checker.kernel.term import Value
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import QUESTION, form_by


def tile_told(store: Store, tile: Value, symbol: str | None, label: str | None) -> Store | str:
    """What is printed on the tile in its middle, both symbols if none is told; it lies on the space, or in the supply
    unless it lies somewhere."""
    known = store.get(("printed on", tile)) is not None
    store = store.put(("printed on", tile), (f"{symbol} symbol" if symbol else BOTH,))
    if label is not None:
        return lies_at(store, tile, label)
    return store if known else store.put(("zone", "supply"), (*store.lying("supply"), tile))


def tile_bears(store: Store, tile: Value, movement: str, direction: str) -> Store:
    """The movement is printed on the tile too."""
    printed = store.get(("printed on", tile))
    return store.put(
        ("printed on", tile), (*(printed if isinstance(printed, tuple) else ()), f"{movement} {direction}")
    )


def lies_at(store: Store, tile: Value, label: str) -> Store | str:
    """The tile lies on the space, or why it does not; an unknown one that lay there is back in the supply."""
    space, zone = space_of(label), ("zone", "space", label)
    there = tiles_on(store).get(space)
    if distance(space) > FURTHEST:
        return f"{label} lies too far away"
    if there not in (None, tile) and name_of(there) != BLANK:
        return f"two tiles at {label}"
    back = store.lying("supply") if there in (None, tile) else (*store.lying("supply"), there)
    return store.put(("zone", "supply"), back).put(zone, ()).moved(tile, zone)


def goal_told(store: Store, seat: int, told: str) -> Store | str:
    """One more Goal Card of the pattern lies before the player."""
    cells = pattern(told)
    if len({space for space, _ in cells}) < len(cells):
        return "two symbols on one space of a pattern"
    return _goal(store, ("goals", seat), told)


def scored(store: Store, seat: int, many: int) -> Store | str:
    """So many unknown Goal Cards lie in the player's Score Pile."""
    if many < 0:
        return "a score is no number below 0"
    return _filled(store, ("pile", seat), UNKNOWN_GOAL, many, -100 * seat - 100)


def supply_told(store: Store, many: int | None, zone: str) -> Store:
    """The supply holds so many things."""
    return store.put(("told size", zone), many or 0)


def beginners(store: Store) -> Store:
    """The game is one of beginners."""
    return store.put(("beginners",), True)


class SceneForms(OwnReading):
    """What a scene leaves to the game: the rest of its opening table."""

    def __init__(self, scene: Scene, words: Vocabulary, counts: dict[str, int]) -> None:
        if len(scene.players) != 2:
            raise refused(scene.place, f"{len(scene.players)} players; this game is for two", "", "`players Red Blue`")
        self.scene, self.counts = scene, counts
        told = ((form_by(words, i.said), i.said.parts) for i in scene.items)
        self.drawn = [(by, parts) for by, parts in told if by in ("draws tile", "draws goal")]
        asked = (i.said for i in scene.items if i.said.rule.startswith(QUESTION))
        self.spoken = {text_of(p) for said in asked for p in said.parts if isinstance(p, Node) and p.rule == "label"}

    def _seat(self, tree: Node | Leaf) -> int:
        """The seat of the player who is named."""
        return self.scene.players.index(text_of(tree))

    def opening(self, laid: TableChange) -> Store:
        """The table with what is told, and with as much as nobody tells of as there has to be.

        Where nobody tells whose turn it is, it is that of whoever draws first, or of whoever acts first. Of what may be
        drawn again later, what the scene lays in the supply and what is asked about is told apart.
        """
        coming = [text_of(parts[1]) for by, parts in self.drawn if by == "draws goal"]
        first = next((self._seat(parts[0]) for _, parts in self.drawn), None)
        store = Store().put(("seats",), 2).put(("names",), self.scene.players)
        store = laid(store)
        if ("turn",) not in store:
            store = store.put(("turn",), first or 0).put(("turn guessed",), "turn" if first is None else False)
        for told in coming:
            store = _goal(store, ("goal supply",), told)
        apart = (
            *store.lying("supply"),
            *sorted(t for t in self.spoken if store.get(("printed on", t)) is not None),
            *coming,
        )
        store = store.put(("spoken of",), apart)
        if not tiles_on(store):
            for number, space in enumerate(TRIANGLE, 1):
                store = store.moved((BLANK, -number), ("zone", "space", label_of(space)))
        for seat in (0, 1):
            if len(store.lying("goals", seat)) > (before := self.counts.get("face-up Goal Cards", 2)):
                message = f"more Goal Cards before {self.scene.players[seat]} than lie face up there: {before}"
                raise refused(self.scene.place, message, "", "each player has so many at a time")
            store = _filled(store, ("goals", seat), UNKNOWN_GOAL, before, -10 * seat)
        goals = sum(len(store.lying(zone, seat)) for zone in ("goals", "pile") for seat in (0, 1))
        store = self._supplied(store, "goal supply", UNKNOWN_GOAL, self.counts.get("Goal Cards", 26) - goals)
        tiles = self.counts.get("Hex tiles for beginners" if store.get(("beginners",)) else "Hex tiles", 28)
        return self._supplied(store, "supply", BLANK, tiles - len(tiles_on(store)))

    def holding(self, store: Store, item: Item) -> Store:
        """The table with a tile that whoever is asked about may lay drawn, where no draw is told."""
        tree = item.said
        lays = any(isinstance(p, Node) and p.rule.startswith("deed__lay") for p in tree.parts)
        if tree.rule == "ask_may" and lays and all(by != "draws tile" for by, _ in self.drawn):
            return store.put(("drawn", self._seat(tree.parts[0])), text_of(tree.parts[1]))
        return store

    def _supplied(self, store: Store, zone: str, name: str, many: int) -> Store:
        """The table with so many things in the supply, or as many as are told."""
        told, there = store.get(("told size", zone)), len(store.lying(zone))
        if isinstance(told, int) and not there <= told <= max(many, there):
            hint = "what is told without a place lies in the supply"
            message = f"a {zone} of {told}; with what the scene tells it is {there} at least and {many} at most"
            raise refused(self.scene.place, message, "", hint)
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
