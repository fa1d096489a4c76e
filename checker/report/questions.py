"""Findings as questions: those of one cause are one, each in the words in which it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import assert_never

from msgspec.structs import replace

from checker.check.finding_formats import LEVELS
from checker.check.first_screen import shell_word
from checker.explore.cards.finding_builders import cause, of_card
from checker.kernel.game import Game, Wording
from checker.kernel.record import Record
from checker.kernel.term import Point
from checker.kernel.verdict import Finding, Verdict
from checker.kernel.vocabulary import Sort
from checker.report.content import Frequency, ReportedQuestion, ReportedSide
from checker.report.evidence import Evidence
from checker.report.frequencies import often, rarely
from checker.report.sides import sides_for, sides_left
from checker.report.wordings import Tried
from checker.verdicts.point_wording import (
    asked,
    capital,
    declaration,
    declared_as,
    listed,
    point_name,
    told_point,
    wording_of,
    wording_of_finding,
)
from checker.verdicts.verdict import Answer

WHETHER = "nothing states whether "
_LABELLED = re.compile(r"\b[A-Z]\d+\b")
_NUMBERED = re.compile(r"[A-Z]\d+")
_WHICH = ("first", "second", "third", "fourth", "fifth", "sixth")
_CLAUSE = re.compile(r"\b[A-Z]+-\d+\b")
_CLAUSES = re.compile(r"\b[A-Z]+-\d+\b(?:(?:, | and )[A-Z]+-\d+\b)*")
_CALLED_CLAUSE = re.compile(r"\bclause(s?)\b")
_UNKNOWN = re.compile(r"(, )?\b(\d+) unknown\b")
_LETTER = re.compile(r"\b[A-Z]\d*\b(?!')")
_AT_STEP = re.compile(r"come back to (?:step|procedure) [\w-]+(?: of [\w-]+)? for ever")
_NEVER = re.compile(r", which it has with probability 0,")
_OWN = ("taken for granted: ", "where ", "no card of the box breaks it")
_QUOTED = re.compile(r"`([^`]*)`")

VERDICTS = {
    Verdict.FORCED: "The rules say so, which may not be meant",
    Verdict.AMBIGUOUS: "The rules can be taken in more than one way",
    Verdict.SILENT: "The rules do not say",
    Verdict.CONTRADICTION: "The rules say both",
    Verdict.UNKNOWN: "Not known",
}

OFFENCE = "illegal act"
"""Begins the key of what is open because nobody says what becomes of an act that is forbidden."""

HOUSEKEEPING = {OFFENCE, "effect"}
"""What begins the keys of points that are no question for players: a remedy that no clause names, a text that nobody has."""


UNLIKELY = {("endless-play", "chance")}
"""What comes about with probability 0."""

COUNTED = {"component-shortage"}
"""What nobody knows where the numbers of cards were supposed."""


class QuestionDraft(Record):
    """What is one question: its findings, the scene that shows it best, and the names of the points that it hangs on."""

    findings: tuple[Finding, ...]
    shown: Evidence
    points: tuple[str, ...]
    also: tuple[str, ...] = ()

    @property
    def grave(self) -> int:
        """How grave it is: the least of its findings' levels, errors first."""
        return min(LEVELS.index(f.severity) for f in self.findings)


def drafts(game: Game, findings: Iterable[Finding], shown: dict[str, Evidence]) -> Iterator[QuestionDraft]:
    """The findings with a scene that are questions for players, those that hang on the same open points as one."""
    causes: dict[tuple[str, ...], list[tuple[Finding, Evidence]]] = {}
    for found in findings:
        one = shown.get(found.fingerprint)
        if one is not None and not housekeeping(game, found, one):
            key = tuple(sorted({_cause(game, p) for p in _main(game, found, one.answer)}))
            causes.setdefault(key or (f"= {found.fingerprint}",), []).append((found, one))
    for group in causes.values():
        best = min(group, key=lambda pair: (pair[1].illegal, LEVELS.index(pair[0].severity), len(pair[1].scene)))
        points = {point_name(game, p) for found, one in group for p in _main(game, found, one.answer)}
        rest = (f for f, _ in group if f is not best[0])
        yield QuestionDraft((best[0], *rest), best[1], tuple(sorted(points)))


