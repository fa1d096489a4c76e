"""What is printed, or is to be: the words of the rulebook itself, and sentences that settle an open point."""

from __future__ import annotations

import re

from checker.kernel.game import Wording
from checker.kernel.source import Problem
from checker.syntax.files import Entry

_PRINTED = re.compile(r'"([^"]+)"(?: page (\w[\w-]*))?')
_SENTENCE = re.compile(r'"([^"]+)" "([^"]+)"')


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
    """What the entry has for its open point: the question of players, and a sentence for each way of settling it."""
    sentences = list[tuple[str, str]]()
    for line in entry.lines:
        if line.key == "print":
            found = _SENTENCE.fullmatch(line.rest)
            if found is None:
                hint = '`print "yes" "SENTENCE"`: how it is settled, and what is printed then'
                problems.append(line.problem("this is no sentence to print", hint))
            else:
                sentences.append((found[1], found[2]))
    return Wording(name, entry.text("point"), entry.text("asked").strip('"'), tuple(sentences))
