"""What trying cards brought: the open points met, those that matter, and the smallest scene that shows each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.explore.cards.empty_referents import Void, shortest
from checker.explore.scene_state import Cause
from checker.kernel.point import Point

Cards = tuple[str, ...]


class DecidingPoint(NamedTuple):
    """An open point that decides the answer to a question, with a scene that should show it.

    The scene may be larger than it has to be where it is `large`: not everything that could be taken away was tried.
    """

    key: str
    plain: str
    point: Point
    cause: Cause
    question: str
    lines: tuple[str, ...]
    cards: Cards
    seats: int
    rank: int
    assumed: bool = False
    also: Cards = ()
    large: bool = False

    @property
    def size(self) -> tuple[int, int, int, int, tuple[str, ...]]:
        """Smaller scenes come first."""
        return (len(self.cards), self.seats, len(self.lines), self.rank, self.lines)


class SearchResult(NamedTuple):
    """What came of some cards: the points that matter, the smallest scene for each.

    `scenes` were told, `cut` of them had more ways than are followed. `looked` is what was looked up in the rules, and
    every point that was met.
    """

    found: tuple[DecidingPoint, ...] = ()
    scenes: int = 0
    cut: int = 0
    voids: tuple[Void, ...] = ()
    looked: frozenset[tuple[str, str]] = frozenset()

    def also(self, other: SearchResult) -> SearchResult:
        """Both entries together."""
        return SearchResult(
            smallest((*self.found, *other.found)) if self.found and other.found else self.found or other.found,
            self.scenes + other.scenes,
            self.cut + other.cut,
            shortest((*self.voids, *other.voids)) if self.voids and other.voids else self.voids or other.voids,
            self.looked | other.looked,
        )


NONE = SearchResult()


def smallest(found: Iterable[DecidingPoint]) -> tuple[DecidingPoint, ...]:
    """For each point the smallest scene, with the cards of all of them."""
    best: dict[str, DecidingPoint] = {}
    cards: dict[str, set[str]] = {}
    for met in found:
        cards.setdefault(met.key, set()).update(met.also)
        if met.key not in best or met.size < best[met.key].size:
            best[met.key] = met
    return tuple(m._replace(also=tuple(sorted(cards[k]))) for k, m in sorted(best.items()))
