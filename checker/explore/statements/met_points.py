"""Which declared open points a question meets that no analysis found: where it is told what somebody holds, or in a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from checker.explore.cards.minimal_scene import asked
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import catalogue, players
from checker.kernel.source import InputError
from checker.run.branches import TooMany
from checker.session.context import Bench
from checker.verdicts.point_names import declaration

MOST_ASKED = 3000
"""So many questions at most are asked."""


class Met(NamedTuple):
    """The declarations that were met, and whether all was asked that could be."""

    names: tuple[str, ...]
    whole: bool


def met_points(bench: Bench, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a situation in which one player holds one card and no more."""
    return _met(bench, wanted, _asking(bench))


def met_in_rulings(bench: Bench, wanted: frozenset[str]) -> Met:
    """Those of the declarations that decide an answer in a ruling by which it is open for one of their clauses."""
    return _met(bench, wanted, _ruled(bench, wanted))


def _met(bench: Bench, wanted: frozenset[str], scenes: Iterator[tuple[str, ...]]) -> Met:
    found: dict[str, None] = {}
    number = 0
    for lines in islice(scenes, MOST_ASKED):
        number += 1
        try:
            answer = asked(bench, lines)
        except (InputError, TooMany, RecursionError):
            continue
        named = (declaration(bench.rules.game, p) for p in (answer.points if answer is not None else ()))
        found.update(dict.fromkeys(one.id for one in named if one is not None and one.id in wanted))
        if len(found) == len(wanted):
            break
    return Met(tuple(found), number < MOST_ASKED)


def _ruled(bench: Bench, wanted: frozenset[str]) -> Iterator[tuple[str, ...]]:
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


def _asking(bench: Bench) -> Iterator[tuple[str, ...]]:
    """The scenes, each with the question last."""
    for situation in catalogue(bench.situations).situations:
        words = SceneTemplates(bench, situation.least)
        told = [line.split(":")[0] for line in situation.lines]
        for title in words.titles:
            for who in (seat for seat in words.seats if f"hand {seat}" not in told):
                for question in words.general(("H1",)):
                    yield (players(situation.least), f"hand {who}: {title}", *situation.lines, question)
