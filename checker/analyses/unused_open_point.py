"""A declared open point that no finding meets any more.

What it finds: entries of open.norm that name no finding of the analyses that looked. Under an amendment that did not bring
the entry it is only noted: it may have settled the doubt, which is no fault.

Why it matters: the doubt was settled, or its name is out of date and a reader looks for it in vain.

Example: an erratum takes away one of two clauses that disagreed, and the declaration of the clash stays.

How to settle it: take the entry away, or name the point as it is called now (`hexcheck check` shows it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import NamedTuple, TypeAlias

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.cards.minimal_scene import asked
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import catalogue, players
from checker.kernel.source import InputError
from checker.kernel.verdict import Extent, Finding
from checker.run.branches import TooMany
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, traced, traced_anywhere
from checker.verdicts.point_wording import declaration

CODE = "HX604"
NAME = "unused-open-point"
HOUSEKEEPING = True
ASKS = True

MOST_ASKED = 3000
"""So many questions at most are asked."""

AskedScene: TypeAlias = tuple[str, ...]
"""The lines of a scene, with a question last."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each declaration that nothing found so far is covered by."""
    game = work.bench.rules.game
    meets = catalogue(work.bench.situations).meetings or (work.bench.held and not work.only)
    if work.options.scope == "quick" and meets:
        said = "not looked at in the quick scope, in which cards do not meet"
        return [], Scope(NAME, Extent.UNKNOWN, said)
    if work.given_up:
        said = f"not looked at, since not all is known that is open: {', '.join(work.given_up)} gave up"
        return [], Scope(NAME, Extent.UNKNOWN, said, given_up=True)
    named = {f.point for f in work.findings}
    left = frozenset(d.id for d in game.declarations) - named
    met = _met(work, left)
    named |= {*met.names}
    known = {c.id for c in game.clauses}
    brought = {a.name for a in game.amended if a.kind == "open"}
    titles = " and ".join(dict.fromkeys(f'"{a.title}"' for a in game.amended))
    found = []
    for one in game.declarations:
        if one.id in named:
            continue
        gone = tuple(c for c in one.clauses if c not in known)
        why = f": {' and '.join(gone)} is not in the rules" if gone else ""
        settled = bool(titles) and one.id not in brought
        found.append(
            of_clauses(
                game,
                (CODE, NAME),
                "note" if settled else "warning",
                f"open point `{one.id}` ({one.point}) covers nothing that was found{f' under {titles}' * settled}{why}",
                one.clauses,
                at=(one.place,) if one.place else (),
                extent=Extent.EXHAUSTED if met.whole else Extent.UNKNOWN,
                fingerprint=one.id,
                settle="if it is settled, nothing need be done; else give it the name that the point has now"
                if settled
                else "take the declaration away, or give it the name that the point has now",
            )
        )
    scope = f"{len(game.declarations)} declarations against {len(work.findings)} findings of the analyses before this; of {len(left)} that these do not speak of, {len(met.names)} are met where one player holds one card, or in rulings"
    return found, Scope(NAME, Extent.EXHAUSTED if met.whole else Extent.UNKNOWN, scope)


def _met(work: Work, left: frozenset[str]) -> Met:
    """Those that a question meets; the rulings are read only where something is left."""
    met = met_points(work, left) if left else Met((), True)
    if not (still := left - {*met.names}):
        return met
    ruled = met_in_rulings(work, still)
    return Met((*met.names, *ruled.names), met.whole and ruled.whole)


class Met(NamedTuple):
    """The declarations that were met, and whether all was asked that could be."""

    names: tuple[str, ...]
    whole: bool


def met_points(work: Work, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a situation in which one player holds one card and no more."""
    return _met_in(work, wanted, _asking(work.bench))


def met_in_rulings(work: Work, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a ruling by which it is open for one of their clauses."""
    return _met_in(work, wanted, _ruled(work.bench, wanted))


def _met_in(work: Work, wanted: frozenset[str], scenes: Iterator[AskedScene]) -> Met:
    """What of it the first scenes meet; those that are told alike are asked together."""
    bench, listed = work.bench, [*islice(scenes, MOST_ASKED)]
    lots = [tuple(lot) for _, lot in groupby(listed, lambda scene: scene[:-1])]
    reads = (bench.situations, bench.rules.game.declarations)
    met = traced_anywhere(work, "met", tuple[str, ...], lots, partial(work.spread, "open points", met_by), reads)
    names = tuple(dict.fromkeys(name for one in met for name in one if name in wanted))
    return Met(names, len(listed) < MOST_ASKED or len(names) == len(wanted))


def met_by(bench: Bench, scenes: Sequence[AskedScene]) -> TracedResult[tuple[str, ...]]:
    """The declarations that decide what is asked in the scenes, and what was looked up for that."""
    return traced(bench, lambda: tuple(dict.fromkeys(name for scene in scenes for name in _deciding(bench, scene))))


def _deciding(bench: Bench, scene: AskedScene) -> Iterator[str]:
    try:
        answer = asked(bench, scene)
    except (InputError, TooMany, RecursionError):
        return
    named = map(partial(declaration, bench.rules.game), answer.points if answer is not None else ())
    yield from (one.id for one in named if one is not None)


def _ruled(bench: Bench, wanted: frozenset[str]) -> Iterator[AskedScene]:
    """The scenes of rulings by which an answer is open for one of the clauses, each with the question last."""
    of = {c for d in bench.rules.game.declarations if d.id in wanted for c in d.clauses}
    for scene in bench.rulings():
        told = [f"players {' '.join(scene.players)}"]
        for item in scene.items:
            said = item.expected
            if said is not None and said.verdict != "FORCED" and of & {c for group in said.clauses for c in group}:
                yield (*told, item.raw.text)
            if said is None:
                told.append(item.raw.text)


def _asking(bench: Bench) -> Iterator[AskedScene]:
    """The scenes, each with the question last."""
    for situation in catalogue(bench.situations).situations:
        words = SceneTemplates(bench, situation.least)
        told = [line.split(":")[0] for line in situation.lines]
        for title in words.titles:
            for who in (seat for seat in words.seats if f"hand {seat}" not in told):
                for question in words.general(("H1",)):
                    yield (players(situation.least), f"hand {who}: {title}", *situation.lines, question)
