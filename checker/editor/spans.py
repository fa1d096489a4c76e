"""Where in a text something stands: lines and columns from 0, as editors count."""

from __future__ import annotations

from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.syntax.lexer import pieces


class Span(Record):
    """A part of one line."""

    line: int
    start: int
    end: int


def word_at(text: str, place: Place) -> Span:
    """The word, number or quoted text that begins at the place; the rest of the line where none does."""
    lines = text.split("\n")
    line = place.line - 1
    whole = lines[line] if 0 <= line < len(lines) else ""
    start = min(place.column - 1, len(whole))
    end = next((e for _, s, e in pieces(whole) if s <= start < e), len(whole.rstrip()))
    return Span(max(line, 0), start, max(end, start))
