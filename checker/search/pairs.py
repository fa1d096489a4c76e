"""Every card, and every ordered pair of cards, played in a situation: the open points that matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.effect import Run
from checker.kernel.point import Kind
from checker.kernel.term import Compare, Lit, Var
from checker.kernel.verdict import Verdict
from checker.search.bench import Bench
from checker.search.catalogue import SEATS, Catalogue, Situation, catalogue, said
from checker.search.table import Cause, Table, Told, key_of
from checker.search.voids import Void, voids

MOST_TRIES = 4
"""How often a point that was met and decided no question is asked about again in one piece."""

MOST_WAYS = 2
"""How many ways of the first play the second card is tried on: the first and the last."""


ACTORS = 3
"""How many players play cards, and are named, where two cards are played: those who sit first."""


VERDICT = {
    Kind.CONTRADICTORY: Verdict.CONTRADICTION,
    Kind.AMBIGUOUS: Verdict.AMBIGUOUS,
    Kind.ORDER: Verdict.AMBIGUOUS,
    Kind.SILENT: Verdict.SILENT,
}


class Job(NamedTuple):
    """One piece of the search: situation, size of the table, how many cards, points already known."""

    situation: int
    seats: int
    depth: int
    known: frozenset[str] = frozenset()


class Met(NamedTuple):
    """An open point that decides the answer to a question, with the scene that shows it."""

    key: str
    point: Any
    cause: Cause
    verdict: Verdict
    question: str
    lines: tuple[str, ...]
    cards: tuple[str, ...]
    seats: int
    assumed: bool
    rank: int
    also: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int, int, int, int, tuple[str, ...]]:
        """Smaller scenes come first, and among equal ones those that no other point decides too."""
        mixed = VERDICT[self.point.kind] is not self.verdict
        return (len(self.cards), self.seats, mixed, len(self.lines), self.rank, self.lines)


class Seen(NamedTuple):
    """What one piece of the search found: `cut` counts scenes with too many ways to follow.

    `stopped` names points that decided nothing the first few times and were not asked about again.
    """

    met: tuple[Met, ...]
    scenes: int
    cut: int
    stopped: tuple[str, ...] = ()
    voids: tuple[Void, ...] = ()


class Search:
    """One piece of the search under way."""

    def __init__(self, bench: Bench, job: Job) -> None:
        self.job = job
        self.table = Table(bench, job.seats, job.known, job.depth > 1)
        self.book: Catalogue = catalogue(bench.situations)
        self.titles = alike(bench)
        self.met: dict[str, Met] = {}
        self.tries: dict[str, int] = {}
        self.scenes = self.cut = 0
        self.naming = {c.title for c in bench.rules.game.cards if _names(bench, c.text, frozenset())}
        self.responds: dict[str, bool] = {}
        self.seats = SEATS[: job.seats]
        self.actors = SEATS[: min(job.seats, ACTORS)] if job.depth > 1 else self.seats
        self.all_titles = sorted((c.title for c in bench.rules.game.cards), key=len, reverse=True)
        self.general = tuple(dict.fromkeys(q for t in self.book.asked for q in self._seated(t)))
        self.ranks = {q: i for i, q in enumerate(self.general)}
        self.also: dict[str, set[str]] = {}
        self.voids: dict[tuple[str, str, str], Void] = {}

    def run(self, situation: Situation) -> Seen:
        """The open points that matter when so many cards are played in the situation."""
        start = self.table.begin(situation.lines)
        if start is not None:
            if self.job.depth == 1:
                self._look(start, (), everything=True)
            self._go_on(start, start, ())
        met = tuple(m._replace(also=tuple(sorted(self.also[k]))) for k, m in sorted(self.met.items()))
        stopped = tuple(sorted(p for p, n in self.tries.items() if n >= MOST_TRIES and p not in self.met))
        return Seen(met, self.scenes, self.cut, stopped, tuple(self.voids[k] for k in sorted(self.voids)))

    def _go_on(self, told: Told, quiet: Told, cards: tuple[str, ...]) -> None:
        """Plays each further card in every way: as a response, or after nobody responded."""
        for title in self.titles:
            if title in cards:
                continue
            for after in self._played(told, quiet, title, cards):
                now = (*cards, title)
                self.scenes += 1
                if self.job.depth == 1:
                    self._look(self.table.quiet(after), now, everything=not self.table.bench.held)
                    continue
                few = after.fewer(self.job.known, MOST_WAYS)
                still = self.table.quiet(few)
                self._look(still, now)
                if len(now) < self.job.depth and not after.judge.unknown:
                    self._go_on(few, still.fewer(self.job.known, MOST_WAYS), now)

    def _played(self, told: Told, quiet: Told, title: str, cards: tuple[str, ...]) -> Iterator[Told]:
        for seat in self.actors:
            if cards and self.responds.get(title, True):
                yield from self._tried(told, seat, title, cards)
            if not cards or not self.responds.get(title, False):
                yield from self._tried(quiet, seat, title, cards)

    def _tried(self, told: Told, seat: str, title: str, cards: tuple[str, ...]) -> Iterator[Told]:
        lines = [w for w in self.wordings(told, seat, title) if self.table.allowed(told, w, seat, title)]
        if not lines and (cards or self.job.depth > 1):
            return
        holding = self.table.holding(told, seat, title)
        if holding is None:
            return
        if not cards and self.job.depth == 1:
            self._ask_of(holding, seat, title, (title,))
        for line in lines:
            after = self.table.play(holding, line) if self.job.known else self.table.tell(holding, line)
            if after is not None and not after.illegal:
                if cards:
                    self.responds.setdefault(title, after.response())
                yield after.lawful()

    def wordings(self, told: Told, seat: str, title: str) -> Iterator[str]:
        """The lines that tell of the player playing the card here."""
        labels = told.labels()
        for template in self.book.plays:
            names, on = _has(template, SEATS[1]), _has(template, "H1")
            if (names and title not in self.naming) or on != (len(labels) > 1 and not names):
                continue
            for other in self.actors if names else ("",):
                for label in labels if on else ("",):
                    yield self.worded(template, seat, other, title, label)

    def worded(self, template: str, who: str, other: str, title: str, label: str) -> str:
        """The template of the catalogue, told of these."""
        card = next((t for t in self.all_titles if t in template), "")
        return said(template, who, other or SEATS[1], title, label or "H1", (SEATS[0], SEATS[1], card, "H1"))

    # -- questions ---------------------------------------------------------------------------

    def _seated(self, template: str) -> tuple[str, ...]:
        if not _has(template, SEATS[0]):
            return (template,)
        return tuple(self.worded(template, s, "", "", "") for s in self.seats)

    def _look(self, told: Told, cards: tuple[str, ...], everything: bool = False) -> None:
        """Asks what can be asked here and after each ending, if that can show something new."""
        if told.judge.unknown:
            self.cut += 1
            return
        told = self._asked(told, cards, everything)
        for ending in self.book.endings if len(cards) < 2 else ():
            further = self.table.tell(told, ending)
            if further is not None:
                told = self._asked(further, cards, everything)

    def _asked(self, told: Told, cards: tuple[str, ...], everything: bool) -> Told:
        for void in voids(self.table.bench.rules, told):
            self.voids[void.key] = min(void, self.voids.get(void.key, void), key=lambda v: v.size)
        fresh = [p for p in told.causes() if self._worth(p, cards, told)]
        if not fresh and not everything:
            return told
        for point in fresh:
            self.tries[point] = self.tries.get(point, 0) + 1
        for question in self.general:
            told = self._one(told, question, cards)
        for seat, title in told.plays(self.seats, cards):
            told = self._ask_of(told, seat, title, cards)
        return told

    def _worth(self, point: str, cards: tuple[str, ...], told: Told) -> bool:
        if point in self.job.known:
            return False
        old = self.met.get(point)
        if old is not None:
            return (len(cards), self.job.seats, 0, len(told.lines) + 1) < old.size[:4]
        return self.tries.get(point, 0) < MOST_TRIES

    def _ask_of(self, told: Told, seat: str, title: str, cards: tuple[str, ...]) -> Told:
        for template in self.book.of_card:
            told = self._one(told, self.worded(template, seat, "", title, ""), cards)
        return told

    def _one(self, told: Told, question: str, cards: tuple[str, ...]) -> Told:
        """Asks; gives the scene without the question, with its responses let go by."""
        after = self.table.tell(told, question)
        if after is None or not after.judge.answers:
            return told
        answer = after.judge.answers[-1]
        causes = {p.id: (k, c) for k, (p, c) in reversed(after.causes().items())} if answer.points else {}
        for point in answer.points:
            bare = Cause()
            key, cause = causes.get(point.id, (key_of(point, bare), bare))
            if key in self.job.known:
                continue
            made = Met(
                key,
                point,
                cause,
                answer.verdict,
                question,
                (*told.lines, question),
                cards,
                self.job.seats,
                bool(answer.assumed),
                self.ranks.get(question, -1),
            )
            self.also.setdefault(key, set()).update(x for x in (cause.card, *cards[-1:]) if x)
            old = self.met.get(key)
            if old is None or made.size < old.size:
                self.met[key] = made
        return Told(told.lines, after.judge)


def broken(bench: Bench, wanted: frozenset[tuple[str, str]]) -> dict[tuple[str, str], tuple[str, ...]]:
    """For each pair of clauses a scene in which the first forbids a play and the second says what it does."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, situation in enumerate(catalogue(bench.situations).situations):
        search = Search(bench, Job(number, situation.least, 1))
        start = search.table.begin(situation.lines)
        for title in search.titles if start is not None else ():
            for seat in search.seats:
                assert start is not None
                holding = search.table.holding(start, seat, title)
                for line in search.wordings(start, seat, title) if holding is not None else ():
                    assert holding is not None
                    forbids, tells = search.table.anyway(holding, line)
                    for pair in wanted - found.keys():
                        if pair[0] in forbids and pair[1] in tells:
                            found[pair] = (*holding.lines, line, *search.general[:1])
        if wanted <= found.keys():
            break
    return found


