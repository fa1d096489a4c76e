"""What playing cards does otherwise in one version of the rules than in another, and the smallest scene of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from math import inf
from typing import NamedTuple, cast

from checker.ask.game_session import Desk
from checker.check.run_checks import bench
from checker.explore.cards.search_job import alike
from checker.explore.interactions.play_fingerprint import (
    FingerprintedPlay,
    FingerprintUnit,
    asked,
    behaviours,
    forbidden,
    questions,
)
from checker.explore.scene_state import SceneState
from checker.explore.situations import Situation, catalogue, has
from checker.kernel.record import Record
from checker.kernel.verdict import Extent, Verdict
from checker.process.parallel_map import TimeRanOut, in_time, spread
from checker.session.context import Bench
from checker.session.persistent_memo import ReadNames, TracedResult, WantedResult, relevance, traced_parts
from checker.session.rule_dependencies import Relevance
from checker.store.fingerprint import named
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.verdict import spoken

MOST_PAIRS = 150
"""So many pairs of cards at most are tried, and then single cards to the end of the round in every situation."""

MOST_ASKED = 4
"""In so many scenes at most it is asked whether a difference can be seen."""

MOST_SEEN = 3
"""So many questions at most are shown with a scene."""


class ChangedAnswer(Record):
    """A question that is answered otherwise in a scene."""

    question: str
    before: str
    after: str


class Play(Record):
    """Cards with which play differs, none if it does whatever is played, where, and the smallest scene that shows it."""

    cards: tuple[str, ...]
    situations: tuple[str, ...]
    scene: str
    seen: tuple[ChangedAnswer, ...]


class Compared(Record):
    """What was found, and how far it was looked for.

    `hidden` counts differences that no question shows, `cut` scenes with more ways than were followed.
    """

    plays: tuple[Play, ...]
    scope: str
    extent: Extent
    hidden: int = 0
    cut: int = 0


class _Version(NamedTuple):
    """One version of the rules."""

    desk: Desk
    bench: Bench
    relevance: Relevance


class _Sides(NamedTuple):
    before: _Version
    after: _Version
    situations: tuple[Situation, ...]
    jobs: int
    until: float

    def there(self, piece: FingerprintUnit) -> frozenset[str]:
        """The cards on the table."""
        lines = self.situations[piece.situation].lines
        named = self.before.relevance.titles_in(lines) | self.after.relevance.titles_in(lines)
        return named | frozenset(piece.cards)

    def touched(self, piece: FingerprintUnit) -> bool:
        """What the piece can depend on is different."""
        there = self.there(piece)
        return self.before.relevance.name(there) != self.after.relevance.name(there)


def compared(
    before: Desk, after: Desk, seats: int, jobs: int, until: float = inf, only: frozenset[str] | None = None
) -> Compared:
    """Every card in every situation, and where few cards are concerned every pair with one of them; or `only` these
    cards, each by itself.

    What is not done by then, by the monotonic clock, is left, and nothing is known of it.
    """
    one, other = (_Version(d, b, relevance(b)) for d, b in ((d, bench(d)) for d in (before, after)))
    sides = _Sides(one, other, catalogue(one.bench.situations).situations, jobs, until)
    titles = tuple(t for t in dict.fromkeys((*alike(one.bench), *alike(other.bench))) if only is None or t in only)

    def pieces(cards: Iterable[tuple[str, ...]], where: Iterable[int], to_the_end: bool) -> list[FingerprintUnit]:
        made = (
            FingerprintUnit(i, max(seats, sides.situations[i].least), c, to_the_end or (i == 0 and len(c) == 1))
            for i in where
            for c in cards
        )
        return [p for p in made if sides.touched(p)]

    everywhere = range(len(sides.situations))
    couples = pieces([(t, u) for t in titles for u in titles if t != u], everywhere[:1], False)
    few = len(couples) <= MOST_PAIRS
    wanted = (
        pieces([()], everywhere, True) if only is None else [],
        pieces([(t,) for t in titles], everywhere, few and only is None),
        couples if few and only is None else [],
    )
    alone, single, double = (_in_time(sides, listed) for listed in wanted)
    plays, hidden, unshown = _shown(sides, alone.differing, single.differing, double.differing)
    late = alone.late or single.late or double.late or unshown
    cut = alone.cut + single.cut + double.cut
    scope = _scope(len(titles), len(couples), few, len(everywhere), seats)
    if not titles or not everywhere:
        return Compared((), "no cards were tried, for want of situations", Extent.UNKNOWN)
    if late:
        scope = f"cards until the time ran out; meant was {scope}"
    return Compared(tuple(plays), scope, Extent.UNKNOWN if cut or late else Extent.EXHAUSTED, hidden, cut)


def _scope(titles: int, pairs: int, few: bool, situations: int, seats: int) -> str:
    said = (
        f"every card ({titles}, one for all that differ in their name only) in {situations} situations, "
        f"{seats} players or the fewest that fit"
    )
    if not few:
        return f"{said}; no pairs of cards, as the change may concern {pairs} of them"
    return f"{said}; the {pairs} ordered pairs of cards that the change may concern, in the first of them"


Differing = dict[tuple[str, ...], dict[int, tuple[FingerprintedPlay, ...]]]
"""By the cards played and the situation, the scenes in which things go otherwise."""


class _Found(NamedTuple):
    """The scenes in which things go otherwise, and how many had more ways than were followed."""

    differing: Differing
    cut: int
    late: bool = False


def _in_time(sides: _Sides, pieces: list[FingerprintUnit]) -> _Found:
    """What the pieces do otherwise, unless the time runs out before that is known."""
    try:
        return _differing(sides, pieces)
    except TimeRanOut:
        return _Found({}, 0, True)


def _differing(sides: _Sides, pieces: list[FingerprintUnit]) -> _Found:
    """What the pieces do otherwise; those that looked nothing up that is different are not done again."""
    found: Differing = {}
    old = _behaviours(sides, sides.before, pieces)
    names = (ReadNames(side.relevance) for side in (sides.before, sides.after))
    one, other = names
    there = [sides.there(p) for p in pieces]
    again = [n for n, t in enumerate(old) if one.name(t.looked, there[n]) != other.name(t.looked, there[n])]
    new = _behaviours(sides, sides.after, [pieces[n] for n in again])
    for number, later in zip(again, new, strict=True):
        piece = pieces[number]
        was, now = {p.lines: p for p in old[number].result}, {p.lines: p for p in later.result}
        lines = [x for x in dict.fromkeys((*was, *now)) if x not in was or x not in now or was[x].print != now[x].print]
        if lines:
            scenes = tuple(sorted((was.get(x) or now[x] for x in lines), key=_plainness))
            found.setdefault(piece.cards, {})[piece.situation] = scenes
    cut = sum(not p.whole for results in (old, new) for one in results for p in one.result)
    return _Found(found, cut)


def _plainness(played: FingerprintedPlay) -> tuple[int, bool, tuple[str, ...]]:
    return len(played.lines), played.forbidden, played.lines


def _behaviours(
    sides: _Sides, side: _Version, pieces: list[FingerprintUnit]
) -> list[TracedResult[tuple[FingerprintedPlay, ...]]]:
    """The behaviour of each piece, from an earlier run if that looked up the same only."""
    parts = [WantedResult(named(p), sides.there(p)) for p in pieces]

    def make(missing: list[int]) -> list[TracedResult[tuple[FingerprintedPlay, ...]]]:
        wanted = [pieces[at] for at in missing]
        lots = [tuple(p for p in wanted if p.situation == i) for i in dict.fromkeys(p.situation for p in wanted)]
        made = list(in_time(spread(partial(_worked, side.desk), lots, sides.jobs, "situations"), sides.until))
        if len(made) < len(lots):
            raise TimeRanOut
        worked = dict(pair for lot, results in zip(lots, made, strict=True) for pair in zip(lot, results, strict=True))
        return [worked[p] for p in wanted]

    return traced_parts(
        side.desk.shelf(),
        "behaviour",
        side.bench.situations,
        side.relevance,
        tuple[FingerprintedPlay, ...],
        parts,
        make,
    )


def _worked(desk: Desk, pieces: tuple[FingerprintUnit, ...]) -> list[TracedResult[tuple[FingerprintedPlay, ...]]]:
    return behaviours(bench(desk), pieces)


def _shown(sides: _Sides, alone: Differing, single: Differing, double: Differing) -> tuple[list[Play], int, bool]:
    """What is played otherwise with a scene of each, for how many none shows it, and whether the time ran out before."""
    plays: list[Play] = []
    hidden = 0
    bare_situations = alone.get((), {})
    for cards, where in (*alone.items(), *single.items(), *double.items()):
        if time.monotonic() > sides.until:
            return plays, hidden, True
        own = {i: s for i, s in where.items() if not cards or i not in bare_situations}
        if len(cards) > 1 and any(0 in single.get((c,), {}) for c in cards):
            continue
        scenes = sorted((s for listed in own.values() for s in listed[:2]), key=_plainness)
        found = next((p for s in scenes[:MOST_ASKED] if (p := _seen(sides, s)) is not None), None)
        if found is None:
            hidden += bool(scenes)
            continue
        names = tuple(sides.situations[i].name for i in own)
        plays.append(Play(cards, names, "\n".join(found[0]), found[1]))
    return plays, hidden, False


def _seen(sides: _Sides, played: FingerprintedPlay) -> tuple[tuple[str, ...], tuple[ChangedAnswer, ...]] | None:
    """The scene, less what it shows as much without, with the questions that are answered otherwise, if any are."""
    lines, seen = played.lines, _otherwise(sides, played.lines, played.cards)
    benches = sides.before.bench, sides.after.bench
    for line in reversed(lines[1:]) if seen else ():
        shorter = tuple(x for x in lines if x is not line)
        as_lawful = all(forbidden(b, shorter) <= forbidden(b, lines) for b in benches)
        if as_lawful and all(any(card in x for x in shorter) for card in played.cards):
            still = _otherwise(sides, shorter, played.cards)
            lines, seen = (shorter, still) if still else (lines, seen)
    told = _hands_told(sides, lines, played.cards, [s.question for s in seen if _half_silent(s)])
    clearer = _otherwise(sides, told, played.cards) if told != lines else ()
    if clearer and not any(_half_silent(s) for s in clearer):
        return told, clearer
    return (lines, seen) if seen else None


def _half_silent(seen: ChangedAnswer) -> bool:
    """One version answers the question and the other does not."""
    return (seen.before == Verdict.SILENT.value) is not (seen.after == Verdict.SILENT.value)


def _hands_told(sides: _Sides, lines: tuple[str, ...], cards: tuple[str, ...], asked: list[str]) -> tuple[str, ...]:
    """The scene in which those who are asked about hold what they play and nothing else."""
    if not sides.before.bench.held:
        return lines
    players = [p for p in lines[0].split()[1:] if any(has(q, p) for q in asked)]
    plays = SceneState(lines, cast(Judge, None)).plays(tuple(players), cards)
    hands = (f"hand {p}: {', '.join(c for s, c in plays if s == p) or 'nothing'}" for p in players)
    known = [line.split(":")[0] for line in lines]
    return (lines[0], *(h for h in hands if h.split(":")[0] not in known), *lines[1:])


def _otherwise(sides: _Sides, lines: tuple[str, ...], cards: tuple[str, ...]) -> tuple[ChangedAnswer, ...]:
    """A few of the questions that are answered otherwise in the scene."""
    listed = questions(sides.before.bench, len(lines[0].split()) - 1, lines, cards)
    old, new = (asked(side.bench, lines, listed) for side in (sides.before, sides.after))
    seen = [
        ChangedAnswer(q, said(*one), said(*other))
        for q, one, other in zip(listed, old, new, strict=True)
        if one != other
    ]
    return tuple(([s for s in seen if s.question != listed[-1]] or seen)[:MOST_SEEN])


def said(verdict: str, value: str) -> str:
    """An answer in one line."""
    plain = " or ".join(dict.fromkeys(spoken(part) for part in value.split(" or ")))
    return f"{verdict}: {plain}" if value else verdict or "cannot be asked"
