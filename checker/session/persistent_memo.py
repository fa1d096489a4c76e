"""Many small results kept together: after a change of the rules only those it can concern are worked out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeVar

from checker.kernel.norm import Norm
from checker.kernel.trees.anytime_acts import unawaited
from checker.session.context import Bench, Work
from checker.session.reductions import Common
from checker.session.rule_dependencies import ANYTHING, Digest, Relevance, Since
from checker.store.fingerprint import Shelf, kind_of, named

R = TypeVar("R")
T = TypeVar("T")

MOST = 20_000
"""So many results at most are kept of one kind."""


def kept_parts(
    work: Work,
    kind: str,
    reads: object,
    of: object,
    items: Sequence[T],
    names: Sequence[str],
    make: Callable[[list[T]], list[R]],
) -> list[R]:
    """The result for each item, in order; `make` works out those that no earlier run has kept under their names.

    `of` says what results are. A result depends on what its name stands for, on `reads` and on the program, and on nothing else.
    """
    shelf = work.options.shelf
    if shelf is None:
        return make([*items])
    place = named(kind, reads)
    known: dict[str, R] = dict(shelf.get(kind, place, kind_of(dict, str, of)) or {})
    missing = [at for at, name in enumerate(names) if name not in known]
    if missing:
        known.update(zip((names[at] for at in missing), make([items[at] for at in missing]), strict=True))
        shelf.put(kind, place, dict(list(known.items())[-MOST:]))
    return [known[name] for name in names]


class WantedResult(NamedTuple):
    """A result that is wanted: its name, the cards that are on the table, and of which kinds stand-ins may be."""

    name: str
    titles: frozenset[str]
    kinds: frozenset[str] = frozenset()


def part_of(relevance: Relevance, lines: tuple[str, ...], title: str = "") -> WantedResult:
    """A result about a scene of the lines, with a card in it if one is given."""
    return WantedResult(named(lines, title), relevance.titles_in((*lines, title)))


class TracedResult(NamedTuple, Generic[R]):
    """A result, what was looked up in the rules for it, and cards that came to lie on the table besides."""

    result: R
    looked: AbstractSet[tuple[str, str]]
    titles: frozenset[str] = frozenset()


MOST_VERSIONS = 4
"""So many results at most are kept of one name, each from other rules."""


class Standing:
    """Which results of earlier rules still hold under these: those that looked nothing up that is different now."""

    def __init__(self, shelf: Shelf, relevance: Relevance) -> None:
        self._shelf = shelf
        self._digest = relevance.digest()
        self.rules = named(self._digest.always, [_sorted(part) for part in self._digest[1:]])
        self._since: dict[str, Since | None] = {}
        self._noted = False

    def note(self) -> None:
        """Results worked out under these rules can be compared with later ones."""
        if not self._noted:
            self._shelf.put("digest", self.rules, self._digest)
        self._noted = True

    def holds(
        self,
        rules: str,
        looked: AbstractSet[tuple[str, str]],
        titles: AbstractSet[str],
        kinds: AbstractSet[str] = frozenset(),
    ) -> bool:
        """A result of those rules holds under these, if these things were looked up with these cards on the table."""
        if rules == self.rules:
            return True
        if rules not in self._since:
            digest: Digest | None = self._shelf.get("digest", rules, Digest)
            self._since[rules] = Since(digest, self._digest) if digest is not None else None
        since = self._since[rules]
        return since is not None and not since.touches(looked, titles, kinds)


def _sorted(entries: dict[Any, Any]) -> object:
    return sorted((repr(k), repr(sorted(v) if isinstance(v, frozenset) else v)) for k, v in entries.items())


def traced_parts(
    shelf: Shelf | None,
    kind: str,
    reads: object,
    relevance: Relevance,
    of: object,
    parts: Sequence[WantedResult],
    make: Callable[[list[int]], Iterable[TracedResult[R]]],
) -> list[TracedResult[R]]:
    """The same where `make` works all of it out."""
    found = traced_so_far(shelf, kind, reads, relevance, of, parts, make)
    return [one for one in found if one is not None]


def traced_so_far(
    shelf: Shelf | None,
    kind: str,
    reads: object,
    relevance: Relevance,
    of: object,
    parts: Sequence[WantedResult],
    make: Callable[[list[int]], Iterable[TracedResult[R]]],
) -> list[TracedResult[R] | None]:
    """The result for each part, in order; `make` works out those at the given places that no earlier run has kept, or
    the first of them, and there is None for the others.

    `of` says what results are. A result depends on its name, on `reads`, on the program, and on what was looked up in
    the rules; it is not kept where it is not known what was.
    """
    found: list[TracedResult[R] | None] = [None] * len(parts)
    if shelf is None:
        found[:] = islice(chain(make(list(range(len(parts)))), found), len(parts))
        return found
    place = named(kind, reads)
    versions = kind_of(tuple, kind_of(tuple, str, kind_of(TracedResult, of)), ...)
    kept: dict[str, tuple[tuple[str, TracedResult[R]], ...]] = dict(
        shelf.get(kind, place, kind_of(dict, str, versions)) or {}
    )
    standing = Standing(shelf, relevance)

    def holding(part: WantedResult) -> Any:
        for rules, known in kept.get(part.name, ()):
            if standing.holds(rules, known.looked, part.titles | known.titles, part.kinds):
                return known
        return None

    found[:] = map(holding, parts)
    missing = [at for at, one in enumerate(found) if one is None]
    if missing:
        standing.note()
        for at, made in zip(missing, make(missing), strict=False):
            found[at] = made
            if ANYTHING not in made.looked:
                now = (standing.rules, made)
                kept[parts[at].name] = (now, *kept.pop(parts[at].name, ()))[:MOST_VERSIONS]
        shelf.put(kind, place, dict(list(kept.items())[-MOST:]))
    return found


class ReadNames:
    """Names of what was looked up, each made once."""

    def __init__(self, relevance: Relevance) -> None:
        self.relevance = relevance
        self.known: dict[object, str] = {}

    def name(self, looked: AbstractSet[tuple[str, str]], titles: frozenset[str]) -> str:
        """The name of all that was looked up, with these cards on the table."""
        at = (frozenset(looked), titles)
        if at not in self.known:
            self.known[at] = self.relevance.read(looked, titles)
        return self.known[at]


def common(bench: Bench) -> Common:
    """What was worked out in this process under these rules by all who tell scenes, whatever they look for."""
    return bench.once("shared", lambda: Common(bench.rules))


def traced(bench: Bench, work: Callable[[], R], cards: bool = True) -> TracedResult[R]:
    """What the work gives, and what was looked up in the rules for that; cards only if so wished."""
    tally = common(bench).tally
    result, looked = tally.of(work)
    return TracedResult(result, tally.told(looked, cards))


def anytime_acts(bench: Bench) -> dict[str, tuple[Norm, ...]]:
    """The acts that no step waits for, each with the norms that allow it."""
    return bench.once("anytime", lambda: unawaited(bench.rules.game))


def relevance(bench: Bench) -> Relevance:
    """What of the rules can matter for what; made once in a process."""
    return bench.once("relevance", lambda: Relevance(bench.rules.game, bench.taken))


def traced_each(
    work: Work,
    kind: str,
    of: object,
    items: Sequence[T],
    parts: Iterable[WantedResult],
    make: Callable[[list[T]], Iterable[TracedResult[R]]],
    reads: object = None,
) -> list[TracedResult[R]]:
    """The result for each item, which is wanted as one of the parts; `make` works out those that no earlier run has kept.

    A result depends on what its part says, on what was looked up in the rules, on the program, and on what it `reads`
    besides: the catalogue, if nothing else is said. `of` says what results are.
    """
    bench = work.bench
    beside = bench.situations if reads is None else reads
    return traced_parts(
        work.options.shelf,
        kind,
        beside,
        relevance(bench),
        of,
        [*parts],
        lambda missing: make([items[at] for at in missing]),
    )


def traced_anywhere(
    work: Work,
    kind: str,
    of: object,
    items: Sequence[T],
    make: Callable[[list[T]], Iterable[TracedResult[R]]],
    reads: object = None,
    says: Iterable[object] | None = None,
) -> list[R]:
    """The results where any card may come to lie on the table: what was looked up of cards is among what was looked up.

    What an item `says` is itself, if nothing else is given.
    """
    known = relevance(work.bench)
    parts = [WantedResult(named(one), frozenset(), known.everything) for one in (items if says is None else says)]
    beside = (work.bench.situations if reads is None else reads, known.outlines)
    return [one.result for one in traced_each(work, kind, of, items, parts, make, beside)]
