"""The moment at which an act that a question speaks of would be done."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.scene import Ask, MayQuestion, MustQuestion, WhatHappens
from checker.run.branches import Branch
from checker.scenes.transitions import Transitions
from checker.scenes.waiting_moments import quietly, until
from checker.verdicts.answer_on_path import Question, with_what_it_takes


def meant_now(course: Transitions, branch: Branch, form: Question) -> bool:
    """The question is about a response to what is coming into play that somebody may make, or about an act that
    somebody may do before play goes on by itself."""
    if not quietly(branch) or isinstance(form, WhatHappens):
        return False
    view = course.view(branch)
    if isinstance(form, Ask):
        return any(meant_now(course, branch, one) for one in form.each) or (form.now is not None and form.now(view))
    if isinstance(form, MustQuestion):
        aimed = any(course.answers(branch, i) for i in form.wanted(view))
        return aimed or course.first(branch, form.act, form.wanted)
    responses = form.instances(view) or form.instances(with_what_it_takes(view, form))
    first = course.first(branch, form.act, form.instances) or course.last(branch, form.instances)
    return first or any(course.answers(branch, i) for i in responses)


def nearing(
    course: Transitions, branch: Branch, form: MayQuestion | MustQuestion, supposing: Callable[[Branch], Branch]
) -> list[Branch]:
    """The branch at the first moment that goes by of itself at which what is asked would be done, given what the
    question is `supposing`; the branch as it is if there is none. Raises TooMany above the bound."""

    def further(one: Branch) -> list[Branch] | None:
        if not quietly(one) or meant_now(course, supposing(one), form):
            return None
        return course.after(one)

    ways = until(branch, further)
    return ways if any(map(quietly, ways)) else [branch]
