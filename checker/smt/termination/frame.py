"""What a walk through the rules keeps: the changes met, what calls come to, and where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from checker.smt.termination.call_memo import Final, Finals
from checker.smt.termination.counter_deltas import CounterDelta, Measure, most, moved
from checker.smt.termination.counters import CounterNames, Edge, State, joined
from checker.smt.termination.path_facts import Token
from checker.smt.termination.program import (
    CALL,
    CHANGE,
    ENTER,
    EXIT,
    READ,
    CallEvents,
    CallTrace,
    Draft,
    MetThing,
    Program,
    calls,
    followed,
    never,
    one,
)

Why: TypeAlias = dict[str, Any]


class DeadEnd(NamedTuple):
    """Nothing gets past here: `why` is a tree of changes that are dead and of conditions that cannot hold."""

    why: Why


WalkOutcome: TypeAlias = State | DeadEnd


class Summary(NamedTuple):
    """What a call comes to, what it changes, which procedures it breaks off, and what was met and called on the way."""

    outcome: WalkOutcome
    changes: frozenset[Token] = frozenset()
    leaves: frozenset[str] = frozenset()
    edges: tuple[Edge, ...] = ()
    called: frozenset[str] = frozenset()

    @property
    def came(self) -> tuple[WalkOutcome, frozenset[Token], frozenset[str]]:
        """What matters for whatever it is called by, other than what was met on the way."""
        return self.outcome, self.changes, self.leaves


class Frame:
    """The bookkeeping of one walk; `begun` is what the walk began with, `back` whether it came back to it.

    `known` holds what calls come to in every walk in which the same measures fall, `written` their programs.
    """

    def __init__(
        self,
        words: CounterNames,
        measures: tuple[Measure, ...],
        known: dict[Any, Summary],
        written: dict[object, Program],
        finals: Finals,
    ) -> None:
        self.words = words
        self.measures = measures
        self.known = known
        self.written = written
        self.finals = finals
        self.draft = Draft()
        self.program: Program = []
        self.passed: list[Edge] = []
        self.where = ""
        self.begun = ""
        self.back = False
        self.left: list[dict[str, list[State]]] = [{}]
        self.changes: list[set[Token]] = [set()]
        self.under_way: set[object] = set()
        self._met: list[dict[Edge, None]] = [{}]
        self._called: list[set[str]] = [set()]
        self._guess: dict[object, Summary] = {}
        self._done: dict[object, Summary] = {}
        self._asked: dict[object, Summary] = {}
        self._dead: dict[Edge, bool] = {}
        self._final: set[object] = set()
        self._guessed: list[bool] = [False]
        self._course: list[list[MetThing]] = [[]]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The changes that were met and can happen though no measure falls."""
        return tuple(e for e in self._met[0] if not self.dead(e))

    def dead(self, edge: Edge) -> bool:
        """Some measure falls along the change."""
        if edge not in self._dead:
            self._dead[edge] = any(most(m, edge.delta) <= -1 for m in self.measures)
        return self._dead[edge]

    def settled(self, key: Any, body: Callable[[Any], WalkOutcome], work: Callable[[], WalkOutcome]) -> WalkOutcome:
        """What the work comes to, done again until what was guessed of calls within calls is right.

        Under a name that stands for all that the work itself reads its course is kept, and taken again.
        """
        while True:
            self._done, self._asked = {}, {}
            course = self._from_the_start(partial(self._as_before, key, body))
            if course is None:
                course = self._from_the_start(partial(self._walked, work))
            assert course is not None
            self.finals.gone(key, course)
            self.program = course.program
            wrong = {k: self._done[k] for k, v in self._asked.items() if k in self._done and self._done[k] != v}
            if not wrong:
                self.known.update(self._done)
                outcome: WalkOutcome = course.came[0]
                return outcome
            self._guess.update(wrong)

    def _from_the_start(self, work: Callable[[], CallTrace | None]) -> CallTrace | None:
        """What the work comes to where nothing was met before it and nothing is under way."""
        self._met, self._called, self._course = [{}], [set()], [[]]
        self.changes, self.left, self.under_way = [set()], [{}], set()
        self.back = False
        self.draft = Draft()
        return work()

    def _walked(self, work: Callable[[], WalkOutcome]) -> CallTrace:
        outcome, steps = self.draft.of(work)
        return CallTrace(tuple(self._course[-1]), (outcome, frozenset(), frozenset()), one(steps))

    def changed(self, state: State, what: str, deed: CounterDelta | None, changes: frozenset[Token]) -> WalkOutcome:
        """What is known after a single change, if no measure falls along it; without a deed nothing is changed."""
        edge = Edge(self.where, what, deed, moved(deed) if deed is not None else ())
        self.passed.append(edge)
        if edge.delta and self._passing(edge):
            return DeadEnd({"change": edge})
        self.changes[-1] |= changes
        return self.words.after(state, changes)

    def _passing(self, edge: Edge) -> bool:
        """Notes the change, which is dead or not."""
        self._met[-1][edge] = None
        dead = self.dead(edge)
        self._course[-1].append((CHANGE, edge, dead))
        return dead

    def called(self, kind: str) -> frozenset[str]:
        """All of the kind (`card`, `act`) that was called on the way."""
        return frozenset(n.removeprefix(f"{kind} ") for n in self._called[0] if n.startswith(f"{kind} "))

    def made_by(self) -> dict[str, tuple[Edge, ...]]:
        """All cards that were called on the way, each with the changes that it may make there."""
        met = self._met[0]
        made: dict[str, dict[Edge, None]] = {f"card {title}": {} for title in sorted(self.called("card"))}
        for key, summary in self.known.items():
            if key[0] in made:
                made[key[0]].update((e, None) for e in summary.edges if e in met)
        return {name.removeprefix("card "): tuple(edges) for name, edges in made.items()}

    def came(self, *names: str) -> None:
        """Notes what was called."""
        self._called[-1].update(names)
        self.back = self.back or self.begun in names

    def read(self, name: str) -> str:
        """Notes that what stands under the name is gone through; gives a name for that."""
        self.came(name)
        found = self.finals.content(name)
        self._course[-1].append((READ, name, found))
        return found

    def enter(self, procedure: str) -> bool:
        """The procedure is under way from now on; whether it was already, so that it leads to itself."""
        there = procedure in self.under_way
        if there:
            self.guessed()
        else:
            self.under_way.add(procedure)
        self._course[-1].append((ENTER, procedure, there))
        return there

    def exit(self, procedure: str) -> None:
        """The procedure is not under way any more."""
        self.under_way.discard(procedure)
        self._course[-1].append((EXIT, procedure, None))

    def summary(self, key: Any, body: Callable[[Any], WalkOutcome]) -> Summary:
        """What the call comes to; a guess within itself."""
        self.draft.add({"call": [key]})
        found = self._done.get(key) or self.known.get(key) or self._taken(key)
        if found is None and key in self.under_way:
            found = self._asked[key] = self._guess.get(key, Summary(DeadEnd({"nested": key[0]})))
        if found is None:
            self.under_way.add(key)
            begun = set(self.under_way)
            found = self._worked_out(key, partial(self._as_before, key, body))
            if found is None:
                self.under_way = begun
                found = self._worked_out(key, partial(self._gone_through, key, body))
            assert found is not None
            self.under_way.discard(key)
        elif key not in self._final:
            self.guessed()
        self._met[-1].update(dict.fromkeys(found.edges))
        self.came(key[0], *found.called)
        self._course[-1].append((CALL, key, found.came))
        return found

    def _worked_out(self, key: object, work: Callable[[], CallTrace | None]) -> Summary | None:
        """What the call comes to, kept for as long as it stands; None if the work does not say."""
        self._called.append(set())
        self._met.append({})
        self._guessed.append(False)
        self._course.append([])
        course = work()
        met, called, guessed = self._met.pop(), self._called.pop(), self._guessed.pop()
        self._course.pop()
        if course is None:
            return None
        found = Summary(*course.came, tuple(met), frozenset(called))
        self.written[key] = course.program
        self.finals.gone(key, course)
        if guessed:
            self.guessed()
            self._done[key] = found
        else:
            self.known[key] = found
            self._final.add(key)
            self.finals.add(key, found, self.written[key], calls(self.written[key]), self.dead)
        return found

    def _gone_through(self, key: Any, body: Callable[[object], WalkOutcome]) -> CallTrace:
        self.changes.append(set())
        self.left.append({})
        self.read(key[0])
        outcome, steps = self.draft.of(partial(body, key))
        came = outcome, frozenset(self.changes.pop()), frozenset(self.left.pop())
        return CallTrace(tuple(self._course[-1]), came, one(steps))

    def _as_before(self, key: object, body: Callable[[object], WalkOutcome]) -> CallTrace | None:
        """The course of the call that it takes again, if it was gone through already and all comes out as it did."""
        call = partial(self.summary, body=body)
        meeting = CallEvents(lambda k: call(k).came, self._passing, self.enter, self.exit, self.read)
        return self.draft.of(lambda: followed(self.finals.courses.get(key, ()), meeting))[0]

    def guessed(self) -> None:
        """What is being worked out hangs on a guess, or on what is under way."""
        self._guessed[-1] = True

    def _taken(self, key: object) -> Summary | None:
        """What the call comes to if that is final and worked out elsewhere, with all that is called in it."""
        taken: dict[object, Final] = {}
        waiting = [key]
        while waiting:
            one = waiting.pop()
            if one in taken or one in self._final:
                continue
            final = self.finals.found(one, self.dead)
            if final is None or not self.under_way.isdisjoint(final.summary.called):
                return None
            taken[one] = final
            waiting += final.keys
        for one, final in taken.items():
            self.known[one], self.written[one] = final.summary, final.program
        self._final.update(taken)
        return self.known[key]

    def ways(
        self, listed: Iterable[tuple[WalkOutcome, Callable[[State], WalkOutcome]]], nothing: str = ""
    ) -> WalkOutcome:
        """What is known whichever way it went, each with what is known where it begins; written down as such."""
        after: list[WalkOutcome] = []
        programs: list[Program] = []
        for begun, goes in listed:
            found, program = self.way(begun, goes)
            after.append(found)
            programs.append(program)
        self.draft.add({"either": programs})
        return either(after, nothing)

    def way(self, begun: WalkOutcome, goes: Callable[[State], WalkOutcome]) -> tuple[WalkOutcome, Program]:
        """What is known after one way, and its program."""
        if isinstance(begun, DeadEnd):
            return begun, never(begun.why)
        found, steps = self.draft.of(lambda: goes(begun))
        return found, one(steps)


def either(ways: Iterable[WalkOutcome], nothing: str = "") -> WalkOutcome:
    """What is known whichever way it went; dead if every way is."""
    ways = list(ways)
    alive = [w for w in ways if isinstance(w, State)]
    if alive:
        after = alive[0]
        for other in alive[1:]:
            after = joined(after, other)
        return after
    whys = [w.why for w in ways if isinstance(w, DeadEnd)]
    return DeadEnd(whys[0] if len(whys) == 1 else {"all": whys} if whys else {"impossible": nothing})
