"""The content of a report, from the rules, what is found in them, a sample of random games, and rulings marked with `faq`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from checker.ask.game_session import Desk
from checker.check.finding_formats import FormattedReport
from checker.check.sample_games import Sample
from checker.explore.cards.finding_builders import of_card
from checker.kernel.game import Card, Game
from checker.kernel.scene import Expected
from checker.kernel.verdict import Finding, Verdict
from checker.report.content import AppendixTable, Clarification, Edition, PlayerQuestion, ReportedQuestion
from checker.report.evidence import Evidence, evidence
from checker.report.frequencies import frequency, order
from checker.report.questions import (
    QuestionDraft,
    drafts,
    housekeeping,
    of_a_text,
    of_one_cause,
    points_asked,
    question,
    sentence,
)
from checker.report.sides import clipped
from checker.report.wordings import Tried, Wordings
from checker.verdicts.point_wording import capital, wording_of_finding
from checker.verdicts.verdict import Answer

MOST_REASONS = 2
"""So many clauses at most are given as the reason."""
_NUMBERED = re.compile(r"(.*\D)(\d+)")


def asked_by_players(desk: Desk) -> Iterator[PlayerQuestion]:
    """Each question that is marked, in the order of the files, with what the rules answer to it now."""
    words = {c.id: c.summary for c in desk.game.clauses}
    for scene in desk.rulings():
        if not any(item.expected and item.expected.asked for item in scene.items):
            continue
        for item, answer in desk.answers(scene):
            if item.expected is not None and item.expected.asked:
                ids = tuple(dict.fromkeys(c for c in _reasons(item.expected, answer) if c in words))[:MOST_REASONS]
                reason = tuple(words[c] for c in ids)
                yield PlayerQuestion(item.expected.asked, _said(answer), reason, ids)


def _said(answer: Answer) -> str:
    if answer.verdict is not Verdict.FORCED:
        return "The rules do not settle this; agree on it before you play."
    return f"{capital(answer.value)}."


def _reasons(expected: Expected, answer: Answer) -> Iterator[str]:
    """The clauses that are expected to decide, or to be cited; else those that decide."""
    for group in (*expected.by, *expected.because):
        yield from [c for c in group if c in answer.clauses][:1]
    if not expected.clauses:
        yield from answer.deciding


CUT = "This report was cut off before it was whole: what is missing here need not be right."
HOW_FAR = {
    "quick": ", each card by itself",
    "pairs": ", each card by itself and with each other card",
    "tables": ", each card by itself at every table",
    "triples": ", each card by itself and with every two others",
}
"""How far cards were tried, by the name of the scope."""
WHOLE_PAGES = 10
"""So many questions are told at length."""
LONG_ROW = 240


class Sources(NamedTuple):
    """What a report is made from besides the rules: findings, random games from a seed, another edition, the day on
    which it is made, and whether it was cut off before it was whole."""

    found: FormattedReport
    sample: Sample | None = None
    seed: int = 0
    edition: Edition | None = None
    news: Mapping[str, str] = MappingProxyType({})
    made: str = ""
    cut: bool = False


def report_of(desk: Desk, sources: Sources, jobs: int = 1, until: float = inf) -> Clarification:
    """The report; sentences that settle a question are looked for as long as the time lasts."""
    found, game = sources.found, desk.game
    shown = evidence(desk, found.findings, jobs)
    cards, gone = to_be_looked_at(game, found.findings, shown)
    findings = tuple(f for f in found.findings if f.fingerprint not in gone)
    ranked = sorted(_drafted(game, findings, shown), key=lambda one: _rank(sources, one))
    tried = settling(desk, ranked, jobs, until)
    asked = [_question(desk, sources, one, n, said) for n, (one, said) in enumerate(zip(ranked, tried, strict=True), 1)]
    return Clarification(
        game.name,
        f"{desk.title}: what the rules leave to be settled",
        tuple(_examined(desk, sources, len(asked))),
        order(sources.sample, sources.seed, sources.cut),
        tuple(asked[:WHOLE_PAGES]),
        tuple(asked[WHOLE_PAGES:]),
        tuple(asked_by_players(desk)),
        cards,
        tuple(_tables(game, findings, shown)),
        sources.edition,
        tuple(clipped(f"{c.analysis.replace('-', ' ')}: {c.extent.value}, {c.scope}", LONG_ROW) for c in found.checked),
        tuple(assumed(game)),
    )


def _drafted(game: Game, findings: Iterable[Finding], shown: dict[str, Evidence]) -> Iterator[QuestionDraft]:
    return of_one_cause(game, drafts(game, findings, shown))


def points_in_question(desk: Desk, findings: Sequence[Finding], jobs: int) -> tuple[str, ...]:
    """The names of all points that questions of the report hang on."""
    shown = evidence(desk, findings, jobs)
    _, gone = to_be_looked_at(desk.game, findings, shown)
    left = [f for f in findings if f.fingerprint not in gone]
    return tuple(sorted({p for one in _drafted(desk.game, left, shown) for p in one.points}))


def _rank(sources: Sources, draft: QuestionDraft) -> tuple[float, int, float, str]:
    often = frequency(sources.sample, draft.points)
    share, met = (often.share, often.met) if often is not None else (0.0, 0)
    return -share, draft.grave, -met, draft.findings[0].fingerprint


def settling(desk: Desk, each: Iterable[QuestionDraft], jobs: int, until: float = inf) -> Iterator[Tried]:
    """For each question the sentences that settle it; where nothing is open, those that the game has for it."""
    drafted = list(each)
    tried = Wordings(desk, jobs)
    scenes = [(d.shown.scene, points_asked(desk.game, d)) for d in drafted if d.shown.answer.points]
    found = tried.each(scenes, until)
    for one in drafted:
        own = wording_of_finding(desk.game, one.findings[0])
        yield next(found) if one.shown.answer.points else tried.of_finding(own) if own is not None else Tried()


def _question(desk: Desk, sources: Sources, draft: QuestionDraft, number: int, settling: Tried) -> ReportedQuestion:
    """The question in print, with sentences that settle it."""
    states = {sources.news.get(f.fingerprint, "") for f in draft.findings}
    news = next((s for s in sorted(states, reverse=True) if s), "") if len(states) == 1 else "changed"
    one = question(desk.game, draft, number, settling, frequency(sources.sample, draft.points), news)
    return replace(one, told=with_stand_ins(desk.game, one.told))


def _examined(desk: Desk, sources: Sources, questions: int) -> Iterator[str]:
    """What was looked at, one sentence each."""
    game, found = desk.game, sources.found
    if sources.cut:
        yield CUT
    formal = sum(not c.informal for c in game.clauses)
    printed = sum(not c.made_up for c in game.cards)
    cards = f", and {printed} cards" if printed else ""
    yield f"The rules were read as {len(game.clauses)} numbered clauses, {formal} of which decide something in play{cards}."
    if told := rebuilt(game):
        yield told
    if game.amendments:
        yield f"As amended by: {'; '.join(game.amendments)}."
    seats = found.scope.get("players") or ()
    if seats:
        many = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
        tried = HOW_FAR.get(str(found.scope.get("scope")), "")
        yield f"Looked at for {many} players{tried}."
    many = f"{questions} questions" if questions != 1 else "One question"
    yield f"{many} for players to stumble on; what is only housekeeping stands in the appendix."
    yield f"Edition of the rules: {desk.key[:8]}. Made with hexcheck {version('hexcheck')}{f' on {sources.made}' if sources.made else ''}."


# -- the appendix ------------------------------------------------------------------------------


def _tables(game: Game, findings: Iterable[Finding], shown: dict[str, Evidence]) -> Iterator[AppendixTable]:
    """What is no question for players, a table for each analysis."""
    from checker.check.analysis_pages import about

    rest = sorted(
        (f for f in findings if housekeeping(game, f, shown.get(f.fingerprint))), key=lambda f: (f.name, f.message)
    )
    for name, group in groupby(rest, key=lambda f: f.name):
        told = [*group]
        rows = [row for one in told for row in _rows(one)]
        yield AppendixTable(name.replace("-", " ").capitalize(), _first(about(told[0].code)), tuple(rows))


def _rows(found: Finding) -> Iterator[tuple[str, str]]:
    """One row, or one for each of those that it was joined from; with a place in the rules."""
    for one in found.instances or (found,):
        where = ", ".join((*one.clauses, *(c for c in one.cards if c not in one.clauses))[:6])
        yield where, clipped(sentence(one.message), LONG_ROW)


def _first(text: str) -> str:
    """The first sentence."""
    return f"{text.partition('. ')[0].rstrip('.')}."


def rebuilt(game: Game) -> str:
    """Which cards were not at hand, in one sentence; nothing where all were."""
    titles = [c.title for c in game.cards if c.copies and c.copies_source == "assumed"]
    if not titles:
        return ""
    said = f"The printed faces of {len(titles)} cards were not at hand, and were reconstructed from what the rulebook says of them"
    return f"{said}: {', '.join(in_rows(titles))}."


def in_rows(titles: Iterable[str]) -> Iterator[str]:
    """The titles, those that differ in their number alone from the first of them to the last."""
    parts = [found.groups() if (found := _NUMBERED.fullmatch(title)) else (title, "") for title in titles]
    for name, group in groupby(parts, key=lambda part: part[0]):
        numbers = [number for _, number in group]
        yield f"{name}{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{name}{numbers[0]}"


def assumed(game: Game) -> Iterator[str]:
    """What was supposed of cards that were not at hand, a line for each thing supposed."""
    each = [(what, c.title) for c in game.cards if not c.made_up for what in c.assumed]
    for what in dict.fromkeys(what for what, _ in each):
        yield f"{', '.join(in_rows(title for w, title in each if w == what))}: {what}"


def to_be_looked_at(
    game: Game, findings: Iterable[Finding], shown: Mapping[str, Evidence]
) -> tuple[tuple[tuple[str, str], ...], frozenset[str]]:
    """What only a printed card says, card by card, and the fingerprints of the findings that say no more than that, or
    that are about a card that was made up."""
    cards = {c.title: c for c in game.cards}
    titles, gone = set[str](), set[str]()
    for found in findings:
        of = [cards[t] for t in found.cards if t in cards]
        one = shown.get(found.fingerprint)
        if of and all(c.made_up for c in of):
            gone.add(found.fingerprint)
        elif any(map(_open, of)) and _by_a_card(game, found, one):
            titles |= {c.title for c in of if not c.made_up}
            gone.add(found.fingerprint)
    rows = ((c.title, _open(c)) for c in game.cards if c.title in titles)
    return tuple(row for row in rows if row[1]), frozenset(gone)


def _by_a_card(game: Game, found: Finding, shown: Evidence | None) -> bool:
    """The finding comes to this: what its card prints is not known."""
    if found.point or not found.cards:
        return False
    kinds = {p.key[1] for p in shown.answer.points} if shown is not None else set[object]()
    if "kind" in kinds and kinds <= {"kind", "unregulated"}:
        return True
    says = found.message in map(of_card, found.cards) or found.message.startswith(f"`{found.cards[0]}` does not say ")
    return says or (shown is not None and of_a_text(game, found, shown.answer))


def _open(card: Card) -> str:
    """What is not known of the card, in words."""
    unsure = [f"whether it is of the kind “{kind}”" for kind in card.unsure]
    return "; ".join((*("what its effect is" if what == "effect" else what for what in card.unstated), *unsure))


def with_stand_ins(game: Game, told: tuple[str, ...]) -> tuple[str, ...]:
    """What is told, and of cards in it that were made up that they are."""
    made_up = [c.title for c in game.cards if c.made_up and any(c.title in line for line in told)]
    return (*told, *(f"{title} is no printed card: it stands for any of its kind" for title in made_up))