def searched(bench: Bench, job: Job) -> Seen:
    """What the piece of the search finds."""
    return Search(bench, job).run(catalogue(bench.situations).situations[job.situation])


def alike(bench: Bench) -> tuple[str, ...]:
    """The cards of the deck, one for all that differ in their name only and that no norm names."""
    game = bench.rules.game
    named = {word for n in game.norms for word in _literals((n.claim, n.cond))}
    found: dict[object, str] = {}
    for card in game.cards:
        if card.copies:
            plain = repr((card.kinds, card.unsure, card.text)).replace(card.title, "this card")
            own = any(n.speaker == card.title and n.clause == card.title for n in game.norms)
            found.setdefault(card.title if card.title in named or own else plain, card.title)
    return tuple(found.values())


def _has(template: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", template) is not None


def _names(bench: Bench, tree: object, seen: frozenset[str]) -> bool:
    """The text, or a procedure that it runs, asks whom its player named."""
    match tree:
        case Var("named") | Compare(_, Var(), Lit(None)):
            return True
        case Run(name) if name not in seen and name in bench.rules.procedures:
            return _names(bench, bench.rules.procedures[name].steps, seen | {name})
        case _:
            return any(_names(bench, part, seen) for part in _parts(tree))


def _literals(tree: object) -> set[str]:
    if isinstance(tree, str):
        return {tree}
    return set().union(*map(_literals, _parts(tree)))


def _parts(tree: object) -> tuple[Any, ...]:
    if isinstance(tree, tuple):
        return tree
    return tuple(getattr(tree, f) for f in getattr(tree, "__struct_fields__", ()))


__all__ = ["Job", "Met", "Search", "Seen", "alike", "searched"]
