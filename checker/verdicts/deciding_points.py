"""Which open points are responsible: those at which two ways first differ that end differently."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from checker.kernel.point import Point
from checker.norms.permissions import of_illegal_act
from checker.norms.unknown_comparisons import uncompared
from checker.run.branches import Chose, Took

Way: TypeAlias = tuple[tuple[Took | Chose, ...], str]
"""What was decided on a way, in order, and the answer at its end."""

Maps: TypeAlias = frozenset[object]
"""The possible maps from choices to answers."""


def responsible(ways: Iterable[Way]) -> tuple[Point, ...]:
    """The open points at which two ways first differ that end differently."""
    found: dict[str, Point] = {}
    _compare(list(ways), 0, found)
    return tuple(found.values())


def _compare(ways: list[Way], depth: int, found: dict[str, Point]) -> Maps:
    """The possible outcome maps of the ways, which agree up to `depth`.

    Where it matters what becomes of an illegal act, or how a value that nobody knows compares, what is open besides
    does not; what is decided so one after the other counts together, whatever comes first.
    """
    ended = [value for taken, value in ways if len(taken) <= depth]
    if ended:
        return frozenset(ended)
    first = ways[0][0][depth]
    groups: dict[tuple[object, ...], list[Way]] = {}
    for way in ways:
        groups.setdefault(tuple((f.option.value, f.option.text) for f in _first(way, depth)), []).append(way)
    within: dict[str, Point] = {}
    results = [(_first(group[0], depth), _compare(group, depth + len(key), within)) for key, group in groups.items()]
    differ = len({result for _, result in results}) > 1
    if not (differ and _overriding(first)):
        for name, point in within.items():
            found.setdefault(name, point)
    if isinstance(first, Took):
        if differ:
            _differing(results, 0, found)
        return frozenset[object]().union(*(result for _, result in results))
    if not differ:
        return results[0][1]
    map_ = tuple(
        sorted((str(one), tuple(sorted(map(str, r)))) for one, r in zip(groups, (r for _, r in results), strict=True))
    )
    return frozenset({(str(first.by.who), map_)})


def _first(way: Way, depth: int) -> tuple[Took | Chose, ...]:
    """What is decided next on the way, with all that goes before what is open besides and follows at once."""
    taken, _ = way
    end = depth + 1
    while _overriding(taken[depth]) and end < len(taken) and _overriding(taken[end]):
        end += 1
    return taken[depth:end]


def _overriding(fork: Took | Chose) -> bool:
    return isinstance(fork, Took) and (of_illegal_act(fork.point) or uncompared(fork.point))


def _differing(results: list[tuple[tuple[Took | Chose, ...], Maps]], depth: int, found: dict[str, Point]) -> None:
    """Finds the points at which what was decided one after the other first makes a difference."""
    results = [(taken, maps) for taken, maps in results if len(taken) > depth]
    if not results:
        return
    groups: dict[object, list[tuple[tuple[Took | Chose, ...], Maps]]] = {}
    for taken, maps in results:
        groups.setdefault((taken[depth].option.value, taken[depth].option.text), []).append((taken, maps))
    if len({frozenset[object]().union(*(maps for _, maps in group)) for group in groups.values()}) > 1:
        first = results[0][0][depth]
        if isinstance(first, Took):
            found.setdefault(first.point.id, first.point)
        return
    for group in groups.values():
        _differing(group, depth + 1, found)