def of_one_cause(game: Game, each: Iterable[QuestionDraft]) -> Iterator[QuestionDraft]:
    """The drafts, those as one that come from the same clauses on the same table, or one to which something was added,
    and of which the game says nothing: the one that is open stands for all."""
    groups = list[list[QuestionDraft]]()
    for one in sorted(each, key=lambda d: (not d.shown.answer.points, d.grave, len(d.shown.scene))):
        known = next((g for g in groups if _one_cause(game, g[0], one)), None)
        if known is None:
            groups.append([one])
        else:
            known.append(one)
    for first, *rest in groups:
        findings = tuple(f for one in (first, *rest) for f in one.findings)
        points = tuple(sorted({p for one in (first, *rest) for p in one.points}))
        also = tuple(title_of(game, one.findings[0], one.shown) for one in rest)
        yield QuestionDraft(findings, first.shown, points, also)


def _one_cause(game: Game, one: QuestionDraft, other: QuestionDraft) -> bool:
    here, there = (frozenset(c for f in d.findings for c in f.clauses) for d in (one, other))
    tables = [frozenset(d.shown.told) for d in (one, other)]
    same = bool(here) and here == there and all(tables) and (tables[0] <= tables[1] or tables[1] <= tables[0])
    return same and not any(declaration(game, p) for d in (one, other) for p in d.shown.answer.points)


def _cause(game: Game, point: Point) -> str:
    """What leaves it open: whatever kinds of card it is asked for, of one card it is one cause."""
    match point.key[1:]:
        case ("kind", title, *_):
            return f"what {title} counts as"
        case _:
            return point_name(game, point)


def housekeeping(game: Game, found: Finding, shown: Evidence | None) -> bool:
    """The finding is no question for players: nothing can be laid out, or what is open is only a remedy or a text."""
    if shown is None or found.code in _housekeeping() or (found.name, found.substance) in UNLIKELY:
        return True
    if found.name in COUNTED and found.assumed:
        return True
    if not found.point and of_a_text(game, found, shown.answer):
        return True
    kinds = {p.key[1] for p in shown.answer.points if len(p.key) > 1}
    offended = shown.illegal and not _about_legality(shown)
    return (bool(kinds) and kinds <= HOUSEKEEPING) or offended


@cache
def _housekeeping() -> frozenset[str]:
    from checker.analyses.registry import housekeeping_codes  # loads the solver

    return housekeeping_codes()


def of_a_text(game: Game, found: Finding, answer: Answer) -> bool:
    """All that is open is what the text of a card does not say, which nobody can look up."""
    texts = {of_card(title) for title in found.cards}
    points = _main(game, found, answer)
    return bool(points) and (found.message in texts or all(cause(game, p, "") in texts for p in points))


def _about_legality(shown: Evidence) -> bool:
    """That somebody acts against the rules is what is asked, or what the rules disagree on."""
    disagree = any(p.key[1:2] in (("conflict",), ("consequence",)) for p in shown.answer.points)
    return disagree or "legal" in shown.question or shown.question.startswith(("may ", "must "))


def _main(game: Game, found: Finding, answer: Answer) -> tuple[Point, ...]:
    """The points that the finding is about: the one that it names, or those of the kind that the verdict names, which
    stand first; of these those that have no name of their own, if there are any."""
    named = tuple(p for p in answer.points if found.point and point_name(game, p) == found.point)
    first = tuple(p for p in answer.points if p.kind is answer.points[0].kind)
    return named or tuple(p for p in first if declaration(game, p) is None) or first


