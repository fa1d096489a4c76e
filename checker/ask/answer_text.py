"""Answers and rulings in plain text, for a judge at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from checker.ask.colours import columns
from checker.ask.errata_cited import amended_lines
from checker.kernel.game import Game
from checker.kernel.term import Point
from checker.kernel.untold_hands import UNTOLD
from checker.kernel.verdict import Verdict
from checker.run.progress import Line
from checker.scenes.trace_text import BranchTrace, TracePassage, common, few, passages
from checker.verdicts.path_conditions import OTHERWISE, gathered
from checker.verdicts.point_wording import declaration, listed, settling, told_point
from checker.verdicts.ruling_check import CheckedQuestion
from checker.verdicts.verdict import Answer, Outcome, conditional, spoken

MOST_WAYS = 9
"""How many ways are told each by itself; of more, those that differ from the first in one condition."""

MEANING = {
    Verdict.AMBIGUOUS: "the wording or an unspecified order allows several outcomes",
    Verdict.SILENT: "no clause decides this",
    Verdict.CONTRADICTION: "clauses decide differently, and neither outranks the other",
    Verdict.UNKNOWN: "not settled",
}


def answer_lines(answer: Answer, game: Game, shown: tuple[Line, ...] = ()) -> Iterator[str]:
    """The answer to one question: verdict, outcomes, open points, clauses, steps (after those in `shown`)."""
    yield answer.question
    supposed = [a for a in answer.assumed if a.startswith(UNTOLD)]
    if supposed:
        yield from wrapped("supposed: " + "; ".join(supposed), "  ", "    ")
    yield from _verdict(answer)
    if answer.note:
        yield from wrapped(answer.note, "  ", "  ")
    if len({spoken(o.value) for o in answer.outcomes}) > 1 and answer.points and not is_story(answer):
        for outcome in sorted(answer.outcomes, key=lambda o: o.when == OTHERWISE):
            yield from _outcome(outcome)
    for point in _apart(answer.points, game):
        yield from _point(point, game)
    if answer.deciding:
        yield from wrapped("by " + ", ".join(answer.deciding), "  ", "     ")
    elif answer.verdict is Verdict.FORCED and answer.value != "impossible":
        yield "  as the scene stands"
    for line in amended_lines(answer, game):
        yield from wrapped(line, "  ", "     ")
    assumed = [a.rstrip(".") for a in answer.assumed if a not in supposed]
    if assumed:
        yield from wrapped("rests on assumptions: " + "; ".join(assumed), "  ", "    ")
    elif not supposed:
        yield "  rests on the clauses alone"
    steps = [step for outcome in answer.outcomes for step in outcome.steps]
    told = {*answer.deciding, *(c for step in steps for c in step.clauses)}
    rest = [c for c in answer.clauses if c not in told]
    if rest:
        yield from wrapped("relied on besides: " + ", ".join(rest), "  ", "     ")
    yield from _steps(answer, shown)


def _verdict(answer: Answer) -> Iterator[str]:
    """The verdict with what it says, a picture in lines of its own."""
    text = verdict_text(answer)
    if "\n" not in text:
        yield from wrapped(f"{answer.verdict.value}: {text}", "  ", "    ")
        return
    yield f"  {answer.verdict.value}:"
    yield from (f"    {row}" for row in text.split("\n"))


def verdict_text(answer: Answer) -> str:
    """What the verdict says: the value, or what is missing."""
    if answer.verdict is Verdict.FORCED:
        told = len(answer.outcomes) > 1 and is_story(answer)
        return "it hangs on a choice or on chance, as told below" if told else answer.value
    if is_story(answer):
        return MEANING[answer.verdict]
    if answer.value and not answer.value.startswith("?"):
        return f"{answer.value} ({MEANING[answer.verdict]})"
    return MEANING[answer.verdict]


def _outcome(outcome: Outcome) -> Iterator[str]:
    default = " (for playing on)" if outcome.default else ""
    when = "" if outcome.when in ("", outcome.value) else conditional(default, outcome.when)
    yield from wrapped(f"- {spoken(outcome.value)}{when or default}", "  ", "      ")


def _point(point: Point, game: Game) -> Iterator[str]:
    found = declaration(game, point)
    head = f"open point{f' {found.id}' if found else ''} ({point.kind.value})"
    said = told_point(game, point)
    yield from wrapped(f"{head}: {said[0]}" if len(said) == 1 else f"{head}:", "  ", "    ")
    if len(said) > 1:
        yield from (line for one in said for line in wrapped(f"- {one}", "    ", "      "))
    if found and found.reason:
        yield from wrapped(f"why it is open: {found.reason}", "    ", "      ")
    amounts = [o.value for o in point.options if isinstance(o.value, int) and not isinstance(o.value, bool)]
    if point.key[1:2] == ("value",) and len(amounts) == len(point.options) > 1:
        yield from wrapped(f"looked at for {listed(map(str, amounts))}; no other amount was tried", "    ", "      ")
    for one in settling(game, point):
        yield from wrapped(one, "    ", "      ")


def _apart(points: tuple[Point, ...], game: Game) -> Iterator[Point]:
    """The points; unstated effects whose words differ in a single name, and of which no more is said, as one."""
    alone = {p.text: p for p in points if p.key[1:2] == ("effect",) and declaration(game, p) is None}
    yield from (p for p in points if p not in alone.values())
    for text in gathered(sorted(alone)):
        yield alone.get(text) or msgspec.structs.replace(next(iter(alone.values())), text=text)


def _steps(answer: Answer, shown: tuple[Line, ...]) -> Iterator[str]:
    story = is_story(answer)
    ways = tuple(
        BranchTrace(o.steps, o.conditions, "" if story else spoken(o.value), o.default and bool(answer.points))
        for o in answer.outcomes
    )
    if not any(w.steps for w in ways):
        return
    known = len(common([*(w.steps for w in ways), shown]))
    if known and known == max(len(w.steps) for w in ways):
        return
    yield "  step by step" + (f", after the {known} above:" if known else ":")
    telling = few(ways, MOST_WAYS)
    for passage in passages(telling, known):
        if passage.steps or story or not passage.last:
            yield from _passage(passage)
    if len(telling) < len(ways):
        yield f"  and {len(ways) - len(telling)} more cases, in which several of these conditions come together"


def _passage(passage: TracePassage) -> Iterator[str]:
    indent = "  " * passage.depth
    steps, first = passage.steps, passage.first
    if passage.depth:
        clauses = folded = ""
        if steps and steps[0].text == passage.condition:
            clauses, steps, folded, first = _cited(steps[0]), steps[1:], f"{first}. ", first + 1
        playing_on = "for playing on" if passage.default and passage.depth == 1 else ""
        ends = ", ".join(e for e in (passage.end, playing_on) if e)
        end = f" ({ends})" if ends else ""
        nothing = "" if passage.steps or not passage.last else " nothing further"
        lead = f"if {passage.condition}" if passage.condition else "in one way"
        yield from wrapped(f"{folded}{lead}{end}:{clauses}{nothing}", indent, indent + "  ")
    for number, step in enumerate(steps, first):
        yield from wrapped(f"{number}. {step_text(step)}", f"    {indent}", f"       {indent}")


def is_story(answer: Answer) -> bool:
    """What is answered is the course of play itself."""
    stories = [o.value == "; ".join(s.text for s in o.steps) for o in answer.outcomes]
    return any(stories) and all(
        story or o.value == "illegal" for story, o in zip(stories, answer.outcomes, strict=True)
    )


def step_text(step: Line) -> str:
    """A step with its clauses."""
    return step.text + _cited(step)


def _cited(step: Line) -> str:
    return f"  [{', '.join(step.clauses)}]" if step.clauses else ""


def wrapped(text: str, first: str, later: str) -> Iterator[str]:
    """The text in lines that are not too long, the first and the later ones each with its indent."""
    import textwrap

    yield from textwrap.wrap(
        text,
        columns(),
        initial_indent=first,
        subsequent_indent=later,
        break_on_hyphens=False,
        break_long_words=False,
    )


def ruling_lines(results: Iterable[CheckedQuestion]) -> Iterator[str]:
    """How many rulings agree, and the rest side by side; disputed ones apart."""
    every = list(results)
    plain = [c for c in every if not c.disputed]
    disputed = [c for c in every if c.disputed]
    wrong = [c for c in plain if c.faults]
    for one in wrong:
        yield from _compared(one)
    if disputed:
        yield "disputed rulings:"
        for one in disputed:
            yield from _compared(one)
            yield from wrapped(f"disputed: {one.disputed}", "    ", "      ")
    if wrong or disputed:
        yield ""
    tail = f", {len(disputed)} more disputed" if disputed else ""
    yield f"{len(plain) - len(wrong)} of {len(plain)} questions agree{tail}"


def _compared(one: CheckedQuestion) -> Iterator[str]:
    yield f"{one.place.file}:{one.place.line}: {one.authority.of(one.title)}"
    if one.answer is None:
        yield from wrapped("; ".join(one.faults), "    ", "    ")
        return
    yield f"    {one.question}"
    yield from wrapped(f"expected  {one.expected}", "      ", "                ")
    yield from wrapped(f"came out  {one.answer.said}", "      ", "                ")
    for fault in one.faults:
        if fault.startswith(("not ", "no step")):
            yield from wrapped(fault, "      ", "        ")
