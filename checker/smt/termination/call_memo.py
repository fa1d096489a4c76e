"""What calls come to that rest on nothing guessed, the same on every walk and under all rules that have the same of them; kept on the shelf.

A call whose outcome hangs on no guess about itself is worked out once: for every walk on which the same of its
changes are dead, and for all rules in which everything that is carried out in it stands as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from checker.kernel.effect import Nothing
from checker.kernel.game import Game
from checker.kernel.norm import Prevents, Replaces, When
from checker.kernel.term import Cond
from checker.kernel.trees.anytime_acts import allowing, awaiting
from checker.kernel.trees.walk import clauses_in
from checker.smt.termination.counter_deltas import Delta, Measure
from checker.smt.termination.counters import Edge
from checker.smt.termination.program import CallTrace, Courses, Program, add
from checker.store.fingerprint import Shelf, named

Measures: TypeAlias = dict[tuple[Delta, ...], Measure | None]
"""For changes of counters a sum of counters that none of them raises and some lower, if there is one."""

CARDS = "cards"
"""Stands for the list of all cards, where any card may be carried out."""
MOST_VERSIONS = 6
"""So many outcomes at most are kept of one call: of other rules, and of walks on which other changes are dead."""
MOST_KEPT = 20_000
"""So many calls at most are kept, and so many sets of conditions."""
ALL, SINCE = "calls", "calls since"
SHARE = 3
"""All is written anew once more than one part in so many came since."""


class Final(NamedTuple):
    """What a call comes to, its program and the calls in it; which of its changes were dead, and what it read."""

    summary: Any
    program: Program
    keys: tuple[Any, ...]
    dead: frozenset[Edge]
    reads: str


class CallMemo(NamedTuple):
    """What one run leaves to the next: outcomes of calls, which conditions exclude each other, courses of calls, and measures."""

    calls: dict[Any, tuple[Final, ...]]
    possible: dict[frozenset[Cond], bool]
    courses: Courses
    measures: Measures


def nothing() -> CallMemo:
    """What the first run finds."""
    return CallMemo({}, {}, {}, {})


class Finals:
    """The final outcomes of calls, with those of earlier runs."""

    def __init__(self, game: Game, kept: CallMemo | None = None) -> None:
        left = kept or nothing()
        self.kept: dict[object, tuple[Final, ...]] = dict(left.calls)
        self.possible, self.courses = dict(left.possible), dict(left.courses)
        self.measures: Measures = dict(left.measures)
        self.naming = naming(game)
        self._contents = contents(game, self.naming)
        self._names: dict[frozenset[str], str] = {}

    def found(self, key: object, dead: Callable[[Edge], bool]) -> Final | None:
        """The outcome of the call that fits these rules and a walk on which these changes are dead."""
        for final in self.kept.get(key, ()):
            if self._fits(key, final) and all(dead(e) is (e in final.dead) for e in final.summary.edges):
                return final
        return None

    def add(
        self, key: Any, summary: Any, program: Program, keys: Iterable[object], dead: Callable[[Edge], bool]
    ) -> None:
        """The call comes to that, also in later runs."""
        reads = self._reads(frozenset({key[0], *summary.called}))
        final = Final(summary, program, tuple(keys), frozenset(e for e in summary.edges if dead(e)), reads)
        self.kept[key] = (final, *self.kept.pop(key, ()))[:MOST_VERSIONS]

    def gone(self, key: object, course: CallTrace) -> None:
        """The call took the course, as it may in later walks."""
        add(self.courses, key, course)

    def content(self, body: str) -> str:
        """A name for what stands in the body."""
        return self._contents.get(body, "")

    def left(self) -> CallMemo:
        """What is left to later runs: what was worked out last."""
        every = (self.kept, self.possible, self.courses, self.measures)
        return CallMemo(*(dict([*one.items()][-MOST_KEPT:]) for one in every))

    def beyond(self, kept: CallMemo) -> CallMemo:
        """What is left to later runs of which something was not kept already."""
        now = self.left()
        return CallMemo(
            {k: v for k, v in now.calls.items() if _news(v, kept.calls.get(k, ()))},
            {k: v for k, v in now.possible.items() if k not in kept.possible},
            {k: v for k, v in now.courses.items() if _news(v, kept.courses.get(k, ()))},
            {k: v for k, v in now.measures.items() if k not in kept.measures},
        )

    def _fits(self, key: Any, final: Final) -> bool:
        return final.reads == self._reads(frozenset({key[0], *final.summary.called}))

    def _reads(self, bodies: frozenset[str]) -> str:
        """A name for what stands in all the bodies."""
        if bodies not in self._names:
            self._names[bodies] = named([(b, self._contents.get(b, "")) for b in sorted(bodies)])
        return self._names[bodies]


def _news(found: tuple[object, ...], kept: tuple[object, ...]) -> bool:
    """Some version of what was found was not kept."""
    return any(all(one is not other for other in kept) for one in found)


def naming(game: Game) -> Callable[..., str]:
    """What gives trees a name for all that carrying them out can depend on, but for what is called in them."""
    clauses = frozenset(c.id for c in game.clauses)
    free = allowing(game)

    def content(*trees: object) -> str:
        return named(trees, sorted(clauses_in(trees) & clauses), free if awaiting(trees) else ())

    return content


def contents(game: Game, content: Callable[..., str]) -> dict[str, str]:
    """A name for what is carried out in each act, procedure and card, with the norms that come between."""
    norms: dict[str, list[object]] = {}
    for norm in game.norms:
        if isinstance(norm.claim, Prevents | Replaces | When):
            norms.setdefault(norm.claim.event.act, []).append((norm.id, norm.claim, norm.cond))
    found = {f"act {a.name}": content(a.body, a.last, norms.get(a.name, ())) for a in game.vocabulary.acts}
    found |= {f"procedure {p.name}": content(p) for p in game.procedures}
    found |= {f"card {c.title}": content(c.text) for c in game.cards}
    return found | {CARDS: named([c.title for c in game.cards])}


def ground(game: Game, zoned: dict[str, frozenset[str]]) -> str:
    """A name for what all calls depend on: what the words mean, but not what is carried out."""
    words = game.vocabulary
    acts = tuple(msgspec.structs.replace(a, body=Nothing(), last=Nothing()) for a in words.acts)
    return named(msgspec.structs.replace(words, acts=acts), zoned)


class ShelvedCalls:
    """The outcomes of calls under a name, as earlier runs left them on the shelf."""

    def __init__(self, shelf: Shelf | None, name: str) -> None:
        self.shelf, self.name = shelf, name
        self.long = self._got(ALL)
        since = self._got(SINCE) if _size(self.long) else nothing()
        self.kept = CallMemo(
            {**self.long.calls, **since.calls},
            {**self.long.possible, **since.possible},
            {**self.long.courses, **since.courses},
            {**self.long.measures, **since.measures},
        )

    def finals(self, game: Game) -> Finals:
        """The outcomes of calls of the game, with those that were left."""
        return Finals(game, self.kept)

    def leave(self, finals: Finals) -> None:
        """What was found beyond what earlier runs left is left to later ones."""
        if self.shelf is None or not _size(finals.beyond(self.kept)):
            return
        since = finals.beyond(self.long)
        if _size(since) * SHARE > _size(self.long):
            self.long, since = finals.left(), nothing()
            self.shelf.put(ALL, self.name, self.long)
        self.shelf.put(SINCE, self.name, since)
        self.kept = finals.left()

    def _got(self, kind: str) -> CallMemo:
        found: CallMemo | None = self.shelf.get(kind, self.name, CallMemo) if self.shelf is not None else None
        return found or nothing()


def _size(kept: CallMemo) -> int:
    return len(kept.calls) + len(kept.possible) + len(kept.courses) + len(kept.measures)
