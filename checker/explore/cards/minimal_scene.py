"""The scene that shows an open point: judged from the start, with nothing in it that can be taken away."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from checker.explore.cards.search_result import DecidingPoint
from checker.explore.scene_state import Cause, key_of
from checker.explore.situations import catalogue
from checker.kernel.source import InputError
from checker.kernel.term import Kind, Point
from checker.kernel.vocabulary import Vocabulary
from checker.run.branches import allowing
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, WantedResult, common, relevance, traced, traced_each
from checker.store.fingerprint import named
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.verdict import VERDICT, Answer

COMPARED = 8
"""So many equally small scenes are compared by what else their answers hang on."""
MOST_STEPS = 400_000
"""So many steps of play are gone through for the scenes of one point at most, until one shows it."""
LEAST_STEPS = 2_000
"""So many steps may play in a smaller scene take, however few it takes in the one that is made smaller."""
TIMES = 8
"""So many times as many steps as the scene itself a smaller one may take: one that takes more is none that is simpler."""
SMALLER = 10
"""So many such scenes may be gone through for one point."""

Lines = tuple[str, ...]

PointWays = tuple[DecidingPoint, ...]
"""The scenes of one point."""


class Heard(NamedTuple):
    """The answer to the last question of a scene if it hangs on the point; how many steps of play that took.

    What it is was not found out where it would have taken more than were `allowed`.
    """

    answer: Answer | None
    steps: int
    allowed: bool


Judged = dict[Lines, Heard]
"""What is known of scenes that were judged before."""


def shown(bench: Bench, ways: tuple[DecidingPoint, ...]) -> DecidingPoint | None:
    """The smallest of the scenes that shows the point when judged from the start, made as small as can be.

    Scenes whose answer hangs on this point before all others come first, and of the first few that are equally small
    the one whose answer hangs on the fewest other points. None if no scene shows it.
    """
    judged: Judged = {}
    with allowing(MOST_STEPS):
        chosen = _plainest(bench, ways, judged)
    return _least(bench, chosen, ways[0].also, judged) if chosen is not None else None


def _plainest(bench: Bench, ways: tuple[DecidingPoint, ...], judged: Judged) -> DecidingPoint | None:
    mixed: DecidingPoint | None = None
    plainest: tuple[int, DecidingPoint] | None = None
    compared = 0
    for met in ways:
        if plainest is not None and (plainest[0] == 1 or compared == COMPARED or met.size[:3] > plainest[1].size[:3]):
            break
        answer = _answer(bench, met, met.lines, judged)
        if answer is None:
            continue
        if answer.verdict is VERDICT[met.point.kind]:
            compared += 1
            if plainest is None or len(answer.points) < plainest[0]:
                plainest = len(answer.points), met
        else:
            mixed = mixed or met
    return plainest[1] if plainest is not None else mixed


def _least(bench: Bench, met: DecidingPoint, also: tuple[str, ...], judged: Judged) -> DecidingPoint:
    """The scene without what can be taken away, as far as that is soon played through and makes no act illegal."""
    said, steps, _ = judged[met.lines]
    assert said is not None
    most = max(LEAST_STEPS, TIMES * steps)

    def shows(lines: Lines) -> bool:
        answer = _answer(bench, met, lines, judged, most)
        return answer is not None and answer.verdict is said.verdict and _illegal(answer) <= unlawful

    unlawful = _illegal(said)
    fewest = min((s.least for s in catalogue(bench.situations).situations), default=2)
    with allowing(SMALLER * most):
        lines = reduced(met.lines, shows, fewest, marks(bench.rules.game.vocabulary))
    answer = judged[lines].answer
    assert answer is not None
    point = next(p for p in answer.points if key_of(p, Cause()) == met.plain)
    assumed = bool(answer.assumed) or supposes(answer, point)
    large = not all(heard.allowed for heard in judged.values())
    return met._replace(lines=lines, point=point, assumed=assumed, also=also, large=large)


def _illegal(answer: Answer) -> int:
    """How many illegal acts the scene tells, on the way on which there are most: a smaller one is not to have more."""
    return max((sum(s.event[:1] == ("illegal",) for s in o.steps) for o in answer.outcomes), default=0)


def supposes(answer: Answer, point: Point) -> bool:
    """The answer hangs on more that nothing states than the point, so that the scene supposes it."""
    return any(p.kind is Kind.SILENT and p.id != point.id for p in answer.points)


def marks(words: Vocabulary) -> tuple[str, ...]:
    """The words with which a part of what is told begins that may be left out."""
    said = [wordings.split(" | ") for act in words.acts for wordings in (act.said, act.other)]
    pairs = ((longer, less) for listed in said for longer in listed for less in listed if less)
    return (
        "then",
        *sorted({longer.removeprefix(f"{x} ").split()[0] for longer, x in pairs if longer.startswith(f"{x} ")}),
    )


def reduced(
    lines: Lines, shows: Callable[[Lines], bool], fewest: int = 2, marking: tuple[str, ...] = ("then",)
) -> Lines:
    """Lines that still show it, of which no line, no player, and no part of a line can be taken away.

    Parts that may be left out begin with a word of the `marking`.
    """
    while True:
        smaller = next((fewer for fewer in smaller_ones(lines, fewest, marking) if shows(fewer)), None)
        if smaller is None:
            return lines
        lines = smaller


def smaller_ones(lines: Lines, fewest: int, marking: tuple[str, ...] = ("then",)) -> Iterator[Lines]:
    """The scene with one thing less, in each way: a statement, a player who does nothing, a part of a statement, at
    last two statements of which neither can be without the other.

    So many players stay at the table at least, those who sit first.
    """
    head, *between, question = lines
    for number in range(len(between)):
        yield (head, *between[:number], *between[number + 1 :], question)
    for name in reversed(head.split()[fewest + 1 :]):
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for line in (*between, question)):
            yield (" ".join(w for w in head.split() if w != name), *between, question)
    for number, line in enumerate(between):
        for less in _shorter(line, marking):
            yield (head, *between[:number], less, *between[number + 1 :], question)
    for number in range(len(between) - 1):
        yield (head, *between[:number], *between[number + 2 :], question)


def _shorter(line: str, marking: tuple[str, ...]) -> Iterator[str]:
    parts = line.split(", ")
    if len(parts) > 1:
        first = parts[0].rpartition(" ")[0] if ":" not in parts[0] else ""
        yield from (", ".join((*parts[:n], *parts[n + 1 :])) for n in range(1, len(parts)))
        if first:
            word = parts[0].split()[0]
            yield ", ".join((f"{word} {parts[1]}", *parts[2:]))
    for mark in marking:
        before, found, _ = line.rpartition(f" {mark} ")
        if found:
            yield before


def _answer(bench: Bench, met: DecidingPoint, lines: Lines, judged: Judged, most: int = MOST_STEPS) -> Answer | None:
    """The answer to the last question of the scene if it hangs on the point and takes no more steps, or None."""
    if lines not in judged:
        with allowing(most) as allowed:
            answer = _hanging(bench, met, lines)
        judged[lines] = Heard(answer, allowed.taken, not allowed.used_up)
    return judged[lines].answer


def _hanging(bench: Bench, met: DecidingPoint, lines: Lines) -> Answer | None:
    try:
        answer = asked(bench, lines)
    except InputError:
        return None
    hangs = answer is not None and any(key_of(p, Cause()) == met.plain for p in answer.points)
    return answer if hangs else None


def asked(bench: Bench, lines: Lines) -> Answer | None:
    """The answer to the question that is the last line, the others being told from the start; or None.

    For several questions after the same lines these are told once. Raises InputError where the scene cannot be read.
    """
    scene = bench.read("\n".join(lines), bench.file)[0]
    forms = bench.forms(scene)
    opening = forms.opening()
    *before, question = scene.items[forms.first :]

    def told() -> Judge:
        judge = bench.judge(bench.rules.with_cards(scene.cards), forms, memory=common(bench).norms)
        for item in before:
            judge.tell(item)
        return judge

    judge = common(bench).begun.of((lines[:-1], opening), told, lambda j: not j.unknown).apart()
    judge.forms, judge.answers = forms, []
    judge.tell(question)
    return judge.answers[-1] if judge.answers else None


def witnessed(work: Work, ways: Sequence[PointWays]) -> list[DecidingPoint | None]:
    """For each point the smallest scene that shows it, made as small as can be; None if none does."""
    known = relevance(work.bench)
    parts = [WantedResult(named(w), known.titles_in(tuple(dict.fromkeys(x for m in w for x in m.lines)))) for w in ways]

    def make(missing: list[PointWays]) -> list[TracedResult[DecidingPoint | None]]:
        lots: dict[int, list[int]] = {}
        for at, one in enumerate(missing):
            lots.setdefault(_alike(one), []).append(at)
        made = work.spread("replays", replayed, [tuple(missing[at] for at in lot) for lot in lots.values()])
        worked = dict(zip((at for lot in lots.values() for at in lot), (x for lot in made for x in lot), strict=True))
        return [worked[at] for at in range(len(missing))]

    return [one.result for one in traced_each(work, "witness", DecidingPoint | None, ways, parts, make)]


def replayed(bench: Bench, listed: tuple[PointWays, ...]) -> list[TracedResult[DecidingPoint | None]]:
    """What shows each of the points, and what was looked up in the rules for that."""
    return [traced(bench, partial(shown, bench, ways)) for ways in listed]


def _alike(ways: PointWays) -> int:
    """Scenes that differ in their question only are judged by one process."""
    return zlib.crc32("\n".join(ways[0].lines[:-1]).encode())
