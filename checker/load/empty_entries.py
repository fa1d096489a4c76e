"""Clauses in amendments that hold nothing and cards that do nothing: words for people only, or a file cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.source import Place, Problem
from checker.load.entries import CARD_HEADS, Source
from checker.syntax.files import Entry

HOLDING = ("norm", "count", "apart", "informal")
"""The lines of a clause by which it counts, or by which it is said that it need not."""


def wordless(source: Source, files: frozenset[str]) -> Iterator[Problem]:
    """A problem for each clause in these files that holds nothing and is named nowhere, or outranks without a norm,
    and for each card without a text and a norm.
    """
    for key, entry in source.rules.items():
        kind, _, name = key.partition(" ")
        head = entry.head
        at = Place(head.place.file, head.place.line, 1)
        if head.place.file not in files:
            continue
        if kind in CARD_HEADS and not entry.all("text") and not _holds(entry):
            yield Problem(at, f"the {kind} `{name}` has no text and no norm", head.whole, _CARD)
        elif kind == "clause" and not _holds(entry):
            if over := entry.all("over"):
                yield over[0].problem(f"`{name}` has no norm that could outrank anything", _CLAUSE)
            elif not (any(line.rest.rstrip().endswith(".") for line in entry.all("says")) or _named(source, name)):
                yield Problem(at, f"nothing holds by `{name}`, and nothing names it", head.whole, _CLAUSE)


_CLAUSE = "below it `norm` and what holds, `count` and a number, or `informal` and why; the file may be cut off"
_CARD = "below it `text` and what the card does; one that is known is changed by `change card`; the file may be cut off"


def _holds(entry: Entry) -> bool:
    return any(line.key.partition("[")[0] in HOLDING for line in entry.lines)


def _named(source: Source, name: str) -> bool:
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    others = (entry for key, entry in source.rules.items() if key != f"clause {name}")
    return any(word.search(line.rest) for entry in others for line in (entry.head, *entry.lines))
