"""Errata that settle an open question: each written by the program, tried on the same scene, and told with its outcome."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.ask.settlements import OPEN, Settled
from checker.clarify.rule_text import Texts
from checker.clarify.settle_options import OpenQuestion, SettleOption, ways
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.term import Point
from checker.kernel.verdict import Verdict
from checker.process.outputs import own_folder, written
from checker.verdicts.verdict import Answer

ERRATA = "hexcheck-errata"
"""The name of the folder for errata that no file of the user holds."""
MOST_TRIED = 60
"""So many errata at most are tried for one question."""

MOST_TOGETHER = 3
"""So many open points at most are settled by one erratum."""


class _Tried(NamedTuple):
    """The rules as amended so far, what is answered under them, and how they were amended."""

    desk: Desk
    answer: Answer
    said: tuple[SettleOption, ...] = ()


def settled(desk: Desk, scene: Scene, number: int, answer: Answer) -> tuple[Settled, ...]:
    """The errata that force the answer to that question of the scene; none where it is forced already.

    Where no single open point settles the question, several are settled together.
    """
    if answer.verdict not in OPEN:
        return ()
    found: dict[tuple[str, ...], Settled] = {}
    left = MOST_TRIED
    todo = [_Tried(desk, answer)]
    while todo and left and not found:
        further: list[_Tried] = []
        for tried in todo:
            for way in _ways(tried, scene)[:left]:
                left -= 1
                after = _under(desk, scene, number, (*tried.said, way))
                if after is None:
                    continue
                if _forced(after.answer) and _among(after.answer, answer):
                    found.setdefault(_lines(after.said), _told(after))
                elif after.answer.verdict in OPEN and _other(after.answer, tried.answer):
                    further.append(after)
        todo = further if len(further) and len(further[0].said) < MOST_TOGETHER else []
    return tuple(found.values())


class SettledSo(NamedTuple):
    """An erratum with the rules as it amends them, and what is answered under them."""

    settled: Settled
    desk: Desk
    answer: Answer


def each_settled(desk: Desk, scene: Scene, number: int, answer: Answer) -> Iterator[SettledSo]:
    """The errata that settle one of those points of the answer alone, with what is then answered, be it open still."""
    if answer.verdict in OPEN:
        first = _Tried(desk, answer)
        for way in _ways(first, scene)[:MOST_TRIED]:
            after = _under(desk, scene, number, (way,))
            if after is not None and (
                _among(after.answer, answer)
                if _forced(after.answer)
                else after.answer.verdict in OPEN and _other(after.answer, answer)
            ):
                yield SettledSo(_told(after), after.desk, after.answer)


def settled_so(desk: Desk, scene: Scene, number: int, way: SettleOption) -> SettledSo | None:
    """That amendment as an erratum, with what is then answered; None where it cannot be made or the scene not told."""
    after = _under(desk, scene, number, (way,))
    return None if after is None else SettledSo(_told(after), after.desk, after.answer)


def amended(desk: Desk, erratum: str) -> Desk:
    """The desk with the erratum too. Raises InputError if it cannot be made."""
    return desk.changed((erratum_file(erratum),))


def ways_of(desk: Desk, scene: Scene, answer: Answer) -> Iterator[tuple[Point, SettleOption]]:
    """How the points of the answer can be settled, each with the point."""
    texts = Texts(desk.with_laws(scene))
    told = "\n".join(item.raw.text for item in scene.items)
    about = OpenQuestion(answer.question, told, len(scene.players))
    return ((point, way) for point in answer.points for way in ways(texts, point, about))


def _ways(tried: _Tried, scene: Scene) -> list[SettleOption]:
    """How the points of the answer can be settled; where some are settled already, the first of those left."""
    points = tried.answer.points[:1] if tried.said else tried.answer.points
    return [way for _, way in ways_of(tried.desk, scene, replace(tried.answer, points=points))]


def _under(desk: Desk, scene: Scene, number: int, said: tuple[SettleOption, ...]) -> _Tried | None:
    """What is answered under the erratum; None where it cannot be made, or the scene cannot be told under it."""
    try:
        changed = amended(desk, _text(said))
        pairs = changed.answers(scene)
    except InputError:
        return None
    return _Tried(changed, pairs[number][1], said) if len(pairs) > number else None


def _forced(answer: Answer) -> bool:
    """There is one answer, and the scene can still happen."""
    told = answer.value and not answer.value.startswith("?") and answer.value != "impossible"
    return answer.verdict is Verdict.FORCED and bool(told)


def _among(answer: Answer, before: Answer) -> bool:
    """Where the question is which of several clauses or things prevails, the answer is one of those that there were."""
    known = [o.value for o in before.outcomes]
    chosen = all(p.key[1:2] == ("conflict",) for p in before.points)
    return not chosen or len(answer.outcomes) > 1 or any("?" in k for k in known) or answer.value in known


def _other(answer: Answer, before: Answer) -> bool:
    """Some of what was open is open no more."""
    left = {p.id for p in answer.points}
    return any(p.id not in left for p in before.points)


def _told(tried: _Tried) -> Settled:
    title = "; ".join(way.title for way in tried.said)
    return Settled(title, _text(tried.said), tried.answer.verdict.value, tried.answer.value)


def _lines(said: tuple[SettleOption, ...]) -> tuple[str, ...]:
    return tuple(line for way in said for line in way.lines)


def _text(said: tuple[SettleOption, ...]) -> str:
    """The erratum as a file."""
    title = "; ".join(way.title for way in said).replace('"', "'")
    return "\n".join((f'erratum "{title}"', *_numbered(said))) + "\n"


def _numbered(said: tuple[SettleOption, ...]) -> Iterator[str]:
    """The lines, each clause of the erratum's own with a number of its own."""
    for number, way in enumerate(said, 1):
        yield from (line.replace("clause E-0 ", f"clause E-{number} ") for line in dict.fromkeys(way.lines))


def erratum_file(text: str) -> Path:
    """A file that holds the text, the same for the same text."""
    path = own_folder(ERRATA) / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.norm"
    written(path, text)
    return path
