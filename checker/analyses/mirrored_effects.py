"""Which card does for the opponent of its player what another does for its player.

What it finds: nothing that is wrong. Scenes of the catalogue that begin with `mirrored:` tell two plays by two players;
every card is put into both, and what can come of the one play is compared with what can come of the other. The table of
the analysis (in the JSON) has the cards that are mirrors of each other or of themselves, those that are so but that one
of them may be declined, and those that are named alike, but for a number, and are no mirrors, with the reason.

Why it matters: two cards that bear one name are taken for each other, whoever rolls or plays them.

Example: one card has its player exchange a tile and keep the old one; the card of the same name for the opponent does
not say who keeps it.

How to settle it: say of both cards the same, or name them otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.interactions.interactions import PERHAPS
from checker.explore.scene_state import SceneState
from checker.explore.situations import MIRRORED, catalogue
from checker.explore.two_play_situation import planned, silent
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.term import Point
from checker.kernel.verdict import Extent, Finding
from checker.run.branches import Chose
from checker.session.context import Bench, Scope, Work
from checker.verdicts.point_wording import declaration

CODE = "HX207"
NAME = "mirrored-effects"
MOST_SHOWN = 2
"""So many answers at most are named of those that only one of two cards has."""


class Mirror(Record, tag=False):
    """A row of the table: whether two cards are mirrors (`yes`, `if accepted`, `no`), and why not, or not quite."""

    first: str
    second: str
    mirrors: str
    why: str = ""
    open: tuple[str, ...] = ()


def run(work: Work) -> tuple[list[Finding], Scope]:
    """Nothing is found; the table says which cards are mirrors."""
    bench, game = work.bench, work.bench.rules.game
    scenes = [n for n, s in enumerate(catalogue(bench.situations).mirrored) if planned(bench, s) is not None]
    if work.options.scope == "quick" or not scenes:
        said = "not looked at in the quick scope" if scenes else "the catalogue tells no plays to compare"
        return [], Scope(NAME, Extent.UNKNOWN if scenes else Extent.EXHAUSTED, said)
    titles = ["", *(c.title for c in game.cards)]
    items = [MirroredUnit(n, t) for n in scenes for t in titles]
    reads = (game, bench.situations)
    done = dict(zip(items, work.kept_each("mirrored", reads, PlayEnds, "mirrors", ends, items), strict=True))
    by = {t: [done[MirroredUnit(n, t)] for n in scenes] for t in titles}
    rows = tuple(_rows(game, by))
    lost = sum(not e.known for both in done.values() for e in both)
    scope = (
        f"what can come of every card for either of two players, in {len(scenes)} scenes, along all ways; mirrors as far "
        f"as what is asked there and who chooses can tell{f'; {lost} plays had too many ways' if lost else ''}"
    )
    return [], Scope(
        NAME, Extent.UNKNOWN if lost else Extent.EXHAUSTED, scope, table=rows, told=tuple(_told(game, rows))
    )


def _rows(game: Game, by: dict[str, list[PlayEnds]]) -> Iterator[Mirror]:
    """The pairs that are mirrors, or are named alike."""
    for one, two in combinations_with_replacement([c.title for c in game.cards], 2):
        both = list(zip(by[one], by[two], by[""], strict=True))
        if not _matters(both):
            yield from () if one == two or not _alike(one, two) else [_none(game, one, two, both)]
        elif all(_same(a[0], b[1]) and _same(b[0], a[1]) for a, b, _ in both):
            yield Mirror(one, two, "yes")
        elif one != two and (late := _declined(one, two, both)):
            yield Mirror(one, two, "if accepted", f"after `{late}` all may stay as it is")
        elif one != two and _alike(one, two):
            yield _none(game, one, two, both)


def _alike(one: str, two: str) -> bool:
    """The titles differ in a number only."""
    bare, other = (re.sub(r"\d+\s*", "", t) for t in (one, two))
    return bool(bare) and bare == other


def _matters(both: list[tuple[PlayEnds, PlayEnds, PlayEnds]]) -> bool:
    """Each of the cards does something in some scene that a card which says nothing does not."""
    return all(any(e.told != s.told for p in both for e, s in zip(p[n], p[2], strict=True)) for n in (0, 1))


def _same(one: MirroredEnds, two: MirroredEnds) -> bool:
    return one.ways == two.ways and [p.id for p in one.points] == [p.id for p in two.points]


def _declined(one: str, two: str, both: list[tuple[PlayEnds, PlayEnds, PlayEnds]]) -> str:
    """The card of which can come what comes of the other, or nothing at all; no card if there is none."""
    for late, own in ((1, 0), (0, 1)):
        if all(
            _same(_acted(p[own][n], p[2][n]), _acted(p[late][1 - n], p[2][1 - n]))
            and p[own][n].told <= p[late][1 - n].told
            for p in both
            for n in (0, 1)
        ):
            return (one, two)[late]
    return ""


def _acted(found: MirroredEnds, silent: MirroredEnds) -> MirroredEnds:
    """The ways on which something came of the card."""
    return found._replace(ways=frozenset(e for e in found.ways if e.answers not in silent.told))


def _none(game: Game, one: str, two: str, both: list[tuple[PlayEnds, PlayEnds, PlayEnds]]) -> Mirror:
    """The row of two cards that are no mirrors: what can be answered after one of them only, what is open after one only."""
    said = ""
    points: dict[str, str] = {}
    for a, b, _ in both:
        for x, y in ((a[0], b[1]), (a[1], b[0])):
            said = said or _differ(one, two, x, y)
            here, there = ({p.id: p for p in found.points} for found in (x, y))
            alone = {k: p for k, p in {**here, **there}.items() if (k in here) != (k in there)}
            points.update({k: named.id if (named := declaration(game, p)) else k for k, p in alone.items()})
    return Mirror(one, two, "no", said, tuple(points.values()))


def _differ(one: str, two: str, after_one: MirroredEnds, after_two: MirroredEnds) -> str:
    """The first question that is answered otherwise after the one card than after the other, in the same scene."""
    for at, question in enumerate(after_one.questions):
        here, there = ({e.answers[at] for e in found.ways} for found in (after_one, after_two))
        parts = [f"after `{t}` alone {_some(s)}" for t, s in ((one, here - there), (two, there - here)) if s]
        if parts:
            return f"`{question.rstrip('?')}`: {', '.join(parts)} ({after_one.scene})"
    return ""


def _some(answers: set[str]) -> str:
    more = len(answers) - MOST_SHOWN
    return " or ".join(f"`{a}`" for a in sorted(answers)[:MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _told(game: Game, rows: tuple[Mirror, ...]) -> Iterator[str]:
    """The table in words; of those named alike that are none the pairs without any other mirror."""
    mirrored = {t for r in rows if r.mirrors != "no" for t in (r.first, r.second)}
    for row in rows:
        why = f", but {row.why}" if row.why else ""
        left = f"; open after one of them alone: {', '.join(row.open)}" if row.open else ""
        if row.first == row.second:
            yield f"`{row.first}` is its own mirror: it does the same, whoever has it"
        elif row.mirrors != "no":
            yield f"`{row.first}` and `{row.second}` are mirrors{why}"
        elif not {row.first, row.second} & mirrored:
            yield f"`{row.first}` and `{row.second}` are named alike and are no mirrors: {row.why}{left}"
    named = mirrored | {t for r in rows for t in (r.first, r.second)}
    if alone := [f"`{c.title}`" for c in game.cards if c.title not in named]:
        yield f"without a mirror: {', '.join(alone)}"


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


PlayEnds: TypeAlias = tuple[MirroredEnds, MirroredEnds]
"""How play can end after the first play of a scene and after the second."""


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
