"""A sentence of an erratum that says a rule again with another number: the rule is changed there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker.syntax.everyday.english import is_filler, plain
from checker.syntax.lexer import in_figures

_WORD = re.compile(r"[A-Za-z][A-Za-z'’•-]*|\d+")
_INSTEAD = re.compile(
    r",? *(?:instead of|rather than|(?:and )?not|no longer) (\w+)(?=[.,;]|$)|, no longer (\w+)(?=[.,;]|$)"
)
_ANYWAY = (
    "player each every everybody you your they their his her he she of in at to from by for with on as is be "
    "that who which start begin beginning game first will this"
)
_SAID_ANYWAY = frozenset(map(plain, _ANYWAY.split()))
"""Words that a rule has and that say nothing by which it is told from others."""
FEWEST_SHARED, MOST_LEFT_OUT = 2, 2
"""So many words at least must be those of the rule, and so many of it at most may be left out."""


def restated(
    sentence: str, rules: Mapping[str, str], alike: Sequence[Sequence[str]]
) -> tuple[tuple[str, ...], str, str] | None:
    """The rules, by their ids, that the sentence says again, with the number that they have and the one that the sentence
    has; None if there is none, or if they have different numbers. The sentence says nothing that they leave out."""
    found = _INSTEAD.search(sentence)
    was = next(filter(None, found.groups()), "") if found else ""
    was = in_figures(was.casefold()) or was
    said = sentence[: found.start()] + sentence[found.end() :] if found and was.isdigit() else sentence
    words, numbers = _content(said, alike)
    if len(numbers) != 1:
        return None
    meant: dict[str, list[str]] = {}
    for rule, text in rules.items():
        own, stated = _content(text, alike)
        changed = len(stated) == 1 and stated != numbers and (not was.isdigit() or stated == [was])
        if changed and words <= own and len(words) >= FEWEST_SHARED and len(own - words) <= MOST_LEFT_OUT:
            meant.setdefault(stated[0], []).append(rule)
    return next(((tuple(ids), old, numbers[0]) for old, ids in meant.items()), None) if len(meant) == 1 else None


def _content(text: str, alike: Sequence[Sequence[str]]) -> tuple[frozenset[str], list[str]]:
    """The words that tell the text from others, without endings, and its numbers."""
    first = {plain(other): plain(group[0]) for group in alike for other in group}
    words, numbers = set[str](), list[str]()
    for word in _WORD.findall(text):
        if figures := in_figures(word.casefold()) or (word if word.isdigit() else ""):
            numbers.append(figures)
        elif not is_filler(word):
            words |= {first.get(part, part) for part in plain(word).split()}
    return frozenset(words - _SAID_ANYWAY), numbers
