"""Values told in rows, `table the rank of C: two 2, ace 14` and on a card `has cost 2, power 3`, or by case,
`the value of the draw is 2 if it is night, otherwise 4`: each becomes a norm."""

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
_CASES = re.compile(r"(the value of .+?) is (\S.* if .+), otherwise (.+)")
_LETTER = re.compile(r"\b[A-Z]\d*\b")
_BOUND = re.compile(r"\w+ ([A-Z]\d*) (?:is )?such that")
_NORM = re.compile(r"(the value of .+?) is .+( if .+)")
_EXPECTED = {
    TABLE: ("`table the rank of C: two 2, three 3`, the value last", "`a1 or b1 1` for several things of one value"),
    HAS: ("`has cost 2, power 3`, the value last", "what is called `the cost of C`"),
}


def written_out(entry: Entry) -> Entry:
    """The entry with a norm for each row. Raises InputError for a row that is none."""
    if not any(line.key in _EXPECTED or by_case(line) for line in entry.lines):
        return entry
    return Entry(entry.head, tuple(one for line in entry.lines for one in _norms(line, entry.head.rest)))


def by_case(line: SourceLine) -> bool:
    """The line gives a value by case."""
    return line.key == "norm" and _CASES.fullmatch(line.rest) is not None


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


def _cases(line: SourceLine) -> Iterator[SourceLine]:
    """A norm for each case, in which none of those before it is. Raises InputError where a case speaks of something that
    is not spoken of where the value is told: it would be any such thing in the case, and every one in those behind."""
    found = _CASES.fullmatch(line.rest)
    assert found is not None
    what, told, last = found.groups()
    known = {*_LETTER.findall(what), *_BOUND.findall(told)}
    if loose := next((one for one in _LETTER.findall(told) if one not in known), ""):
        message = f"in a value by case nothing says which `{loose}` is meant"
        raise InputError(line.located(line.problem(message, f"say `there is a … {loose} such that (…)`")))
    before: list[str] = []
    for case in (*re.split(r", (?=[^,]+ if )", told), last):
        value, _, cond = case.partition(" if ")
        conds = [f"({cond})"] * bool(cond) + [f"not ({one})" for one in before]
        said = f"{what} is {value} if {' and '.join(conds)}"
        before += [cond] if cond else []
        place = Place(line.place.file, line.place.line, line.place.column, said)
        yield structs.replace(line, rest=said, place=place, below=())


def _norms(line: SourceLine, title: str) -> Iterator[SourceLine]:
    if by_case(line):
        yield from _cases(line)
        return
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
