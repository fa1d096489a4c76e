"""Movements of one thing on a board in a direction: by a step, over others, with others, and in the place of another."""

from __future__ import annotations

from collections.abc import Collection

from checker.boards.hexes import Space, ahead, beyond, step


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
