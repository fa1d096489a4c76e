"""Sentences that stand below the title of an erratum, as the entries that say them."""

from __future__ import annotations

import msgspec

from checker.kernel.source import InputError, Place, Problem
from checker.load.durations import spoken
from checker.load.entries import ALL_HEADS, Source
from checker.load.plain.reading import NotRead, PlainErrata
from checker.syntax.files import Entry, SourceLine, entries


def in_full(entry: Entry, source: Source) -> tuple[Entry, ...]:
    """The entries that the sentence says, on its line of the file. Raises InputError if it is not read."""
    line = entry.head
    number = next(n for n in range(1, 1000) if f"clause E-{n}" not in source.rules)
    words = spoken(source.words.values(), source.rules)
    try:
        formal = PlainErrata(words, source.words, source.rules, source.alike).formal(line.rest, number)
    except NotRead as error:
        raise InputError(Problem(line.place, error.message, line.whole, error.hint)) from None
    return tuple(_placed(one, line.place) for one in entries(formal, line.place.file, ALL_HEADS))


def _placed(entry: Entry, where: Place) -> Entry:
    """The entry as if it stood on that line: what is told of it shows the words that it was read as."""

    def at(one: SourceLine) -> SourceLine:
        return msgspec.structs.replace(one, place=Place(where.file, where.line, one.place.column, one.rest))

    return Entry(at(entry.head), tuple(map(at, entry.lines)))
