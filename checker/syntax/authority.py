"""The lines that say where a ruling or a clause comes from, since when it holds, and what is printed of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.kernel.game import Authority, Wording
from checker.kernel.source import Problem
from checker.syntax.files import Entry, SourceLine

_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")

_PRINTED = re.compile(r'"([^"]+)"(?: page (\w[\w-]*))?')
_SENTENCE = re.compile(r'"([^"]+)" "([^"]+)"(?: answer "([^"]+)")?')
_AMENDS = re.compile(r'"([^"]+)" (.+)')
_PLAIN = {"yes": "yes", "may": "yes", "no": "no", "must not": "no"}
"""What a sentence answers where it is not said, by how its key begins."""


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


def printed(entry: Entry, problems: list[Problem]) -> tuple[str, str]:
    """What the rulebook prints for the clause, and on which page; nothing where the folder does not hold it."""
    for line in entry.lines:
        if line.key == "print":
            found = _PRINTED.fullmatch(line.rest)
            if found is not None:
                return found[1], found[2] or ""
            problems.append(line.problem("this is no printed sentence", '`print "…" page 3`'))
    return "", ""


def wording(entry: Entry, name: str, problems: list[Problem]) -> Wording:
    """What the entry has for its open point: the question of players, and a sentence for each way of settling it, with
    its answer and the amendment that it stands for where that is said."""
    sentences, answers, amends = list[tuple[str, str]](), list[str](), list[tuple[str, str]]()
    for line in entry.lines:
        form = {"print": _SENTENCE, "amend": _AMENDS}.get(line.key)
        found = form.fullmatch(line.rest) if form is not None else None
        if found is None and form is not None:
            problems.append(line.problem(*_NO_SENTENCE[line.key]))
        elif found is not None and line.key == "print":
            sentences.append((found[1], found[2]))
            key = next((plain for plain in _PLAIN if f"{found[1]} ".startswith(f"{plain} ")), "")
            answers.append(found[3] or _PLAIN.get(key, ""))
        elif found is not None:
            amends.append((found[1], found[2]))
    point, asked = entry.text("point"), entry.text("asked").strip('"')
    instead = tuple(entry.text("instead").split())
    return Wording(name, point, asked, tuple(sentences), tuple(answers), tuple(amends), instead)


_NO_SENTENCE = {
    "print": (
        "this is no sentence to print",
        '`print "yes" "SENTENCE" answer "ANSWER"`: how it is settled, what is printed then, what that answers',
    ),
    "amend": ("this is no amendment", '`amend "yes" LINE`: how it is settled, and a line of the amendment'),
}
