"""A question that no family has word for word: taken for the one of whose families it says most, where no other comes near."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from checker.find.asking import OTHER
from checker.find.families import ALL, LIGHT, Fitted, TypedQuestion, decisive
from checker.kernel.record import Record

LEAST, APART = 2.5, 2.5
"""So much at least is said of a question that is taken for it, and so much more than of any with another answer."""
_ALIKE, _TOLD = 0.2, 0.3
"""So much of what a word weighs takes one off that other families of the question have, and one of its rules and its table."""
_ASKED, _SAID, _UNKNOWN = 5.0, 3.0, 2.0
"""What a word takes off with which it is asked, one that other rules have, and one that none has."""


class Weighed(Record):
    """A family that fits, what it is of, what else is said of that, and what its rules and its table say."""

    topic: int
    fit: Fitted
    alike: frozenset[str]
    told: frozenset[str]
    answer: str


def rarity(needed: Sequence[Collection[str]]) -> dict[str, float]:
    """How rare each word is among those that the questions need."""
    counted = Counter(word for words in needed for word in {*words})
    return {word: math.log((len(needed) + 1) / (count + 0.5)) for word, count in counted.items()}


def nearest(
    asked: TypedQuestion, fitting: Sequence[Weighed], rare: Mapping[str, float], known: Collection[str]
) -> int | None:
    """What is asked for; None where too little is said of it, something else on which an answer hangs, or nearly as much of
    what has another answer."""
    ranked = sorted(((_weight(one, asked, rare, known), one) for one in fitting), key=lambda each: -each[0])
    sure = ((weight, one) for weight, one in ranked if not any(_hangs(at, one, asked) for at in one.fit.left))
    best, first = next(sure, (0.0, None))
    rivals = [(weight, one) for weight, one in ranked if first and one.answer != first.answer]
    if first is None or any(first.fit.left & one.fit.covered for weight, one in rivals if weight > 0):
        return None
    return first.topic if best >= max(LEAST, APART + max((weight for weight, _ in rivals), default=0.0)) else None


def _hangs(at: int, one: Weighed, asked: TypedQuestion) -> bool:
    """The answer hangs on the word there, which tells more than who else was named again; it is what somebody did besides, or
    of all of what is asked; or it is asked with it and nothing that is said of the question has it."""
    word = asked.words[at]
    again = word == OTHER and at not in asked.main and any(asked.words[other] == OTHER for other in one.fit.covered)
    unsaid, asked_of = word not in one.alike, at in asked.main
    if unsaid and not asked_of and at and asked.words[at - 1] in ("i", OTHER) and word not in LIGHT:
        return not word.isdigit()
    if (decisive(word) and not again) or (asked_of and word == ALL):
        return True
    return word in asked.asking and unsaid and word not in one.told


def _weight(one: Weighed, asked: TypedQuestion, rare: Mapping[str, float], known: Collection[str]) -> float:
    words = asked.words
    said = sum(rare.get(word, 0.0) for word in {words[at] for at in one.fit.covered})
    return said - sum(_cost(words[at], one, asked, rare, known) for at in one.fit.left)


def _cost(word: str, one: Weighed, asked: TypedQuestion, rare: Mapping[str, float], known: Collection[str]) -> float:
    """What the word takes off that the family has no place for."""
    much = rare.get(word, _SAID if word in known else _UNKNOWN)
    if word in one.alike or word in one.told:
        return (_ALIKE if word in one.alike else _TOLD) * max(much, _SAID) * (1 + (word in asked.asking))
    return max(much, _ASKED) if word in asked.asking else much
