"""What `report` does: each game's report, written as Markdown with its pictures, as a page, and on paper."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

from checker.ask.game_session import Desk
from checker.check.finding_formats import FormattedReport, as_json
from checker.check.progress_bar import progress_bar
from checker.check.run_checks import found_in, seats
from checker.kernel.source import InputError, Place, Problem
from checker.process.outputs import STANDARD, writable, written
from checker.report.as_html import as_html
from checker.report.as_markdown import PICTURES, as_markdown, picture_name
from checker.report.as_pdf import as_pdf, can_be_set
from checker.report.build import Sources, report_of
from checker.report.content import Clarification
from checker.report.frequencies import played
from checker.report.kept_findings import FILE, kept_findings
from checker.report.since import findings_of, since

MARKDOWN, PAGE, PAPER = "clarifications.md", "clarifications.html", "clarifications.pdf"

ANALYSES, GAMES = 0.6, 0.5
"""The part of the time after which no analysis goes on, and that of what is left after which no game is played."""


class ReportPlan(NamedTuple):
    """What a report is made of: players, scope, processes, memory, seed, seconds (0 is no bound), findings that are
    taken from a file, and the edition that it is compared with, with what lays the rules of a folder ready."""

    players: str = "3-6"
    scope: str = "pairs"
    jobs: int = 0
    memory: int = 0
    seed: int = 0
    seconds: int = 0
    kept: Path | None = None
    since: Path | None = None
    old: Callable[[str, Path], Desk] | None = None


def made(desk: Desk, plan: ReportPlan) -> tuple[Clarification, FormattedReport]:
    """The report of one game, with the findings that it is made from.

    Raises InputError for findings or an edition of no use, and KeyboardInterrupt where somebody interrupts it.
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
    numbers = tuple(found.scope.get("players") or desk.seated(seats(plan.players)))
    now = time.monotonic()
    sample = played(desk, numbers, plan.seed, plan.jobs, now + GAMES * (whole - now))
    if sample is not None and sample.interrupted:
        raise KeyboardInterrupt
    edition, news = since(plan.since, before, found) if plan.since is not None and before is not None else (None, {})
    return report_of(desk, Sources(found, sample, plan.seed, edition, news), plan.jobs, whole), found


def published(desks: list[Desk], out: Path, plan: ReportPlan) -> Iterator[str]:
    """One line for each file written, in a folder of the game's name below `out`; the Markdown itself for `-`.

    Raises InputError where nothing can be written, and KeyboardInterrupt where the report was interrupted: what was
    there before then stays as it was.
    """
    for desk in desks:
        if str(out) != STANDARD:
            _folder(out / desk.name)
        told, found = made(desk, plan)
        yield from (as_markdown(told, False),) if str(out) == STANDARD else _written(out / desk.name, told, found)


def _found(desk: Desk, plan: ReportPlan, until: float) -> FormattedReport:
    with progress_bar() as shown:
        return found_in(desk, plan.players, plan.scope, plan.jobs, shown, plan.memory, until)


def _written(folder: Path, told: Clarification, found: FormattedReport) -> Iterator[str]:
    pictures = {picture_name(one): one.picture for one in told.questions if one.picture}
    for old in (folder / PICTURES).glob("*.svg"):
        if old.name not in pictures:
            old.unlink()
    for name, picture in pictures.items():
        written(folder / PICTURES / name, picture + "\n")
    for name, content in ((MARKDOWN, as_markdown(told)), (PAGE, as_html(told)), (FILE, as_json([found]))):
        written(folder / name, content)
        yield f"{folder / name}: {told.number} questions" if name != FILE else f"{folder / name}: for `--since`"
    if can_be_set():
        written(folder / PAPER, as_pdf(told))
        yield f"{folder / PAPER}"
    else:
        yield f"{folder / PAPER} is not written: `pip install hexcheck[report]` installs what sets it"


def _folder(path: Path) -> None:
    try:
        (path / PICTURES).mkdir(parents=True, exist_ok=True)
        for name in (MARKDOWN, PAGE, FILE, PAPER):
            writable(path / name)
    except OSError as error:
        raise InputError(Problem(Place(str(path), 1), f"this cannot be written: {error.strerror}")) from None
