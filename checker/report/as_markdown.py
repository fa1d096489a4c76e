"""The report in Markdown; its pictures are files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.report.content import (
    CitedClause,
    Clarification,
    Edition,
    PlayerQuestion,
    ProposedWording,
    ReportedQuestion,
    ReportedSide,
)
from checker.verdicts.point_wording import listed

PICTURES = "pictures"
"""The folder of the pictures, beside the report."""

SHORT = 40
"""An answer so long at most is named with the sentence that leads to it."""
HERE = "then, on this table:"
LOOK = "These are no questions: the printed card answers them, and it was not at hand."

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")


def as_markdown(report: Clarification, pictures: bool = True) -> str:
    """The whole report; without pictures, what they show is told."""
    return "\n".join(_lines(report, pictures)).rstrip() + "\n"


def sentences(report: Clarification) -> str:
    """All that is proposed to be printed, to be read aloud once."""
    lines = [f"# {_plain(report.title.partition(':')[0])}: what could be printed", ""]
    for one in (*report.questions, *report.further):
        said = (f"{_plain(purpose(w).removeprefix('so that the answer is '))}: {_plain(w.text)}" for w in one.wordings)
        lines += [f"{one.number}. {_plain(one.title)}", *(f"   - {line}" for line in said)]
    return "\n".join(lines) + "\n"


def picture_name(question: ReportedQuestion) -> str:
    """What the file of the question's picture is called; nothing where there is none."""
    return f"{question.number:02}.svg" if question.picture else ""


def _lines(report: Clarification, pictures: bool) -> Iterator[str]:
    yield from (f"# {_plain(report.title)}", "")
    yield from (line for said in (*report.examined, report.order) for line in (_plain(said), ""))
    yield from _overview(report.questions)
    yield from _edition(report.edition) if report.edition is not None else ()
    yield from ("## The questions that matter most", "") if report.questions else ("Nothing was found.", "")
    for one in report.questions:
        yield from _question(one, pictures)
    yield from _further(report.further)
    yield from _cards(report.cards)
    yield from _players(report.players)
    yield from _appendix(report)


def _overview(questions: tuple[ReportedQuestion, ...]) -> Iterator[str]:
    if questions:
        yield from ("| | question | section | what the rules say | how often |", "|---|---|---|---|---|")
        for one in questions:
            title = f"[{_plain(one.title)}](#q{one.number})"
            said = (one.section, one.verdict, one.short or one.severity)
            yield f"| {one.number} | {title} | {' | '.join(map(_plain, said))} |"
        yield ""


def _edition(edition: Edition) -> Iterator[str]:
    yield from (f"## Since {_plain(edition.since)}", "")
    for name, lines in (("New", edition.new), ("Settled", edition.settled), ("Changed", edition.changed)):
        yield from (f"**{name}: {len(lines)}**", "")
        yield from _listed(map(_plain, lines))


def _question(one: ReportedQuestion, pictures: bool) -> Iterator[str]:
    yield from (f'<a id="q{one.number}"></a>', "", f"### {one.number}. {_plain(one.title)}", "")
    yield from (f"*{_plain(one.section)}*", "") if one.section else ()
    yield from (f"*{one.news.capitalize()}.*", "") if one.news else ()
    name = picture_name(one)
    yield from (f"![{_plain(one.shown)}]({PICTURES}/{name})", "") if name and pictures else ()
    yield from (f"The table: {_plain(one.shown)}.", "") if one.shown and not pictures else ()
    yield from (_plain(scene_of(one)), "") if scene_of(one) else ()
    yield from (f"**{one.verdict}.** {_plain(one.why)}".rstrip(), "")
    yield from _listed(_sides(one))
    yield from ("The rules that meet here:", "") if one.both else ()
    yield from _listed(map(_cited, one.both))
    yield from ("Open for the same reason:", "") if one.also else ()
    yield from _listed(map(_plain, one.also))
    yield from (f"**At the table.** {_plain(one.tables)} {_plain(one.often)}".rstrip(), "")
    yield from _wording(one)
    small = "; ".join((*one.codes, ", ".join(one.clauses), one.severity, one.known))
    yield from (f"`{one.replay}`", "", f"<sub>{_plain(small)}</sub>", "")


def _sides(one: ReportedQuestion) -> Iterator[str]:
    yield from map(_side, one.sides)
    if one.besides:
        yield f"{besides(one)} {_either(one.besides)}."
    yield from [_plain(left_out(one))] if one.left else []


def besides(one: ReportedQuestion) -> str:
    """What is said before the answers of which no sentence says that it leads to them."""
    also = any(side.came for side in one.sides)
    return "By what else is open, also:" if also else "On this table it can come to:"


def _side(side: ReportedSide) -> str:
    when = f" {_plain(side.when)}" if side.when else ""
    came = f" ({HERE} {_either(side.came)})" if side.came else ""
    said = f": {' '.join(map(_cited, side.clauses))}" if side.clauses else ""
    return f"**{_plain(side.answer)}**{when}{came}{said}"


