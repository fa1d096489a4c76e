"""What the rules say, as values: the records that `--format json` prints, under the same names.

A field that JSON calls `if` is called `when` here. What is left out in JSON is empty or None here.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from checker.session.deal_records import BreachOfDeals as BreachOfDeals
from checker.session.deal_records import DealResult, DealSummary, DealtStep, LeftDeal
from checker.session.deal_records import DealtBreach as DealtBreach
from checker.session.deal_records import DealtPoint as DealtPoint
from checker.session.deal_records import DealtRound as DealtRound
from checker.session.deal_records import PointOfDeals as PointOfDeals
from checker.session.deal_records import RoundOfDeals as RoundOfDeals

Step = DealtStep
Verdict = Literal["FORCED", "AMBIGUOUS", "SILENT", "CONTRADICTION", "unknown"]
Severity = Literal["error", "warning", "note"]
Extent = Literal["proved", "exhausted", "sampled", "unknown"]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An immutable record, equal by content."""


class Taken(Said, frozen=True):
    """The option of an open point that an outcome follows."""

    point: str
    option: str


class Outcome(Said, frozen=True):
    """One value that can come out, on what that hangs (`when`), and how it comes about; None is not stated."""

    value: int | str | None
    default: bool
    when: str = msgspec.field(name="if")
    options: tuple[Taken, ...]
    clauses: tuple[str, ...]
    deciding: tuple[str, ...]
    steps: tuple[Step, ...]


class OpenPoint(Said, frozen=True):
    """A place where the rules do not decide."""

    id: str
    kind: str
    clauses: tuple[str, ...]
    declared: bool


class Amended(Said, frozen=True):
    """A clause or card that an erratum brought or changed, with the erratum's title and place."""

    kind: str
    name: str
    erratum: str
    file: str
    line: int


class Settlement(Said, frozen=True):
    """An erratum under which the question has one answer, with that answer."""

    title: str
    erratum: str
    verdict: str
    outcome: int | str | None


class Answer(Said, frozen=True):
    """The answer to one question: `deciding` are the clauses on which it hangs, `clauses` all that were relied on."""

    question: str
    verdict: Verdict
    outcomes: tuple[Outcome, ...]
    points: tuple[OpenPoint, ...]
    clauses: tuple[str, ...]
    deciding: tuple[str, ...]
    assumed: tuple[str, ...]
    note: str = ""
    amended: tuple[Amended, ...] = ()
    settled: tuple[Settlement, ...] | None = None


class Clash(Said, frozen=True):
    """What two amendments change: its name, the one whose words have no effect, the other, and where that says so."""

    name: str
    first: str
    erratum: str
    file: str
    line: int


class Answers(Said, frozen=True):
    """The answers to the questions of a scene, and how it was read where it was not read as typed."""

    schema: Literal["hexcheck/answer/1"]
    answers: tuple[Answer, ...]
    read_as: str = ""
    taken: tuple[str, ...] = ()
    clashes: tuple[Clash, ...] = ()


class FilePlace(Said, frozen=True):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int


class Finding(Said, frozen=True):
    """One thing that is wrong with the rules, with the smallest scene that shows it and what would settle it.

    `substance` is what of it can become something else under one fingerprint, `cause` what it shares with others.
    """

    code: str
    name: str
    severity: Severity
    message: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    places: tuple[FilePlace, ...]
    witness: str
    extent: Extent
    assumed: bool
    point: str
    fingerprint: str
    settle: str = ""
    unshown: str = ""
    substance: str = ""
    cause: str = ""
    instances: tuple[Finding, ...] = ()


class Checked(Said, frozen=True):
    """How far an analysis looked; what it found is not all that it would find where it was `given_up`."""

    analysis: str
    extent: Extent
    scope: str
    seconds: float
    told: tuple[str, ...] = ()
    given_up: bool = False
    table: tuple[dict[str, Any], ...] = ()


class AcceptedFinding(Said, frozen=True):
    """A finding that the settings of a game accept, why, where that is said, and whether it was found."""

    fingerprint: str
    reason: str
    file: str
    line: int
    found: bool


class Findings(Said, frozen=True):
    """Everything that was found in one game."""

    schema: Literal["hexcheck/findings/1"]
    game: str
    scope: dict[str, Any]
    findings: tuple[Finding, ...]
    checked: tuple[Checked, ...]
    sample: dict[str, Any] | None = None
    accepted: tuple[AcceptedFinding, ...] | None = None


