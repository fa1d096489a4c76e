"""Patterns: marks on spaces that hang together, looked for anywhere on a board, as they are, turned or mirrored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from checker.boards.hexes import Space

BoardPattern: TypeAlias = frozenset[tuple[Space, str]]
"""Spaces, each with the mark that it shows."""


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
