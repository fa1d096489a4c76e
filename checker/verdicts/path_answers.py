"""What a question is answered with on one way that things can go."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from checker.kernel.norm import ASSUMED
from checker.kernel.point import Point, Undecided
from checker.kernel.scene import Ask, MayQuestion
from checker.kernel.source import InputError
from checker.norms.unknown_comparisons import uncompared
from checker.run.apply_effect import fork
from checker.run.branches import Branch, Took
from checker.scenes.enclosing_step import caused
from checker.scenes.question_view import NotStated
from checker.scenes.transitions import Transitions
from checker.scenes.try_act import forked
from checker.verdicts.answer_on_path import Question, decided_by, remark, told
from checker.verdicts.unseen_cards import refuse_unseen
from checker.verdicts.verdict import PathEnd


def leaves_of(course: Transitions, branch: Branch, form: Question, seen: set[str]) -> list[PathEnd]:
    """The answers on the branch; those not yet `seen` say what decides them, if steps are kept."""
    view = course.view(branch)
    relied: tuple[str, ...] | None = None
    try:
        value = told(view, form)
        refuse_unseen(view, partial(told, form=form), value, _supposing(form))
    except Undecided as undecided:
        if not uncompared(undecided.point) or not _explained(branch):
            return [leaf for one in forked(branch, undecided) for leaf in leaves_of(course, one, form, seen)]
        alike = _alike(course, branch, undecided.point, form, seen)
        if alike is not None:
            return alike
        value = "?"
    except NotStated as missing:
        value, relied = f"?{missing}", tuple(view.context.cites)
    except InputError:
        if not view.stands():
            raise
        value = "?"
    by: tuple[str, ...] = ()
    if branch.kept and value not in seen:
        with suppress(Undecided):
            by = decided_by(view, form)
        if relied is not None:
            by = tuple(c for c in by if c in relied or not c.startswith(ASSUMED))
        if by:
            seen.add(value)
    note = remark(view, form) if branch.kept else ""
    return [
        PathEnd(caused(view.rules, branch), value, tuple(view.context.cites) if relied is None else relied, by, note)
    ]


def _supposing(form: Question) -> bool:
    """It asks whether somebody may do something, and supposes what that takes."""
    forms = form.each if isinstance(form, Ask) and form.each else (form,)
    return all(isinstance(one, MayQuestion) for one in forms)


def _explained(branch: Branch) -> bool:
    """An effect that no clause states has been met on the way, so that what is unknown may come of it."""
    return any(isinstance(e, Took) and e.point.key[1:2] == ("effect",) for e in branch.forks())


def _alike(course: Transitions, branch: Branch, point: Point, form: Question, seen: set[str]) -> list[PathEnd] | None:
    """The answers on the branch, if they are the same however the unknown value of the point compares."""
    found: list[PathEnd] | None = None
    for _, position in fork(branch.position, point).ways:
        one = branch.noting()
        one.position = position
        leaves = leaves_of(course, one, form, seen)
        told = [(leaf.trail, leaf.value) for leaf in leaves]
        if any(leaf.value == "?" for leaf in leaves) or (
            found is not None and told != [(leaf.trail, leaf.value) for leaf in found]
        ):
            return None
        found = leaves
    return found
