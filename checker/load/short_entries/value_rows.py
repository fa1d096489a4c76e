"""Values told in rows, `table the rank of C: two 2, ace 14` and on a card `has cost 2, power 3`: each becomes a norm."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import structs

from checker.kernel.source import InputError, Place, Problem
from checker.load.apply_erratum import norms, other_norm, with_norm
from checker.syntax.files import Entry, SourceLine

TABLE, HAS = "table", "has"
"""The keys of a clause's rows, and of a card's."""
_SUBJECT = re.compile(r"(?P<what>.*\b(?P<one>[A-Z]\d*)): ")
_ROW = re.compile(r"\s*(?P<of>.*\S)\s+(?P<value>\S+)\s*")
_NORM = re.compile(r"(the value of .+?) is .+( if .+)")
_EXPECTED = {
    TABLE: ("`table the rank of C: two 2, three 3`, the value last", "`a1 or b1 1` for several things of one value"),
    HAS: ("`has cost 2, power 3`, the value last", "what is called `the cost of C`"),
}


def written_out(entry: Entry) -> Entry:
    """The entry with a norm for each row. Raises InputError for a row that is none."""
    if not any(line.key in _EXPECTED for line in entry.lines):
        return entry
    return Entry(entry.head, tuple(one for line in entry.lines for one in _norms(line, entry.head.rest)))


def with_values(entry: Entry, lines: tuple[SourceLine, ...]) -> Entry:
    """The entry with a norm for each row in the place of the one that gave this value of these things, or behind all."""
    for line in lines:
        for norm in _norms(line, entry.head.rest):
            said = _parts(norm)
            at = [n for n, i in enumerate(norms(entry), 1) if _parts(entry.lines[i]) == said]
            entry = other_norm(entry, at[0], norm) if at else with_norm(entry, norm)
    return entry


def _parts(line: SourceLine) -> tuple[str, ...] | None:
    found = _NORM.fullmatch(line.rest)
    return found.groups() if found else None


def _norms(line: SourceLine, title: str) -> Iterator[SourceLine]:
    if line.key not in _EXPECTED:
        yield line
        return
    subject = _SUBJECT.match(line.rest) if line.key == TABLE else None
    at = subject.end() if subject else 0
    for row in line.rest[at:].split(","):
        found = _ROW.fullmatch(row)
        if found is None or (line.key == TABLE and subject is None):
            shape, hint = _EXPECTED[line.key]
            place = Place(line.place.file, line.place.line, line.place.column + at)
            raise InputError(line.located(Problem(place, f"expected {shape}", line.whole, hint)))
        value = re.sub(r"^-(?=\d+$)", "0 minus ", found["value"])
        if subject:
            things = " or ".join(f"{subject['one']} is {one}" for one in found["of"].split(" or "))
            said = f"the value of {subject['what']} is {value} if {things}"
        else:
            said = f"the value of the {found['of']} of C is {value} if C is {title}"
        place = Place(line.place.file, line.place.line, line.place.column + at, said)
        yield structs.replace(line, key="norm", rest=said, place=place, below=())
        at += len(row) + 1