class CheckedRuling(Said, frozen=True):
    """A question of a ruling with what is expected and what came out; `faults` is empty where they agree."""

    ruling: str
    file: str
    line: int
    question: str
    expected: str
    verdict: str
    value: str
    clauses: tuple[str, ...]
    faults: tuple[str, ...]
    disputed: str
    source: str
    since: str


class Rulings(Said, frozen=True):
    """How many rulings agree with the rules, and each of them."""

    schema: Literal["hexcheck/rulings/1"]
    agree: int
    questions: int
    rulings: tuple[CheckedRuling, ...]


class ChangedText(Said, frozen=True):
    """An entry of the rules that is new, gone or changed."""

    kind: str
    name: str
    change: str
    before: str
    after: str
    says_the_same: bool
    how: str


class ChangedAnswer(Said, frozen=True):
    """A question with what is answered before and after."""

    question: str
    before: str
    after: str


class ChangedPlay(Said, frozen=True):
    """Cards that play otherwise, the situations in which they do, and the smallest scene that shows it."""

    cards: tuple[str, ...]
    situations: tuple[str, ...]
    scene: str
    questions: tuple[ChangedAnswer, ...]


class ChangedFact(Said, frozen=True):
    """A scene in which what a changed norm speaks of is answered otherwise."""

    about: str
    scene: str
    question: str
    before: str
    after: str


class ChangedRuling(Said, frozen=True):
    """A ruling that comes out otherwise."""

    ruling: str
    file: str
    line: int
    question: str
    changes: str
    before: str
    after: str
    scene: str
    source: str
    since: str


class ComparedFinding(Said, frozen=True):
    """A finding as far as it is compared."""

    code: str
    name: str
    severity: Severity
    message: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    fingerprint: str
    witness: str


class ChangedFinding(Said, frozen=True):
    """A finding that became another one."""

    before: ComparedFinding
    after: ComparedFinding


class ChangedFindings(Said, frozen=True):
    """Findings that go, come and change, and the analyses that gave up."""

    gone: tuple[ComparedFinding, ...]
    new: tuple[ComparedFinding, ...]
    changed: tuple[ChangedFinding, ...]
    not_compared: tuple[str, ...]


class GameChanges(Said, frozen=True):
    """What amendments change in one game, and how far it was looked; `late` is what the time did not do for."""

    game: str
    amendments: tuple[str, ...]
    late: tuple[str, ...]
    observable: bool
    extent: Extent
    scope: str
    text: tuple[ChangedText, ...]
    play: tuple[ChangedPlay, ...]
    asked: tuple[ChangedFact, ...]
    rulings: tuple[ChangedRuling, ...]
    findings: ChangedFindings
    clashes: tuple[Clash, ...] = ()


class Changes(Said, frozen=True):
    """What amendments change, game by game."""

    schema: Literal["hexcheck/changes/1"]
    games: tuple[GameChanges, ...]


class Deals(Said, frozen=True):
    """The deals of one game that were looked at, those that were left, and of several what they say together."""

    schema: Literal["hexcheck/deals/1"]
    game: str
    until: str
    states: int
    defaults: bool
    deals: tuple[DealResult, ...]
    left: tuple[LeftDeal, ...]
    summary: DealSummary | None = None


class ReportQuestion(Said, frozen=True):
    """A question of a publisher's report: its scene, what the rules say, how often it matters, what would settle it,
    and for each answer that has one the sentence to print (`wordings`); `section` is that of the rulebook; `news` is `new` or `changed` where it is so since another edition."""

    number: int
    title: str
    scene: str
    says: str
    severity: str
    often: str
    wording: str
    codes: tuple[str, ...]
    clauses: tuple[str, ...]
    news: str = ""
    section: str = ""
    wordings: tuple[tuple[str, str], ...] = ()


class RuledAnswer(Said, frozen=True):
    """A question of a ruling, with the answer that it expects."""

    question: str
    answer: str


class FoundPassage(Said, frozen=True):
    """A clause, ruling, card or known open point that speaks of what was looked for."""

    game: str
    kind: str
    name: str
    section: str
    says: str
    clauses: tuple[str, ...]
    answers: tuple[RuledAnswer, ...]


class FoundPassages(Said, frozen=True):
    """What speaks of some words, of each kind the nearest first."""

    schema: Literal["hexcheck/found/1"]
    found: tuple[FoundPassage, ...]


FORMATS: dict[str, type[Said]] = {
    "answer": Answers,
    "findings": Findings,
    "rulings": Rulings,
    "changes": Changes,
    "deals": Deals,
    "found": FoundPassages,
}
"""The formats by name, each with its record: `schemas/NAME-1.json` is its JSON Schema."""


def to_json(record: Said) -> str:
    """The record as `--format json` prints it."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode()
