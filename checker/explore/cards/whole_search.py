"""The whole search of a game: the smallest scene for every open point that decides something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.explore.cards.minimal_scene import witnessed
from checker.explore.cards.search_result import NONE, DecidingPoint, SearchResult, Void, smallest
from checker.explore.cards.work_units import Pieces, WorkUnit
from checker.explore.scene_templates import alike
from checker.explore.situations import Situation, catalogue
from checker.kernel.effect import Nothing
from checker.norms.rule_reads import NOTED
from checker.session.context import Bench, Options, Work

WIDE = ("tables", "triples")
"""The scopes that try pairs of cards in every situation at every table."""

MOST_LATER = 120
"""So many cards at most are tried in scenes that acts lead to, where they cannot be played where play begins."""
MOST_SCENES = 40
"""How many scenes of a point are judged from the start, the smallest first, until one shows it."""


class SearchOutcome(NamedTuple):
    """What a search found, and how far it went: `cut` scenes had more ways than were followed.

    `lost` names points that were met and whose scenes did not show them when judged from the start; `left`
    counts the cards that were not tried because memory ran out; `noted` are the norms
    that held somewhere, and the ways that conditions of cards went.
    """

    met: tuple[DecidingPoint, ...]
    scope: str
    scenes: int
    cut: int
    lost: tuple[str, ...]
    left: int = 0
    voids: tuple[Void, ...] = ()
    noted: frozenset[tuple[str, str]] = frozenset()
    unplayed: bool = False

    @property
    def complete(self) -> bool:
        """Everything in the scope was looked at, and cards that do something were tried if there are any."""
        return not (self.cut or self.lost or self.left or self.unplayed)


class _Seen(NamedTuple):
    entry: SearchResult = NONE
    tried: tuple[DecidingPoint, ...] = ()
    left: int = 0
    noted: frozenset[tuple[str, str]] = frozenset()


def found(work: Work) -> SearchOutcome:
    """Every open point that decides the answer to a question, each with its smallest scene.

    The first situation comes first with single cards; what that does not show is looked for in all
    situations, and what single cards do not show, in pairs of cards.
    """
    bench, options = work.bench, work.options
    book = catalogue(bench.situations)
    listed = book.situations
    tables = tuple(sorted(options.players))
    least = {i: _smallest(tables, s) for i, s in enumerate(listed)}
    pieces = Pieces(work, (*listed, *book.alone))
    titles = alike(bench) if options.reductions.cards else tuple(c.title for c in bench.rules.game.cards if c.copies)
    lone = [WorkUnit("singles", i, n, ((), *((t,) for t in titles))) for i, n in least.items() if n]
    alone = [WorkUnit("singles", i, _smallest(tables, s), ((),)) for i, s in enumerate(book.alone, len(listed))]
    alone = [p for p in alone if p.seats]
    pairs = _pairs(options, listed, titles, least) if book.plays or options.scope in WIDE else []
    seen, later = _Seen(), list[WorkUnit]()
    singles = [*lone, *alone]
    for what, stage in (
        ("one card", [p._replace(kind="first") for p in lone[:1]]),
        ("one card", singles),
        ("three cards" if options.scope == "triples" else "two cards", pairs),
    ):
        known = frozenset(m.plain for m in seen.tried)
        entries, left = pieces.done(what, [p._replace(known=known) for p in stage])
        seen = _seen(seen, entries, left)
        if book.of_acts and stage is singles:
            later = _later(stage, entries, alone)
            seen = _seen(seen, *pieces.done(what, [p._replace(known=known) for p in later]))
    ways = _ways(seen.tried)
    played = witnessed(work, ways)
    lost = tuple(w[0].key for w, m in zip(ways, played, strict=True) if m is None)
    met = tuple(m for m in played if m is not None)
    entry = seen.entry
    played_so = bool(book.plays or book.of_acts)
    unplayed = not played_so and any(c.text != Nothing() for c in bench.rules.game.cards)
    scope = _scope(listed, lone, alone, pairs, options, bool(book.endings)) if played_so else _unplayed(listed, alone)
    if later:
        scope += f", in {len(later)} of them also cards that can be played in none of the others"
    if large := sum(m.large for m in met):
        scope += f"; {large} of the scenes shown may be larger than they have to be: what is left out of them for that takes too long to play"
    return SearchOutcome(met, scope, entry.scenes, entry.cut, lost, seen.left, entry.voids, seen.noted, unplayed)


def _later(stage: list[WorkUnit], entries: list[SearchResult], alone: list[WorkUnit]) -> list[WorkUnit]:
    """What was played nowhere where play begins, in some of the scenes that acts lead to."""
    tried = (cards for unit in stage for cards in sorted(unit.wanted))
    scenes: dict[tuple[str, ...], int] = {}
    for cards, entry in zip(tried, entries, strict=False):
        scenes[cards] = scenes.get(cards, 0) + entry.scenes
    wanted = tuple(cards for cards, many in scenes.items() if cards and not many)
    step = 1 + len(alone) * len(wanted) // MOST_LATER
    return [p._replace(wanted=wanted) for p in alone[::step]] if wanted else []


def _smallest(tables: tuple[int, ...], situation: Situation) -> int:
    """The size of the smallest of the tables that the situation fits; 0 if it fits none."""
    return min((n for n in tables if n >= situation.least), default=0)


def _pairs(
    options: Options, listed: tuple[Situation, ...], titles: tuple[str, ...], least: dict[int, int]
) -> list[WorkUnit]:
    """Pairs in each situation at the tables of the scope: the first situation at all, the others if it is wide."""
    if options.scope == "quick":
        return []
    wanted = tuple((one, *other) for one in titles for other in ((), *((t,) for t in titles if t != one)))
    kind = "triples" if options.scope == "triples" else "pairs"
    there = [(n, i) for n in sorted(options.players, reverse=True) for i, s in enumerate(listed) if s.least <= n]
    return [WorkUnit(kind, i, n, wanted) for n, i in there if options.scope in WIDE or not i or n == least[i]]


def _seen(seen: _Seen, entries: Iterable[SearchResult], left: int) -> _Seen:
    entry, tried = seen.entry, list(seen.tried)
    scenes = cut = 0
    voids: list[Void] = list(entry.voids)
    looked: set[tuple[str, str]] = set()
    for one in entries:
        looked |= one.looked
        scenes, cut = scenes + one.scenes, cut + one.cut
        tried += one.found
        voids += one.voids
    return _Seen(
        SearchResult((), scenes, cut, tuple(voids)).also(entry._replace(voids=())),
        tuple(tried),
        seen.left + left,
        seen.noted | {one for one in looked if one[0] in NOTED},
    )


def _ways(tried: Iterable[DecidingPoint]) -> list[tuple[DecidingPoint, ...]]:
    """For each point its scenes, the smallest first."""
    by: dict[str, list[DecidingPoint]] = {}
    for one in tried:
        by.setdefault(one.key, []).append(one)
    found = []
    for key in sorted(by):
        also = smallest(by[key])[0].also
        listed = sorted(by[key], key=lambda m: m.size)[:MOST_SCENES]
        found.append(tuple(m._replace(also=also if n == 0 else ()) for n, m in enumerate(listed)))
    return found


def _unplayed(listed: tuple[Situation, ...], alone: list[WorkUnit]) -> str:
    """What is looked at where no act is done with a card."""
    text = f"{len(listed)} situations, and what is asked in them"
    text += f"; {len(alone)} more, to which acts lead" if alone else ""
    return f"{text}; cards are played with no act of their own"


def _scope(
    listed: tuple[Situation, ...],
    lone: list[WorkUnit],
    alone: list[WorkUnit],
    pairs: list[WorkUnit],
    options: Options,
    endings: bool,
) -> str:
    text = (
        f"every card (one for all that differ in their name only) in {len(lone)} of {len(listed)} situations, each at "
        f"the smallest table that it fits{' and to the endings of the catalogue' * endings}, with points that the first situation shows "
        "taken as by default, as is how a value that became unknown compares with another"
    )
    if alone:
        text += f"; {len(alone)} more situations as they stand"
    if pairs:
        seats = ", ".join(map(str, sorted(options.players)))
        third = ", and any third card after them" if options.scope == "triples" else ""
        where = (
            f"in each situation with {seats} players where it fits"
            if options.scope in WIDE
            else f"in the first situation with {seats} players and in the others at the smallest table"
        )
        text += (
            f"; every ordered pair of different cards{third} {where}, played by every player, with points that one card shows taken as by default, up to where play rests "
            f"after the last card{' and not to the endings of the catalogue' * endings}"
        )
    return text


__all__ = ["Bench", "SearchOutcome", "found"]
