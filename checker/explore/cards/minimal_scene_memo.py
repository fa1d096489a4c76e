"""Scenes that show open points, judged from the start: again only where something that was looked up is different now."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import partial

from checker.explore.cards.minimal_scene import shown
from checker.explore.cards.search_result import DecidingPoint
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, WantedResult, traced_parts
from checker.session.session_values import relevance, traced
from checker.store.fingerprint import named

PointWays = tuple[DecidingPoint, ...]
"""The scenes of one point."""


def witnessed(work: Work, ways: Sequence[PointWays]) -> list[DecidingPoint | None]:
    """For each point the smallest scene that shows it, made as small as can be; None if none does."""
    bench = work.bench
    known = relevance(bench)
    parts = [WantedResult(named(w), known.titles_in(tuple(dict.fromkeys(x for m in w for x in m.lines)))) for w in ways]

    def make(missing: list[int]) -> list[TracedResult[DecidingPoint | None]]:
        lots: dict[int, list[int]] = {}
        for at in missing:
            lots.setdefault(_alike(ways[at]), []).append(at)
        made = work.spread("replays", replayed, [tuple(ways[at] for at in lot) for lot in lots.values()])
        worked = dict(zip((at for lot in lots.values() for at in lot), (x for lot in made for x in lot), strict=True))
        return [worked[at] for at in missing]

    found = traced_parts(work.options.shelf, "witness", bench.situations, known, DecidingPoint | None, parts, make)
    return [one.result for one in found]


def replayed(bench: Bench, listed: tuple[PointWays, ...]) -> list[TracedResult[DecidingPoint | None]]:
    """What shows each of the points, and what was looked up in the rules for that."""
    return [traced(bench, partial(shown, bench, ways)) for ways in listed]


def _alike(ways: PointWays) -> int:
    """Scenes that differ in their question only are judged by one process."""
    return zlib.crc32("\n".join(ways[0].lines[:-1]).encode())
