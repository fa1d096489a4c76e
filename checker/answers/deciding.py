"""Which clauses decide an answer: those that brought about what the question looks at.

What a question looks at is what it would answer otherwise without: a field, where a card lies, an
event. Each is followed back to the step that wrote it; what decides are the clauses by which the
event around that step came about, those that gave the values written, and so on for the fields that
these values were read from. Conditions that merely allowed play to get there are relied on, no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from checker.answers.view import NotStated, View
from checker.answers.way import Seen, Way
from checker.kernel.effect import Add, Await, Carry, Effect, Event, If, Joint, Move, Put, Run, Under
from checker.kernel.norm import Norm, Replaces, When
from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.kernel.term import Call, Expr
from checker.norms.context import Context, title_of
from checker.norms.resolve import alteration
from checker.run.foresight import results
from checker.run.play import Took
from checker.run.progress import Line

Told = Callable[[View], str]


class Reasons:
    """The clauses behind steps of a way: those that decide, and those that merely led there."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.rules = way.rules
        self.decisive: dict[str, None] = {}
        self.leading: dict[str, None] = {}
        self._visited: set[int] = set()

    def follow(self, number: int) -> None:
        """The clauses that brought about the step, and those behind the values it used."""
        if number in self._visited:
            return
        self._visited.add(number)
        taken = [e.option.clauses for e in self.way.steps[number].entries if isinstance(e, Took)]
        if taken:
            self._note(self.decisive, taken[0])
            return
        at: int | None = number
        while at is not None and not isinstance(self.way.effect(at), Event):
            self._note(self.decisive, self._between(at))
            at = self.way.above(at)
        if at is not None:
            self._occasion(at)
        self._values(number)
        if at is not None:
            self._values(at)

    def _occasion(self, event: int) -> None:
        """The nearest clause by which the event came about, and likewise for the event around it.

        What merely let the course of play get there leads to the event and does not decide it.
        """
        at, reasons, near = event, self._between(event), True
        while (cause := self.way.above(at)) is not None:
            at = cause
            if isinstance(self.way.effect(at), Event):
                self._note(self.decisive, reasons)
                self._occasion(at)
                return
            near = near and not isinstance(self.way.effect(at), Run)
            if not reasons:
                reasons = self._between(at)
                if reasons and near:
                    self._note(self.decisive, reasons)
        self._note(self.leading, reasons or self._moment(at))

    def _between(self, number: int) -> tuple[str, ...]:
        """What the step says for itself, and what its cause says for having put it on the agenda."""
        effect, cause = self.way.effect(number), self.way.above(number)
        own: tuple[str, ...] = ()
        if isinstance(effect, Under):
            own = self.rules.stated(effect.clauses)
        if isinstance(effect, Joint):
            own = (effect.label,)
        return own if cause is None else (*own, *self._given(effect, cause))

    def _given(self, effect: Effect, cause: int) -> tuple[str, ...]:
        before = self.way.steps[cause].before
        context = Context(self.rules, before.store)
        match before.agenda[0]:
            case Event(act, _):
                attached = (*self.rules.following[act], *self.rules.altering[act])
                return tuple(n.clause for n in attached if _attached(n) is effect)
            case If(cond, _, _):
                context.holds(cond, dict(before.agenda[1]))
                return tuple(context.cites)
            case Carry(card):
                held = context.value(card, dict(before.agenda[1]))
                return self.rules.stated(self.rules.cards[title_of(held)].clauses)
            case _:
                return ()

    def _moment(self, number: int) -> tuple[str, ...]:
        """The clauses of the moment at which a player did what the step carries out."""
        below = self.way.steps[number].before.agenda[2]
        cause = self.way.causes.get(id(below)) if below and isinstance(below[0], Await) else None
        while cause is not None:
            effect = self.way.effect(cause)
            if isinstance(effect, Under):
                return self.rules.stated(effect.clauses)
            cause = self.way.above(cause)
        return ()

    def _values(self, number: int) -> None:
        """The clauses behind the values that the step used, and behind what these were read from."""
        before = self.way.steps[number].before
        effect, env, _ = before.agenda
        seen = Seen(before.store)
        context = Context(self.rules, seen)
        for expr in _exprs(effect):
            context.value(expr, dict(env))
        if isinstance(effect, Add):
            seen.get((effect.field.fact, *(context.value(a, dict(env)) for a in effect.field.args)))
        self._note(self.decisive, tuple(context.cites))
        for key in seen.seen:
            writer = self.way.writer(key, number)
            if writer is not None:
                self.follow(writer)

    def altered(self, number: int, line: Line) -> None:
        """The clauses that kept an event from happening as such."""
        act, args = str(line.event[1]), line.event[2:]
        found = alteration(Context(self.rules, self.way.steps[number].before.store), act, args)
        self._note(self.decisive, found.by if found else ())

    def cite(self, clauses: tuple[str, ...]) -> None:
        """The clauses decide."""
        self._note(self.decisive, clauses)

    def _note(self, where: dict[str, None], clauses: tuple[str, ...]) -> None:
        where.update(dict.fromkeys(clauses))


