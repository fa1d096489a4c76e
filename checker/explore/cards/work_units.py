"""Pieces of the search, done in several processes and kept by the content of what they read."""

from __future__ import annotations

from typing import Any, NamedTuple

from checker.explore.cards.card_search import Explorer
from checker.explore.cards.search_result import Cards, SearchResult
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_templates import naming
from checker.explore.situations import Situation, catalogue
from checker.norms.rule_reads import POINT
from checker.process.memory_limit import MemoryRanOut, crowded
from checker.session.context import Bench, Work
from checker.session.persistent_memo import Standing, common, relevance
from checker.session.reductions import ALL, Common, Reductions
from checker.store.fingerprint import named

MOST_KEPT = 4
"""How many results are kept for the same cards with different rules."""


class WorkUnit(NamedTuple):
    """One piece: the wanted cards in a situation at a table; points that are `known` are taken as by default.

    What comes of it is the same whatever the `reductions`.
    """

    kind: str
    situation: int
    seats: int
    wanted: tuple[Cards, ...]
    known: frozenset[str] = frozenset()
    reductions: Reductions = ALL


class KeptEntry(NamedTuple):
    """An entry with what it was worked out from: the rules by the name of their digest, and which points met were known."""

    rules: str
    known: frozenset[tuple[str, bool]]
    entry: SearchResult


Results = dict[Cards, SearchResult]


class Pieces:
    """Does pieces of the search, or finds what was kept of them."""

    def __init__(self, work: Work, listed: tuple[Situation, ...]) -> None:
        self.work = work
        bench = work.bench
        self._listed = listed
        self._titles: dict[int, frozenset[str]] = {}
        shelf = work.options.shelf
        self._standing = Standing(shelf, relevance(bench)) if shelf is not None else None
        self._base = named(bench.rules.game.name, bench.situations, naming(bench))

    def done(self, what: str, pieces: list[WorkUnit]) -> tuple[list[SearchResult], int]:
        """The entries of the pieces, in order, and how many cards of them were left because memory ran out."""
        stored = [self._stored(p) for p in pieces]
        results = [self._fitting(p, kept) for p, kept in zip(pieces, stored, strict=True)]
        while missing := self._missing(pieces, results):
            before = sum(map(len, results))
            self._do(what, missing, stored, results)
            if sum(map(len, results)) == before:
                break
        left = sum(1 for p, r in zip(pieces, results, strict=True) for c in p.wanted if c not in r)
        return [r[c] for p, r in zip(pieces, results, strict=True) for c in sorted(r)], left

    def _missing(self, pieces: list[WorkUnit], results: list[Results]) -> list[tuple[int, WorkUnit]]:
        """The pieces of which something is not known, with what that is, by their numbers."""
        reductions = self.work.options.reductions
        return [
            (n, p._replace(wanted=tuple(c for c in p.wanted if c not in results[n]), reductions=reductions))
            for n, p in enumerate(pieces)
            if len(results[n]) < len(p.wanted)
        ]

    def _do(
        self,
        what: str,
        missing: list[tuple[int, WorkUnit]],
        stored: list[dict[Cards, tuple[KeptEntry, ...]]],
        results: list[Results],
    ) -> None:
        """What comes of the pieces is among the results, and kept; less than all of it where memory ran out."""
        shelf = self.work.options.shelf

        def each(number: int, found: Results) -> None:
            at, piece = missing[number]
            results[at].update(found)
            if shelf is not None and found:
                stored[at] = self._with(piece, stored[at], found)
                shelf.put("search", self._file(piece), stored[at])

        self.work.spread(what, explored, [p for _, p in missing], lambda p: p.seats, each)

    def _file(self, piece: WorkUnit) -> str:
        situation = self._listed[piece.situation]
        return named(self._base, piece.kind, situation, piece.seats)

    def _stored(self, piece: WorkUnit) -> dict[Cards, tuple[KeptEntry, ...]]:
        shelf = self.work.options.shelf
        found: Any = (
            shelf.get("search", self._file(piece), dict[Cards, tuple[KeptEntry, ...]]) if shelf is not None else None
        )
        return found or {}

    def _fitting(self, piece: WorkUnit, stored: dict[Cards, tuple[KeptEntry, ...]]) -> Results:
        """What was kept and still holds: worked out from the same rules, with the same of its points known."""
        found: Results = {}
        for cards in piece.wanted if stored else ():
            for kept in stored.get(cards, ()):
                if self._holds(piece, cards, kept) and all((p in piece.known) is was for p, was in kept.known):
                    found[cards] = kept.entry
                    break
        return found

    def _with(self, piece: WorkUnit, stored: dict[Cards, tuple[KeptEntry, ...]], found: Results) -> Any:
        standing = self._standing
        assert standing is not None
        standing.note()
        fresh = dict(stored)
        for cards, entry in found.items():
            known = frozenset((p, p in piece.known) for kind, p in entry.looked if kind == POINT)
            fresh[cards] = (KeptEntry(standing.rules, known, entry), *stored.get(cards, ()))[:MOST_KEPT]
        return fresh

    def _holds(self, piece: WorkUnit, cards: Cards, kept: KeptEntry) -> bool:
        """The entry was worked out from rules that do not differ from these in anything that was looked up for it."""
        standing = self._standing
        assert standing is not None
        if kept.rules == standing.rules:
            return True
        if piece.kind == "triples":
            return False
        if piece.situation not in self._titles:
            self._titles[piece.situation] = about(self.work.bench, self._listed[piece.situation])
        return standing.holds(kept.rules, kept.entry.looked, self._titles[piece.situation] | frozenset(cards))


def about(bench: Bench, situation: Situation) -> frozenset[str]:
    """The titles of the cards that are on the table at the beginning of the situation, or stand behind something."""
    told = SceneDriver(bench, situation.least).begin(situation.lines)
    return told.words() & frozenset(bench.rules.cards) if told else frozenset()


def explored(bench: Bench, piece: WorkUnit) -> Results:
    """What comes of the wanted cards. Raises MemoryRanOut with what came of some of them."""
    book = catalogue(bench.situations)
    situation = (*book.situations, *book.alone)[piece.situation]
    found: Results = {}
    try:
        explorer = _explorer(bench, piece)
        if piece.kind in ("first", "singles"):
            found.update(explorer.singles(situation, piece.wanted, piece.kind == "first"))
            return found
        for first in dict.fromkeys(c[0] for c in piece.wanted):
            if crowded():
                explorer.moves.common.forget()
                if found and crowded():
                    raise MemoryRanOut
            then = tuple(c[1] for c in piece.wanted if c[0] == first and len(c) > 1)
            alone = (first,) in piece.wanted
            found.update(explorer.pairs(situation, first, then, piece.kind == "triples", alone))
    except MemoryRanOut:
        raise MemoryRanOut(found) from None
    return found


def _explorer(bench: Bench, piece: WorkUnit) -> Explorer:
    """The explorer of this process for the table, which remembers what it worked out before."""
    scratch = bench.scratch.of(bench)
    key = ("explorer", piece.seats, piece.reductions, piece.known)
    if key not in scratch:
        for old in [k for k in scratch if k[0] in ("explorer", "common") and k[-1] != piece.known]:
            del scratch[old]
        shared = piece.seats if not piece.reductions.tables else 0
        beside = common(bench) if piece.reductions == ALL else None
        own = scratch.setdefault(
            ("common", shared, piece.reductions, piece.known), Common(bench.rules, piece.reductions, beside)
        )
        scratch[key] = Explorer(bench, piece.seats, piece.known, own)
    found: Explorer = scratch[key]
    return found
