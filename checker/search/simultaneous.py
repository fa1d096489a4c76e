"""Things that happen at once, tried in every order: which orders end differently for somebody at the table.

Each situation is played on as it stands; where several things wait for an answer, each pair of answers is laid
out too. An order counts if a question of the catalogue is answered otherwise after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.run.play import Took
from checker.run.progress import Line
from checker.search.bench import Bench
from checker.search.catalogue import catalogue
from checker.search.follow import Way
from checker.search.pairs import Job, Search
from checker.search.shared import common
from checker.search.table import Told, replayed

ORDER = "order"


class Trace(NamedTuple):
    """One order: what comes first, what happens then, and what a question is answered."""

    first: str
    lines: tuple[str, ...]
    value: str


class Turned(NamedTuple):
    """Two orders that end differently: the scene up to the question, and both traces."""

    point: Any
    cards: tuple[str, ...]
    lines: tuple[str, ...]
    traces: tuple[Trace, Trace]
    assumed: bool
    clauses: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int, tuple[str, ...]]:
        """Smaller scenes come first."""
        return (len(self.cards), len(self.lines), self.lines)


class Tried(NamedTuple):
    """What one situation showed: how many scenes were played, and how many could not be followed to their end.

    `lost` counts those that show a difference only where everything else goes as by default.
    """

    found: tuple[Turned, ...]
    scenes: int
    cut: int
    lost: int


def tried(bench: Bench, job: Job) -> Tried:
    """The orders that matter in the situation as it stands, and with two cards if the job is that deep."""
    return _Trying(bench, job).run()


class _Trying:
    """One situation under way. All that is open besides orders goes as by default, until a difference is found."""

    def __init__(self, bench: Bench, job: Job) -> None:
        self.bench = bench
        self.pairs = job.depth > 1
        self.search = Search(bench, job._replace(depth=2))
        self.table = self.search.table
        self.table.orders = True
        self.table.memory = common(bench).norms
        self.table.way = Way(lambda point: not _of_order(point), True)
        self.lines = catalogue(bench.situations).situations[job.situation].lines
        self.found: dict[tuple[str, tuple[str, ...]], Turned] = {}
        self.scenes = self.cut = self.lost = 0

    def run(self) -> Tried:
        start = self.table.begin(self.lines)
        if start is not None:
            self._look(start, ())
            for ending in self.search.book.endings:
                told = self.table.tell(start, ending)
                if told is not None:
                    self._look(told, ())
            if self.pairs:
                self._answered(start)
        return Tried(tuple(self.found[k] for k in sorted(self.found)), self.scenes, self.cut, self.lost)

    def _answered(self, start: Told) -> None:
        """Each pair of answers, where several things wait for one."""
        labels = labelled(start.lines)
        answers = [list(self._answers(start, label)) for label in labels]
        for number, ones in enumerate(answers):
            for one in ones:
                first = self._laid(start, *one)
                for other in (x for later in answers[number + 1 :] for x in later) if first is not None else ():
                    both = self._laid(first, *other) if first is not None else None
                    if both is not None:
                        self._look(self.table.quiet(both), tuple(dict.fromkeys((one[1], other[1]))))

    def _laid(self, told: Told, seat: str, title: str, line: str) -> Told | None:
        holding = self.table.holding(told, seat, title)
        after = None if holding is None else self.table.play(holding, line)
        return None if after is None or after.illegal else after.lawful()

    def _answers(self, start: Told, label: str) -> Iterator[tuple[str, str, str]]:
        """Who may lay which card for the thing, with the words for it."""
        for title in self.search.titles:
            for seat in self.search.seats:
                for line in self.search.wordings(start, seat, title):
                    if line.endswith(label) and self.table.allowed(start, line, seat, title):
                        yield seat, title, line

    def _look(self, told: Told, cards: tuple[str, ...]) -> None:
        self.scenes += 1
        if told.judge.unknown:
            self.cut += 1
            return
        for point, _ in told.causes().values():
            if _of_order(point) and (point.id, cards) not in self.found:
                self._asked(told, point, cards)

    def _asked(self, told: Told, point: Any, cards: tuple[str, ...]) -> None:
        questions = (*self.search.general, *self._of_cards(told, cards))
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
                if not self._shown(lines, point):
                    self.lost += 1
                    return
                clauses = point.clauses or tuple(answer.deciding)
                self.found[(point.id, cards)] = Turned(point, cards, lines, traces, bool(answer.assumed), clauses)
                return

    def _shown(self, lines: tuple[str, ...], point: Any) -> bool:
        """The scene shows the point when it is judged from the start."""
        answers = list(replayed(self.bench, "\n".join(lines)))
        return bool(answers) and any(p.id == point.id for p in answers[-1].points)

    def _of_cards(self, told: Told, cards: tuple[str, ...]) -> Iterator[str]:
        for seat, title in told.plays(self.search.seats, cards):
            yield from self.search.words.of_card(seat, title)

    def _traces(self, told: Told, point: Any, question: str) -> tuple[Trace, Trace] | None:
        """Two ways that differ in the order only, and in the answer."""
        seen: dict[tuple[object, ...], list[Trace]] = {}
        for branch in told.judge.branches:
            at = next((i for i, e in enumerate(branch.trail) if isinstance(e, Took) and e.point.id == point.id), None)
            if at is None:
                continue
            after = self.table.tell(told.only(branch), question)
            if after is None or not after.judge.answers:
                continue
            said = tuple(e.text for e in branch.trail[at:] if isinstance(e, Line) and e.text)
            others = tuple((e.point.id, e.option.value) for e in branch.trail if _otherwise(e, point))
            trace = Trace(branch.trail[at].option.text, said, after.judge.answers[-1].value)
            same = seen.setdefault(others, [])
            for old in same:
                if old.value != trace.value and old.first != trace.first:
                    return (old, trace)
            same.append(trace)
        return None


def labelled(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The labels of the things that the lines speak of, in order."""
    return tuple(dict.fromkeys(x for line in lines for x in re.findall(r"\b[A-Z]\d+\b", line)))


def _of_order(point: Any) -> bool:
    return bool(point.key[1:2] == (ORDER,))


def _otherwise(entry: object, point: Any) -> bool:
    return isinstance(entry, Took) and entry.point.id != point.id


__all__ = ["Trace", "Tried", "Turned", "labelled", "tried"]
