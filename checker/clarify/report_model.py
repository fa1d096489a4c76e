"""What a publisher is asked to settle: every finding, with the clauses in words and the judge's answer to its scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.check import analysis_pages as pages
from checker.check.finding_formats import FormattedReport
from checker.check.joined_findings import LEVELS
from checker.clarify.settlement_effects import Choice, choices
from checker.kernel.game import Clause, Declaration, Game
from checker.kernel.record import Record
from checker.kernel.verdict import Finding
from checker.verdicts.verdict import Answer


class Question(Record):
    """A finding with its number, the answer of the judge where it has a scene, what is declared of it, and
    the errata that settle it."""

    number: int
    finding: Finding
    answer: Answer | None = None
    declared: Declaration | None = None
    choices: tuple[Choice, ...] = ()


class Section(Record):
    """The findings of one kind: those that a scene shows, and those that stand in the text itself."""

    title: str
    about: str
    shown: tuple[Question, ...]
    told: tuple[Question, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All of them."""
        return (*self.shown, *self.told)


class AnalysisScope(Record):
    """How far one analysis looked."""

    analysis: str
    extent: str
    scope: str


class Clarification(Record):
    """Everything in the rules of one game that is to be settled, and how far that is known."""

    game: str
    amendments: tuple[str, ...]
    formal: int
    informal: int
    cards: int
    invented: tuple[str, ...]
    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    assumed: tuple[str, ...]
    looked: tuple[AnalysisScope, ...]
    interrupted: bool = False

    @property
    def title(self) -> str:
        """What the report is about."""
        return f"{self.game}: what the rules leave to be settled"

    @property
    def questions(self) -> tuple[Question, ...]:
        """All of them, in the order of their numbers."""
        return tuple(q for section in self.sections for q in section.questions)

    def by_place(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each card and clause that is concerned, cards first, with the numbers of its questions."""
        asked: dict[str, list[int]] = {}
        for question in self.questions:
            for name in (*question.finding.cards, *question.finding.clauses):
                asked.setdefault(name, []).append(question.number)
        known = [c.id for c in self.clauses]
        cards = sorted(name for name in asked if name not in known)
        for name in (*cards, *(c for c in known if c in asked)):
            yield name, tuple(asked[name])


def clarification(desk: Desk, report: FormattedReport, jobs: int = 1) -> Clarification:
    """The report of the analyses as questions, numbered through, what a scene shows before what stands in the text."""
    game = desk.game
    ordered = sorted(report.findings, key=lambda f: (f.code, LEVELS.index(f.severity), *_where(game, f), f.message))
    errata = choices(desk, (f.witness for f in ordered), jobs)
    kinds: dict[str, list[Question]] = {}
    for finding in ordered:
        declared = next((d for d in game.declarations if d.id == finding.point), None)
        question = Question(0, finding, _answer(desk, finding.witness), declared, errata.get(finding.witness, ()))
        kinds.setdefault(finding.code, []).append(question)
    sections = sorted((_section(found) for found in kinds.values()), key=lambda section: not section.shown)
    informal = sum(bool(c.informal) for c in game.clauses)
    return Clarification(
        game.name,
        game.amendments,
        len(game.clauses) - informal,
        informal,
        len(game.cards),
        tuple(c.title for c in game.cards if c.copies_source == "invented"),
        tuple(_numbered(sections)),
        game.clauses,
        tuple(f"{card.title}: {what}" for card in game.cards for what in card.assumed),
        tuple(AnalysisScope(c.analysis, c.extent.value, c.scope) for c in report.checked),
        report.interrupted,
    )


def _where(game: Game, finding: Finding) -> tuple[str, int]:
    """Where the finding stands in the files, so that a section follows the rulebook."""
    place = finding.places[0] if finding.places else None
    return (place.file, place.line) if place else ("", 0)


def _answer(desk: Desk, witness: str) -> Answer | None:
    """What the judge answers to the last question of the scene."""
    if not witness:
        return None
    scene = desk.scenes(witness, "witness")[0]
    answers = asked_at(desk, [scene])
    return answers[-1].answer if answers else None


def _section(found: Sequence[Question]) -> Section:
    first = found[0].finding
    shown = tuple(q for q in found if q.answer is not None)
    told = tuple(q for q in found if q.answer is None)
    return Section(first.name.replace("-", " ").capitalize(), pages.about(first.code), shown, told)


def _numbered(sections: Iterable[Section]) -> Iterator[Section]:
    """The sections, their questions numbered through from 1."""
    number = 0
    for section in sections:
        parts: list[tuple[Question, ...]] = []
        for part in (section.shown, section.told):
            made = []
            for question in part:
                number += 1
                made.append(msgspec.structs.replace(question, number=number))
            parts.append(tuple(made))
        yield Section(section.title, section.about, *parts)
