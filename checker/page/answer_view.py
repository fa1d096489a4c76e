"""An answer as a table reads it: what comes out in few words, one reason, and the clauses with what they say."""

from __future__ import annotations

from collections.abc import Iterable

from checker.ask.answer_text import MEANING, is_story, verdict_text
from checker.ask.ask import Answered
from checker.ask.errata_cited import amended_lines
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.term import Point
from checker.kernel.verdict import Verdict
from checker.run.progress import Line
from checker.verdicts.point_wording import declaration, settling, told_point
from checker.verdicts.verdict import Answer, Outcome, spoken

MOST_CLAUSES = 5
"""So many clauses are shown in words at once; the rest of those that decide go by their ids."""


class ClauseView(Record):
    """A clause, the section that it stands in, and what it says."""

    id: str
    section: str
    words: str


class StepView(Record):
    """A step of play with the clauses that it rests on."""

    text: str
    clauses: tuple[str, ...]


class WayView(Record):
    """One value that can come out, on what that hangs, and how it comes about."""

    value: str
    when: str
    default: bool
    steps: tuple[StepView, ...]


class PointView(Record):
    """A place where the rules leave open what happens: what they say there, and why it is open."""

    id: str
    kind: str
    said: tuple[str, ...]
    why: str
    settled_by: tuple[str, ...]


class AnswerView(Record):
    """The answer to one question as it is shown."""

    question: str
    verdict: str
    meaning: str
    headline: str
    reason: str
    clauses: tuple[ClauseView, ...]
    further: tuple[str, ...]
    ways: tuple[WayView, ...]
    points: tuple[PointView, ...]
    assumed: tuple[str, ...]
    amended: tuple[str, ...]
    why_not: tuple[str, ...]
    settled: tuple[tuple[str, str], ...] | None


def shown(one: Answered) -> AnswerView:
    """The answer as it is shown; of the clauses that decide, the first few in words."""
    answer, game = one.answer, one.game
    words = {c.id: ClauseView(c.id, c.heading, c.summary) for c in game.clauses}
    deciding = [words[c] for c in answer.deciding if c in words]
    return AnswerView(
        answer.question,
        answer.verdict.value,
        MEANING.get(answer.verdict, "every reading of the rules gives this"),
        headline(answer),
        reason(answer, game, one.notes),
        tuple(deciding[:MOST_CLAUSES]),
        tuple(c.id for c in deciding[MOST_CLAUSES:]),
        tuple(map(_way, answer.outcomes)),
        tuple(_point(p, game) for p in answer.points),
        answer.assumed,
        tuple(amended_lines(answer, game)),
        one.notes,
        None if one.settled is None else tuple((s.outcome, s.erratum) for s in one.settled),
    )


def headline(answer: Answer) -> str:
    """What comes out, without the meaning of the verdict; of a course of play all that happened."""
    if is_story(answer):
        return verdict_text(answer) if len(answer.outcomes) > 1 else answer.outcomes[0].value
    return "the rules do not say" if answer.verdict is Verdict.SILENT else answer.value or verdict_text(answer)


def reason(answer: Answer, game: Game, notes: Iterable[str] = ()) -> str:
    """One sentence on why: what is open, what stands in the way, or the step that brings it about."""
    if answer.note:
        return answer.note
    if answer.points:
        first = answer.points[0]
        declared = declaration(game, first)
        return declared.reason if declared and declared.reason else told_point(game, first)[0]
    against = next((n for n in notes if answer.value == "no" and set(n.split()) & set(answer.deciding)), "")
    step = _bringing(answer)
    stands = "as the scene stands" if answer.verdict is Verdict.FORCED and not answer.deciding else ""
    return against or (step.text if step else stands)


def _bringing(answer: Answer) -> Line | None:
    """The step of the first outcome that tells its value, rests on most of what decides, and speaks most of what is asked."""
    if not answer.outcomes:
        return None
    value = set(answer.outcomes[0].value.split())
    steps = [s for s in answer.outcomes[0].steps if value <= set(s.text.split())]
    asked = set(answer.question.rstrip("?").split())

    def weight(step: Line) -> tuple[int, int]:
        return len({*step.clauses} & {*answer.deciding}), len(asked & set(step.text.split()))

    best = max(steps, key=weight, default=None)
    return best if best is not None and weight(best)[0] else None


def _way(outcome: Outcome) -> WayView:
    when = "" if outcome.when == outcome.value else outcome.when
    steps = tuple(StepView(s.text, s.clauses) for s in outcome.steps)
    return WayView(spoken(outcome.value), when, outcome.default, steps)


def _point(point: Point, game: Game) -> PointView:
    found = declaration(game, point)
    why = found.reason if found else ""
    return PointView(
        found.id if found else point.id, point.kind.value, told_point(game, point), why, tuple(settling(game, point))
    )
