"""What is said of the words at a place: a clause in words, what a phrase means, a card's text and rulings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from checker.editor.symbols import definition
from checker.editor.workspace import Reading, Workspace, text_of
from checker.kernel.source import InputError
from checker.load.vocabulary_reader import FORM_HEADS

LINES = 40
"""So many lines are said at most."""

Show = Callable[[str], list[str]]
"""Everything that belongs to a card, a clause or a phrase, as `show` says it."""


def hovered(workspace: Workspace, reading: Reading, key: str, show: Show | None) -> str:
    """What is said of the entry, as Markdown: how it is written, and all that belongs to it in the rules."""
    kind, _, name = key.partition(" ")
    written = entry_text(workspace, reading, key)
    wording = name if kind in ("clause", "card") else phrase_of_entry(written)
    said: list[str] = []
    if show is not None and wording and kind not in FORM_HEADS:
        with suppress(InputError):  # nothing more is known of it
            said = show(wording)
    shown = said if kind in ("clause", "card") and said else [*written, *said[1:]]
    more = ["…"] if len(shown) > LINES else []
    return "\n".join(("```text", *[line.replace("```", "'''") for line in shown[:LINES]], *more, "```"))


def entry_text(workspace: Workspace, reading: Reading, key: str) -> list[str]:
    """The lines of the entry, as they are written."""
    found = definition(workspace, reading, key)
    if found is None:
        return []
    lines = text_of(workspace, found.path).split("\n")[found.span.line :]
    end = next((n for n, line in enumerate(lines[1:], 1) if not line[:1].isspace()), len(lines))
    return lines[:end]


def phrase_of_entry(written: list[str]) -> str:
    """The first wording of an entry of the vocabulary."""
    quoted = written[0].split('"')[1::2] if written else []
    return next((q.split(" | ")[0] for q in quoted if q), "")
