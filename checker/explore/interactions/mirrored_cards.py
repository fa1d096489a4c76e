"""Whether what one card does for its player another does for the opponent of its player.

A scene of the catalogue tells two plays, each with a card and by another player, and what is asked after either. Each
way that play can go comes to answers to what is asked, and to players who chose something on it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.interactions.interactions import PERHAPS
from checker.explore.scene_state import SceneState
from checker.explore.situations import MIRRORED, catalogue
from checker.explore.two_play_situation import planned, silent
from checker.kernel.point import Point
from checker.run.branches import Chose
from checker.session.context import Bench


class MirroredUnit(NamedTuple):
    """A piece of work: the number of a scene, and the card of both plays, or none for one that says nothing."""

    scene: int
    title: str


class MirroredEnd(NamedTuple):
    """What is answered on a way of play, and who chose something on it."""

    answers: tuple[str, ...]
    choosers: frozenset[Any] = frozenset()


class MirroredEnds(NamedTuple):
    """How play can end after one of the plays of the scene of that name, and the points that are open then.

    There is no way if the play may not be made; `known` is no if there are too many.
    """

    scene: str
    questions: tuple[str, ...]
    ways: frozenset[MirroredEnd] = frozenset()
    points: tuple[Point, ...] = ()
    known: bool = True

    @property
    def told(self) -> frozenset[tuple[str, ...]]:
        """The answers alone."""
        return frozenset(e.answers for e in self.ways)


def ends(bench: Bench, played: MirroredUnit) -> tuple[MirroredEnds, MirroredEnds]:
    """How play can end after the first play of the scene with the card, and after the second with it."""
    scene = catalogue(bench.situations).mirrored[played.scene]
    plan = planned(bench, scene)
    assert plan is not None and not plan.between
    titled = played.title or plan.titles[0], played.title or plan.titles[1]
    search = Search(bench if played.title else silent(bench, plan.titles), SearchJob(0, scene.least, 1))
    further = scene.lines[scene.lines.index(plan.two) + 1 :]
    bare = MirroredEnds(scene.name.removeprefix(MIRRORED), tuple(x for x in further if x.endswith("?")))
    plays = (plan.first(titled[0]), plan.second(titled[1]))
    one, two = (_ends(search, (*plan.before, play), further, bare) for play in plays)
    return one, two


def _ends(search: Search, lines: tuple[str, ...], further: tuple[str, ...], bare: MirroredEnds) -> MirroredEnds:
    told = _lawful(search.table.begin(lines))
    for line in further:
        if told is None or told.judge.unknown:
            break
        if line not in bare.questions:
            told = _lawful(search.table.tell(told, line.removeprefix(PERHAPS))) or told
    if told is None or told.judge.unknown:
        return bare._replace(known=told is None)
    quiet = search.table.quiet(told)
    points: dict[str, Any] = {}
    for question in bare.questions:
        after = search.table.tell(quiet, question)
        for point in after.judge.answers[-1].points if after is not None and after.judge.answers else ():
            points.setdefault(point.id, point)
    ways = frozenset(_end(search, quiet.only(branch), bare.questions) for branch in quiet.judge.branches)
    return bare._replace(ways=ways, points=tuple(points[k] for k in sorted(points)))


def _lawful(told: SceneState | None) -> SceneState | None:
    """The scene along the ways on which its last act was not forbidden; None if there are none."""
    if told is None or told.judge.unknown:
        return told
    lawful = told.lawful()
    return lawful if lawful.judge.branches else None


def _end(search: Search, told: SceneState, questions: tuple[str, ...]) -> MirroredEnd:
    (branch,) = told.judge.branches
    choosers = frozenset(e.by.who for e in branch.trail if isinstance(e, Chose) and e.by.who is not None)
    return MirroredEnd(tuple(_value(search, told, q) for q in questions), choosers)


def _value(search: Search, told: SceneState, question: str) -> str:
    after = search.table.tell(told, question)
    answer = after.judge.answers[-1] if after is not None and after.judge.answers else None
    return "" if answer is None else answer.value or " or ".join(o.value for o in answer.outcomes)
