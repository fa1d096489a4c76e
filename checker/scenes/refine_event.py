"""An event of which more becomes known: told as it is known now, with what norms attach to it as such."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.point import Undecided
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.norms.evaluate import Context
from checker.norms.permissions import following
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch
from checker.run.phrases import told_act
from checker.run.progress import Line
from checker.scenes.enclosing_step import caused
from checker.scenes.try_act import forked

RefinedEvent = tuple[Value, ...]
"""An act and its arguments."""


def retold(
    rules: Rulebook, branch: Branch, number: int, event: RefinedEvent, apply: Callable[[Store], Store]
) -> list[Branch]:
    """The ways on from the branch on the table that is known now, with the event of that number told anew.

    What norms attach to the event only as it is known now comes next.
    """
    at = [n for n, entry in enumerate(branch.trail) if isinstance(entry, Line) and entry.event][number]
    line = branch.trail[at]
    assert isinstance(line, Line)
    act = rules.acts[str(event[0])]
    env = {name: value for (name, _), value in zip(act.params, event[1:], strict=True)}
    text = told_act(Context(rules, branch.position.store), act, env)
    known = branch.laid(branch.position.with_store(apply(branch.position.store)))
    cause = caused(rules, branch)[at]
    clauses = cause.clauses if isinstance(cause, Line) else line.clauses
    known.trail = (*branch.trail[:at], Line(text, clauses, event), *branch.trail[at + 1 :])
    known.ended = branch.ended
    return _attaching(rules, known, line.event, event)


def _attaching(rules: Rulebook, branch: Branch, before: RefinedEvent, event: RefinedEvent) -> list[Branch]:
    context = Context(rules, branch.position.store)
    try:
        old = {f.norm for f in following(context, str(before[0]), before[1:])}
        new = [f for f in following(context, str(event[0]), event[1:]) if f.norm not in old]
    except Undecided as undecided:
        return [b for one in forked(branch, undecided) for b in _attaching(rules, one, before, event)]
    position = branch.position
    for follow in reversed(new):
        position = position.pushed(follow.effect, follow.env)
    return [branch.laid(position)] if new else [branch]
