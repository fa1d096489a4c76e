"""The clauses that a sentence of an erratum speaks of, the nearest first, by the words that both have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log

from checker.kernel.record import Record
from checker.syntax.everyday.english import in_two_words, is_filler, plain
from checker.syntax.everyday.thesaurus import EVERYWHERE, NOUNS, VERBS
from checker.syntax.files import Entry
from checker.syntax.lexer import in_figures

_WORD = re.compile(r"[A-Za-z][A-Za-z'’•&]*|\d+")
_PARTS = re.compile(r"\b(?:and|or)\b|[,;:]")
_NUMBERED = re.compile(r"clause [A-Z]")
_IDLE = (
    "player each every all any anyone everybody you your they them their his her he she it its of in at to "
    "from by for with on as is be that who which will would this and or if when than may must not can cannot "
    "have do no longer never rule i up need "
)
_STOPPED = frozenset(map(plain, _IDLE.split()))
"""Words that stand in every second rule."""
_IN_ENGLISH = ((VERBS, "|"), (NOUNS, "|"), (EVERYWHERE, ";"))
_SURE = "lift raise | additional more extra further | start begin | unable cannot | largest biggest | smallest least | keep stay remain | lose loss losse | different another other | also too | rotate turn | name choose pick select | swap trade exchange | more above over | under below beneath"
"""Words that say the same wherever rules are told again."""
FEWEST_SHARED = 2
"""So many words at least must be those of the rule that is said again."""
_IN_FORMULAS = "value number least most more less than equal before there such"
_FORMULA = frozenset(map(plain, _IN_FORMULAS.split()))
_AT_THE_START = frozenset(map(plain, ("start", "begin", "beginning", "game", "first")))
SAYS, HEADED, FORMAL, SAME = 1.0, 0.5, 0.4, 0.5
"""How much a word weighs that the clause says, that its heading has, that only its norms have; that says much the same as one."""


NEARER, UNLIKELY, PAIR = 1.2, 0.6, 1.0
"""How much nearer a clause is that has a number as the sentence has, and one that counts what lies in the box; what two words
that stand side by side in both weigh, or the same number."""


class Words(Record):
    """The words that tell a text from others, and its numbers."""

    words: frozenset[str]
    numbers: tuple[str, ...]


def _bare(text: str) -> str:
    """The text with short forms in full, and whose something is left out."""
    return re.sub(r"'s?(?!\w)", "", in_two_words(text))


@lru_cache(maxsize=4096)
def words_of(text: str) -> Words:
    """Without endings, and without those that stand in every second rule."""
    words, numbers = set[str](), list[str]()
    for word in _WORD.findall(_bare(text)):
        if figures := "0" if word.casefold() == "zero" else in_figures(word.casefold()) or word * word.isdigit():
            numbers.append(figures)
        elif not is_filler(word):
            words |= {part for part in plain(word).split() if part not in _STOPPED}
    return Words(frozenset(words), tuple(numbers))


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """The words that stand side by side."""
    words = [plain(word) for word in _WORD.findall(_bare(text)) if not is_filler(word)]
    return frozenset(pairwise(words))


class SpokenOf:
    """The clauses of the rules by their words."""

    def __init__(self, rules: Mapping[str, Entry], alike: Sequence[Sequence[str]]) -> None:
        self.clauses = {k.partition(" ")[2]: entry for k, entry in rules.items() if _NUMBERED.match(k)}
        self._near, self._same = (
            _same((*alike, *(one for told in _IN_ENGLISH for one in _groups(*told)))),
            _same((*alike, *_groups(_SURE, "|"))),
        )
        self._said = {name: self._weights(entry) for name, entry in self.clauses.items()}
        self._known = Counter(word for said in self._said.values() for word in said)

    def _weights(self, entry: Entry) -> dict[str, float]:
        heading = entry.head.rest.partition('"')[2]
        parts = ((" ".join(x.rest for x in entry.all("norm")), FORMAL), (heading, HEADED), (entry.text("says"), SAYS))
        return {word: weight for text, weight in parts for word in words_of(text).words}

    def nearest(self, sentence: str, was: str = "") -> list[str]:
        """The clauses that have words of it, those with most of them first; a number that it `was` stands in the one that is meant."""
        told = words_of(sentence)
        pairs = _pairs(sentence)
        scored = []
        for name, said in self._said.items():
            says = self.clauses[name].text("says")
            stated = words_of(says)
            score = sum(self._rare(word) * self._weight(word, said) for word in told.words)
            score += PAIR * len(pairs & _pairs(says)) + PAIR * len({*told.numbers, was} & {*stated.numbers})
            score *= NEARER if told.numbers and stated.numbers else 1.0
            score *= UNLIKELY if self.clauses[name].head.rest.split()[1] == "component-count" else 1.0
            scored.append((-score / (8 + len(stated.words)), name))
        return [name for score, name in sorted(scored) if score < 0]

    def fitting(self, sentence: str, loosely: bool, beside: int = 1) -> tuple[str, ...]:
        """The clauses that have every word of the sentence, but so many all in what they say, and that it says: at least as much
        of it as they have beside, if loosely; else nearly all, and most of each part."""
        told = words_of(sentence).words - _AT_THE_START
        found = []
        for name, entry in self.clauses.items():
            says = entry.text("says")
            own = words_of(says).words
            known = frozenset(self._said[name])
            left = sum(not self._has(word, told) for word in own)
            if (
                len(told) >= FEWEST_SHARED
                and all(self._has(word, known) for word in told)
                and sum(not self._has(word, own) for word in told) <= beside
                and left <= (max(2, len(told)) if loosely else max(1, len(own) // 3))
                and (loosely or all(self._mostly(words_of(part).words, told) for part in _PARTS.split(says)))
            ):
                found.append(name)
        return tuple(found)

    def _mostly(self, words: frozenset[str], told: frozenset[str]) -> bool:
        return not words or 2 * sum(self._has(word, told) for word in words) > len(words)

    def around(self, text: str, clause: str) -> bool:
        """The clause and the others of its section say all the words of the text."""
        heading = self._headed(clause)
        near = (self._said[name] for name in self.clauses if self._headed(name) == heading)
        known = frozenset(word for said in near for word in said)
        return all(self._has(word, known) for word in words_of(text).words)

    def _headed(self, clause: str) -> str:
        return self.clauses[clause].head.rest.partition('"')[2]

    def known_words(self, text: str, clause: str) -> bool:
        """The clause says all the words of the text in its own words, but for those of formulas."""
        own = words_of(self.clauses[clause].text("says")).words | words_of(self.clauses[clause].head.rest).words
        return all(self._has(word, own) for word in words_of(text).words - _FORMULA)

    def alike(self, one: str, other: str) -> bool:
        """The texts say the same words, and the same numbers."""
        words, others = words_of(one), words_of(other)
        return (
            words.numbers == others.numbers
            and len(words.words) >= FEWEST_SHARED
            and all(self._has(word, others.words) for word in words.words)
            and all(self._has(word, words.words) for word in others.words)
        )

    def share(self, one: Iterable[str], other: frozenset[str]) -> bool:
        """They have a word in common, or two that say the same."""
        return any(self._has(word, other) for word in one)

    def _has(self, word: str, words: frozenset[str]) -> bool:
        """The word, or one that says the same, is among the words."""
        return word in words or not words.isdisjoint(self._same.get(word, ()))

    def _weight(self, word: str, said: Mapping[str, float]) -> float:
        return max((said.get(word, 0.0), *(SAME * said.get(one, 0.0) for one in self._near.get(word, ()))))

    def _rare(self, word: str) -> float:
        return log(1 + len(self._said) / (0.5 + self._known[word]))


def _same(alike: Iterable[Sequence[str]]) -> dict[str, frozenset[str]]:
    """The words that are in a group with each."""
    found: dict[str, frozenset[str]] = {}
    for group in alike:
        words = frozenset(map(plain, group))
        for word in words:
            found[word] = found.get(word, frozenset()) | (words - {word})
    return found


def _groups(told: str, sign: str) -> list[list[str]]:
    return [group.split() for group in told.split(sign)]
