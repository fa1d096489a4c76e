"""Play carried on along few ways: what is known to be open goes as by default."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from checker.kernel.term import Point, Undecided, Value
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, permission
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import fork, step
from checker.run.branches import Branch, Chose, Took, TooMany, acting, lapsed
from checker.run.macro_steps import onward
from checker.run.progress import Ended, Forked, Line, Moved, Waits

MOST_BRANCHES = 120
MOST_STEPS = 4000
MOST_LET_GO = 40
"""So many responses at most are let go by, one after the other, before somebody has to decide."""


class Pruning(NamedTuple):
    """Which ways are followed: known points as by default, and of a choice all or the first and the last."""

    known: Callable[[Point], bool]
    few: bool


def followed(rules: Rulebook, branches: Iterable[Branch], way: Pruning) -> list[Branch]:
    """The branches carried on until somebody must decide. Raises TooMany above the bound."""
    todo = list(branches)[::-1]
    done: list[Branch] = []
    steps = 0
    while steps < MOST_STEPS:
        if not todo:
            return done
        if len(todo) + len(done) > MOST_BRANCHES:
            break
        steps += 1
        branch = todo.pop()
        if branch.waits or branch.ended:
            done.append(branch)
            continue
        progress = onward(step, rules, branch.position)
        match progress:
            case Moved():
                steps += progress.steps - 1
                todo.append(branch.at(progress.position, *progress.lines))
            case Forked():
                todo += _forked(branch, progress, way)[::-1]
            case Waits():
                waiting = (progress.moment, progress.env)
                done.append(Branch(progress.position, branch.trail, waiting, False, branch.illegal))
            case Ended():
                done.append(Branch(branch.position, branch.trail, None, True, branch.illegal))
    raise TooMany


def attempted(rules: Rulebook, branch: Branch, act: str, args: tuple[Value, ...], way: Pruning) -> list[Branch]:
    """What doing the act leads to wherever it is not forbidden. Raises TooMany above the bound."""
    context = Context(rules, branch.position.store)
    try:
        ruling = permission(context, act, args)
    except Undecided as undecided:
        ways = _forked(branch, fork(branch.position, undecided.point), way)
        return [b for one in ways for b in attempted(rules, _waiting(one, branch), act, args, way)]
    if isinstance(ruling, Forbidden):
        return []
    allowed = branch.noting(Line("", tuple(context.cites)))
    return followed(rules, [acting(allowed, act, args)], way)


def quieted(rules: Rulebook, branches: Iterable[Branch], way: Pruning) -> list[Branch]:
    """The branches after every response that was still possible was let go by.

    Raises TooMany where play goes on and on by itself.
    """
    todo, done = [(one, 0) for one in branches], []
    while todo:
        one, let_go = todo.pop(0)
        if one.waits and one.waits[0].lapses and not one.waits[0].told:
            if let_go == MOST_LET_GO:
                raise TooMany
            todo = [(further, let_go + 1) for further in followed(rules, [lapsed(one)], way)] + todo
        else:
            done.append(one)
    return done


def _forked(branch: Branch, progress: Forked, way: Pruning) -> list[Branch]:
    by = progress.by
    if isinstance(by, Point):
        ways = progress.ways[:1] if way.known(by) else progress.ways
        return [branch.at(position, Took(by, option)) for option, position in ways]
    ways = (progress.ways[0], progress.ways[-1]) if way.few and len(progress.ways) > 1 else progress.ways
    return [branch.at(position, Chose(by, option)) for option, position in ways]


def _waiting(one: Branch, branch: Branch) -> Branch:
    return Branch(one.position, one.trail, branch.waits, branch.ended, branch.illegal)