class Looking:
    """A question put to variants of a branch, to see what it looks at."""

    def __init__(self, view: View, told: Told) -> None:
        self.view = view
        self.told = told
        self.way = Way(view.rules, view.branch)
        self.seen = Seen(view.store)
        self.at_events = False
        self.value, self.cites = self._asked(self.seen)

    def _asked(self, store: Store, hidden: tuple[Line, ...] = ()) -> tuple[str | None, tuple[str, ...]]:
        other = self.view.branch.noting()
        other.position = other.position.with_store(store)
        view = View(self.view.rules, other, self.view.start, hidden)
        value: str | None = None
        with suppress(Undecided, NotStated, InputError):
            value = self.told(view)
        self.at_events = self.at_events or view.looked_back
        return value, tuple(view.context.cites)

    def _matters(self, store: Store, hidden: tuple[Line, ...] = ()) -> bool:
        return self._asked(store, hidden)[0] != self.value

    def observed(self) -> tuple[int, ...]:
        """The steps without which the answer would be another one: each alone, else each event as a whole.

        If there are none, those that wrote for somebody else what the question looks at.
        """
        for units in self.way.alone(), self.way.events():
            found = sorted(n for unit in units if self._matters_without(unit) for n in unit)
            if found:
                return tuple(found)
        fields = {key[0] for key in self.seen.seen if key[0] != "zone"}
        return tuple(sorted({writers[-1] for key, writers in self.way.wrote.items() if key[0] in fields}))

    def _matters_without(self, unit: tuple[int, ...]) -> bool:
        store = self.view.store
        for key, writers in self.way.wrote.items():
            if writers[-1] in unit:
                before = self.way.steps[unit[0]].before.store
                store = store.put(key, before.get(key)) if key in before else store.drop(key)
        hidden = tuple(line for n in unit for line in self.way.lines(n))
        return self._matters(store, hidden)

    def kept_away(self) -> Iterator[tuple[int, Line]]:
        """The events that were prevented or replaced, where the answer would be another one with them."""
        for (number,) in self.way.alone():
            for line in self.way.lines(number):
                if line.event[0] in ("prevented", "replaced") and self._matters(self._with(number, line)):
                    yield number, line

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


def forbidding(view: View) -> tuple[str, ...]:
    """The clauses that forbid what was done against the rules."""
    return tuple(str(clause) for event in view.events() if event[0] == "illegal" for clause in event[1:])


def driving(view: View) -> tuple[str, ...]:
    """The clauses that brought about the events on this branch, whose steps were kept."""
    way = Way(view.rules, view.branch)
    reasons = Reasons(way)
    for unit in way.events():
        reasons.follow(unit[0])
        for line in way.lines(unit[0]):
            if line.event[0] in ("prevented", "replaced"):
                reasons.altered(unit[0], line)
    return tuple(reasons.decisive or reasons.leading)


def deciding(view: View, told: Told, led_to: bool = True) -> tuple[str, ...]:
    """The clauses that decide what the question is told on this branch, whose steps were kept.

    First come those that the question itself rests on, then what came last, and how a step came about before
    the values that it used.
    If nothing that happened does, those that `led_to` where play stands, if these are wanted.
    """
    looking = Looking(view, told)
    reasons = Reasons(looking.way)
    reasons.cite(looking.cites)
    for number, line in looking.kept_away():
        reasons.altered(number, line)
    for number in reversed(looking.observed()):
        reasons.follow(number)
    if not reasons.decisive and view.branch.illegal:
        return forbidding(view)
    for unit in reversed(looking.way.events()):
        if reasons.decisive or not (led_to or looking.at_events):
            break
        reasons.follow(unit[0])
    return tuple(reasons.decisive or reasons.leading)


def _attached(norm: Norm) -> Effect | None:
    return norm.claim.effect if isinstance(norm.claim, When | Replaces) else None


def _exprs(effect: Effect) -> tuple[Expr, ...]:
    match effect:
        case Put(Call(_, args), value):
            return (*args, value)
        case Add(Call(_, args), amount):
            return (*args, amount)
        case Move(card, Call(_, args)):
            return (card, *args)
        case Event(_, args):
            return args
        case _:
            return ()
