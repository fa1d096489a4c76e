"""Which clauses exclude what a scene tells: those behind what is missing for it, or behind the moment that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from checker.kernel.effect import Await, Under
from checker.kernel.position import Position, Store
from checker.kernel.scene import Close, Deed, Select
from checker.kernel.term import Undecided, Value
from checker.kernel.trees.walk import parts_of
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Unregulated, permission
from checker.norms.rulebook import Rulebook
from checker.provenance.deciding_clauses import deciding
from checker.run.branches import Branch
from checker.scenes.question_view import View
from checker.scenes.transitions import Transitions


def excluding(course: Transitions, branches: list[Branch], form: Deed | Select | Close) -> tuple[str, ...]:
    """The clauses that decide that what is told cannot be on any of the branches.

    Which of the events do is known only of branches whose steps are kept.
    """
    views = [course.view(b) for one in branches for b in course.quiet(one)]
    rules = course.rules
    match form:
        case Close():
            found = tuple(c for view in views for c in _forbidding(rules, [view], _in_the_way(view, form)))
            return tuple(dict.fromkeys(found)) or occasions(rules, lambda a: a.moment in form.moments)
        case Select():
            looks = form.because or form.holds
            found = _decisive(views, looks) or _forbidding(rules, views, form.first)
            acts = {d.act for d in form.first if not rules.deontic[d.act]}
            moment = form.moment
            if form.card in rules.cards:
                return found or rules.stated(rules.cards[form.card].clauses)
            return found or occasions(rules, lambda a: a.moment == moment if moment else not acts.isdisjoint(a.acts))
        case Deed():
            found = _decisive(views, form.instance)
            if found or form.granted is None:
                return found or occasions(rules, lambda a: form.act in a.acts)
            needed = rules.stated(rules.acts[form.act].because)
            return needed or tuple(c for view in views for c in _speaking(course, form.granted(view.store), form))


def _in_the_way(view: View, close: Close) -> tuple[Deed, ...]:
    """What would have to be done, before the moments can end, by whoever has not acted at the moment of the view."""
    before = next((b for b in (close, *close.before) if view.moment in b.moments and b.left), None)
    left = before.left(view.store) if before is not None and before.left else ()
    return tuple(_deed(act, args) for act, args in left)


def _deed(act: str, args: tuple[Value, ...]) -> Deed:
    return Deed(act, lambda _: args)


def _decisive(views: list[View], looks: Callable[[View], object]) -> tuple[str, ...]:
    found: list[str] = []
    for view in views:
        with suppress(Undecided):
            found += deciding(view, lambda v: str(looks(v)), led_to=False) if view.branch.kept else ()
    return tuple(found)


def _forbidding(rules: Rulebook, views: list[View], deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """The clauses that forbid the deeds which would bring about what is told."""
    found: dict[str, None] = {}
    for view in views:
        for deed in deeds:
            with suppress(Undecided):
                args = deed.instance(view)
                ruling = permission(Context(rules, view.store), deed.act, args) if args is not None else Unregulated()
                found.update(dict.fromkeys(ruling.by if isinstance(ruling, Forbidden) else ()))
    return tuple(found)


def _speaking(course: Transitions, store: Store, deed: Deed) -> tuple[str, ...]:
    """The clauses that would speak of the deed on that table."""
    with suppress(Undecided):
        args = deed.instance(course.view(Branch(Position(store, ()))))
        ruling = permission(Context(course.rules, store), deed.act, args) if args is not None else Unregulated()
        return () if isinstance(ruling, Unregulated) else ruling.by
    return ()


def occasions(rules: Rulebook, fits: Callable[[Await], bool]) -> tuple[str, ...]:
    """The clauses by which play comes to a moment that fits: those named nearest to it."""
    found: dict[str, None] = {}
    for procedure in rules.procedures.values():
        for step in procedure.steps:
            found.update(dict.fromkeys(_near(step.effect, rules.stated(step.clauses), fits)))
    for card in rules.cards.values():
        found.update(dict.fromkeys(_near(card.text, (), fits)))
    return tuple(found)


def _near(tree: object, clauses: tuple[str, ...], fits: Callable[[Await], bool]) -> Iterator[str]:
    match tree:
        case Await() if fits(tree):
            yield from clauses
        case Under():
            yield from _near(tree.effect, tree.clauses or clauses, fits)
        case _:  # whatever else waits where its parts do
            for part in parts_of(tree):
                yield from _near(part, clauses, fits)
