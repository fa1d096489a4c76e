"""Which clauses decide an answer: those that brought about what the question looks at.

What a question looks at is what it would answer otherwise without: a field, where a card lies, an
event. Each is followed back to the step that wrote it; what decides are the clauses by which the
event around that step came about, those that gave the values written, and so on for the fields that
these values were read from. Conditions that merely allowed play to get there are relied on, no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property

from checker.kernel.effect import Event
from checker.kernel.position import Position, Store
from checker.kernel.source import InputError
from checker.kernel.term import Undecided, Value
from checker.provenance.step_history import ReadStore, StepHistory
from checker.provenance.step_provenance import Reasons
from checker.run.branches import Branch, TooMany, carry_on, lapsed
from checker.run.lookahead import results
from checker.run.progress import Line
from checker.scenes.question_view import NotStated, View

AnswerOf = Callable[[View], str]

MOST_EVENTS = 8
"""How many events, and how many moments after them, are looked through for what stood in the way."""


def forbidding(view: View) -> tuple[str, ...]:
    """The clauses that forbid what was done against the rules."""
    return tuple(str(clause) for event in view.events("illegal") for clause in event[1:])


def driving(view: View) -> tuple[str, ...]:
    """The clauses that brought about the events on this branch, whose steps were kept."""
    way = StepHistory(view.rules, view.branch)
    reasons = Reasons(way)
    for unit in way.events():
        reasons.follow(unit[0])
        for line in way.lines(unit[0]):
            if line.event[0] in ("prevented", "replaced"):
                reasons.altered(unit[0], line)
    return tuple(reasons.decisive or reasons.leading)


def deciding(view: View, told: AnswerOf, led_to: bool = True) -> tuple[str, ...]:
    """The clauses that decide what the question is told on this branch, whose steps were kept.

    First come those that the question itself rests on, then what came last, and how a step came about before
    the values that it used.
    If nothing that happened does, those of what was not done after all, or those that `led_to` where play stands,
    if these are wanted.
    """
    looking = QuestionSlice(view, told)
    reasons = Reasons(looking.way)
    reasons.cite(looking.cites)
    for number, line in looking.kept_away():
        reasons.altered(number, line)
    if (hindering := looking.stood_in_the_way()) is not None:
        reasons.follow(hindering, values=False)
    for number in looking.left_as_it_was():
        reasons.follow(number)
    observed = looking.observed()
    if view.branch.illegal and not (observed or reasons.decisive):
        return forbidding(view)
    for steps in (observed, looking.set_again(), () if observed else looking.alike()):
        _follow(reasons, tuple(reversed(steps if steps is observed or not reasons.decisive else ())))
    if not reasons.decisive and view.branch.illegal:
        return forbidding(view)
    if not (reasons.decisive or observed or looking.at_events):
        reasons.undone(looking.fields)
    if not reasons.decisive:
        from checker.provenance.near_misses import near_misses

        reasons.cite(near_misses(looking.way, looking.fields))
    for number in looking.latest():
        if reasons.decisive or reasons.leading or not (led_to or looking.at_events):
            break
        reasons.follow(number)
    return tuple(reasons.decisive or reasons.leading)


def _follow(reasons: Reasons, steps: tuple[int, ...]) -> None:
    """The clauses behind the steps; if there are none, those behind what singled out that for which they were done."""
    for number in steps:
        if isinstance(reasons.way.effect(number), Event):
            reasons.singled_out(number)
        reasons.follow(number)
    for number in steps if not reasons.decisive else ():
        reasons.singled_out(number)


class QuestionSlice:
    """A question put to variants of a branch, to see what it looks at."""

    def __init__(self, view: View, told: AnswerOf) -> None:
        self.view = view
        self.told = told
        self.way = StepHistory(view.rules, view.branch)
        self.seen = ReadStore(view.store)
        self.at_events = False
        self.looked_for: set[Value] = set()
        self.value, self.cites = self._asked(self.seen)

    def _asked(
        self, store: Store, hidden: tuple[Line, ...] = (), happening: tuple[Line, ...] = ()
    ) -> tuple[str | None, tuple[str, ...]]:
        view = View(self.view.rules, self.view.branch.on(store), self.view.start, hidden, happening)
        value: str | None = None
        with suppress(Undecided, NotStated, InputError):
            value = self.told(view)
        self.at_events = self.at_events or view.looked_back
        self.looked_for |= view.looked_for
        return value, tuple(view.context.cites)

    @property
    def fields(self) -> frozenset[str]:
        """The fields that the question looks at."""
        return frozenset(str(key[0]) for key in self.seen.seen if key[0] != "zone")

    @cached_property
    def labels(self) -> frozenset[Value]:
        """The things that come and go at which the question looks."""
        return frozenset(self.way.labels & {*self.looked_for, *(arg for key in self.seen.seen for arg in key[1:])})

    def observed(self) -> tuple[int, ...]:
        """The steps without which the answer would be another one: each alone, else each event as a whole."""
        return self.mattering

    def set_again(self) -> tuple[int, ...]:
        """The steps that last set what the question looks at, be it to what it was."""
        return tuple(sorted({n for key in self.seen.seen if (n := self.way.setter(key)) >= 0}))

    def alike(self) -> tuple[int, ...]:
        """The steps that wrote for somebody else what the question looks at, else that made what it looks at come or go.

        What was written for another thing that comes and goes tells nothing of this one.
        """
        wrote = {key: writers[-1] for key, writers in self.way.wrote.items() if not self.way.labels & set(key[1:])}
        others = {n for key, n in wrote.items() if key[0] in self.fields and key[0] != "things"}
        return tuple(sorted(others or {n for key, n in wrote.items() if key in self.seen.seen}))

    def left_as_it_was(self) -> Iterator[int]:
        """The steps that, after all that decides the answer, set anew what the question looks at of a thing."""
        latest = max(self.mattering, default=-1)
        keys = [key for key in self.seen.seen if self.labels & set(key[1:])]
        return (n for n in sorted({self.way.setter(key) for key in keys}, reverse=True) if n > latest)

    def latest(self) -> Iterator[int]:
        """The events from the last one on, those in which nobody and nothing has a part after the others; of a thing
        that comes and goes those of it and of the cards about it."""
        about = {card for key, value in self.view.store.items() if value in self.labels for card in key[1:]}
        near = self.labels | {thing for thing in about if not isinstance(thing, int)}
        units = reversed(self.way.events())
        for unit in sorted(units, key=lambda u: all(len(e.event) < 2 for n in u for e in self.way.lines(n))):
            if not self.labels or any(near & set(line.event[1:]) for n in unit for line in self.way.lines(n)):
                yield unit[0]

    def _matters_without(self, unit: tuple[int, ...]) -> bool:
        store = self.view.store
        for key, writers in self.way.wrote.items():
            if writers[-1] in unit:
                before = self.way.steps[unit[0]].before.store
                store = store.put(key, before.get(key)) if key in before else store.drop(key)
        for card, mover in self.way.moved.items():
            if mover in unit and store.holding(card) == self.view.store.holding(card):
                there = self.way.steps[mover].before.store.holding(card)
                store = store.moved(card, there[0]) if there else store
        hidden = tuple(line for n in unit for line in self.way.lines(n))
        return self._asked(store, hidden)[0] != self.value

    @cached_property
    def mattering(self) -> tuple[int, ...]:
        """The steps without which the answer would be another one: each alone, else each event as a whole."""
        for units in self.way.alone(), self.way.events():
            found = sorted(n for unit in units if self._matters_without(unit) for n in unit)
            if found:
                return tuple(found)
        return ()

    def stood_in_the_way(self) -> int | None:
        """The last event after all that decides the answer without which play would have gone on to another one."""
        latest = max(self.mattering, default=-1)
        events = [n for n in range(latest + 1, len(self.way.steps)) if isinstance(self.way.effect(n), Event)]
        return next((n for n in reversed(events[-MOST_EVENTS:]) if self._differs_without(n)), None)

    def _differs_without(self, number: int) -> bool:
        before = self.way.steps[number].before
        trail = tuple(e for step in self.way.steps[:number] for e in step.entries)
        try:
            ways = [Branch(Position(before.store, before.agenda[2]), trail)]
            for _ in range(MOST_EVENTS):
                ways = carry_on(self.view.rules, ways)[:1]
                if not ways or ways[0].waits is None or not ways[0].waits[0].lapses or ways[0].waits[0].told:
                    break
                ways = [lapsed(ways[0])]
            view = View(self.view.rules, ways[0], self.view.start)
            return self.told(view) != self.value
        except (Undecided, NotStated, InputError, TooMany):
            return False

    def kept_away(self) -> Iterator[tuple[int, Line]]:
        """The events that were prevented or replaced, where the answer would be another one with them."""
        for (number,) in self.way.alone():
            for line in self.way.lines(number):
                if line.event[0] in ("prevented", "replaced") and self._otherwise(number, line):
                    yield number, line

    def _otherwise(self, number: int, line: Line) -> bool:
        """The answer would be another one if what was prevented or replaced had happened."""
        happening = (line,) if self.at_events else ()
        return self._asked(self._with(number, line), (), happening)[0] != self.value

    def _with(self, number: int, line: Line) -> Store:
        """The table with what the prevented event would have written there."""
        before = self.way.steps[number].before.store
        act = self.view.rules.acts[str(line.event[1])]
        env = {name: value for (name, _), value in zip(act.params, line.event[2:], strict=True)}
        after = next(results(self.view.rules, before, act.body, env), before)
        store = self.view.store
        for key in dict(set(before.items()) ^ set(after.items())):
            store = store.put(key, after.get(key)) if key in after else store.drop(key)
        return store
