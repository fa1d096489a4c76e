"""How two cards meet: each in the place of the first and of the second that a scene of the catalogue names.

A scene tells one way to meet. A line between the two plays that begins with `perhaps` is left out where it cannot
be told or would be against the rules. A point counts as opened by the meeting if neither card opens it by itself in
the same scene, nor would two cards that say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from checker.explore.cards.search_job import Search, SearchJob
from checker.explore.default_play import Pruning
from checker.explore.interactions.play_fingerprint import WHAT_HAPPENS
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import Cause, SceneState, key_of
from checker.explore.situations import MEETING, catalogue
from checker.explore.two_play_situation import planned, silent
from checker.kernel.position import Position
from checker.kernel.scene import Ask, Deed
from checker.kernel.term import Point
from checker.kernel.verdict import Verdict
from checker.norms.unknown_values import uncompared
from checker.run.branches import Branch, Chose, TooMany
from checker.run.progress import Line
from checker.session.context import Bench

PERHAPS = "perhaps "
MOST_WAYS = 3
"""How many ways of the first play the second is tried on: the first ones and the last."""
MOST_ASKED = 40
"""How many ways of a play are asked about: the first ones and the last."""
MOST_ENDS = 1500
"""Ways in which a pair of plays may end that are still compared with those of the other order."""


Choices: TypeAlias = frozenset[tuple[str, object, str, str]]
"""For which card who chose what, whatever the order."""


def alone(bench: Bench, pairing: Pairing) -> tuple[Opened, ...]:
    """The points that the card opens by itself in the scene: in the first place and in the second."""
    return _Pairing(bench, pairing).alone()


def unsaid(bench: Bench, number: int) -> frozenset[str]:
    """The points that are open in the scene if both cards say nothing."""
    plan = planned(bench, catalogue(bench.situations).meetings[number])
    assert plan is not None
    return _Pairing(silent(bench, plan.titles), Pairing(number, plan.titles[0])).unsaid()


def meetings(bench: Bench, pairing: Pairing) -> tuple[CardMeeting, ...]:
    """How every card meets the first one, in the order of the cards."""
    return tuple(_Pairing(bench, pairing).all())


class _Pairing:
    """One first card in one scene."""

    def __init__(self, bench: Bench, pairing: Pairing) -> None:
        book = catalogue(bench.situations)
        self.scene = book.meetings[pairing.scene]
        self.pairing = pairing
        plan = planned(bench, self.scene)
        assert plan is not None
        self.plan = plan
        self.search = Search(bench, SearchJob(0, self.scene.least, 2))
        self.table: SceneDriver = self.search.table
        self.table.shared = self.table.brief = True
        self.titles = [c.title for c in bench.rules.game.cards]
        self.start = self.table.begin(plan.before)
        self.rolled = self._is_rolled(bench)
        self.most = MOST_WAYS
        self.trimmed = False
        self.even = False
        self.ends: dict[object, tuple[str, ...]] = {}
        self.plain: tuple[str, ...] | None = None

    def _is_rolled(self, bench: Bench) -> bool:
        """Chance says which of the cards comes first, as they come by acts whose outcome is up to chance."""
        form = None if self.start is None else self.table.form(self.start, self.plan.first(self.pairing.first))
        return bench.playing is not None and isinstance(form, Deed) and form.act in bench.playing.rolled

    def alone(self) -> tuple[Opened, ...]:
        """What opens without a second card, and without a first."""
        self.most = MOST_ASKED
        first, bare = self._first(self.pairing.first), self._between(self.start)
        found: dict[str, Opened] = {}
        for told in (first, self._between(first), self._second(bare, self.pairing.first)):
            for one in self._opened(told):
                found.setdefault(one.key, one)
        known = {o.key for o in self._opened(bare)}
        return tuple(found[k]._replace(before=k in known) for k in sorted(found))

    def unsaid(self) -> frozenset[str]:
        """What is open after the scene as it stands."""
        after = self._second(self._between(self._first(self.plan.titles[0])), self.plan.titles[1])
        return frozenset(o.key for o in self._opened(after))

    def all(self) -> Iterator[CardMeeting]:
        """A meeting with each card."""
        known = dict(self.pairing.alone)
        for title in self.titles:
            yield self._meeting(title, known.get(self.pairing.first, frozenset()) | known.get(title, frozenset()))

    def _meeting(self, title: str, known: frozenset[str]) -> CardMeeting:
        first, cut = self.few
        scene, lone = self.scene.name.removeprefix(MEETING), self.pairing.first
        base = CardMeeting(scene, lone, title, False, rolled=self.rolled, either=self.plan.either)
        first, cut = self.wide if first is None and cut else (first, cut)
        if first is None:
            return base._replace(cut=cut)
        if first.judge.unknown:
            return base._replace(cut=True)
        second = self._second(first, title)
        if second is None and cut:
            wide, cut = self.wide
            first = wide or first
            second = self._second(first, title)
        if second is None:
            return base._replace(by=self._against(first, title), cut=cut)
        opened = {o.key: o for o in reversed(list(self._opened(second))) if o.key not in known}
        opened = self._sure(title, opened) if opened else opened
        order, compared, cut = "", False, second.judge.unknown
        if self.plan.either and self.pairing.first != title:
            order, compared = self._order(title)
            cut = cut or not compared
        return base._replace(
            meets=True,
            happens=_happens(first, second),
            opened=tuple(opened[k] for k in sorted(opened)),
            order=order,
            compared=compared,
            lines=second.lines,
            cut=cut,
        )

    def _sure(self, title: str, opened: dict[str, Opened]) -> dict[str, Opened]:
        """Those that are also open where each option is followed with the same choices, as they show there."""
        self.even = True
        again = self._opened(self._second(self.evenly, title))
        sure = {o.key: o for o in reversed(list(again)) if o.key in opened}
        self.even = False
        return sure

    @cached_property
    def few(self) -> tuple[SceneState | None, bool]:
        """What lies between the plays done along few ways of the first one, and whether there were more."""
        return self._followed(MOST_WAYS)

    @cached_property
    def wide(self) -> tuple[SceneState | None, bool]:
        """The same along many ways."""
        return self._followed(MOST_ASKED)

    @cached_property
    def evenly(self) -> SceneState | None:
        """The same along few ways, each option of what is open with the same choices."""
        return self._between(self._first(self.pairing.first))

    def _followed(self, most: int) -> tuple[SceneState | None, bool]:
        self.trimmed, self.most = False, most
        after = self._between(self._first(self.pairing.first))
        self.most = MOST_WAYS
        return after, self.trimmed

    # -- plays -------------------------------------------------------------------------------

    def _first(self, title: str) -> SceneState | None:
        return None if self.start is None else self._lawful(self.start, self.plan.first(title))

    def _second(self, told: SceneState | None, title: str) -> SceneState | None:
        return None if told is None or told.judge.unknown else self._lawful(told, self.plan.second(title))

    def _between(self, told: SceneState | None) -> SceneState | None:
        """The scene gone on with the lines between; None if one that must be told cannot lawfully be."""
        for line in self.plan.between:
            if told is None:
                return None
            after = self._lawful(told, line.removeprefix(PERHAPS))
            told = told if after is None and line.startswith(PERHAPS) else after
        return told

    def _lawful(self, told: SceneState, line: str) -> SceneState | None:
        """The scene gone on with the line along few of the ways in which it is not forbidden, if there are any."""
        after = self.table.tell(told, line)
        if after is None or after.judge.unknown:
            return after
        after = after.lawful()
        if not after.judge.branches:
            return None
        kept = after.even(self.most) if self.even else after.fewer(frozenset(), self.most)
        self.trimmed = self.trimmed or len(kept.judge.branches) < len(after.judge.branches)
        return kept

    def _against(self, first: SceneState, title: str) -> tuple[str, ...]:
        """The clauses that forbid the second play."""
        after = self.table.tell(first, self.plan.second(title))
        lines = (
            [] if after is None else [x for b in after.judge.branches for x in b.lines() if x.event[:1] == ("illegal",)]
        )
        return tuple(dict.fromkeys(str(c) for line in lines for c in line.event[1:]))

    # -- what is open ------------------------------------------------------------------------

    def _opened(self, told: SceneState | None) -> Iterator[Opened]:
        """The open points that decide questions of the catalogue here."""
        if told is None or told.judge.unknown:
            return
        quiet = self.table.quiet(told)
        for question in self.search.general:
            after = self.table.tell(quiet, question)
            if after is None or not after.judge.answers:
                continue
            answer = after.judge.answers[-1]
            causes = {p.id: k for k, (p, _) in after.causes().items()} if answer.points else {}
            for point in answer.points:
                if uncompared(point):
                    continue
                key = causes.get(point.id, key_of(point, Cause()))
                yield Opened(key, point, answer.verdict, question, (*told.lines, question))

    # -- the other order ---------------------------------------------------------------------

    def _order(self, title: str) -> tuple[str, bool]:
        """A question answered otherwise if the second card comes first; and whether all ways were compared.

        Ways are compared in which the same is chosen; if other things can be chosen, it is what happens.
        """
        if title < self.pairing.first:
            return "", True
        try:
            here, there = (self._ended(pair) for pair in ((self.pairing.first, title), (title, self.pairing.first)))
        except TooMany:
            return "", False
        same = here.keys() & there.keys()
        for at, question in enumerate(self._about_the_table()):
            if any(here[c][at] != there[c][at] for c in same):
                return question, True
        return ("" if same == here.keys() == there.keys() else WHAT_HAPPENS), True

    def _ended(self, pair: tuple[str, str]) -> dict[Choices, tuple[str, ...]]:
        """How the questions are answered after the plays, by what was chosen, all else that is open as by default."""
        assert self.start is not None
        self.table.way = Pruning(lambda point: True, False)
        ways: list[tuple[Branch, Choices]] = [(b, frozenset()) for b in self.start.judge.branches]
        for title in pair:
            line = self.plan.first(title)
            form = self.table.form(self.start, line)
            after: dict[tuple[Position, Choices], Branch] = {}
            for way, before in ways:
                one = self.table.play(self.start.only(way), line)
                for branch in one.judge.branches if one is not None else ():
                    chosen = before | _chosen(title, way, branch)
                    after.setdefault((branch.position, chosen), branch)
            if form is None or len(after) > MOST_ENDS:
                raise TooMany
            ways = [(branch, chosen) for (_, chosen), branch in after.items()]
        return {chosen: self._values(way) for way, chosen in ways}

    def _about_the_table(self) -> tuple[str, ...]:
        """The questions about the table; what may be done there follows from it."""
        assert self.start is not None
        if self.plain is None:
            forms = [(q, self.table.form(self.start, q)) for q in self.search.general]
            self.plain = tuple(q for q, form in forms if isinstance(form, Ask))
        return self.plain

    def _values(self, branch: Branch) -> tuple[str, ...]:
        key = (branch.position, branch.moment)
        if key not in self.ends:
            assert self.start is not None
            told = self.table.quiet(self.start.only(branch))
            self.ends[key] = tuple(self._value(told, q) for q in self._about_the_table())
        return self.ends[key]

    def _value(self, told: SceneState, question: str) -> str:
        after = self.table.tell(told, question)
        return after.judge.answers[-1].value if after is not None and after.judge.answers else ""


def _chosen(title: str, before: Branch, after: Branch) -> Choices:
    """What players and chance chose on the way from one branch to the other, for the card of the title."""
    known = sum(isinstance(e, Chose) for e in before.trail)
    made = [e for e in after.trail if isinstance(e, Chose)][known:]
    return frozenset((title, e.by.who, e.by.what, e.option.text) for e in made)


def _happens(first: SceneState, second: SceneState) -> tuple[str, ...]:
    """What is told of the first way of the second play."""
    before = max((sum(1 for _ in b.lines()) for b in first.judge.branches[:1]), default=0)
    lines: list[Line] = list(second.judge.branches[0].lines()) if second.judge.branches else []
    return tuple(line.text for line in lines[before:] if line.text and line.event)


class Pairing(NamedTuple):
    """A piece of work: the number of a scene, the first card, and the points that cards open alone, by title."""

    scene: int
    first: str
    alone: tuple[tuple[str, frozenset[str]], ...] = ()


class Opened(NamedTuple):
    """An open point that cards open where they meet, and a question that it decides.

    One that was open `before` is none of the cards' doing.
    """

    key: str
    point: Point
    verdict: Verdict
    question: str
    lines: tuple[str, ...]
    before: bool = False


class CardMeeting(NamedTuple):
    """How the second card meets the first: not at all (`meets` is no, `by` the clauses), or what happens then.

    `order` is a question that is answered otherwise if they come in the other order; `compared` if that was asked.
    They can come in `either` order, or the scene says which comes first; if it is `rolled`, chance does, so that the
    order is not open. If it is `cut`, there were ways that were not followed, and what was not seen is unknown.
    """

    scene: str
    first: str
    second: str
    meets: bool
    by: tuple[str, ...] = ()
    happens: tuple[str, ...] = ()
    opened: tuple[Opened, ...] = ()
    order: str = ""
    compared: bool = False
    lines: tuple[str, ...] = ()
    cut: bool = False
    rolled: bool = False
    either: bool = False
