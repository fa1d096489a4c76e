"""Names that nothing bears: cards for which a clause speaks, clauses that cards, steps and sentences rest on or outrank."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from checker.kernel.source import Place, Problem
from checker.load.apply_erratum import edges, norms
from checker.load.entries import Source
from checker.load.name_hints import bearer, near
from checker.load.vocabulary_reader import UNKIND
from checker.syntax.files import Entry, SourceLine

SPEAKERS = ("rule", "clarification")
"""What a clause may speak as besides cards and their kinds."""
PERMISSIONS = "permissions"
"""What a clause may outrank that is no name."""

_BY = re.compile(r'\bby "([^"]*)",', re.IGNORECASE)


def strangers(source: Source, files: frozenset[str]) -> Iterator[Problem]:
    """A problem for each name that is neither in the rules nor was taken out of them; the files are those of amendments."""
    every = [*source.rules, *source.removed]
    spoken = _classes(source)
    cards, clauses = ([k for k in every if k.startswith(kind)] for kind in ("card ", "clause "))
    for entry in (*source.rules.values(), *source.words.values()):
        for line in entry.lines:
            if line.key == "for" and entry.head.key == "clause" and line.rest not in spoken:
                yield _problem(line, line.rest, f"no card is called `{line.rest}`", near(line.rest, cards))
            for name in _cited(entry, line):
                if f"clause {name}" not in clauses:
                    yield _problem(line, name, f"there is no clause `{name}` to cite", near(name, clauses))
            for name in line.rest.split() if line.key == "over" else ():
                if not _ranks(source, name, not files or line.place.file in files):
                    hint = near(name, (*clauses, *cards))
                    yield _problem(line, name, f"there is no clause `{name}` to outrank", hint)


def _cited(entry: Entry, line: SourceLine) -> Iterator[str]:
    """The clauses that the line rests on."""
    if entry.head.key in ("card", "stand-in") and line.key in ("clauses", "by", "because"):
        yield from line.rest.split()
    elif line.key == "step" and entry.head.key != "property":
        yield from edges(line).clauses
    if line.key.partition("[")[0] in ("text", "norm", "step", "does", "last"):
        yield from (name for listed in _BY.findall(line.rest) for name in listed.split())


def _ranks(source: Source, name: str, exactly: bool) -> bool:
    """There is, or was, something of the name that can be outranked; `exactly` if a norm has to have its number."""
    owner = bearer(name)
    keys = (f"clause {owner}", f"card {owner}")
    if name == PERMISSIONS or any(key in source.removed for key in keys):
        return True
    entry = next((source.rules[key] for key in keys if key in source.rules), None)
    if entry is None or owner == name or not exactly:
        return entry is not None
    return 0 < int(name.rpartition(".")[2]) <= len(norms(entry))


def _classes(source: Source) -> set[str]:
    """What a norm may speak as: titles, kinds, and whatever some clause outranks or lets outrank others."""
    entries = (*source.rules.values(), *source.words.values())
    kinds = chain.from_iterable(_kinds(e) for e in entries)
    quoted = (part for e in entries for x in e.lines if "speaks as" in x.rest for part in x.rest.split('"')[1::2])
    titles = (k.partition(" ")[2] for k in (*source.rules, *source.removed) if k.startswith("card "))
    return {*SPEAKERS, *kinds, *quoted, *titles}


def _kinds(entry: Entry) -> Iterator[str]:
    lines = [x.rest.removeprefix(UNKIND) for x in (entry.head, *entry.lines) if x.key == "kinds"]
    yield from (kind.strip() for text in lines for kind in text.split(","))


def _problem(line: SourceLine, name: str, message: str, hint: str) -> Problem:
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    if found := word.search(line.whole):
        return Problem(Place(line.place.file, line.place.line, found.start() + 1), message, line.whole, hint)
    at = found.start() if (found := word.search(line.rest)) else 0
    place = Place(line.place.file, line.place.line, line.place.column + at)
    return line.located(Problem(place, message, line.whole, hint))
