"""The whole search of a game: the smallest scene for every open point that decides something."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.source import InputError
from checker.search.bench import Bench, Work
from checker.search.catalogue import catalogue
from checker.search.pairs import ACTORS, Job, Met, Seen, searched
from checker.search.table import replayed
from checker.search.voids import Void


class Found(NamedTuple):
    """What a search found, and how far it went: `cut` scenes had more ways than were followed.

    `stopped` names points that decided nothing the first few times and were asked about no more;
    `lost` names points that were met and whose scene did not show them when judged from the start.
    """

    met: tuple[Met, ...]
    scope: str
    scenes: int
    cut: int
    lost: tuple[str, ...]
    stopped: tuple[str, ...]
    voids: tuple[Void, ...] = ()


def found(work: Work) -> Found:
    """Every open point that decides the answer to a question, each with its smallest scene.

    The first situation comes first with single cards; what it does not show is looked for in the other
    situations, and what single cards do not show, in pairs of cards.
    """
    bench, options = work.bench, work.options
    listed = catalogue(bench.situations).situations
    reads = (bench.rules.game, bench.situations)
    tables = tuple(sorted(options.players))
    least = {i: min((n for n in tables if n >= s.least), default=0) for i, s in enumerate(listed)}
    lone = [Job(i, n, 1) for i, n in least.items() if n]
    seen = work.kept_each("search", reads, "one card", searched, lone[:1])
    known = frozenset(m.key for s in seen for m in s.met)
    seen += work.kept_each("search", reads, "one card", searched, [j._replace(known=known) for j in lone[1:]])
    known = frozenset(m.key for s in seen for m in s.met)
    pairs = [Job(i, n, 2, known) for n in reversed(tables) for i in least if 0 < least[i] <= n]
    if options.scope != "triples":
        pairs = [j for j in pairs if options.scope == "pairs" and (j.situation == 0 or j.seats == least[j.situation])]
    pairs.sort(key=lambda j: -len(listed[j.situation].lines))
    seen += work.kept_each("search", reads, "two cards", searched, pairs)
    tried: dict[str, list[Met]] = {}
    for one in (m for s in seen for m in s.met):
        tried.setdefault(one.key, []).append(one)
    ways = [tuple(sorted(tried[k], key=lambda m: m.size)) for k in sorted(tried)]
    played = work.kept_each("witness", reads, "replays", shown, ways)
    lost = tuple(w[0].key for w, m in zip(ways, played, strict=True) if m is None)
    met = tuple(m for m in played if m is not None)
    stopped = tuple(sorted({p for s in seen for p in s.stopped} - set(tried)))
    scope = _scope(listed, lone, pairs, tables)
    return Found(met, scope, sum(s.scenes for s in seen), sum(s.cut for s in seen), lost, stopped, _voids(seen))


def _voids(seen: list[Seen]) -> tuple[Void, ...]:
    """The shortest scene for each event that happened to nothing."""
    listed = sorted((v for s in seen for v in s.voids), key=lambda v: v.size)
    return tuple({v.key: v for v in reversed(listed)}.values())


def shown(bench: Bench, ways: tuple[Met, ...]) -> Met | None:
    """The first way whose scene shows the point when judged from the start, in as few lines as will do."""
    also = tuple(sorted({card for m in ways for card in m.also}))
    for met in ways:
        lines = met.lines
        if not _shows(bench, met, lines):
            continue
        for line in met.lines[1:-1]:
            fewer = tuple(x for x in lines if x != line)
            if _shows(bench, met, fewer):
                lines = fewer
        return met._replace(lines=lines, also=also)
    return None


def _shows(bench: Bench, met: Met, lines: tuple[str, ...]) -> bool:
    try:
        answers = list(replayed(bench, "\n".join(lines)))
    except InputError:
        return False
    return (
        bool(answers) and answers[-1].verdict is met.verdict and any(p.id == met.point.id for p in answers[-1].points)
    )


def _scope(listed: tuple[object, ...], lone: list[Job], pairs: list[Job], tables: tuple[int, ...]) -> str:
    text = f"every card (one for all that differ in their name only) in {len(lone)} of {len(listed)} situations, each at the smallest table that it fits, with points that the first situation shows taken as by default"
    if pairs:
        seats = ", ".join(map(str, tables))
        wide = len({(j.situation, j.seats) for j in pairs}) > len(lone) + len(tables)
        which = "every situation" if wide else "the first situation"
        text += (
            f"; every ordered pair of different cards from {which} with {seats} players"
            f"{'' if wide else ' and from the others at the smallest table'}, played by the first {ACTORS} of "
            "them, along the first and the last of the ways that a choice leaves, with points that one card "
            "shows taken as by default"
        )
    return text


__all__ = ["Found", "found"]
