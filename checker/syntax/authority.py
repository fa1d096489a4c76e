"""The lines that say where a ruling or a clause comes from, and since when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.kernel.game import Authority
from checker.kernel.source import Problem
from checker.syntax.files import SourceLine

_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")


def authority(old: Authority, key: str, rest: str) -> tuple[Authority, str]:
    """Who says so and since when, with what the line adds; and what is wrong with the line, if anything is."""
    text = rest.strip('"')
    if getattr(old, key):
        return old, f"a second `{key}`"
    if key == "source":
        return Authority(text, old.since), "" if text else 'expected `source "WHO OR WHAT SAYS SO"`'
    dated = _DATE.fullmatch(text)
    return Authority(old.source, text), "" if dated else 'expected a year, a month or a day: `since "2004-05"`'


def of_lines(lines: Iterable[SourceLine]) -> tuple[Authority, list[Problem]]:
    """What the lines `source` and `since` of an entry say together, and what is wrong with them."""
    found, problems = Authority(), []
    for line in lines:
        found, wrong = authority(found, line.key, line.rest)
        problems += [line.problem(wrong)] if wrong else []
    return found, problems
