"""The clarification report in Markdown, for whoever writes the next rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.ask.answer_text import is_story, step_text, verdict_text
from checker.clarify.report_model import Clarification, Question, Section
from checker.clarify.settlement_effects import Choice
from checker.kernel.game import Clause
from checker.kernel.verdict import Finding, Verdict
from checker.verdicts.path_conditions import OTHERWISE
from checker.verdicts.verdict import Answer, Outcome, spoken

MOST_CLAUSES = 8
"""Of more clauses than these only the numbers are given."""

LONG = 200
"""Conditions of more letters than these are told by an example."""

VERDICTS = (
    (Verdict.FORCED, "every reading of the rules gives this outcome"),
    (Verdict.AMBIGUOUS, "the wording, or an order that nothing states, allows several outcomes"),
    (Verdict.SILENT, "no clause decides"),
    (Verdict.CONTRADICTION, "clauses decide differently, and neither goes before the other"),
)

EXTENTS = (
    ("proved", "for every position that can be"),
    ("exhausted", "everything within the limits that are given was tried"),
    ("sampled", "so many random games were played"),
    ("unknown", "looked for, and not settled"),
)


def as_markdown(report: Clarification) -> str:
    """The whole report."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Clarification) -> Iterator[str]:
    yield f"# {report.title}"
    yield ""
    yield from _head(report)
    yield from _overview(report)
    clauses = {c.id: c for c in report.clauses}
    for number, section in enumerate(report.sections, 1):
        yield from _section(number, section, clauses)
    yield from _index(report)
    yield from _looked(report)
    yield from _assumed(report)


def _head(report: Clarification) -> Iterator[str]:
    invented = (
        f", {len(report.invented)} of them invented where a kind of card has none that is known"
        if report.invented
        else ""
    )
    yield (
        f"The rules were read as {report.formal + report.informal} numbered clauses, {report.formal} of which decide"
        f" something in play, and {report.cards} cards{invented}. Made by `hexcheck report`; nothing in it was written by hand."
    )
    if report.amendments:
        yield ""
        yield "As amended by: " + "; ".join(report.amendments) + "."
    if report.interrupted:
        yield ""
        yield "**The analyses were interrupted: what is missing here need not be right.**"
    yield ""
    yield (
        "Each question below has the clauses that it concerns, in short words, and where there is one the smallest"
        " scene that shows it: lay it out on a table, and see. What follows the scene is what the rules say about it."
    )
    yield ""
    yield from (f"- **{verdict.value}**: {says}" for verdict, says in VERDICTS)
    yield ""
    yield (
        "How far it is known stands at the end of each question: "
        + "; ".join(f"*{name}*, {means}" for name, means in EXTENTS)
        + ". Whatever rests on an assumption says so; all assumptions are listed at the end."
    )
    yield ""


def _overview(report: Clarification) -> Iterator[str]:
    yield "## In short"
    yield ""
    if not report.sections:
        yield "Nothing was found."
        yield ""
        return
    yield f"{len(report.questions)} questions."
    yield ""
    yield "| what | questions | of which known and named before |"
    yield "|---|---|---|"
    for number, section in enumerate(report.sections, 1):
        known = sum(q.declared is not None for q in section.questions)
        asked = section.questions
        first, last = asked[0].number, asked[-1].number
        numbers = _link(first) if first == last else f"{_link(first)} to {_link(last)}"
        yield f"| [{number}. {section.title}](#s{number}) | {len(asked)}: {numbers} | {known or ''} |"
    yield ""


def _section(number: int, section: Section, clauses: dict[str, Clause]) -> Iterator[str]:
    yield f'<a id="s{number}"></a>'
    yield ""
    yield f"## {number}. {section.title}"
    yield ""
    yield section.about
    yield ""
    for question in section.shown:
        yield from _shown(question, clauses)
    if section.told:
        yield from _told(section.told, clauses)


def _shown(question: Question, clauses: dict[str, Clause]) -> Iterator[str]:
    found = question.finding
    yield f'<a id="q{question.number}"></a>'
    yield ""
    yield f"### Question {question.number}"
    yield ""
    yield _plain(f"{_capital(found.message)}.")
    yield ""
    yield from _instances(question)
    yield from _clauses(found.clauses, clauses)
    yield from ("```", *found.witness.split("\n"), "```", "")
    if question.answer is not None:
        yield from answered(question.answer)
    yield from _choices(question.choices)
    yield from _end(question)


def _instances(question: Question) -> Iterator[str]:
    """What the question was found in, one a line, where it was found more than once."""
    if question.finding.instances:
        yield from (f"- {_plain(_capital(one.message))}" for one in question.finding.instances)
        yield ""


def _clauses(ids: tuple[str, ...], clauses: dict[str, Clause]) -> Iterator[str]:
    """The clauses in words, or only their numbers if they are many."""
    known = [clauses[c] for c in ids if c in clauses]
    if len(ids) > MOST_CLAUSES or len(known) < len(ids):
        yield "Clauses: " + ", ".join(ids)
    else:
        yield from (f"- **{c.id}** {_plain(c.summary)}" for c in known)
    if ids:
        yield ""


def answered(answer: Answer) -> Iterator[str]:
    """The verdict, and what each outcome hangs on."""
    story = is_story(answer)
    says = "as follows" if story and answer.verdict is Verdict.FORCED else verdict_text(answer)
    yield f"**{answer.verdict.value}**: {_plain(says)}"
    yield ""
    if story:
        yield from _story(answer)
    elif len(answer.outcomes) > 1 and answer.points:
        yield from _table(answer.outcomes)


