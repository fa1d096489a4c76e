"""The clauses that speak of what somebody asks, found by the words that both have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from checker.kernel.game import Clause
from checker.syntax.everyday.english import is_filler, plain, spelled_out

MOST, LEAST = 2, 6.0
"""So many clauses are named at most; words of so much weight together at least are in common."""
_COMMON = frozenset(
    "who what which where when how may must do is have it he she they you of to in on and by".split()  # noqa: SIM905
)


def related(question: str, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses that have the most words of the question in common, the nearest first; a rare word weighs more."""
    told = [(clause, _words(f"{clause.heading} {clause.summary}")) for clause in clauses]
    spread = Counter(word for _, words in told for word in words)
    asked = {word for word in _words(question) if spread[word]}
    weights = {word: log(len(told) / spread[word]) for word in asked}
    scored = [(sum(weights[w] for w in asked & words), len(asked & words), clause) for clause, words in told]
    near = [
        (score / len(words) ** 0.5, clause)
        for (score, common, clause), (_, words) in zip(scored, told, strict=True)
        if score >= LEAST and common > 1
    ]
    return tuple(clause for _, clause in sorted(near, key=lambda one: -one[0])[:MOST])


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"[\w•-]+", spelled_out(text))
    return frozenset(plain(w) for w in found if len(w) > 1 and not is_filler(w)) - _COMMON
