"""Boards of hexagonal spaces: directions, neighbours, lines and groups, movements, patterns, and what lies on one.

A space is a pair (q, r); the centre is (0, 0). East is +1,0, north-east +1,-1, south-east 0,+1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from checker.boards import LABELS
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.kernel.trees.walk import reachable

Space: TypeAlias = tuple[int, int]

LABEL = re.compile(LABELS)
CENTRE: Space = (0, 0)
DIRECTIONS: dict[str, Space] = {
    "east": (1, 0),
    "north-east": (1, -1),
    "north-west": (0, -1),
    "west": (-1, 0),
    "south-west": (-1, 1),
    "south-east": (0, 1),
}
"""The six directions, each a sixth of a turn further to the left than the one before."""
FURTHEST = 200
"""How far from the centre a space may be told to be; no box has a larger board."""
LINES: tuple[Space, ...] = ((1, 0), (1, -1), (0, 1))
"""One direction for each of the three lines through a space."""
BoardPattern: TypeAlias = frozenset[tuple[Space, str]]
"""Spaces, each with the mark that it shows."""


def space_of(label: Value) -> Space:
    """The space that a label such as `1,-2` names."""
    q, _, r = str(label).partition(",")
    return int(q), int(r)


def on_board(label: Value) -> bool:
    """The label names a space."""
    return isinstance(label, str) and LABEL.fullmatch(label) is not None


def label_of(space: Space) -> str:
    """The label of a space."""
    return f"{space[0]},{space[1]}"


def step(space: Space, way: Space, count: int = 1) -> Space:
    """The space that many steps further along the way."""
    return space[0] + way[0] * count, space[1] + way[1] * count


def direction_between(space: Space, behind: Space) -> str:
    """In which direction one comes from the space to the one behind it."""
    way = (behind[0] - space[0], behind[1] - space[1])
    return next(name for name, to in DIRECTIONS.items() if to == way)


def neighbours(space: Space) -> tuple[Space, ...]:
    """The six spaces that touch this one."""
    return tuple(step(space, way) for way in DIRECTIONS.values())


def distance(space: Space) -> int:
    """How many steps the space lies from the centre."""
    q, r = space
    return max(abs(q), abs(r), abs(q + r))


def beyond(taken: Collection[Space], space: Space, way: Space) -> tuple[Space, ...]:
    """The unbroken row of taken spaces that begins beside the space in the direction."""
    row: list[Space] = []
    at = step(space, way)
    while at in taken:
        row.append(at)
        at = step(at, way)
    return tuple(row)


def line_through(taken: Collection[Space], space: Space, way: Space) -> tuple[Space, ...]:
    """The unbroken row of taken spaces through the space along the line, in the sense of `way`."""
    if space not in taken:
        return ()
    before = beyond(taken, space, (-way[0], -way[1]))
    return (*reversed(before), space, *beyond(taken, space, way))


def ahead(taken: Collection[Space], space: Space, way: Space) -> tuple[Space, ...]:
    """All taken spaces on the line from the space in the direction, the nearest first, whatever gaps there are."""
    found = ((other, _steps(space, other, way)) for other in taken)
    return tuple(other for other, _ in sorted(((o, n) for o, n in found if n > 0), key=lambda pair: pair[1]))


def _steps(space: Space, other: Space, way: Space) -> int:
    """How many steps in the direction lead from the space to the other one; 0 if none do."""
    many = max(abs(other[0] - space[0]), abs(other[1] - space[1]))
    return many if step(space, way, many) == other else 0


def groups(taken: Collection[Space]) -> Iterator[frozenset[Space]]:
    """The groups of taken spaces that hang together."""
    left, every = set(taken), frozenset(taken)
    while left:
        group = frozenset(reachable([min(left)], lambda at: every.intersection(neighbours(at))))
        left -= group
        yield group


def landing(taken: Collection[Space], space: Space, way: Space, far: bool) -> Space:
    """Where a jump in the direction ends: behind the row beside the space, or behind all that lies on the line."""
    row = ahead(taken, space, way) if far else beyond(taken, space, way)
    return step(row[-1] if row else space, way)


def going(taken: Collection[Space], space: Space, movement: str, way: Space, far: bool = False) -> dict[Space, Space]:
    """Where each space's thing goes by the movement of what lies on the space: slide, jump, push or swap."""
    beside = step(space, way)
    match movement:
        case "jump":
            return {space: landing(taken, space, way, far)}
        case "push":
            return {at: step(at, way) for at in (space, *beyond(taken, space, way))}
        case "swap":
            return {space: beside, beside: space} if beside in taken else {}
        case _:
            return {space: beside}