def _choices(choices: tuple[Choice, ...]) -> Iterator[str]:
    """Each erratum that settles the question: what it leads to, what else it changes, and how it is written."""
    for one in choices:
        yield f"To settle it as **{_plain(_short(one.settled.outcome))}**, print: {_plain(_capital(one.settled.title))}. {_reach(one)}"
        yield ""
        yield from (f"    {line}" for line in one.settled.erratum.splitlines())
        yield ""


def _short(outcome: str) -> str:
    return outcome if len(outcome) <= LONG else f"{outcome[:LONG].rpartition(' ')[0]} …"


def _reach(one: Choice) -> str:
    rest = f"{one.rest} ruling{'s' if one.rest != 1 else ''}"
    if one.asked == one.rest:
        return f"Of the {rest} that rest on what it changes, {one.changed or 'none'} would come out otherwise."
    return f"Of {one.asked} rulings, a sample of the {rest} that rest on what it changes, {one.changed or 'none'} would come out otherwise."


def _table(outcomes: tuple[Outcome, ...]) -> Iterator[str]:
    """Each outcome with what it hangs on, where that tells them apart, and its clauses, where it has any."""
    outcomes = tuple(sorted(outcomes, key=lambda o: _when(o) == OTHERWISE))
    whens = [_when(o) for o in outcomes]
    columns = {
        "answer": [spoken(o.value) for o in outcomes],
        "if": whens if len(set(whens)) == len(whens) else [],
        "by": [", ".join(o.deciding) for o in outcomes] if any(o.deciding for o in outcomes) else [],
    }
    shown = {name: cells for name, cells in columns.items() if cells}
    if len(shown) > 1:
        yield f"| {' | '.join(shown)} |"
        yield "|---" * len(shown) + "|"
        yield from (f"| {' | '.join(map(_cell, row))} |" for row in zip(*shown.values(), strict=True))
        yield ""


def _when(outcome: Outcome) -> str:
    """On what the outcome hangs; where that is long, one way in which it comes about."""
    when = outcome.when or ", ".join(text for _, text in outcome.options)
    return when if len(when) <= LONG else " and ".join(outcome.conditions) + "; and in other ways"


def _story(answer: Answer) -> Iterator[str]:
    """The steps of each way in which play can go."""
    for outcome in answer.outcomes:
        if len(answer.outcomes) > 1:
            yield f"If {_plain(_when(outcome) or 'nothing of that')}:"
            yield ""
        yield from (f"{n}. {_plain(step_text(step))}" for n, step in enumerate(outcome.steps, 1))
        yield ""


def _told(questions: Sequence[Question], clauses: dict[str, Clause]) -> Iterator[str]:
    """Those that stand in the text itself, one a line."""
    yield "| | what | clauses | known |"
    yield "|---|---|---|---|"
    for question in questions:
        found = question.finding
        number = f'<a id="q{question.number}"></a>{question.number}'
        by = _cell(_cited(found.clauses, clauses))
        yield f"| {number} | {_cell(_capital(found.message))} | {by} | {_known(found)} |"
    yield ""
    for question in questions:
        if question.finding.instances:
            yield f"Question {question.number} is met {len(question.finding.instances)} times:"
            yield ""
            yield from _instances(question)
    settle = dict.fromkeys(q.finding.settle for q in questions if q.finding.settle)
    if settle:
        yield "To settle it: " + "; or ".join(settle) + "."
        yield ""


def _cited(ids: tuple[str, ...], clauses: dict[str, Clause]) -> str:
    """One clause in words, of several the numbers, and of many only the first."""
    if len(ids) == 1 and ids[0] in clauses:
        return f"{ids[0]}: {clauses[ids[0]].summary}"
    return ", ".join(ids if len(ids) <= MOST_CLAUSES else (*ids[:MOST_CLAUSES], "…"))


def _end(question: Question) -> Iterator[str]:
    found, declared = question.finding, question.declared
    if found.settle:
        yield f"To settle it: {found.settle}."
        yield ""
    if declared is not None:
        until = f" Until it is settled, for playing on: {declared.default}." if declared.default else ""
        yield f"Known and named `{declared.id}`: {declared.reason}.{until}"
        yield ""
    yield f"*{_known(found)}; {found.code}, `{found.fingerprint}`*"
    yield ""


def _known(found: Finding) -> str:
    return f"{found.extent.value}; {'rests on assumptions too' if found.assumed else 'rests on the clauses alone'}"


def _index(report: Clarification) -> Iterator[str]:
    if not report.sections:
        return
    yield "## By card and clause"
    yield ""
    yield "| | questions |"
    yield "|---|---|"
    for name, numbers in report.by_place():
        shown = f"{name} (invented)" if name in report.invented else name
        yield f"| {_cell(shown)} | {', '.join(map(_link, numbers))} |"
    yield ""


def _looked(report: Clarification) -> Iterator[str]:
    yield "## How far the rules were looked at"
    yield ""
    yield from (f"- {one.analysis.replace('-', ' ')}: *{one.extent}*, {_plain(one.scope)}" for one in report.looked)
    yield ""


def _assumed(report: Clarification) -> Iterator[str]:
    if report.assumed:
        yield "## What was assumed"
        yield ""
        yield from (f"- {_plain(one)}" for one in report.assumed)
        yield ""


def _link(number: int) -> str:
    return f"[{number}](#q{number})"


def _capital(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}"


def _plain(text: str) -> str:
    """The text, its signs that mean something in Markdown taken as they stand."""
    return text.replace("*", "\\*").replace("<", "&lt;")


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")
