"""Which clauses decide an answer: those that brought about what the question looks at.

What a question looks at is what it would answer otherwise without: a field, where a card lies, an
event. Each is followed back to the step that wrote it; what decides are the clauses by which the
event around that step came about, those that gave the values written, and so on for the fields that
these values were read from. Conditions that merely allowed play to get there are relied on, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from checker.answers.looked import Looking, Told
from checker.answers.view import View
from checker.answers.way import Seen, Way
from checker.kernel.effect import (
    Add,
    Await,
    Carry,
    Each,
    Effect,
    Event,
    If,
    Joint,
    Move,
    Put,
    Run,
    Together,
    Under,
    While,
)
from checker.kernel.norm import Norm, Replaces, When
from checker.kernel.point import Undecided
from checker.kernel.position import Env
from checker.kernel.term import All, Call, Cond, Expr, Yes
from checker.norms.context import Binding, Context, title_of
from checker.norms.resolve import Permitted, alteration, permission
from checker.run.play import Took
from checker.run.progress import Line


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
        env = self.way.steps[number].before.agenda[1]
        return own if cause is None else (*own, *self._given(effect, env, cause))

    def _given(self, effect: Effect, env: Env, cause: int) -> tuple[str, ...]:
        before = self.way.steps[cause].before
        context = Context(self.rules, before.store)
        match before.agenda[0]:
            case Event(act, _):
                attached = (*self.rules.following[act], *self.rules.altering[act])
                return tuple(n.clause for n in attached if _attached(n) is effect)
            case Together():
                around = self.way.above(cause)
                return () if around is None else self._given(effect, env, around)
            case Each(_, All(_, _, where)):
                context.holds(where, dict(env))
                return tuple(context.cites)
            case If(cond, _, _):
                context.holds(cond, dict(before.agenda[1]))
                return tuple(context.cites)
            case Carry(card):
                held = context.value(card, dict(before.agenda[1]))
                return self.rules.stated(self.rules.cards[title_of(held)].clauses)
            case _:
                return ()

    def _moment(self, number: int) -> tuple[str, ...]:
        """The clauses of the moment at which a player did what the step carries out.

        If it was not the one on whom the moment waited, those that allowed it.
        """
        effect, below = self.way.effect(number), self.way.steps[number].before.agenda[2]
        waits = below[0] if below else None
        if isinstance(effect, Event) and (not isinstance(waits, Await) or waits.lapses or effect.act not in waits.acts):
            return self._allowing(number, effect)
        cause = self.way.causes.get(id(below)) if below and isinstance(below[0], Await) else None
        while cause is not None:
            effect = self.way.effect(cause)
            if isinstance(effect, Under):
                return self.rules.stated(effect.clauses)
            cause = self.way.above(cause)
        return ()

    def _allowing(self, number: int, event: Event) -> tuple[str, ...]:
        before = self.way.steps[number].before
        context = Context(self.rules, before.store)
        with suppress(Undecided):
            ruling = permission(context, event.act, tuple(context.value(a, dict(before.agenda[1])) for a in event.args))
            return ruling.by if isinstance(ruling, Permitted) else ()
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

    def singled_out(self, number: int) -> None:
        """The clauses behind what made the step's thing one of those for which it was done."""
        for cause, env in self._each(number):
            before = self.way.steps[cause].before
            seen = Seen(before.store)
            Context(self.rules, seen).holds(_where(before.agenda[0]), env)
            for key in seen.seen:
                writer = self.way.writer(key, cause) if key[0] != "zone" else None
                for other, names in self._each(writer) if writer is not None else ():
                    there = self.way.steps[other].before
                    context = Context(self.rules, there.store)
                    context.holds(_where(there.agenda[0]), names)
                    self._note(self.decisive, tuple(context.cites))

    def _each(self, number: int) -> Iterator[tuple[int, Binding]]:
        """The nearest step that did something for each of several things, with what it was done for here."""
        at: int | None = number
        while at is not None and not isinstance(self.way.effect(at), Run | While):
            above = self.way.above(at)
            around = above
            while around is not None and isinstance(self.way.effect(around), Together):
                around = self.way.above(around)
            if around is not None and isinstance(self.way.effect(around), Each):
                yield around, dict(self.way.steps[at].before.agenda[1])
                return
            at = above

    def cite(self, clauses: tuple[str, ...]) -> None:
        """The clauses decide."""
        self._note(self.decisive, clauses)

    def _note(self, where: dict[str, None], clauses: tuple[str, ...]) -> None:
        where.update(dict.fromkeys(clauses))


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
    if (hindering := looking.stood_in_the_way()) is not None:
        reasons.follow(hindering)
    observed = tuple(reversed(looking.observed()))
    for number in observed:
        if isinstance(looking.way.effect(number), Event):
            reasons.singled_out(number)
        reasons.follow(number)
    for number in observed if not reasons.decisive else ():
        reasons.singled_out(number)
    if not reasons.decisive and view.branch.illegal:
        return forbidding(view)
    for unit in reversed(looking.way.events()):
        if reasons.decisive or reasons.leading or not (led_to or looking.at_events):
            break
        reasons.follow(unit[0])
    return tuple(reasons.decisive or reasons.leading)


def _where(effect: Effect) -> Cond:
    match effect:
        case Each(_, All(_, _, where)):
            return where
        case _:
            return Yes()


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
