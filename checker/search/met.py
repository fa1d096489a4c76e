"""The whole search of a game: the smallest scene for every open point that decides something."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.source import InputError
from checker.search.bench import Bench, Options, Spread
from checker.search.catalogue import catalogue
from checker.search.pairs import ACTORS, Job, Met, searched
from checker.search.table import replayed


class Found(NamedTuple):
    """What a search found, and how far it went: `cut` scenes had more ways than were followed.

    `lost` names points that were met and whose scene did not show them when judged from the start.
    """

    met: tuple[Met, ...]
    scope: str
    scenes: int
    cut: int
    lost: tuple[str, ...]


def found(bench: Bench, options: Options, spread: Spread) -> Found:
    """Every open point that decides the answer to a question, each with its smallest scene.

    The first situation comes first with single cards; what it does not show is looked for in the other
    situations, and what single cards do not show, in pairs of cards.
    """
    listed = catalogue(bench.situations).situations
    tables = tuple(sorted(options.players))
    least = {i: min((n for n in tables if n >= s.least), default=0) for i, s in enumerate(listed)}
    lone = [Job(i, n, 1) for i, n in least.items() if n]
    seen = spread("one card", searched, lone[:1])
    known = frozenset(m.key for s in seen for m in s.met)
    seen += spread("one card", searched, [j._replace(known=known) for j in lone[1:]])
    known = frozenset(m.key for s in seen for m in s.met)
    pairs = [Job(i, n, 2, known) for n in reversed(tables) for i in least if 0 < least[i] <= n]
    if options.scope != "triples":
        pairs = [j for j in pairs if options.scope == "pairs" and j.situation == 0]
    seen += spread("two cards", searched, pairs)
    tried: dict[str, list[Met]] = {}
    for one in (m for s in seen for m in s.met):
        tried.setdefault(one.key, []).append(one)
    ways = [tuple(sorted(tried[k], key=lambda m: m.size)) for k in sorted(tried)]
    played = spread("replays", shown, ways)
    lost = tuple(w[0].key for w, m in zip(ways, played, strict=True) if m is None)
    met = tuple(m for m in played if m is not None)
    return Found(met, _scope(listed, lone, pairs, tables), sum(s.scenes for s in seen), sum(s.cut for s in seen), lost)


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
    text = f"every card in {len(lone)} of {len(listed)} situations, each at the smallest table that it fits"
    if pairs:
        which = "every situation" if len({j.situation for j in pairs}) > 1 else "the first situation"
        seats = ", ".join(map(str, tables))
        text += (
            f"; every ordered pair of different cards from {which} with {seats} players, "
            f"played by the first {ACTORS} of them, the second card on the first and the last of the "
            "ways the first one leaves, "
            "with points that one card shows taken as by default"
        )
    return text


__all__ = ["Found", "found"]
