"""Every card, and every ordered pair of cards, played in a situation: the open points that matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.term import Var
from checker.kernel.verdict import Verdict
from checker.search.bench import Bench
from checker.search.catalogue import SEATS, Catalogue, Situation, catalogue, said
from checker.search.table import Table, Told

MOST_TRIES = 60
"""How often a point that was met and did not matter is asked about again."""


class Job(NamedTuple):
    """One piece of the search: a situation at a table of so many, and how many cards are played."""

    situation: int
    seats: int
    depth: int


class Met(NamedTuple):
    """An open point that decides the answer to a question, with the scene that shows it."""

    point: Any
    verdict: Verdict
    question: str
    lines: tuple[str, ...]
    cards: tuple[str, ...]
    seats: int
    clauses: tuple[str, ...]
    assumed: bool

    @property
    def size(self) -> tuple[int, int, int, tuple[str, ...]]:
        """Smaller scenes come first."""
        return (len(self.cards), self.seats, len(self.lines), self.lines)


class Seen(NamedTuple):
    """What one piece of the search found."""

    met: tuple[Met, ...]
    scenes: int
    plays: int
    cut: int
    unasked: tuple[str, ...]


class Search:
    """One piece of the search under way."""

    def __init__(self, bench: Bench, job: Job) -> None:
        self.bench = bench
        self.job = job
        self.table = Table(bench, job.seats)
        self.book: Catalogue = catalogue(bench.situations)
        self.titles = tuple(c.title for c in bench.rules.game.cards if c.copies)
        self.met: dict[str, Met] = {}
        self.tries: dict[str, int] = {}
        self.scenes = self.plays = self.cut = 0
        self.naming = {c.title for c in bench.rules.game.cards if Var("named") in _vars(c.text)}
        self.general = tuple(dict.fromkeys(q for t in self.book.asked for q in self._seated(t)))

    def run(self, situation: Situation) -> Seen:
        """The open points that matter when so many cards are played in the situation."""
        start = self.table.begin(situation.lines)
        if start is not None:
            self._look(start, (), everything=True)
            self._go_on(start, ())
        never = tuple(sorted(p for p, n in self.tries.items() if n >= MOST_TRIES and p not in self.met))
        found = tuple(self.met[k] for k in sorted(self.met))
        return Seen(found, self.scenes, self.plays, self.cut, never)

    def _go_on(self, told: Told, cards: tuple[str, ...]) -> None:
        for title in self.titles:
            if title in cards:
                continue
            for after in self._played(told, title):
                now = (*cards, title)
                self.scenes += 1
                self._look(after, now, everything=len(now) == 1)
                if len(now) < self.job.depth and not after.judge.unknown:
                    self._go_on(after, now)

    def _played(self, told: Told, title: str) -> Iterator[Told]:
        for seat in SEATS[: self.job.seats]:
            holding = self.table.tell(told, f"hand {seat}: {title}")
            if holding is None:
                continue
            if not told.lines[1:] or len(told.lines) == len(told.lines):
                self._ask_of(holding, seat, title)
            for line in self._wordings(told, seat, title):
                self.plays += 1
                after = self.table.tell(holding, line)
                if after is not None and not after.illegal:
                    yield after

    def _wordings(self, told: Told, seat: str, title: str) -> Iterator[str]:
        for template in self.book.plays:
            plain = self._put(template, seat, "", title, "")
            others = SEATS[: self.job.seats] if SEATS[1] in template.split() else ("",)
            labels = self._labels(told) if re.search(r"\bH1\b", template) else ("",)
            if others != ("",) and title not in self.naming or labels == ():
                continue
            if others == ("",) and title in self.naming and labels == ("",):
                continue
            del plain
            for other in others:
                for label in labels:
                    yield self._put(template, seat, other, title, label)

    def _labels(self, told: Told) -> tuple[str, ...]:
        found = dict.fromkeys(x for line in told.lines for x in re.findall(r"\b[A-Z]\d+\b", line))
        return tuple(found) if len(found) > 1 else ()

    def _put(self, template: str, who: str, other: str, title: str, label: str) -> str:
        card = next((t for t in sorted(self.titles, key=len, reverse=True) if t in template), "")
        return said(template, who, other or SEATS[1], title, label or "H1", (SEATS[0], SEATS[1], card, "H1"))

    # -- questions ---------------------------------------------------------------------------

    def _seated(self, template: str) -> tuple[str, ...]:
        if SEATS[0] not in re.findall(r"\w+", template):
            return (template,)
        return tuple(self._put(template, s, "", "", "") for s in SEATS[: self.job.seats])

    def _look(self, told: Told, cards: tuple[str, ...], everything: bool = False) -> None:
        """Asks what can be asked here and after each ending, if that can show something new."""
        self._asked(told, cards, everything)
        if told.judge.unknown:
            self.cut += 1
            return
        after: Told | None = told
        for ending in self.book.endings:
            if after is None:
                break
            further = self.table.tell(after, ending)
            if further is not None:
                after = further
                self._asked(after, cards, everything)

    def _asked(self, told: Told, cards: tuple[str, ...], everything: bool) -> None:
        fresh = [p.id for p in told.points() if self._worth(p.id, cards, told)]
        if not fresh and not everything:
            return
        for point in fresh:
            self.tries[point] = self.tries.get(point, 0) + 1
        for question in self.general:
            self._one(told, question, cards)

    def _worth(self, point: str, cards: tuple[str, ...], told: Told) -> bool:
        old = self.met.get(point)
        if old is not None:
            return (len(cards), self.job.seats, len(told.lines) + 1) < old.size[:3]
        return self.tries.get(point, 0) < MOST_TRIES

    def _ask_of(self, told: Told, seat: str, title: str) -> None:
        for template in self.book.of_card:
            self._one(told, self._put(template, seat, "", title, ""), (title,))

    def _one(self, told: Told, question: str, cards: tuple[str, ...]) -> None:
        after = self.table.tell(told, question)
        if after is None or not after.judge.answers:
            return
        answer = after.judge.answers[-1]
        for point in answer.points:
            made = Met(point, answer.verdict, question, (*told.lines, question), cards, self.job.seats,
                       answer.clauses, bool(answer.assumed))
            old = self.met.get(point.id)
            if old is None or made.size < old.size:
                self.met[point.id] = made


def searched(bench: Bench, job: Job) -> Seen:
    """What the piece of the search finds."""
    situation = catalogue(bench.situations).situations[job.situation]
    return Search(bench, job).run(situation)


def jobs(bench: Bench, players: tuple[int, ...], depth: int) -> list[Job]:
    """The pieces of a search: each situation at each table that is large enough for it."""
    listed = catalogue(bench.situations).situations
    return [Job(i, n, depth) for i, s in enumerate(listed) for n in players if n >= s.least]


def _vars(tree: object) -> set[Var]:
    if isinstance(tree, Var):
        return {tree}
    if isinstance(tree, tuple):
        return set().union(*(_vars(t) for t in tree)) if tree else set()
    fields = getattr(tree, "__struct_fields__", ())
    return set().union(*(_vars(getattr(tree, f)) for f in fields)) if fields else set()
