"""Which clauses decide an answer: those that brought about what the question looks at.

What a question looks at is what it would answer otherwise without: a field, where a card lies, an
event. Each is followed back to the step that wrote it; what decides are the clauses by which the
event around that step came about, those that gave the values written, and so on for the fields that
these values were read from. Conditions that merely allowed play to get there are relied on, no more.
"""

from __future__ import annotations

from checker.kernel.effect import Event
from checker.provenance.question_slice import AnswerOf, QuestionSlice
from checker.provenance.step_history import StepHistory
from checker.provenance.step_provenance import Reasons
from checker.scenes.question_view import View


def forbidding(view: View) -> tuple[str, ...]:
    """The clauses that forbid what was done against the rules."""
    return tuple(str(clause) for event in view.events("illegal") for clause in event[1:])


def driving(view: View) -> tuple[str, ...]:
    """The clauses that brought about the events on this branch, whose steps were kept."""
    way = StepHistory(view.rules, view.branch)
    reasons = Reasons(way)
    for unit in way.events():
        reasons.follow(unit[0])
        for line in way.lines(unit[0]):
            if line.event[0] in ("prevented", "replaced"):
                reasons.altered(unit[0], line)
    return tuple(reasons.decisive or reasons.leading)


def deciding(view: View, told: AnswerOf, led_to: bool = True) -> tuple[str, ...]:
    """The clauses that decide what the question is told on this branch, whose steps were kept.

    First come those that the question itself rests on, then what came last, and how a step came about before
    the values that it used.
    If nothing that happened does, those of what was not done after all, or those that `led_to` where play stands,
    if these are wanted.
    """
    looking = QuestionSlice(view, told)
    reasons = Reasons(looking.way)
    reasons.cite(looking.cites)
    for number, line in looking.kept_away():
        reasons.altered(number, line)
    if (hindering := looking.stood_in_the_way()) is not None:
        reasons.follow(hindering, values=False)
    for number in looking.left_as_it_was():
        reasons.follow(number)
    observed = looking.observed()
    if view.branch.illegal and not (observed or reasons.decisive):
        return forbidding(view)
    for steps in (observed, looking.set_again(), () if observed else looking.alike()):
        _follow(reasons, tuple(reversed(steps if steps is observed or not reasons.decisive else ())))
    if not reasons.decisive and view.branch.illegal:
        return forbidding(view)
    if not (reasons.decisive or observed or looking.at_events):
        reasons.undone(looking.fields)
    if not reasons.decisive:
        from checker.provenance.near_misses import near_misses

        reasons.cite(near_misses(looking.way, looking.fields))
    for number in looking.latest():
        if reasons.decisive or reasons.leading or not (led_to or looking.at_events):
            break
        reasons.follow(number)
    return tuple(reasons.decisive or reasons.leading)


def _follow(reasons: Reasons, steps: tuple[int, ...]) -> None:
    """The clauses behind the steps; if there are none, those behind what singled out that for which they were done."""
    for number in steps:
        if isinstance(reasons.way.effect(number), Event):
            reasons.singled_out(number)
        reasons.follow(number)
    for number in steps if not reasons.decisive else ():
        reasons.singled_out(number)
