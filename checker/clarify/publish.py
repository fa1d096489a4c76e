"""What `report` does: the clarification report of each game, written as Markdown and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from checker.ask.game_session import Desk
from checker.check.run_checks import progress_bar, report
from checker.clarify.report_html import as_page
from checker.clarify.report_markdown import as_markdown
from checker.clarify.report_model import Clarification, clarification
from checker.kernel.source import InputError, Place, Problem
from checker.process.outputs import STANDARD, writable, written

FILES = ("clarifications.md", "clarifications.html")


def published(desks: list[Desk], out: Path, players: str, scope: str, jobs: int, memory: int) -> Iterator[str]:
    """One line for each file written: two a game, in a folder of its name below `out`; the Markdown itself for `-`.

    Raises InputError where nothing can be written, and KeyboardInterrupt where the analyses were interrupted:
    what was there before then stays as it was.
    """
    for desk in desks:
        if str(out) != STANDARD:
            _folder(out / desk.name)
        with progress_bar() as progress:
            found = report(desk, players, scope, jobs, progress, memory)
        if found.interrupted:
            raise KeyboardInterrupt
        made = clarification(desk, found, jobs)
        yield from (as_markdown(made),) if str(out) == STANDARD else _written(out / desk.name, made)


def _written(folder: Path, made: Clarification) -> Iterator[str]:
    text = as_markdown(made)
    for name, content in zip(FILES, (text, as_page(made.title, text)), strict=True):
        path = folder / name
        written(path, content)
        yield f"{path}: {len(made.questions)} questions"


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            writable(path / name)
    except OSError as error:
        raise InputError(Problem(Place(str(path), 1), f"this cannot be written: {error.strerror}")) from None
