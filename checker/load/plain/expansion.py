"""Sentences that stand below the title of an erratum, as the entries that say them."""

from __future__ import annotations

import re

import msgspec

from checker.kernel.source import InputError, Near, Place, Problem
from checker.load.durations import spoken
from checker.load.entries import ALL_HEADS, Source
from checker.load.plain.reading import NotRead, PlainErrata
from checker.syntax.files import Entry, SourceLine, entries

IDLE_HINT = "the nearest phrases are"
AS_NOW = re.compile(r'"([^"]+)" becomes "\1"\.$| now reads: ')
"""A sentence that says of a rule what it says already."""
MOST_SHOWN = 5
"""So many clauses are shown that a sentence may speak of."""


def in_full(entry: Entry, source: Source) -> tuple[Entry, ...]:
    """The entries that the sentence says, on its line of the file. Raises InputError if it is not read."""
    line = entry.head
    number = next(n for n in range(1, 1000) if f"clause E-{n}" not in source.rules)
    words = spoken(source.words.values(), source.rules)
    errata = PlainErrata(words, source.words, source.rules, source.alike)
    try:
        formal = errata.formal(line.rest, number)
    except NotRead as error:
        near = (
            _shown(errata.spoken.clauses[rule], source.name, way)
            for rule, way in errata.near(line.rest, number, MOST_SHOWN)
        )
        hint = "" if error.hint.startswith(IDLE_HINT) else error.hint
        raise InputError(
            Problem(line.place, error.message.partition("; expected ")[0], line.whole, hint, tuple(near))
        ) from None
    return tuple(_placed(one, line.place) for one in entries(formal, line.place.file, ALL_HEADS))


def _shown(clause: Entry, game: str, way: str) -> Near:
    """The clause in words, with its section, and a sentence that changes it."""
    name, _, rest = clause.head.rest.partition(" ")
    as_now = AS_NOW.search(way) is not None
    return Near(game, "clause", name, rest.partition('"')[2].removesuffix('"'), clause.text("says"), way, as_now)


def _placed(entry: Entry, where: Place) -> Entry:
    """The entry as if it stood on that line: what is told of it shows the words that it was read as."""

    def at(one: SourceLine) -> SourceLine:
        return msgspec.structs.replace(one, place=Place(where.file, where.line, one.place.column, one.rest))

    return Entry(at(entry.head), tuple(map(at, entry.lines)))