def after(taken: Collection[Space], goes: dict[Space, Space]) -> set[Space]:
    """The spaces that are taken once everything has gone there."""
    return {goes.get(space, space) for space in taken}


def moved(pattern: BoardPattern) -> BoardPattern:
    """The pattern with its first space on 0,0: the same for all that differ in their place only."""
    (q, r), _ = min(pattern)
    return frozenset(((a - q, b - r), mark) for (a, b), mark in pattern)


def turned(pattern: BoardPattern) -> tuple[BoardPattern, ...]:
    """The pattern in every orientation that turning brings, but for those that look as it does."""
    found = [pattern]
    for _ in range(5):
        found.append(frozenset(((-r, q + r), mark) for (q, r), mark in found[-1]))
    return _others(found, (pattern,))


def mirrored(pattern: BoardPattern) -> tuple[BoardPattern, ...]:
    """The mirror image in every orientation, but for those that turning brings too."""
    image: BoardPattern = frozenset(((q + r, -r), mark) for (q, r), mark in pattern)
    return _others([image, *turned(image)], (pattern, *turned(pattern)))


def _others(patterns: list[BoardPattern], known: tuple[BoardPattern, ...]) -> tuple[BoardPattern, ...]:
    seen = {moved(p) for p in known if p}
    return tuple(p for p in dict.fromkeys(moved(p) for p in patterns if p) if p not in seen)


def occurrences(pattern: BoardPattern, marks: Mapping[Space, Collection[str]]) -> Iterator[dict[Space, str]]:
    """Each place where the board shows the pattern: its spaces, each with the mark that it is taken to show."""
    if not pattern:
        return
    (q, r), _ = min(pattern)
    for a, b in sorted(marks):
        there = {(x - q + a, y - r + b): mark for (x, y), mark in pattern}
        if all(mark in marks.get(space, ()) for space, mark in there.items()):
            yield there


def stood(
    ways: Iterable[BoardPattern],
    there: Mapping[Space, str],
    marks: Mapping[Space, Collection[str]],
    was: Mapping[Space, Space],
) -> bool:
    """Whether what lies there showed one of these patterns before it moved, or the same spaces showed this one."""
    before = {was[space]: mark for space, mark in marks.items()}
    theirs = {was[space]: marks[space] for space in there}
    same = all(mark in before.get(space, ()) for space, mark in there.items())
    return same or any(True for way in ways for _ in occurrences(way, theirs))


def tiles_on(store: Store) -> dict[Space, Value]:
    """The tiles on the board by space; of several on one, the one on top, which came last."""
    known = store.placed.get("board")
    if known is None:
        known = store.placed["board"] = {
            space_of(key[2]): held[-1]
            for key, held in store.entries("zone")
            if len(key) == 3 and isinstance(held, tuple) and held and on_board(key[2])
        }
    return known


def places(store: Store) -> dict[Value, Space]:
    """The space of each tile on the board."""
    known = store.placed.get("places")
    if known is None:
        known = store.placed["places"] = {
            tile: space_of(key[2])
            for key, held in store.entries("zone")
            if key[1] == "space" and isinstance(held, tuple)
            for tile in held
        }
    return known
