"""Scenes in which two clauses change one value, and it comes out otherwise in another order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from checker.explore.situations import players
from checker.explore.statements.norm_questions import Asking, probes
from checker.kernel.game import Game
from checker.kernel.norm import Modifies, Norm
from checker.kernel.record import Record
from checker.kernel.term import Kind, Point
from checker.session.context import Bench


class Reordered(Record):
    """A scene whose last question is answered otherwise in another order of the changes; `ends` tells each answer and its order."""

    lines: tuple[str, ...]
    point: Point
    ends: tuple[tuple[str, str], ...]
    assumed: bool = False


def changing(game: Game) -> list[tuple[str, str]]:
    """The pairs of norms that change the value of one fact, of which one multiplies it and the other does not."""
    listed = [n for n in game.norms if isinstance(n.claim, Modifies)]
    return [(one.id, other.id) for one, other in combinations(listed, 2) if _opposed(one, other)]


def _opposed(one: Norm, other: Norm) -> bool:
    first, second = one.claim, other.claim
    assert isinstance(first, Modifies)
    assert isinstance(second, Modifies)
    return first.term.fact == second.term.fact and (first.op == "times") is not (second.op == "times")


def reordered(bench: Bench, pair: tuple[str, str], scenes: Iterable[tuple[int, tuple[str, ...]]]) -> Reordered | None:
    """The first of the scenes, each for so many players, in which the order of what the two norms change matters."""
    norms = tuple(bench.rules.norms[name] for name in pair)
    asking = Asking(bench)
    for seats, stated in scenes:
        lines = (players(seats), *stated)
        told = asking.begin(lines)
        for probe in probes(bench, norms, lines) if told is not None else ():
            answer = asking.asked(told, probe)
            if answer is None:
                continue
            for point in answer.points:
                if point.kind is Kind.ORDER and set(pair) <= set(map(str, point.key)):
                    ways = {o.text for o in point.options}
                    ends = tuple((o.value, next((c for c in o.conditions if c in ways), "")) for o in answer.outcomes)
                    return Reordered((*lines, probe.question), point, ends, bool(answer.assumed))
    return None
