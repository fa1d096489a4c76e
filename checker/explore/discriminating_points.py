"""Which open points an answer hangs on, among ways that end differently."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from checker.explore.scene_state import Cause
from checker.kernel.term import Value


class Taken(NamedTuple):
    """A fork on the way with the option taken: an open point by its key, or a choice, which has no key."""

    key: str
    plain: str
    option: Value
    by: Any
    cause: Cause = Cause()


EndedPlay = tuple[tuple[Taken, ...], Hashable]
"""One way in which things can go: the forks taken, and the answer at its end."""


def responsible(ways: Sequence[EndedPlay]) -> tuple[Taken, ...]:
    """The points at which two ways first differ that end differently; a choice is part of the outcome."""
    if len({value for _, value in ways}) < 2:
        return ()
    found: dict[str, Taken] = {}
    _compared(ways, 0, found)
    return tuple(found.values())


def _compared(ways: Sequence[EndedPlay], depth: int, found: dict[str, Taken]) -> frozenset[Hashable]:
    """The possible outcomes of the ways, which agree up to the depth."""
    ended = frozenset(value for forks, value in ways if len(forks) <= depth)
    if ended:
        return ended
    first = ways[0][0][depth]
    groups: dict[Hashable, list[EndedPlay]] = {}
    for forks, value in ways:
        groups.setdefault(forks[depth].option, []).append((forks, value))
    results = {option: _compared(group, depth + 1, found) for option, group in groups.items()}
    if len(set(results.values())) == 1:
        return next(iter(results.values()))
    if first.key:
        found.setdefault(first.key, first)
        return frozenset().union(*results.values())
    by_choice = tuple(sorted((repr(k), tuple(sorted(map(repr, v)))) for k, v in results.items()))
    return frozenset({(str(first.by.who), by_choice)})
