"""The clauses behind the steps of a way: those by which a step came about, and those that gave its values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from checker.kernel import effect as e
from checker.kernel.lying_cards import title_of
from checker.kernel.norm import ASSUMED, Norm, Replaces, When
from checker.kernel.position import Env
from checker.kernel.term import All, Call, Cond, Expr, Undecided, Yes
from checker.kernel.trees.walk import parts_of
from checker.norms.alterations import alteration, spent
from checker.norms.evaluate import Binding, Context, speaking
from checker.norms.permissions import Permitted, matched, permission
from checker.norms.rulebook import Rulebook
from checker.provenance.permission_clauses import ruling_clauses
from checker.provenance.step_history import ReadStore, StepHistory
from checker.run.branches import Took
from checker.run.progress import Line


class Reasons:
    """The clauses behind steps of a way: those that decide, and those that merely led there."""

    def __init__(self, way: StepHistory) -> None:
        self.way = way
        self.rules = way.rules
        self.decisive: dict[str, None] = {}
        self.leading: dict[str, None] = {}
        self._visited: set[int] = set()

    def follow(self, number: int, values: bool = True) -> None:
        """The clauses that brought about the step, and those behind the values it used, if these are wanted."""
        if number in self._visited:
            return
        self._visited.add(number)
        taken = [x.option.clauses for x in self.way.steps[number].entries if isinstance(x, Took)]
        if taken:
            self._note(self.decisive, taken[0])
            return
        at: int | None = number
        nearer = False
        while at is not None and not isinstance(self.way.effect(at), e.Event):
            reasons = self._between(at, nearer)
            nearer = nearer or bool(reasons)
            self._note(self.decisive, reasons)
            at = self.way.above(at)
        if at is not None:
            self._occasion(at)
        for used in (number, at) if values else ():
            if used is not None:
                self._values(used)

    def _occasion(self, event: int, found: bool = False) -> None:
        """The nearest clause by which the event came about, and likewise for the event around it.

        What says but for which things it was done is not enough. What merely let the course of play get there leads
        to the event and does not decide it; what allowed a player to bring it about does, if nothing else is `found`
        to, or if it alone does and no clause leads to the moment.
        """
        at, reasons, near = event, self._between(event), True
        of_which = self._of_which(event)
        while (cause := self.way.above(at)) is not None:
            at = cause
            if isinstance(self.way.effect(at), e.Event):
                self._note(self.decisive, reasons)
                self._occasion(at, found or bool(reasons))
                return
            if isinstance(self.way.effect(at), e.While):
                self._counted(at)
            near = near and not isinstance(self.way.effect(at), e.Run)
            if (not reasons or of_which) and (further := self._between(at)):
                reasons, of_which = (*further, *reasons), self._of_which(at)
                if near:
                    self._note(self.decisive, reasons)
        allowing = () if found or reasons else self._allowing(at)
        moment = () if reasons or allowing else self._moment(at)
        if not (found or reasons or allowing or moment):
            alone = self._permitting(at)
            allowing = alone if len(alone) == 1 else ()
        self._note(self.decisive, allowing)
        self._note(self.leading, reasons or allowing or moment)

    def _between(self, number: int, nearer: bool = False) -> tuple[str, ...]:
        """What the step says for itself, and what its cause says for having put it on the agenda.

        All that is said of a card counts only where nothing `nearer` is known.
        """
        effect, cause = self.way.effect(number), self.way.above(number)
        own: tuple[str, ...] = ()
        if isinstance(effect, e.Under):
            own = self.rules.stated(effect.clauses)
        if isinstance(effect, e.Joint):
            own = (effect.label,)
        env = self.way.steps[number].before.agenda[1]
        if cause is None or ((own or nearer) and isinstance(self.way.effect(cause), e.Carry)):
            return own
        return (*own, *self._given(effect, env, cause))

    def _of_which(self, number: int) -> bool:
        """What is said of the step is but for which things it is done."""
        cause = self.way.above(number)
        stated = isinstance(self.way.effect(number), e.Under | e.Joint)
        return not stated and cause is not None and isinstance(self.way.effect(cause), e.Each)

    def _given(self, effect: e.Effect, env: Env, cause: int) -> tuple[str, ...]:
        before = self.way.steps[cause].before
        context = Context(self.rules, before.store)
        match before.agenda[0]:
            case e.Event(act, exprs):
                attached = (*self.rules.following[act], *self.rules.altering[act])
                same = (n for n in attached if _attached(n) == effect)
                return tuple(n.clause for n in same if _live(context, n, exprs, dict(before.agenda[1])))
            case e.Together():
                around = self.way.above(cause)
                return () if around is None else self._given(effect, env, around)
            case e.Each(_, All(_, _, where)):
                context.holds(where, dict(env))
                return _rulings(context)
            case e.If(cond, _, _):
                context.holds(cond, dict(before.agenda[1]))
                return _rulings(context)
            case e.Carry(card):
                held = context.value(card, dict(before.agenda[1]))
                return speaking(context, self.rules.stated(self.rules.cards[title_of(held)].clauses))
            case _:  # whatever else asks nothing of the rules before its part is done
                return ()

    def _moment(self, number: int) -> tuple[str, ...]:
        """The clauses of the moment at which a player did what the step carries out."""
        below = self.way.steps[number].before.agenda[2]
        cause = self.way.causes.get(id(below)) if below and isinstance(below[0], e.Await) else None
        while cause is not None:
            effect = self.way.effect(cause)
            if isinstance(effect, e.Under):
                return self.rules.stated(effect.clauses)
            cause = self.way.above(cause)
        return ()

    def _allowing(self, number: int) -> tuple[str, ...]:
        """The clauses that allowed what a player did at a moment that did not wait for it."""
        event, below = self.way.effect(number), self.way.steps[number].before.agenda[2]
        waits = below[0] if below else None
        if isinstance(event, e.Event) and isinstance(waits, e.Await) and not waits.lapses and event.act in waits.acts:
            return ()
        return self._permitting(number)

    def _permitting(self, number: int) -> tuple[str, ...]:
        """The clauses that allow the event that the step carries out."""
        event, before = self.way.effect(number), self.way.steps[number].before
        if not isinstance(event, e.Event):
            return ()
        context = Context(self.rules, before.store)
        with suppress(Undecided):
            args = tuple(context.value(a, dict(before.agenda[1])) for a in event.args)
            ruling = permission(context, event.act, args)
            return ruling_clauses(context, event.act, args, ruling) if isinstance(ruling, Permitted) else ()
        return ()

    def _values(self, number: int) -> None:
        """The clauses behind the values that the step used, and behind what these were read from."""
        before = self.way.steps[number].before
        effect, env, _ = before.agenda
        seen = ReadStore(before.store)
        context = Context(self.rules, seen)
        for expr in _exprs(effect):
            context.value(expr, dict(env))
        if isinstance(effect, e.Add):
            seen.get((effect.field.fact, *(context.value(a, dict(env)) for a in effect.field.args)))
        self._note(self.decisive, tuple(context.cites))
        for key in seen.seen:
            writer = self.way.writer(key, number)
            if writer is not None:
                self.follow(writer)

    def _counted(self, number: int) -> None:
        """The clauses behind the number that says how often the step is done again."""
        before = self.way.steps[number].before
        effect, env, _ = before.agenda
        seen = ReadStore(before.store)
        Context(self.rules, seen).holds(effect.cond, dict(env))
        for key in seen.seen:
            field = self.rules.fields.get(str(key[0]))
            writer = self.way.writer(key, number) if field is not None and field.result == "number" else None
            if writer is not None:
                self._values(writer)

    def undone(self, fields: frozenset[str]) -> None:
        """The clauses of what came last for an event and would have changed one of the fields on another table."""
        for number, step in reversed(tuple(enumerate(self.way.steps))):
            effect = self.way.effect(number)
            if (
                isinstance(effect, e.Under)
                and step.after.agenda is step.before.agenda[2]
                and self._for_an_event(number)
            ):
                if fields & changed_by(self.rules, effect):
                    self._note(self.decisive, self.rules.stated(effect.clauses))
                    return

    def _for_an_event(self, number: int | None) -> bool:
        while number is not None and not isinstance(self.way.effect(number), e.Event):
            number = self.way.above(number)
        return number is not None

    def altered(self, number: int, line: Line) -> None:
        """The clauses that kept an event from happening as such."""
        act, args = str(line.event[1]), line.event[2:]
        before = self.way.steps[number].before
        had = spent(dict(before.agenda[1])) if before.agenda else ()
        found = alteration(Context(self.rules, before.store), act, args, had)
        self._note(self.decisive, found.by if found else ())

    def singled_out(self, number: int) -> None:
        """The clauses behind what made the step's thing one of those for which it was done."""
        for cause, env in self._each(number):
            before = self.way.steps[cause].before
            seen = ReadStore(before.store)
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
        while at is not None and not isinstance(self.way.effect(at), e.Run | e.While):
            above = self.way.above(at)
            around = above
            while around is not None and isinstance(self.way.effect(around), e.Together):
                around = self.way.above(around)
            if around is not None and isinstance(self.way.effect(around), e.Each):
                yield around, dict(self.way.steps[at].before.agenda[1])
                return
            at = above

    def cite(self, clauses: tuple[str, ...]) -> None:
        """The clauses decide."""
        self._note(self.decisive, clauses)

    def _note(self, where: dict[str, None], clauses: tuple[str, ...]) -> None:
        where.update(dict.fromkeys(clauses))


