"""Which open points are responsible: those at which two ways first differ that end differently."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from checker.kernel.term import Point
from checker.norms.permissions import of_illegal_act
from checker.norms.unknown_values import uncompared
from checker.run.branches import Chose, Took


class DecidedFork(Protocol):
    """What was decided on a way: an open point by its key, or what somebody chose, which has no key."""

    @property
    def key(self) -> str:
        """What the point is called."""

    @property
    def option(self) -> Hashable:
        """What was decided."""

    @property
    def who(self) -> str:
        """Who chose."""


F = TypeVar("F", bound=DecidedFork)
ForkedWays: TypeAlias = Sequence[tuple[Sequence[F], Hashable]]
"""Ways, each with what was decided on it, in order, and the answer at its end."""
Outcomes: TypeAlias = frozenset[Hashable]
"""The possible maps from choices to answers."""


class PointFork(NamedTuple):
    """What was decided on a way, of an open point or, where there is none, by somebody."""

    key: str
    option: Hashable
    who: str
    point: Point | None = None


def responsible_points(ways: Iterable[tuple[Iterable[Took | Chose], str]]) -> tuple[Point, ...]:
    """The open points that are responsible; what becomes of an illegal act, and how a value that nobody knows compares,
    goes before what is open besides."""
    forked = [(tuple(map(_fork, taken)), value) for taken, value in ways]
    return tuple(f.point for f in responsible(forked, _overriding) if f.point is not None)


def _fork(taken: Took | Chose) -> PointFork:
    decided = (taken.option.value, taken.option.text)
    if isinstance(taken, Chose):
        return PointFork("", decided, str(taken.by.who))
    return PointFork(taken.point.id, decided, "", taken.point)


def _overriding(fork: PointFork) -> bool:
    return fork.point is not None and (of_illegal_act(fork.point) or uncompared(fork.point))


def responsible(ways: ForkedWays[F], overriding: Callable[[F], bool] = lambda fork: False) -> tuple[F, ...]:
    """The open points at which two ways first differ that end differently; a choice is part of the outcome.

    Where one matters that is `overriding`, what is open besides does not; those decided one after the other count
    together, whatever comes first.
    """
    if len({value for _, value in ways}) < 2:
        return ()
    found: dict[str, F] = {}
    _compared(ways, 0, overriding, found)
    return tuple(found.values())


def _compared(ways: ForkedWays[F], depth: int, overriding: Callable[[F], bool], found: dict[str, F]) -> Outcomes:
    """The possible outcomes of the ways, which agree up to the depth."""
    ended = frozenset(value for forks, value in ways if len(forks) <= depth)
    if ended:
        return ended
    first = ways[0][0][depth]
    groups: dict[tuple[Hashable, ...], list[tuple[Sequence[F], Hashable]]] = {}
    for forks, value in ways:
        end = depth + 1
        while overriding(forks[depth]) and end < len(forks) and overriding(forks[end]):
            end += 1
        groups.setdefault(tuple(f.option for f in forks[depth:end]), []).append((forks, value))
    within: dict[str, F] = {}
    results = {key: _compared(group, depth + len(key), overriding, within) for key, group in groups.items()}
    differ = len(set(results.values())) > 1
    if not (differ and overriding(first)):
        for key, fork in within.items():
            found.setdefault(key, fork)
    if not differ:
        return next(iter(results.values()))
    if first.key:
        _differing([(groups[key][0][0][depth : depth + len(key)], result) for key, result in results.items()], found)
        return frozenset[Hashable]().union(*results.values())
    by_choice = tuple(sorted((repr(key), tuple(sorted(map(repr, result)))) for key, result in results.items()))
    return frozenset({(first.who, by_choice)})


def _differing(results: list[tuple[Sequence[F], Outcomes]], found: dict[str, F]) -> None:
    """Finds the points at which what was decided one after the other first makes a difference."""
    results = [(forks, outcomes) for forks, outcomes in results if forks]
    groups: dict[Hashable, list[tuple[Sequence[F], Outcomes]]] = {}
    for forks, outcomes in results:
        groups.setdefault(forks[0].option, []).append((forks[1:], outcomes))
    if len({frozenset[Hashable]().union(*(some for _, some in group)) for group in groups.values()}) > 1:
        first = results[0][0][0]
        if first.key:
            found.setdefault(first.key, first)
        return
    for group in groups.values():
        _differing(group, found)
