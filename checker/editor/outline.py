"""What stands in a text, in order: entries of rules, rulings of scenes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from checker.editor.spans import Span
from checker.editor.symbols import named_in, span_of
from checker.editor.workspace import SCENE, entries_now
from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.load.entries import key_of
from checker.syntax.scene_reader import rulings, statements


class OutlinePart(Record):
    """A part of a text: what it is, its name, what else its headline says, where the name stands, and its last line."""

    kind: str
    name: str
    detail: str
    span: Span
    last: int


def parts(path: Path, text: str) -> tuple[OutlinePart, ...]:
    """The parts of the text; none where it cannot be taken apart."""
    with suppress(InputError):
        return _scenes(path, text) if path.suffix == SCENE else _entries(path, text)
    return ()


def _entries(path: Path, text: str) -> tuple[OutlinePart, ...]:
    found = []
    for entry in entries_now(path, text):
        kind, _, name = key_of(entry.head).partition(" ")
        end = (entry.lines or (entry.head,))[-1]
        last = (end.below[-1].place if end.below else end.place).line - 1
        span = span_of(entry.head, *named_in(entry.head, f"{kind} {name}"))
        found.append(OutlinePart(kind, name or kind, entry.head.rest.removeprefix(name).strip(), span, last))
    return tuple(found)


def _scenes(path: Path, text: str) -> tuple[OutlinePart, ...]:
    found = []
    for group in rulings(statements(text, str(path))):
        first, last = group[0], group[-1].place.line - 1
        title = first.text.partition(" ")[2].strip('"') if first.text.startswith("ruling ") else first.text
        start = first.place.column - 1
        found.append(OutlinePart("ruling", title, "", Span(first.place.line - 1, start, start + len(first.text)), last))
    return tuple(found)
