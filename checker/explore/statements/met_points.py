"""Which declared open points a question meets that no analysis found: where it is told what somebody holds, or in a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import NamedTuple, TypeAlias

from checker.explore.cards.minimal_scene import asked
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import catalogue, players
from checker.kernel.source import InputError
from checker.run.branches import TooMany
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, traced_anywhere
from checker.session.session_values import relevance, traced
from checker.verdicts.point_names import declaration

MOST_ASKED = 3000
"""So many questions at most are asked."""

AskedScene: TypeAlias = tuple[str, ...]
"""The lines of a scene, with a question last."""


class Met(NamedTuple):
    """The declarations that were met, and whether all was asked that could be."""

    names: tuple[str, ...]
    whole: bool


def met_points(work: Work, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a situation in which one player holds one card and no more."""
    return _met(work, wanted, _asking(work.bench))


def met_in_rulings(work: Work, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a ruling by which it is open for one of their clauses."""
    return _met(work, wanted, _ruled(work.bench, wanted))


def _met(work: Work, wanted: frozenset[str], scenes: Iterator[AskedScene]) -> Met:
    """What of it the first scenes meet; those that are told alike are asked together."""
    bench, listed = work.bench, [*islice(scenes, MOST_ASKED)]
    lots = [tuple(lot) for _, lot in groupby(listed, lambda scene: scene[:-1])]

    def make(missing: list[int]) -> list[TracedResult[tuple[str, ...]]]:
        return work.spread("open points", met_by, [lots[at] for at in missing])

    reads, of = (bench.situations, bench.rules.game.declarations), tuple[str, ...]
    met = traced_anywhere(work.options.shelf, "met", reads, relevance(bench), of, lots, make)
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
