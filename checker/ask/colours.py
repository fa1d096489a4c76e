"""Text as it is printed: how wide it is, and verdicts and severities in colour, where a terminal shows colours and nobody asks for none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

STYLES = {
    "forced": "bold green",
    "ambiguous": "bold yellow",
    "silent": "bold blue",
    "contradiction": "bold red",
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold blue",
    "illegal": "red",
}
SAID = (
    r"^ *(?:(?P<forced>FORCED)|(?P<ambiguous>AMBIGUOUS)|(?P<silent>SILENT)|(?P<contradiction>CONTRADICTION))\b",
    r"^(?:\S+: )?(?:(?P<error>error HX\d+)|(?P<warning>warning HX\d+)|(?P<note>note HX\d+)):",
    r"(?P<illegal>this is illegal)\b",
)
"""What of a line is shown in a style, by its name."""
WIDTH = 100
LEAST = 40

_COLUMNS: ContextVar[int] = ContextVar("columns", default=WIDTH)


def say(lines: Iterable[str]) -> None:
    """Prints the lines, as wide as a narrow terminal."""
    with printed():
        show = showing()
        for line in lines:
            show(line)


def showing() -> Callable[[str], object]:
    """What prints a line: in colour on a terminal, unless NO_COLOR or a terminal that has none says otherwise."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return print
    from rich.console import Console
    from rich.text import Text
    from rich.theme import Theme

    console = Console(file=sys.stdout, highlight=False, theme=Theme(STYLES, inherit=False))

    def painted(line: str) -> None:
        text = Text(line)
        for pattern in SAID:
            text.highlight_regex(pattern)
        console.print(text, soft_wrap=True)

    return painted


def columns() -> int:
    """The most characters of a line."""
    return _COLUMNS.get()


@contextmanager
def printed() -> Iterator[None]:
    """What is made meanwhile fits standard output, if that is a terminal; never wider than in a file."""
    wide = WIDTH
    if sys.stdout.isatty():
        import shutil

        wide = shutil.get_terminal_size((WIDTH, 24)).columns
    token = _COLUMNS.set(max(LEAST, min(WIDTH, wide)))
    try:
        yield
    finally:
        _COLUMNS.reset(token)
