"""The board of hexagonal spaces: places, the three lines through each, and what stands on them.

A place is a pair (q, r); the centre is (0, 0). East is +1,0, north-east +1,-1, south-east 0,+1 [WX-14].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from checker.kernel.position import Store
from checker.kernel.term import Value

Spot: TypeAlias = tuple[int, int]
Letters: TypeAlias = Mapping[Spot, str]

CENTRE: Spot = (0, 0)
LINES: tuple[Spot, ...] = ((1, 0), (1, -1), (0, 1))
HEADINGS: dict[str, Spot] = {
    "east": (1, 0),
    "north-east": (1, -1),
    "north-west": (0, -1),
    "west": (-1, 0),
    "south-west": (-1, 1),
    "south-east": (0, 1),
}
HEXX = "HEXX"
HIDDEN = "tile"
"""The title of a tile of which nothing is known until it is laid."""
VEILED = "veiled"
HAND = 6
"""How many tiles a hand has that a scene does not tell [WX-4]."""


def spot_of(label: Value) -> Spot:
    """The place that a label such as `1,-2` names."""
    q, _, r = str(label).partition(",")
    return int(q), int(r)


def label_of(spot: Spot) -> str:
    """The label of a place."""
    return f"{spot[0]},{spot[1]}"


def step(spot: Spot, way: Spot, count: int = 1) -> Spot:
    """The place that many steps further along the way."""
    return spot[0] + way[0] * count, spot[1] + way[1] * count


def heading_of(spot: Spot, behind: Spot) -> str:
    """Which way one comes from the place to the one behind it."""
    way = (behind[0] - spot[0], behind[1] - spot[1])
    return next(name for name, to in HEADINGS.items() if to == way)


def neighbours(spot: Spot) -> tuple[Spot, ...]:
    """The six places that touch this one."""
    return tuple(step(spot, way) for way in HEADINGS.values())


def distance(spot: Spot) -> int:
    """How many steps the place lies from the centre."""
    q, r = spot
    return max(abs(q), abs(r), abs(q + r))


def line_through(letters: Letters, spot: Spot, way: Spot) -> tuple[Spot, ...]:
    """The unbroken row of tiles through the place along the line, in the sense of `way` [WX-16]."""
    start = spot
    while step(start, way, -1) in letters:
        start = step(start, way, -1)
    row: list[Spot] = []
    while start in letters:
        row.append(start)
        start = step(start, way)
    return tuple(row)


def read(letters: Letters, row: tuple[Spot, ...]) -> str:
    """The letters of a row."""
    return "".join(letters[spot] for spot in row)


# -- the table as the store has it ---------------------------------------------------------------


def tiles_on(store: Store) -> dict[Spot, Value]:
    """The tiles on the board by place."""
    known = store.placed.get("board")
    if known is None:
        known = store.placed["board"] = {
            spot_of(key[2]): held[0]
            for key, held in store.entries("zone")
            if key[1] == "space" and isinstance(held, tuple) and held
        }
    found: dict[Spot, Value] = known
    return found


def places(store: Store) -> dict[Value, Spot]:
    """The place of each tile on the board."""
    known = store.placed.get("places")
    if known is None:
        known = store.placed["places"] = {tile: spot for spot, tile in tiles_on(store).items()}
    found: dict[Value, Spot] = known
    return found


def letters_on(store: Store) -> dict[Spot, str]:
    """The letters on the board by place."""
    known = store.kept.get("letters")
    if known is None:
        known = store.kept["letters"] = {spot: letter_of(store, tile) for spot, tile in tiles_on(store).items()}
    found: dict[Spot, str] = known
    return found


def letter_of(store: Store, tile: Value) -> str:
    """The letter that the tile shows: for a HEXX tile the one that it stands for; `?` if nobody says."""
    face = store.get(("face", tile))
    if isinstance(face, str):
        return face
    return "?" if title_of(tile) in (HIDDEN, HEXX) else title_of(tile)


def title_of(tile: Value) -> str:
    """What is printed on the tile: a letter, HEXX, or nothing known."""
    return str(tile[0]) if isinstance(tile, tuple) else ""


def is_hexx(store: Store, tile: Value) -> bool:
    """The tile is a HEXX tile, or turned out to be one."""
    told = store.get(("wild", tile))
    return title_of(tile) == HEXX if told is None else told is True


def kind_of(store: Store, tile: Value) -> str:
    """What the tile's holder sees on it; HIDDEN where the scene does not say."""
    if store.get((VEILED, tile)) is True:
        return HIDDEN
    if is_hexx(store, tile):
        return HEXX
    return title_of(tile) if title_of(tile) != HIDDEN else str(store.get(("face", tile), HIDDEN))


def hand_of(store: Store, player: Value) -> tuple[Value, ...]:
    """The tiles in the player's hand."""
    held = store.get(("zone", "hand", player), ())
    return held if isinstance(held, tuple) else ()


def bag_of(store: Store) -> tuple[Value, ...]:
    """The tiles in the bag."""
    held = store.get(("zone", "bag"), ())
    return held if isinstance(held, tuple) else ()


def with_tile(store: Store, title: str, zone: tuple[Value, ...]) -> tuple[Store, Value]:
    """The table with one more tile of the title in the zone, and the tile."""
    number = store.get(("printed", title), 0)
    held = store.get(("zone", *zone), ())
    assert isinstance(number, int) and isinstance(held, tuple)
    tile = (title, number + 1)
    return store.put(("printed", title), number + 1).put(("zone", *zone), (*held, tile)), tile
