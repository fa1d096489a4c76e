"""Rulings that come out otherwise in one version of the rules than in another."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from functools import partial
from math import inf

from checker.ask.game_session import Desk
from checker.check.run_checks import bench
from checker.kernel.game import Authority
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import Problem
from checker.process.parallel_map import in_time, spread
from checker.session.ruling_memo import TracedRuling, carried_out, rulings_told
from checker.syntax.files import read_text
from checker.syntax.scene_reader import rulings, statements, switched_on
from checker.verdicts.ruling_check import RuledQuestion, RuledScene


class Changed(Record):
    """A question of a ruling that is answered otherwise; `what` is verdict, outcome or reason."""

    title: str
    file: str
    line: int
    question: str
    what: str
    before: str
    after: str
    scene: str
    authority: Authority = Authority()


def speaking_of(desk: Desk, names: frozenset[str], most: int) -> list[Scene]:
    """So many at most of the rulings that name one of these and switch nothing on, the shortest first; no other is read."""
    if not names:
        return []
    told = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))
    texts = ((desk.folder.shown(path), path) for path in desk.ruling_files())
    raws = (scene for name, path in texts for scene in rulings(statements(read_text(path, name), name)))
    found = sorted((r for r in raws if not switched_on(r) and any(told.search(one.text) for one in r)), key=len)
    return [scene for raws in found[:most] for scene in desk.reader.scenes(raws)]


def by_length(scenes: Iterable[Scene]) -> list[Scene]:
    """The shortest first."""
    return sorted(scenes, key=lambda scene: len(scene.items))


def changed_rulings(
    before: Desk, after: Desk, jobs: int, until: float = inf, only: list[Scene] | None = None
) -> tuple[int, tuple[Changed, ...]]:
    """How many rulings were compared, and every question of them that is answered otherwise, the shortest first.

    All (or `only` these) are compared if the time, by the monotonic clock, lasts for that; else the first ones.
    """
    scenes = by_length(before.rulings()) if only is None else only
    old = kept_rulings(before, scenes, jobs, (time.monotonic() + until) / 2)
    known = [(scene, was.result) for scene, was in zip(scenes, old, strict=True) if was is not None]
    new = kept_rulings(after, [scene for scene, _ in known], jobs, until)
    pairs = [(*told, now.result) for told, now in zip(known, new, strict=True) if now is not None]
    found = (c for scene, was, now in pairs for c in compared(scene, was, now))
    return len(pairs), tuple(sorted(found, key=lambda c: (len(c.scene), c.file, c.line)))


def kept_rulings(desk: Desk, scenes: list[Scene], jobs: int, until: float = inf) -> list[TracedRuling | None]:
    """What the rulings come to that were done by then, or in an earlier run; they may be those of other rules."""
    at = bench(desk)._replace(ruled=partial(desk.ruled, elsewhere=True))
    work = partial(carried_out, at)
    return rulings_told(at, desk.shelf(), scenes, lambda left: in_time(spread(work, left, jobs, "rulings"), until))


def compared(scene: Scene, was: RuledScene, now: RuledScene) -> Iterator[Changed]:
    """Every question of the ruling that is answered otherwise."""
    questions = [i for i in scene.items if i.expected is not None]
    for item, one, other in zip(questions, _told(was), _told(now), strict=False):
        what = _difference(one, other)
        if what:
            place, lines = item.raw.place, "\n".join(until(scene, item))
            said = (what, _said(one), _said(other), lines)
            yield Changed(scene.title, place.file, place.line, item.raw.text, *said, scene.authority)


def _told(came: RuledScene) -> tuple[RuledQuestion | Problem, ...]:
    """What the questions come to, and after them why the others cannot be told, if they cannot."""
    return (*came.told, *([came.refused] if came.refused else []))


def until(scene: Scene, last: object) -> Iterator[str]:
    """The scene as it can be asked again, up to the question and without those before it."""
    yield f"players {' '.join(scene.players)}"
    yield from (f'law "{title}"' for title in scene.amendments)
    yield from (f"card {card.title}: {', '.join(card.kinds)}" for card in scene.cards)
    for item in scene.items:
        if item is last or not item.raw.text.endswith("?"):
            yield item.raw.text
        if item is last:
            return


def _difference(one: RuledQuestion | Problem, other: RuledQuestion | Problem) -> str:
    if isinstance(one, Problem) or isinstance(other, Problem):
        same = isinstance(one, Problem) and isinstance(other, Problem)
        return "" if same and _said(one) == _said(other) else "outcome" if same else "verdict"
    if one.verdict is not other.verdict:
        return "verdict"
    if one.value != other.value:
        return "outcome"
    return "reason" if set(one.clauses) != set(other.clauses) else ""


def _said(told: RuledQuestion | Problem) -> str:
    return f"cannot be told: {told.message}" if isinstance(told, Problem) else told.said
