"""Things that happen at once, tried in every order: which orders end differently for somebody at the table.

Each situation is played on as it stands; where several things wait for an answer, each pair of answers is laid
out too. An order counts if a question of the catalogue is answered otherwise after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from checker.explore.cards.minimal_scene import supposes
from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.default_play import Pruning
from checker.explore.scene_driver import replayed
from checker.explore.scene_state import SceneState
from checker.explore.scene_templates import labels
from checker.explore.situations import catalogue
from checker.kernel.source import InputError
from checker.kernel.term import Point
from checker.run.branches import Took
from checker.run.progress import Line
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult, common, traced
from checker.session.reductions import BoundedMemo

ORDER = "order"
MOST_ASKED_ABOUT = 1_000
"""A scene that has come to more branches is not asked about."""
MOST_FOLLOWED = 24
"""In so many ways at most a scene that was laid out is gone on from."""
MOST_KNOWN = 10_000
"""So many answers of a situation are kept."""


class Trace(NamedTuple):
    """One order: what comes first, what happens then, what a question is answered, and by which clauses each line."""

    first: str
    lines: tuple[str, ...]
    value: str
    by: tuple[tuple[str, ...], ...] = ()


class Turned(NamedTuple):
    """Two orders that end differently: the scene up to the question, and both traces; `derived` if it was laid out."""

    point: Point
    cards: tuple[str, ...]
    lines: tuple[str, ...]
    traces: tuple[Trace, Trace]
    assumed: bool
    clauses: tuple[str, ...] = ()
    derived: bool = False

    @property
    def cause(self) -> tuple[str, ...]:
        """What is open, and the clauses of what is different then; of derived scenes also what opens it."""
        return (self.point.id, *(self.clauses if self.derived else ()), *self.apart)

    @property
    def cited(self) -> frozenset[str]:
        """All clauses of either order."""
        return frozenset(self.clauses).union(c for t in self.traces for by in t.by for c in by)

    @property
    def apart(self) -> tuple[str, ...]:
        """The clauses of what happens in one order and not in the other, the same for every name of the players."""
        one, other = (Counter(zip(t.lines, t.by, strict=True)) for t in self.traces)
        return tuple(sorted({c for _, by in (*(one - other), *(other - one)) for c in by}))

    @property
    def size(self) -> tuple[int, int, tuple[str, ...]]:
        """Smaller scenes come first."""
        return (len(self.cards), len(self.lines), self.lines)


class OrdersTried(NamedTuple):
    """What one situation showed: how many scenes were played, and how many could not be followed to their end.

    `lost` counts those that show a difference only where everything else goes as by default; `refused` are those that
    show one, but cannot be laid out as they would be told, each with the reason.
    """

    found: tuple[Turned, ...]
    scenes: int
    cut: int
    lost: int
    refused: tuple[str, ...] = ()


class OrderUnit(NamedTuple):
    """A situation at a table, as it stands with a card that is played, or with a pair of answers."""

    situation: int
    seats: int
    answers: tuple[str, ...] = ()


def tried(bench: Bench, pieces: Sequence[OrderUnit]) -> list[TracedResult[OrdersTried]]:
    """For each piece the orders that matter in it, and what was looked up in the rules for that."""
    at_once = catalogue(bench.situations).at_once

    def begun(situation: int, seats: int) -> Trying:
        return bench.once(("orders", situation, seats), lambda: Trying(bench, seats, at_once[situation].lines))

    return [begun(piece.situation, piece.seats).tried(piece.answers) for piece in pieces]


LaidAnswer: TypeAlias = tuple[str, str, str]
"""Who lays which card, with the words for it."""


class Trying:
    """A table with one situation under way. All that is open besides orders goes as by default, until a difference is found."""

    def __init__(self, bench: Bench, seats: int, lines: tuple[str, ...]) -> None:
        self.bench = bench
        self.lines = lines
        self.search = Search(bench, SearchJob(0, seats, 2))
        self.table = self.search.table
        self.table.orders = True
        self.table.way = Pruning(lambda point: not _of_order(point), True)
        self._known = BoundedMemo(common(bench).tally, MOST_KNOWN)
        self._clear()

    def _clear(self) -> None:
        self.found: dict[tuple[str, tuple[str, ...]], Turned] = {}
        self.scenes = self.cut = self.lost = 0
        self.refused: list[str] = []

    def tried(self, answers: tuple[str, ...]) -> TracedResult[OrdersTried]:
        """What the situation shows as it stands, or with a first and a second answer of these titles."""
        return traced(self.bench, partial(self._tried, answers), cards=False)

    def _tried(self, answers: tuple[str, ...]) -> OrdersTried:
        self._clear()
        start = self.table.begin(self.lines)
        if start is not None and not answers:
            self._alone(start)
        elif start is not None and len(answers) == 1:
            self._played(start, answers[0])
        elif start is not None:
            self._answered(start, *answers)
        return self._all()

    def gone_on(self, start: SceneState, line: str, cards: tuple[str, ...]) -> OrdersTried:
        """What the scene shows after the line, and after all that can still follow was let go by."""
        self._clear()
        told = self.table.tell(start, line) if line else start
        if told is not None and len(told.judge.branches) > MOST_FOLLOWED:
            self.scenes, self.cut = 1, 1
        elif told is not None:
            self._look(self.table.quiet(told), cards)
        return self._all()

    def _all(self) -> OrdersTried:
        found = tuple(self.found[k] for k in sorted(self.found))
        return OrdersTried(found, self.scenes, self.cut, self.lost, tuple(self.refused))

    def _alone(self, start: SceneState) -> None:
        self._look(start, ())
        for ending in self.search.book.endings:
            told = self.table.tell(start, ending)
            if told is not None:
                self._look(told, ())

    def _played(self, start: SceneState, title: str) -> None:
        """Whoever can plays the card, and all that it brings about takes place."""
        for seat in self.search.seats:
            for line in self.search.wordings(start, seat, title):
                told = self._laid(start.afresh(), seat, title, line)
                if told is not None:
                    self._look(told, (title,))

    def _answered(self, start: SceneState, first: str, second: str) -> None:
        """Each pair of answers of the titles, where several things wait for one."""
        named = labels(start.lines)
        for number, label in enumerate(named):
            for one in self._answers(start, label, first):
                laid = self._known.of(("laid", *one), partial(self._laid, start.afresh(), *one))
                if laid is None:
                    continue
                for later in named[number + 1 :]:
                    for other in self._answers(start, later, second):
                        both = self._laid(laid.afresh(), *other)
                        if both is not None:
                            self._look(self.table.quiet(both), tuple(dict.fromkeys((first, second))))

    def _laid(self, told: SceneState, seat: str, title: str, line: str) -> SceneState | None:
        holding = self.table.holding(told, seat, title)
        after = None if holding is None else self.table.play(holding, line)
        return None if after is None or after.illegal else after.lawful()

    def _answers(self, start: SceneState, label: str, title: str) -> tuple[LaidAnswer, ...]:
        """Who may lay the card for the thing, with the words for it."""
        return self._known.of(("answers", label, title), lambda: tuple(self._laying(start.afresh(), label, title)))

    def _laying(self, start: SceneState, label: str, title: str) -> Iterator[LaidAnswer]:
        for seat in self.search.seats:
            for line in self.search.wordings(start, seat, title):
                if line.endswith(label) and self.table.allowed(start, line, seat, title):
                    yield seat, title, line

    def _look(self, told: SceneState, cards: tuple[str, ...]) -> None:
        self.scenes += 1
        if told.judge.unknown or len(told.judge.branches) > MOST_ASKED_ABOUT:
            self.cut += 1
            return
        for point, _ in told.causes().values():
            if _of_order(point) and (point.id, cards) not in self.found:
                self._asked(told, point, cards)

    def _asked(self, told: SceneState, point: Point, cards: tuple[str, ...]) -> None:
        questions = (*self.search.general, *self._of_cards(told, cards), *self.search.words.of_change())
        for question in questions:
            after = self.table.tell(told, question)
            if after is None or not after.judge.answers:
                continue
            answer = after.judge.answers[-1]
            if not any(p.id == point.id for p in answer.points):
                continue
            traces = self._traces(told, point, question)
            if traces is not None:
                lines = (*told.lines, question)
                try:
                    shown = self._shown(lines, point)
                except InputError as error:
                    self.refused.append(f"{error.problems[0].message}: {'; '.join(lines)}")
                    return
                if not shown:
                    self.lost += 1
                    return
                clauses = point.clauses or tuple(answer.deciding)
                assumed = bool(answer.assumed) or supposes(answer, point)
                self.found[(point.id, cards)] = Turned(point, cards, lines, traces, assumed, clauses)
                return

    def _shown(self, lines: tuple[str, ...], point: Point) -> bool:
        """The scene shows the point when it is judged from the start. Raises InputError where it cannot be laid out."""
        answers = list(replayed(self.bench, "\n".join(lines)))
        return bool(answers) and any(p.id == point.id for p in answers[-1].points)

    def _of_cards(self, told: SceneState, cards: tuple[str, ...]) -> Iterator[str]:
        for seat, title in told.plays(self.search.seats, cards):
            yield from self.search.words.of_card(seat, title)

    def _traces(self, told: SceneState, point: Point, question: str) -> tuple[Trace, Trace] | None:
        """Two ways that differ in the order only, and in the answer; if there are, two whose first steps decide it."""
        seen: dict[tuple[object, ...], list[Trace]] = {}
        apart: list[tuple[Trace, Trace, list[Trace]]] = []
        for branch in told.judge.branches:
            took = ((i, e) for i, e in enumerate(branch.trail) if isinstance(e, Took) and e.point.id == point.id)
            at, taken = next(took, (0, None))
            if taken is None:
                continue
            after = self.table.tell(told.only(branch), question)
            if after is None or not after.judge.answers:
                continue
            said = [e for e in branch.trail[at:] if isinstance(e, Line) and e.text]
            others = tuple(
                (e.point.id, e.option.value) for e in branch.trail if isinstance(e, Took) and e.point.id != point.id
            )
            value, first = after.judge.answers[-1].value, taken.option.text
            trace = Trace(first, tuple(e.text for e in said), value, tuple(_cited(said)))
            same = seen.setdefault(others, [])
            apart += [(old, trace, same) for old in same if old.value != trace.value and old.first != trace.first]
            same.append(trace)
        pairs = [(not (_decided(one, same) and _decided(other, same)), one, other) for one, other, same in apart]
        found = min(pairs, key=lambda pair: pair[0], default=None)
        return found and found[1:]


def _decided(trace: Trace, ways: list[Trace]) -> bool:
    """What comes first in this order leaves one answer, whatever comes next."""
    return all(one.value == trace.value for one in ways if one.first == trace.first)


def _cited(said: list[Line]) -> Iterator[tuple[str, ...]]:
    """The clauses of each line, else those of the line before, which it is a part of."""
    last: tuple[str, ...] = ()
    for line in said:
        last = line.clauses or last
        yield last


def _of_order(point: Point) -> bool:
    return bool(point.key[1:2] == (ORDER,))