def _either(came: Iterable[str]) -> str:
    return listed((f"**{_plain(one)}**" for one in came), "or")


def _cited(clause: CitedClause) -> str:
    return f"{_plain(clause.words)} ({_plain(clause.where)})"


def _wording(one: ReportedQuestion) -> Iterator[str]:
    for said in one.wordings:
        yield from (f"**To print, {_plain(purpose(said))}:** {_plain(said.text)}", "")
        yield from (f"> {_plain(proved(said))}", "")
    if one.unworded:
        yield from (f"**No wording is proposed:** {_plain(one.unworded)}.", "")


def left_out(one: ReportedQuestion) -> str:
    """How many answers are not told."""
    return f"and {one.left} more" if one.left > 1 else "and one more"


def purpose(said: ProposedWording) -> str:
    """What the sentence is for: its answer, or the one that it leads to, unless that is a long story, several, or partly
    unknown."""
    told = said.answer or said.outcome
    plain = bool(said.answer) or (0 < len(told) <= SHORT and not re.search(r" or |unknown", told))
    return f"so that the answer is “{told}”" if plain else "as one way to settle it"


def proved(said: ProposedWording) -> str:
    """Where the wording stands, what it was tried on, and what it changes."""
    return " ".join(filter(None, (said.place, _tried(said))))


def _tried(said: ProposedWording) -> str:
    if said.untried:
        return f"{said.untried[:1].upper()}{said.untried[1:]}."
    one = said.changed == 1
    opened = (
        "one that was open here comes out otherwise"
        if one
        else f"{said.changed} that were open here come out otherwise"
    )
    if said.wider:
        more = " and so on" if said.wider > len(said.beyond) else ""
        also = f"{said.wider} others, too" if said.wider > 1 else "another one, too"
        changed = f"{opened}, and {also}: {'; '.join(said.beyond)}{more}"
    else:
        changed = f"{opened}, and nothing else" if said.changed else "no ruling comes out otherwise"
    return f"Tried on all {said.rulings} rulings: {changed}."


def _further(questions: tuple[ReportedQuestion, ...]) -> Iterator[str]:
    yield from ("## Further questions", "") if questions else ()
    for one in questions:
        about = f" ({_plain(one.section)})" if one.section else ""
        said = f"**{one.number}. {_plain(one.title)}**{about} {_plain(one.verdict)}. {_plain(one.why)}"
        yield from (said.rstrip(), "")
        yield from _listed(_sides(one))
        yield from _listed(
            f"To print, {_plain(purpose(said))}: {_plain(said.text)} <sub>{_plain(proved(said))}</sub>"
            for said in one.wordings
        )
        yield from (f"No wording is proposed: {_plain(one.unworded)}.", "") if one.unworded else ()
        yield from (f"<sub>{_plain(small(one))}</sub>", "")


def scene_of(one: ReportedQuestion) -> str:
    """What is told of the table, and what is asked of it if that is not the title."""
    told = f"Told: {'; '.join(one.told)}." if one.told else ""
    return " ".join(filter(None, (told, f"Asked of it: {one.asks}" if one.asks else "")))


def small(one: ReportedQuestion) -> str:
    """The small print of a question that has a few lines only: the scene, codes, clauses."""
    return " ".join(filter(None, (scene_of(one), one.often, "; ".join(one.codes))))


def _cards(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """What only a printed card says."""
    yield from ("## Look at the card", "", LOOK, "", "| card | what it says of |", "|---|---|") if rows else ()
    yield from (f"| {_plain(title)} | {_plain(what)} |" for title, what in rows)
    yield from ("",) if rows else ()


def _players(questions: tuple[PlayerQuestion, ...]) -> Iterator[str]:
    yield from ("## Questions that players ask", "") if questions else ()
    for one in questions:
        yield from (
            f"**{_plain(one.question)}**",
            "",
            f"{_plain(one.answer)} {_plain(' '.join(one.reason))}".rstrip(),
            "",
        )


def _appendix(report: Clarification) -> Iterator[str]:
    yield from ("## Appendix", "")
    for table in report.tables:
        yield from (f"### {_plain(table.title)}", "", _plain(table.about), "", "| where | what |", "|---|---|")
        yield from (f"| {_plain(where)} | {_plain(what)} |" for where, what in table.rows)
        yield ""
    for title, lines in (("How far the rules were looked at", report.looked), ("What was assumed", report.assumed)):
        if lines:
            yield from (f"### {title}", "")
            yield from _listed(map(_plain, lines))


def _listed(lines: Iterable[str]) -> Iterator[str]:
    """The lines as a list, if there are any."""
    told = [f"- {line}" for line in lines]
    yield from (*told, "") if told else ()


def _plain(text: str) -> str:
    """The text, its signs that mean something in Markdown taken as they stand, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split())).replace("\\<", "&lt;").replace("\\>", "&gt;")
