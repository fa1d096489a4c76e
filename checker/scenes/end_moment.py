"""Moments at which a branch waits: those that go by of themselves, the ways to those that a scene says are over, what comes after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from checker.kernel.position import Position
from checker.kernel.scene import Close, Deed
from checker.kernel.term import Instance, Option, Value
from checker.norms.evaluate import Context
from checker.run.branches import MOST_BRANCHES, Branch, Chose, TooMany, acting
from checker.run.phrases import told_act
from checker.run.procedures import agenda_from
from checker.run.progress import ACT, Chooser
from checker.scenes.try_act import attempted, forbids

if TYPE_CHECKING:
    from checker.scenes.transitions import Transitions


ActInstance = tuple[str, tuple[Value, ...]]
"""An act with its arguments."""
MOST_MOMENTS = 100
"""How many moments may go by between two statements before play is said not to get there."""


def closed(onward: Transitions, branch: Branch, close: Close) -> list[Branch]:
    """The branch after the moments of that name, or after every response if it names none."""
    if not close.moments:
        return onward.quiet(branch)
    if close.left is not None:
        return _finished(onward, branch, close)
    return [
        b
        for one in onward.quiet(branch)
        for reached in ([one] if one.moment in close.moments else _reaching(onward, one, close))
        for b in onward.after(reached)
    ]


def _reaching(onward: Transitions, branch: Branch, close: Close) -> list[Branch]:
    """The branch at the moment that ends, after what nobody told has gone by."""
    ways = until(branch, lambda one: _allowed(onward, one, close))
    if close.untold:
        agenda = agenda_from(onward.rules, "game", close.then)
        skipped = [one.laid(Position(one.position.store, agenda)) for one in ways if one.moment == close.untold]
        ways = [*onward.carried(skipped), *(one for one in ways if one.moment != close.untold)]
    return [one for one in ways if one.moment in close.moments]


def _allowed(onward: Transitions, branch: Branch, close: Close) -> list[Branch] | None:
    """The branch after the moment, or the first act that is left for what lies before, if it is allowed."""
    before = next((b for b in close.before if branch.moment in b.moments), None)
    if branch.waits is None or branch.moment in (close.untold, *close.moments):
        return None
    if branch.waits[0].lapses or owing(branch):
        return onward.gone_by(branch)
    if before is not None and before.left is None:
        return onward.after(branch)
    left = before.left(branch.position.store) if before and before.left else ()
    if not left:
        return None
    act, args = left[0]
    ways = attempted(onward.rules, branch, Deed(act, lambda _: args), args)
    return [one for one in ways if one.illegal == branch.illegal]


def _finished(onward: Transitions, branch: Branch, close: Close) -> list[Branch]:
    """The branch after everybody who has not acted turned out to be unable to; what is left anew is of a moment to come."""
    rest: dict[int, tuple[Branch, frozenset[ActInstance]]] = {}

    def leaving(ways: list[Branch], less: frozenset[ActInstance]) -> list[Branch]:
        rest.update((id(way), (way, less)) for way in ways)
        return ways

    def further(one: Branch) -> list[Branch] | None:
        still = rest[id(one)][1] if id(one) in rest else None
        if owing(one) or (quietly(one) and not onward.view(one).coming()):
            ways = onward.gone_by(one)
            return ways if still is None else leaving(ways, still)
        left = close.left(one.position.store) if close.left and one.moment in close.moments else ()
        if not left or (still is not None and not still.issuperset(left)):
            return None
        first = _first(onward, one, left, close)
        ways = onward.carried(_either(onward, one, first, close) if first else [])
        return leaving(ways, frozenset(i for i in left if first and i[1] != first[1]))

    return until(branch, further)


def _either(onward: Transitions, branch: Branch, first: ActInstance, close: Close) -> list[Branch]:
    """The branch in which the act is done next, or the other one that may have been done as well."""
    act, args = first
    other = close.unsure(branch.position.store, act, args) if close.unsure is not None else ""
    if not other:
        return [acting(branch, act, args)]
    context = Context(onward.rules, branch.position.store)
    declared = [onward.rules.acts[one] for one in (act, other)]
    said = [Option(one.name, told_act(context, one, one.bound(args))) for one in declared]
    return [acting(branch.noting(Chose(Chooser(args[0], ACT), one)), str(one.value), args) for one in said]


def _first(onward: Transitions, branch: Branch, left: tuple[ActInstance, ...], close: Close) -> ActInstance | None:
    """What is done first of what is left: what is not forbidden, if anything, or what is done instead of that."""
    if close.forbidden is None:
        return left[0]
    allowed = (act for act in left if not forbids(onward.rules, branch, *act))
    instead = close.undone if close.undone is not None and any(branch.back("illegal")) else close.forbidden
    return next(allowed, None) or next(iter(instead(branch.position.store)), None)


def until(branch: Branch, further: Callable[[Branch], list[Branch] | None]) -> list[Branch]:
    """The branch taken further and further until there is nothing further, the first ways first.

    Raises TooMany if that takes more than MOST_MOMENTS or gives more than MOST_BRANCHES.
    """
    done: list[Branch] = []
    todo = [(branch, 0)]
    while todo:
        one, moments = todo.pop()
        ways = further(one)
        if ways is None:
            done.append(one)
        else:
            todo += [(way, moments + 1) for way in reversed(ways)]
        if moments > MOST_MOMENTS or len(todo) + len(done) > MOST_BRANCHES:
            raise TooMany
    return done


def quietly(branch: Branch) -> bool:
    """The moment ends by itself when the scene speaks of something else."""
    return branch.waits is not None and branch.waits[0].lapses and not branch.waits[0].told


def owing(branch: Branch) -> bool:
    """Something is due that nobody has yet been told to do."""
    return branch.waits is not None and branch.waits[0].due


def only(instance: Instance | None) -> tuple[Instance, ...]:
    """The instance, if there is one."""
    return () if instance is None else (instance,)
