"""Something that must hold in every position does not hold after a play, or where things take their course.

What it finds: properties of the game (`property` in its specs) that held, and hold no more after a card was played in
a situation of the catalogue, or when it ends. Where the rulebook itself breaks a property is no finding.

Why it matters: a property is what players rely on without thinking of it, for instance that there are never more Hexes
than tokens.

Example: an erratum by which a Hex that goes off stays in play as a second Hex before the same player.

How to settle it: mend the clause, or say that the property no longer holds.
"""

from __future__ import annotations

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.work_units import about
from checker.explore.duties.invariants import Broken, InvariantUnit, upheld
from checker.explore.scene_templates import alike
from checker.explore.situations import catalogue
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work
from checker.session.persistent_memo import TracedResult, WantedResult, traced_each
from checker.simulate.property_monitor import SHARED, spans
from checker.store.fingerprint import named

CODE = "HX403"
NAME = "broken-property"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each property that is broken, with the smallest scene."""
    game = work.bench.rules.game
    checked = [
        p
        for p in game.properties
        if p.function in SHARED or any(spans(p, c) or c.when in ("always", "resting") for c in p.checks)
    ]
    tries = _tries(work) if checked else []
    scenes: dict[str, tuple[str, ...]] = {}
    for one in (b for t in _tried(work, tries) for b in t.result):
        if one.property not in scenes or len(one.lines) < len(scenes[one.property]):
            scenes[one.property] = one.lines
    found = [_finding(work, name, scenes[name]) for name in sorted(scenes)]
    situations = len({t.situation for t in tries})
    scope = (
        f"{len(checked)} of {len(game.properties)} properties, conditions on a position and what spans several: in "
        f"{situations} situations as things take their course, in the first of them also after each card; effects that "
        "nothing states do nothing, for what spans several positions; the other properties are watched in random games"
    )
    return found, Scope(NAME, Extent.EXHAUSTED, scope)


def _tries(work: Work) -> list[InvariantUnit]:
    situations = catalogue(work.bench.situations).situations
    alone = [InvariantUnit(number) for number in range(len(situations))]
    return [*alone, *(InvariantUnit(0, title) for title in alike(work.bench) if situations)]


def _tried(work: Work, tries: list[InvariantUnit]) -> list[TracedResult[tuple[Broken, ...]]]:
    bench = work.bench
    situations = catalogue(bench.situations).situations
    there = {n: about(bench, situations[n]) for n in {t.situation for t in tries}}
    parts = [WantedResult(named(t), there[t.situation] | ({t.title} if t.title else frozenset())) for t in tries]

    def make(wanted: list[InvariantUnit]) -> list[TracedResult[tuple[Broken, ...]]]:
        lots = [wanted[at : at + LOT] for at in range(0, len(wanted), LOT)]
        return [one for lot in work.spread("properties", upheld, lots) for one in lot]

    reads = (bench.situations, bench.rules.game.properties)
    return traced_each(work, "upheld", tuple[Broken, ...], tries, parts, make, reads)


LOT = 8
"""So many tries are one piece of work."""


def _finding(work: Work, name: str, lines: tuple[str, ...]) -> Finding:
    game = work.bench.rules.game
    one = next(p for p in game.properties if p.id == name)
    return of_clauses(
        game,
        (CODE, NAME),
        "error",
        f"{name} does not hold any more: {one.says[:1].lower()}{one.says[1:].rstrip('.')}",
        one.clauses,
        at=(*((one.place,) if one.place else ()), *places(game, one.clauses)),
        lines=lines,
        fingerprint=name,
        settle="mend what breaks it, or take the property out of the rules' properties",
    )
