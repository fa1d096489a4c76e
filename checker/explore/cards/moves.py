"""Moves from spot to spot: each way that a play can go, worked out once for each thing that it reads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from checker.explore.cards.search_result import void
from checker.explore.cards.stable_states import Past, SaidEnds, Spot, SpotMoves, Transition
from checker.explore.default_play import Pruning as Follow
from checker.explore.default_play import attempted, quieted
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import Cause, EndedPlay, Taken, key_of
from checker.explore.situations import SEATS
from checker.kernel.effect import Await
from checker.kernel.position import Agenda, Env, Key, Position, Store
from checker.kernel.scene import Ask, Deed, Form, Item
from checker.kernel.source import InputError
from checker.kernel.term import Point, Value
from checker.norms.rule_reads import POINT
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import uncompared
from checker.norms.windows import coming
from checker.run.branches import Branch, Chose, Took, TooMany, TrailEntry
from checker.run.progress import Line
from checker.session.context import Bench
from checker.session.query_memo import TracedStore, written
from checker.session.reductions import Common
from checker.verdicts.scene_interpreter import Judge


class QuestionedState(NamedTuple):
    """A spot with the table that holds all that has happened, and the forks taken since questions are asked there."""

    spot: Spot
    table: Store
    forks: tuple[Taken, ...] = ()


class Moves:
    """The moves at tables of one size; each gives None where there are more ways than are followed.

    Points that are `known` are taken as by default; all that are met count as looked up in the rules.
    """

    def __init__(
        self, bench: Bench, seats: int, known: frozenset[str] = frozenset(), common: Common | None = None
    ) -> None:
        self.known = known
        self.rules = bench.rules
        self.common = common or Common(bench.rules)
        self.table = SceneDriver(bench, seats, shares=self.common)
        self.memo = self.common.moves
        self._way_on = Follow(self._is_known, False)
        self._judge: Judge
        self._forms: dict[str, Form] = {}
        self._start = 0

    def begin(self, judge: Judge) -> list[Spot]:
        """The spots at which the judge is; the moves go on from there."""
        self._judge = judge
        self._forms = {}
        self._start = self.common.start((self.table.head, judge.start.entries("things")))
        ways = [(b.position.store.put(("names",), SEATS), self._way(b, 0)) for b in judge.branches]
        self._met(f for _, w in ways for f in w.forks)
        return [self.after(Spot(store, ()), way) for store, way in ways]

    def _is_known(self, point: Point) -> bool:
        if uncompared(point):
            return True
        plain = key_of(point, Cause())
        self.rules.looked.add((POINT, plain))
        return plain in self.known

    def _met(self, forks: Iterable[Taken]) -> None:
        self.rules.looked.update((POINT, f.plain) for f in forks if f.key)

    def after(self, spot: Spot, way: Transition) -> Spot:
        """The spot that the way leads to."""
        store = written(spot.store, way.writes, self._plain)
        return Spot(store, way.agenda, (*spot.forks, *way.forks), (*spot.events, *way.events), spot.void or way.void)

    def responds(self, spot: Spot, line: str, seat: int, title: str) -> SpotMoves | None:
        """The ways in which the play can lawfully answer what is coming into play."""
        return self._told("respond", spot, line, seat, title) if _answerable(spot.agenda) else ()

    def plays(self, spot: Spot, line: str, seat: int, title: str) -> SpotMoves | None:
        """The ways in which the play can lawfully go where nothing is to be answered."""
        return self._told("play", spot, line, seat, title) if not _answerable(spot.agenda) else ()

    def quiet(self, spot: Spot) -> SpotMoves | None:
        """The ways on from the spot when nobody answers."""
        if not _answerable(spot.agenda):
            return (Transition((), spot.agenda),)
        return self._worked(("quiet",), spot, lambda b: quieted(self.rules, [b], self._way_on))

    def holds(self, spot: Spot, seat: int, title: str) -> Spot | None:
        """The spot at which the player holds the card besides; None if the hand is known."""
        store = self.table.held(spot.store, seat, title)
        return None if store is None else spot._replace(store=store)

    def told(self, spot: Spot, line: str) -> SpotMoves | None:
        """The ways on from the spot that the line tells of, as the judge takes it."""
        item = self.table.item(line)

        def work(branch: Branch) -> list[Branch]:
            judge = self._judging(branch)
            try:
                judge.tell(item)
            except InputError:
                return []
            if judge.unknown:
                raise TooMany
            return [] if judge.impossible else [b for b in judge.branches if not b.illegal and _plainly(b)]

        return () if item is None else self._worked(("tell", line, self._start), spot, work)

    def asked(self, spot: Spot, question: str) -> SaidEnds | None:
        """What the question is answered with at the spot; None if it cannot be asked there."""
        return next(self.answers((spot,), (question,)))[0]

    def answers(self, spots: Iterable[Spot], questions: Iterable[str]) -> Iterator[list[SaidEnds | None]]:
        """What each question is answered with at each of the spots; None if it cannot be asked there.

        What is due as soon as the table is looked at is worked out once for all questions about the table.
        """
        here = [QuestionedState(s, s.remembering()) for s in spots]
        due: list[tuple[QuestionedState, ...] | None] | None = None
        for question in questions:
            item = self.table.item(question)
            if item is None:
                yield [None for _ in here]
            elif not isinstance(self._form(question), Ask):
                yield [self._answered(at, question, item) for at in here]
            else:
                due = due or [self._due(at.spot) for at in here]
                yield [None if ways is None else self._either(ways, question, item) for ways in due]

    def _due(self, spot: Spot) -> tuple[QuestionedState, ...] | None:
        """The spots after what is due, each with the forks taken since; None if there are more ways than are followed."""
        ways = self._worked(("due", self._start), spot, lambda b: list(self._judging(b).course.quiet(b)))
        if ways is None:
            return None
        after = ((w.forks, self.after(spot, w)) for w in ways)
        return tuple(QuestionedState(there, there.remembering(), forks) for forks, there in after)

    def _either(self, ways: tuple[QuestionedState, ...], question: str, item: Item) -> SaidEnds | None:
        found: list[EndedPlay] = []
        for way in ways:
            said = self._answered(way, question, item)
            if said is None:
                return None
            found += said if not way.forks else (((*way.forks, *forks), value) for forks, value in said)
        return tuple(found)

    def _answered(self, at: QuestionedState, question: str, item: Item) -> SaidEnds | None:
        agenda = at.spot.agenda

        def work(traced: TracedStore) -> SaidEnds | None:
            branch = self._branch(traced, agenda)
            try:
                leaves = self._judging(branch).leaves(item)
            except (InputError, TooMany, RecursionError):
                return None
            before = len(branch.trail)
            ways = [(_trail(leaf.trail[before:])[1], leaf.value) for leaf in leaves]
            self._met(f for forks, _ in ways for f in forks)
            return tuple(ways)

        said: SaidEnds | None = self.memo.of(("ask", question, id(agenda), self._start), at.table, work)
        return said

    def _form(self, line: str) -> Form:
        """What the line does or asks by the forms of the scene, or None if it cannot be said."""
        if line not in self._forms:
            self._forms[line] = self.table.formed(self._judge.forms, line)
        return self._forms[line]

    def _judging(self, branch: Branch) -> Judge:
        judge = self._judge.apart()
        judge.branches, judge.answers, judge.impossible, judge.lost = [branch], [], None, None
        judge.last = judge.shown = None
        return judge

    def _told(self, how: str, spot: Spot, line: str, seat: int, title: str) -> SpotMoves | None:
        form = self._form(line)
        if not isinstance(form, Deed):
            return ()
        return self._worked((how, line), spot, lambda b: self._played(b, form, seat, title, how == "respond"))

    def _worked(self, name: Hashable, spot: Spot, work: Callable[[Branch], list[Branch]]) -> SpotMoves | None:
        def ways(traced: TracedStore) -> SpotMoves | None:
            branch = Branch(Position(traced, spot.agenda), (), _waits(spot.agenda), not spot.agenda)
            try:
                found = tuple(self._way(b, 0) for b in work(branch))
            except (TooMany, RecursionError):
                return None
            self._met(f for w in found for f in w.forks)
            return found

        found: SpotMoves | None = self.memo.of((name, id(spot.agenda)), spot.store, ways)
        return found

    def _branch(self, store: TracedStore, agenda: Agenda) -> Branch:
        """The branch that is at the table, with what has happened behind it."""
        return Branch(Position(store, agenda), Past.of(store), _waits(agenda), not agenda)

    def _way(self, branch: Branch, before: int) -> Transition:
        """The way that the branch has gone since its trail was so long."""
        events, forks = _trail(branch.trail[before:])
        store = branch.position.store
        writes = store.writes if isinstance(store, TracedStore) else ()
        return Transition(
            writes,
            self.common.norms.same(branch.position.agenda),
            forks,
            events,
            void(self.rules, branch.trail[before:]),
        )

    def _played(self, branch: Branch, deed: Deed, seat: int, title: str, aimed: bool) -> list[Branch]:
        store = self.table.held(branch.position.store, seat, title)
        if store is None:
            return []
        held = Branch(branch.position.with_store(store), (), branch.waits, branch.ended)
        args = self.table.instance(held, deed)
        if args is None or aimed is not _aimed(self.rules, held, args):
            return []
        return attempted(self.rules, held, deed.act, args, self._way_on)

    def _plain(self, key: Key, value: Value) -> bool:
        """The entry says what holds anyway."""
        if key[0] == "zone":
            return value == ()
        field = self.rules.fields.get(str(key[0]))
        return field is not None and field.initial == value and type(field.initial) is type(value)


def _trail(trail: Iterable[TrailEntry]) -> tuple[tuple[tuple[Value, ...], ...], tuple[Taken, ...]]:
    events, forks = [], []
    act, card = "", ""
    for entry in trail:
        match entry:
            case Line(_, _, event):
                if event:
                    events.append(event)
                    act = str(event[0])
                    card = next((str(x[0]) for x in event[1:] if isinstance(x, tuple)), card)
            case Took(point, option):
                cause = Cause() if point.clauses else Cause(act, card)
                forks.append(Taken(key_of(point, cause), key_of(point, Cause()), option.value, point, cause))
            case Chose(by, option):
                forks.append(Taken("", "", option.value, by))
    return tuple(events), tuple(forks)


def _plainly(branch: Branch) -> bool:
    """On the way whatever became unknown compared with other values as by default."""
    took = (f for f in branch.forks() if isinstance(f, Took) and uncompared(f.point))
    return all(f.option == f.point.options[0] for f in took)


def _waits(agenda: Agenda) -> tuple[Await, Env] | None:
    """What play waits for; nothing where it is over, or a scene begins at steps that are still to be done."""
    return (agenda[0], agenda[1]) if agenda and isinstance(agenda[0], Await) else None


def _answerable(agenda: Agenda) -> bool:
    waits = _waits(agenda)
    return waits is not None and waits[0].lapses and not waits[0].told


def _aimed(rules: Rulebook, branch: Branch, args: tuple[Value, ...]) -> bool:
    """The act is aimed at a card that is coming into play."""
    return not set(coming(rules, branch.position.store)).isdisjoint(args[2:])


__all__ = ["Moves", "SaidEnds", "Spot", "Taken", "Transition"]
