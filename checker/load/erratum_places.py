"""Where what is wrong with amended rules is told: at the amendment's own line, never at the rulebook's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from checker.kernel.game import Amended
from checker.kernel.source import Problem
from checker.load.vocabulary_reader import HEADS as WORD_HEADS
from checker.syntax.source_lines import excerpt, with_line


def blamed(problems: Iterable[Problem], amended: Iterable[Amended], files: frozenset[str]) -> Iterator[Problem]:
    """The problems, each of which stands in one of the files of the amendments if one of their words may be why.

    What the rulebook says cannot be read any more where a word of it is amended.
    """
    words = [a for a in amended if a.kind in WORD_HEADS and a.place is not None and a.place.file in files]
    told = list(problems)
    if not words or any(p.place.file in files for p in told):
        yield from told
        return
    for problem in told:
        said = set(re.findall(r"\w+", f"{problem.message} {problem.excerpt}".casefold()))
        likeliest = max(words, key=lambda a: len(said & set(re.findall(r"\w+", excerpt(a.place).casefold()))))
        assert likeliest.place is not None
        where = f" ({problem.place.file}:{problem.place.line})" if problem.excerpt else ""
        told_there = f"with this {likeliest.kind} the rules cannot be read: {problem.message}{where}"
        yield with_line(msgspec.structs.replace(problem, place=likeliest.place, message=told_there, excerpt=""))