def _where(effect: e.Effect) -> Cond:
    match effect:
        case e.Each(_, All(_, _, where)):
            return where
        case _:  # nothing else chooses whom it is done for
            return Yes()


def _rulings(context: Context) -> tuple[str, ...]:
    """The clauses that were relied on; what is assumed decides nothing."""
    return tuple(c for c in context.cites if not c.startswith(ASSUMED))


def _live(context: Context, norm: Norm, exprs: tuple[Expr, ...], env: Binding) -> bool:
    """The norm is live for the event with these arguments, as far as that is known."""
    try:
        return matched(context, norm, tuple(context.value(x, env) for x in exprs)) is not None
    except Undecided:
        return True


def _attached(norm: Norm) -> e.Effect | None:
    return norm.claim.effect if isinstance(norm.claim, When | Replaces) else None


def _exprs(effect: e.Effect) -> tuple[Expr, ...]:
    match effect:
        case e.Put(Call(_, args), value):
            return (*args, value)
        case e.Add(Call(_, args), amount):
            return (*args, amount)
        case e.Move(card, Call(_, args)):
            return (card, *args)
        case e.Event(_, args):
            return args
        case _:  # nothing else writes, moves or happens by itself
            return ()


def changed_by(rules: Rulebook, tree: object, within: frozenset[str] = frozenset()) -> frozenset[str]:
    """The fields that the effect can change, the bodies of its acts and procedures included."""
    match tree:
        case e.Put(Call(field, _), _) | e.Add(Call(field, _), _):
            return frozenset({field})
        case e.Event(act, _) if act not in within:
            return changed_by(rules, (rules.acts[act].body, rules.acts[act].last), within | {act})
        case e.Run(procedure) if procedure not in within:
            steps = tuple(step.effect for step in rules.procedures[procedure].steps)
            return changed_by(rules, steps, within | {procedure})
        case _:  # whatever else changes what its parts do
            return frozenset().union(*(changed_by(rules, part, within) for part in parts_of(tree)))
