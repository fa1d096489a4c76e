"""What `report` does: each game's report as Markdown with its pictures, as a page and on paper; what is new since another edition."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import date
from math import inf
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

import msgspec

from checker.ask.game_session import Desk
from checker.check.finding_formats import FormattedReport, as_json
from checker.check.run_checks import in_time, progress_bar, seats
from checker.errata.finding_diff import Findings, different
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Finding
from checker.process.inputs import content, text_of
from checker.process.outputs import STANDARD, writable, written
from checker.process.streams import complain
from checker.report.as_html import as_html
from checker.report.as_markdown import PICTURES, as_markdown, picture_name, sentences
from checker.report.as_pdf import as_pdf, can_be_set
from checker.report.build import Sources, points_in_question, report_of
from checker.report.content import Clarification, Edition
from checker.report.frequencies import GAMES, played
from checker.report.questions import sentence
from checker.session.context import Scope

NEW, CHANGED = "new", "changed"

SCHEMA = "hexcheck/findings/1"
FILE = "findings.json"
"""What the findings of an edition are called beside its report."""


def findings_of(old: Path, game: str, found_in: Callable[[Path], FormattedReport]) -> FormattedReport:
    """The findings of the other edition: those kept in a file, or beside a report in a folder, or those `found_in` the
    rules of a folder. Raises InputError where there is nothing of the kind."""
    if old.is_file():
        return kept_findings(old, game)
    for folder in (old, old / game, old / "reports" / game):
        if (folder / FILE).is_file():
            return kept_findings(folder / FILE, game)
    if not old.is_dir():
        hint = "say a file of findings, the folder of a report, or a folder with the rules as they were"
        raise InputError(Problem(Place(str(old), 1), "there is no edition", "", hint))
    return found_in(old)


def since(old: Path, before: FormattedReport, now: FormattedReport) -> tuple[Edition, dict[str, str]]:
    """What is different since the other edition, and for each finding by its fingerprint whether it is new or changed."""
    told = different(before, now)
    news = {f.fingerprint: NEW for f in told.new} | {c.after.fingerprint: CHANGED for c in told.changed}
    for one in now.findings:
        states = {news.get(f.fingerprint, "") for f in one.instances}
        if states - {""}:
            news[one.fingerprint] = NEW if states == {NEW} else CHANGED
    return Edition(str(old), *_lines(told)), news


def _lines(told: Findings) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    changed = tuple(f"{_line(c.after)} Before: {_line(c.before)}" for c in told.changed)
    return tuple(map(_line, told.new)), tuple(map(_line, told.gone)), changed


def _line(found: Finding) -> str:
    return sentence(found.message)


MARKDOWN, PAGE, PAPER = "clarifications.md", "clarifications.html", "clarifications.pdf"
SENTENCES = "wordings.md"
"""The file with all that is proposed to be printed."""

UNFINISHED, WHOLE = "unfinished", 2
"""The folder in which a report stands until it is whole, and after how many stages it is."""

ANALYSES, GAMES_PART = 0.6, 0.5
"""The part of the time after which no analysis goes on, and that of what is left after which no game is played."""


class ReportPlan(NamedTuple):
    """What a report is made of: players, scope, processes, memory, seed, seconds (0 is no bound), findings that are
    taken from a file, the edition that it is compared with, what lays the rules of a folder ready, and how many random
    games are played."""

    players: str = "3-6"
    scope: str = "pairs"
    jobs: int = 0
    memory: int = 0
    seed: int = 0
    seconds: int = 0
    kept: Path | None = None
    since: Path | None = None
    old: Callable[[str, Path], Desk] | None = None
    games: int = GAMES


class ReportSoFar(NamedTuple):
    """A report as far as it is made, and the findings that it is made from; whether it was interrupted then."""

    told: Clarification
    found: FormattedReport
    interrupted: bool = False


def made(desk: Desk, plan: ReportPlan) -> tuple[Clarification, FormattedReport]:
    """The report of one game, with the findings that it is made from.

    Raises InputError for findings or an edition of no use, and KeyboardInterrupt where somebody interrupts it.
    """
    *_, last = stages(desk, plan)
    if last.interrupted:
        raise KeyboardInterrupt
    return last.told, last.found


def stages(desk: Desk, plan: ReportPlan) -> Iterator[ReportSoFar]:
    """The report as it comes about: what was found, with the games that were played, and whole; none after an interrupt.

    Raises InputError for findings or an edition of no use.
    """
    began = time.monotonic()
    analysed, whole = (began + part * plan.seconds if plan.seconds else inf for part in (ANALYSES, 1))
    before = None

    def of_folder(folder: Path) -> FormattedReport:
        assert plan.old is not None
        return _found(plan.old(desk.name, folder), plan, analysed)

    if plan.since is not None:
        before = findings_of(plan.since, desk.name, of_folder)
    found = kept_findings(plan.kept, desk.name) if plan.kept is not None else _found(desk, plan, analysed)
    found.checked = tuple(
        msgspec.structs.replace(one, table=()) for one in found.checked
    )  # no later report compares them
    edition, news = since(plan.since, before, found) if plan.since is not None and before is not None else (None, {})
    so_far = Sources(found, None, plan.seed, edition, news, date.today().isoformat(), True)
    stopped = found.interrupted and not found.late
    yield ReportSoFar(report_of(desk, so_far, plan.jobs, 0), found, stopped)
    if stopped:
        return
    numbers = tuple(found.scope.get("players") or desk.seated(seats(plan.players)))
    now = time.monotonic()
    points = points_in_question(desk, found.findings, plan.jobs)
    sample = played(desk, numbers, plan.seed, plan.jobs, now + GAMES_PART * (whole - now), plan.games, points)
    so_far = so_far._replace(sample=sample)
    stopped = sample is not None and sample.interrupted
    yield ReportSoFar(report_of(desk, so_far, plan.jobs, 0), found, stopped)
    if stopped:
        return
    try:
        told = report_of(desk, so_far._replace(cut=found.late), plan.jobs, whole)
    except KeyboardInterrupt:
        yield ReportSoFar(report_of(desk, so_far, plan.jobs, 0), found, True)
        return
    yield ReportSoFar(told, found)


def published(desks: list[Desk], out: Path, plan: ReportPlan) -> Iterator[str]:
    """One line for each file written, in a folder of the game's name below `out`; the Markdown itself for `-`.

    Until a report is whole, what there is of it stands in a folder `unfinished` below, and what was there before stays
    as it was. Raises InputError where nothing can be written, and KeyboardInterrupt where the report was interrupted.
    """
    for desk in desks:
        folder = out / desk.name
        if str(out) == STANDARD:
            yield as_markdown(made(desk, plan)[0], False)
            continue
        _folder(folder)
        for number, one in enumerate(stages(desk, plan)):
            if number >= WHOLE and not one.interrupted:
                yield from _written(folder, one.told, one.found)
                rmtree(folder / UNFINISHED, ignore_errors=True)
                continue
            lines = list(_written(folder / UNFINISHED, one.told, one.found, on_paper=False))
            complain(f"{desk.name}: {one.told.number} questions so far in {folder / UNFINISHED}")
            if one.interrupted:
                yield from lines
                raise KeyboardInterrupt


def _found(desk: Desk, plan: ReportPlan, until: float) -> FormattedReport:
    with progress_bar() as shown:
        return in_time(desk, plan.players, plan.scope, plan.jobs, shown, plan.memory, until)


def _written(folder: Path, told: Clarification, found: FormattedReport, on_paper: bool = True) -> Iterator[str]:
    pictures = {picture_name(one): one.picture for one in told.questions if one.picture}
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for old in (folder / PICTURES).glob("*.svg"):
        if old.name not in pictures:
            old.unlink()
    for name, picture in pictures.items():
        written(folder / PICTURES / name, picture + "\n")
    said = f"{told.number} questions"
    files = (
        (MARKDOWN, as_markdown(told), said),
        (PAGE, as_html(told), said),
        (SENTENCES, sentences(told), "what could be printed"),
        (FILE, as_json([found]), "for `--since`"),
    )
    for name, text, what in files:
        written(folder / name, text)
        yield f"{folder / name}: {what}"
    if not on_paper:
        return
    if can_be_set():
        written(folder / PAPER, as_pdf(told))
        yield f"{folder / PAPER}"
    else:
        yield f"{folder / PAPER} is not written: `pip install hexcheck[report]` installs what sets it"


def _folder(path: Path) -> None:
    try:
        (path / PICTURES).mkdir(parents=True, exist_ok=True)
        for name in (MARKDOWN, PAGE, SENTENCES, FILE, PAPER):
            writable(path / name)
    except OSError as error:
        raise InputError(Problem(Place(str(path), 1), f"this cannot be written: {error.strerror}")) from None


def kept_findings(path: Path, game: str) -> FormattedReport:
    """The findings in the file of the game, which may be one of several. Raises InputError for anything else."""
    try:
        said = json.loads(text_of(content(path, str(path)), str(path)))  # of as many lines as it has
    except json.JSONDecodeError as error:
        raise _refused(path, f"this is no JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise _refused(path, "this is nested too deep") from None
    told = [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, dict)]
    if not any(one.get("schema") == SCHEMA for one in told):
        raise _refused(path, f"these are no findings: `{SCHEMA}` is not said of them")
    found = next((one for one in told if one.get("game") == game), None)
    if found is None:
        names = ", ".join(sorted({str(one["game"]) for one in told if "game" in one})) or "no game that is named"
        raise _refused(path, f"there are no findings of `{game}` in it, only of {names}")
    try:
        findings = msgspec.convert([_finding(one) for one in found["findings"]], tuple[Finding, ...])
        checked = msgspec.convert([_tagged(one, "Scope") for one in found["checked"]], tuple[Scope, ...])
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as error:
        raise _refused(path, f"these findings cannot be read: {error}") from None
    return FormattedReport(game, dict(found.get("scope", {})), findings, checked)


def _finding(said: dict[str, Any]) -> dict[str, object]:
    places = [_tagged(place, "Place") for place in said.get("places", ())]
    parts = [_finding(one) for one in said.get("instances", ())]
    return _tagged({**said, "places": places, "instances": parts}, "Finding")


def _tagged(said: dict[str, object], kind: str) -> dict[str, object]:
    return {"type": kind, **said}


def _refused(path: Path, message: str, line: int = 1) -> InputError:
    hint = "`hexcheck check GAME --format json --output FILE` keeps them, and so does every report in `findings.json`"
    return InputError(Problem(Place(str(path), line), message, "", hint))
