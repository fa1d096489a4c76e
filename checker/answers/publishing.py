"""What `report` does: the clarification report of each game, written as Markdown and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from checker.answers.checking import progress_bar, report, written
from checker.answers.clarification import Clarification, clarification
from checker.answers.clarification_page import as_page
from checker.answers.clarification_text import as_markdown
from checker.answers.desk import Desk
from checker.kernel.source import InputError, Place, Problem

NAME = "clarifications"


def published(desks: list[Desk], out: Path, players: str, scope: str, jobs: int, memory: int) -> Iterator[str]:
    """One line for each file written: two a game, in a folder of its name below `out`.

    Raises InputError where nothing can be written, and KeyboardInterrupt where the analyses were interrupted:
    what was there before then stays as it was.
    """
    for desk in desks:
        _folder(out / desk.name)
        with progress_bar() as progress:
            found = report(desk, players, scope, jobs, progress, memory)
        if found.interrupted:
            raise KeyboardInterrupt
        yield from _written(out / desk.name, clarification(desk, found, jobs))


def _written(folder: Path, made: Clarification) -> Iterator[str]:
    text = as_markdown(made)
    for ending, content in (("md", text), ("html", as_page(made.title, text))):
        path = folder / f"{NAME}.{ending}"
        written(path, content)
        yield f"{path}: {len(made.questions)} questions"


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Problem(Place(str(path), 1), f"this cannot be written: {error.strerror}")) from None
