"""Play meets a place where the rules do not decide, and what happens depends on it.

What it finds: open points that a search of cards and pairs of cards meets, whose options lead to different
answers to a question of the catalogue: a wording with two readings, a value that nothing states, a choice
that no clause gives to anybody. Clauses that contradict each other are `conflicting-clauses`, phrases without
exactly one referent `unclear-referent`, orders that nothing states `order-dependence`. And conditions that
lead back to themselves, whether or not a table was met on which they do.

Why it matters: two groups of players will play it in two ways.

Example: a card moves a Hex on, and no clause says to whom.

How to settle it: state what is left open in the clause or on the card, or declare the point in open.norm.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from checker.explore.cards.finding_builders import finding, of_clauses, referent, searched
from checker.explore.cards.search_job import DecidingPoint
from checker.kernel.game import Game
from checker.kernel.term import Kind, Value
from checker.kernel.trees.fact_circles import stating
from checker.kernel.trees.walk import facts_in
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import plain
from checker.session.context import Scope, Work
from checker.verdicts.point_wording import declaration

CODE = "HX201"
NAME = "open-point"
SILENT_CODE = "HX202"
SILENT_NAME = "silent-rules"
ALSO = ((SILENT_CODE, SILENT_NAME),)
SEARCHES = True


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each cause, with the smallest scene that shows it."""
    seen = searched(work)
    game = work.bench.rules.game
    found = [_finding(work, m) for m in seen.met if _mine(m) and referent(game, m.point) is None]
    shown = {m.point.key[2] for m in seen.met if m.point.key[1:2] == ("circle",)}
    found += _circles(game, shown)
    scope = f"{seen.scope}; {seen.scenes} scenes"
    if seen.lost:
        scope += f"; {len(seen.lost)} points were met whose scene does not show them when judged from the"
        scope += f" start: {', '.join(seen.lost)}"
    if seen.left:
        scope += f"; {seen.left} of the cards were not tried because memory ran out"
    if seen.cut:
        scope += f"; {seen.cut} of them had more ways than were followed"
    return found, Scope(NAME, Extent.EXHAUSTED if seen.complete else Extent.UNKNOWN, scope)


def _circles(game: Game, shown: Collection[Value]) -> Iterator[Finding]:
    """One finding for each circle of conditions, unless one of them was shown to be open."""
    phrases = {f.name: plain(f.phrase) for f in game.vocabulary.facts}
    for circle in dict.fromkeys(f.circle for f in game.vocabulary.facts if f.circle):
        if not set(circle).isdisjoint(shown):
            continue
        by = [n for n in game.norms if (told := stating(n)) and told[0] in circle and facts_in(told[1]) & {*circle}]
        said = " or ".join(f"`{phrases[name]}`" for name in circle)
        yield of_clauses(
            game,
            (SILENT_CODE, SILENT_NAME),
            "note",
            f"what makes it so that {said} can lead back to it: no clause says then which comes first",
            tuple(dict.fromkeys(n.clause for n in by)),
            cards=tuple(dict.fromkeys(n.speaker for n in by if any(c.title == n.speaker for c in game.cards))),
            at=tuple(dict.fromkeys(n.place for n in by if n.place is not None)),
            extent=Extent.UNKNOWN,
            fingerprint=f"circle/{'/'.join(circle)}",
            settle="say one of them without the others, or which comes first",
            unshown="a table on which it does was not met",
        )


def _mine(met: DecidingPoint) -> bool:
    key = met.point.key
    conflict = key[1] == "conflict" and len(met.point.clauses) > 1
    return not conflict and not {"unregulated", "not stated", "illegal", "order"} & set(key)


def _finding(work: Work, met: DecidingPoint) -> Finding:
    point = met.point
    said = " or ".join(f"`{o.text}`" for o in point.options[:4])
    where = f" when `{met.cause.card}` is played" if met.cause.card else ""
    asked = met.question.rstrip("?")
    what = point.text.replace("state which ", "say which ") or point.id
    naming = declaration(work.bench.rules.game, point, met.key)
    if naming is not None and naming.slots and point.kind is Kind.SILENT:
        what, where = f"no clause says {naming.slots[0]}", ""
    message = f"{what}{where} ({said}), so `{asked}` is open"
    if point.kind is Kind.SILENT:
        return finding(work, met, SILENT_CODE, SILENT_NAME, message, "state it in a clause or on the card")
    return finding(work, met, CODE, NAME, message, "word the clause so that it has one meaning")