def question(
    game: Game, draft: QuestionDraft, number: int, tried: Tried, frequency: Frequency | None, news: str = ""
) -> ReportedQuestion:
    """The question as it is printed."""
    shown, answer = draft.shown, draft.shown.answer
    first = draft.findings[0]
    points = _main(game, first, answer)
    own = points[:1] if _own(game, first, answer) else points
    told, both, besides = sides_for(game, answer, own, tried.wordings)
    said = partial(in_print, game, shown)
    sides = tuple(
        replace(s, answer=said(s.answer), when=said(s.when), came=tuple(said(v) for v in s.came)) for s in told
    )
    title, asks = title_of(game, first, shown), said(capital(shown.question))
    whole = [f for one in draft.findings for f in (one, *one.instances)]
    extents = dict.fromkeys(f.extent.value for f in draft.findings)
    rests = "rests on assumptions too" if all(f.assumed for f in draft.findings) else "rests on the clauses alone"
    return ReportedQuestion(
        number,
        title,
        tuple(said(line) for line in shown.told if not line.endswith("?")),
        shown.picture,
        shown.shown,
        VERDICTS[answer.verdict],
        said(_why(game, points, first)),
        sides,
        both,
        _tables(game, points, answer, sides),
        tried.wordings,
        tried.why,
        often(frequency),
        rarely(frequency),
        first.severity,
        f"{', '.join(extents)}; {rests}",
        tuple(dict.fromkeys(f"{f.code} {f.fingerprint}" for f in whole if f.fingerprint)),
        tuple(dict.fromkeys(c for f in draft.findings for c in f.clauses)),
        shown.scene,
        _replay(game, shown),
        news,
        _section(game, (*first.clauses, *(c.id for c in both), *(c.id for s in sides for c in s.clauses)), answer),
        0 if besides else sides_left(answer),
        draft.also,
        "" if asks in title or not answer.points else asks,
        tuple(map(said, besides)),
    )


def _section(game: Game, named: Iterable[str], answer: Answer) -> str:
    """The section of the rulebook that the question is about: of the clauses that are named, or else of those relied on."""
    headings = {c.id: c.heading for c in game.clauses}
    return next((headings[c] for c in (*named, *answer.clauses) if headings.get(c)), "")


TITLES = {
    "endless-play": "Does this ever end?",
    "stuck-play": "Nobody can go on. What now?",
    "component-shortage": "A piece is needed, and none is left. What then?",
    "competing-duties": "Two things have to be done, and only one can. Which?",
}
"""What players ask where the answer is clear and what is wrong with it is not asked in the scene."""


def title_of(game: Game, found: Finding, shown: Evidence) -> str:
    """What players ask: as the game says it, or whether what nothing states is so, or what was done last and what is
    asked then; where the answer is clear, what is wrong with it."""
    deed = f"{capital(shown.deed)}. " if shown.deed else ""
    own = _own(game, found, shown.answer)
    if own is not None:
        return own.asked
    if not shown.answer.points:
        if found.name in TITLES and _LABELLED.search(deed):
            return TITLES[found.name]
        return in_print(game, shown, deed + TITLES.get(found.name, capital(shown.question)))
    point = _main(game, found, shown.answer)[0]
    if point.key[1:2] == ("value",) and point.text.startswith(WHETHER):
        whether = asked(re.sub(r"\b[A-Z]\b(?!')", "the player", point.text.removeprefix(WHETHER)))
        if whether and not _LETTER.search(whether):
            return whether
    return in_print(game, shown, f"{deed}{capital(shown.question)}")


def _own(game: Game, found: Finding, answer: Answer) -> Wording | None:
    """The game's own question, for what is open first or, where nothing is, for what is wrong."""
    points = _main(game, found, answer) if answer.points else ()
    own = wording_of(game, points[0]) if points else wording_of_finding(game, found)
    return own if own is not None and own.asked else None


def points_asked(game: Game, draft: QuestionDraft) -> tuple[str, ...]:
    """The names of the points that the title asks of: one, or all that the finding is about."""
    first, answer = draft.findings[0], draft.shown.answer
    points = _main(game, first, answer)
    return tuple(point_name(game, p) for p in (points[:1] if _own(game, first, answer) else points))


def in_print(game: Game, shown: Evidence, text: str) -> str:
    """The text that calls a thing by what it is, or by which of its sort it is, not by its label; a rule by its section;
    and that counts what nobody knows."""
    for sort in game.vocabulary.sorts:
        if sort.labels and not sort.called:
            text = _called(sort, shown, text)
    return _UNKNOWN.sub(_unknown, in_sections(game, text))


