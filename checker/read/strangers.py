"""Names in amendments that nothing bears: cards for which a clause speaks, clauses that a card cites."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from checker.kernel.source import Place, Problem
from checker.read.files import Entry, Line
from checker.read.naming import near
from checker.read.source import Source

SPEAKERS = ("rule", "clarification")
"""What a clause may speak as besides cards and their kinds."""


def strangers(source: Source, files: frozenset[str]) -> Iterator[Problem]:
    """A problem for each name in these files that is neither in the rules nor was taken out of them."""
    every = [*source.rules, *source.removed]
    spoken = _classes(source)
    for entry in source.rules.values():
        for line in entry.lines:
            if line.place.file not in files:
                continue
            if line.key == "for" and entry.head.key == "clause" and line.rest not in spoken:
                cards = [k for k in every if k.startswith("card ")]
                yield _problem(line, line.rest, f"no card is called `{line.rest}`", near(line.rest, cards))
            if line.key in ("clauses", "by") and entry.head.key == "card":
                clauses = [k for k in every if k.startswith("clause ")]
                for name in line.rest.split():
                    if f"clause {name}" not in clauses:
                        yield _problem(line, name, f"there is no clause `{name}` to cite", near(name, clauses))


def _classes(source: Source) -> set[str]:
    """What a norm may speak as: titles, kinds, and whatever some clause outranks or lets outrank others."""
    entries = (*source.rules.values(), *source.words.values())
    kinds = chain.from_iterable(_kinds(e) for e in entries)
    quoted = (part for e in entries for x in e.lines if "speaks as" in x.rest for part in x.rest.split('"')[1::2])
    titles = (k.partition(" ")[2] for k in (*source.rules, *source.removed) if k.startswith("card "))
    return {*SPEAKERS, *kinds, *quoted, *titles}


def _kinds(entry: Entry) -> Iterator[str]:
    lines = [x.rest for x in (entry.head, *entry.lines) if x.key == "kinds"]
    yield from (kind.strip() for text in lines for kind in text.split(","))


def _problem(line: Line, name: str, message: str, hint: str) -> Problem:
    at = line.whole.find(name)
    return Problem(Place(line.place.file, line.place.line, at + 1 if at >= 0 else 1), message, line.whole, hint)
