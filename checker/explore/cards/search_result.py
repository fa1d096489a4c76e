"""What trying cards brought: the open points met, words without a referent, and the smallest scene that shows each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from checker.explore.scene_state import Cause
from checker.kernel.term import Point
from checker.kernel.vocabulary import Act, needed
from checker.norms.rulebook import Rulebook
from checker.run.branches import TrailEntry
from checker.run.progress import IN_VAIN, Line

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


class Void(NamedTuple):
    """An event that happened to nothing: its act, the place that nothing filled, and the card under way."""

    act: str
    place: str
    card: str
    text: str
    clauses: tuple[str, ...]
    lines: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two of them the same for a reader of the rules."""
        return (self.act, self.place, self.card)

    @property
    def size(self) -> tuple[int, tuple[str, ...]]:
        """Shorter scenes come first."""
        return (len(self.lines), self.lines)


def void(rules: Rulebook, trail: Iterable[TrailEntry]) -> Void | None:
    """The first event on the way without a referent, if there is one."""
    card = ""
    clauses: tuple[str, ...] = ()
    for entry in trail:
        if not isinstance(entry, Line):
            continue
        event = entry.event[1:] if entry.event and entry.event[0] == IN_VAIN else entry.event
        if not event or event[0] not in rules.acts:
            clauses = entry.clauses or clauses
            continue
        name, *args = event
        card = next((str(a[0]) for a in args if isinstance(a, tuple)), card)
        empty = _empty(rules.acts[str(name)], args)
        if empty:
            return Void(str(name), empty, card, entry.text, tuple(dict.fromkeys((*clauses, *entry.clauses))))
        clauses = entry.clauses or clauses
    return None


def shortest(voids: Iterable[Void]) -> tuple[Void, ...]:
    """The shortest scene for each event that happened to nothing."""
    best: dict[tuple[str, str, str], Void] = {}
    for one in voids:
        best[one.key] = min(one, best.get(one.key, one), key=lambda v: v.size)
    return tuple(best[k] for k in sorted(best))


def _empty(act: Act, args: Sequence[object]) -> str:
    """The place of the act that must be filled and is not, or nothing."""
    wanted = needed(act.said)
    return next((p for (p, _), a in zip(act.params, args, strict=False) if a is None and p in wanted), "")