def _called(sort: Sort, shown: Evidence, text: str) -> str:
    answers = " ".join(f"{one.value} {one.when}" for one in shown.answer.outcomes)
    label = rf"(?<![\w,-])(?:{sort.labels})(?!\w)"
    labels = set(re.findall(label, f"{text} {shown.scene} {answers}"))
    called = next(iter(re.findall(rf"\b{re.escape(sort.name)}\b", shown.scene, re.I)), sort.name)
    laid = re.findall(rf"^{re.escape(sort.name)}\b.*:", shown.scene, re.I | re.M)
    named = rf"(?:(?:the )?\b{re.escape(sort.name)} )?({label})"
    if len(labels) == 1 and len(laid) <= 1:
        return re.sub(named, f"the {called}", text, flags=re.I)
    if all(_NUMBERED.fullmatch(one) and int(one[1:]) <= len(_WHICH) for one in labels):
        return re.sub(named, lambda found: f"the {_WHICH[int(found[1][1:]) - 1]} {called}", text, flags=re.I)
    return text


def in_sections(game: Game, text: str) -> str:
    """The text that calls clauses rules, and names them by the sections in which they stand, not by their numbers here."""
    places = {c.id: c.heading for c in game.clauses}

    def told(found: re.Match[str]) -> str:
        ids = [c for c in _CLAUSE.findall(found[0]) if c in places]
        names = listed(f"“{places[c]}”" for c in ids if places[c])
        rules = "the rules" if len(ids) > 1 else "the rule"
        return f"{rules} in {names}" if names else rules if ids else found[0]

    return _CALLED_CLAUSE.sub(r"rule\1", _CLAUSES.sub(told, text))


def _unknown(found: re.Match[str]) -> str:
    return f"{' and ' if found[1] else ''}{found[2]}{' others' if found[1] else ' that nobody knows'}"


def _replay(game: Game, shown: Evidence) -> str:
    """The command that asks the question again."""
    lines = (line.strip() for line in shown.scene.split("\n"))
    said = [line for line in lines if line and not line.startswith(("#", "game "))]
    return "hexcheck ask " + shell_word("; ".join((f"game {game.name}", *said)))


def sentence(message: str) -> str:
    """What a finding says, as a sentence in print."""
    return capital(_QUOTED.sub(r"“\1”", message)) + "."


def _plain(message: str) -> str:
    """What is wrong, without the program's own places and what it took for granted."""
    parts = (part for part in message.split("; ") if not part.startswith(_OWN))
    return _AT_STEP.sub("go round for ever", _NEVER.sub(",", "; ".join(parts)))


def _why(game: Game, points: tuple[Point, ...], first: Finding) -> str:
    """Why it is open, as it is declared or told; where all is clear, what is wrong with it."""
    declared = declaration(game, points[0]) if points else declared_as(game, first.point)
    if declared is not None and declared.reason:
        return capital(in_sections(game, sentence(declared.reason)))
    if not points:
        return capital(in_sections(game, sentence(_plain(first.message))))
    told = told_point(game, points[0])
    if len(told) != 1:
        return ""
    match points[0].key[1:]:
        case ("reading", clause, *_):
            said = f"{clause} can be read in {len(points[0].options)} ways."
        case _:
            said = sentence(told[0])
    return capital(in_sections(game, said))


def _tables(game: Game, points: tuple[Point, ...], answer: Answer, sides: tuple[ReportedSide, ...]) -> str:
    """What those will do who play it before it is settled."""
    declared = declaration(game, points[0]) if points else None
    default = f" Until it is settled, for playing on: {declared.default}." if declared and declared.default else ""
    answers = list(dict.fromkeys(side.answer for side in sides))
    either = " and others ".join((f"“{answers[0]}”", f"“{answers[1]}”")) if len(answers) > 1 else ""
    match answer.verdict:
        case Verdict.CONTRADICTION:
            said = f"Some tables will say {either}; each can point to a rule." if either else "Tables will differ."
        case Verdict.AMBIGUOUS:
            said = f"Some tables will say {either}, and neither is wrong." if either else "Tables will differ."
        case Verdict.SILENT:
            said = "Every table makes its own rule" + (f": some will say {either}." if either else ".")
        case Verdict.FORCED:
            said = "Every table that follows the rules comes to this."
        case Verdict.UNKNOWN:
            said = "What tables will come to is not known."
        case _:
            assert_never(answer.verdict)
    return said + default
