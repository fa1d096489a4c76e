"""Sentences that give a value in one of the cases that norms tell apart."""

from __future__ import annotations

import re
from functools import cached_property

from checker.kernel.vocabulary import sorts
from checker.load.plain.restated import said
from checker.load.plain.rules_changed import NotRead
from checker.load.plain.spoken_of import words_of
from checker.load.plain.values_said import ValuesSaid

_POSITIVE = re.compile(r"not (?:there is [^()]+\([^()]*\)|\([^()]*\)|[^()]+?(?= and | or |$))")
"""What a condition denies."""


class CaseValues(ValuesSaid):
    """What a value is in one case."""

    def _of_case_value(self, sentence: str, _: NotRead, number: int) -> str:
        """The one norm that gives the value in the case of which the sentence speaks, with the number that it says."""
        told = said(sentence)
        words = words_of(f"{told.lead} {told.text}")
        if told.mode != "is" or told.struck or len(words.numbers) != 1 or number < 1:
            return ""
        changed = set[str]()
        for what in (one for one in self._counted if self._called(one, words.words)):
            every = self._values[what]
            named = [self._case(one.norm) for one in every]
            for one, case in zip(every, named, strict=True):
                others = frozenset(word for other in named if other != case for word in other)
                own = self.spoken.missing(case - words_of(what).words - self._sorts_of_things, others)
                if (
                    own
                    and own <= words.words
                    and one.value == (told.was or one.value)
                    and one.value.isdigit()
                    and one.value != words.numbers[0]
                ):
                    known = (
                        words_of(f"{what} {' '.join(self._around(x.rule) for x in every)} {one.norm}").words
                        | self._units
                    )
                    if not self.spoken.missing(words.words, known) and self._by_whom(what, told.text):
                        changed.add(one.becoming(words.numbers[0]))
        return changed.pop() if len(changed) == 1 else ""

    def _case(self, norm: str) -> frozenset[str]:
        """What the norm asks for, in words: of what it denies, none."""
        cond = norm.partition(" if ")[2]
        return words_of(re.sub(r"\b[A-Z]\b", "", _POSITIVE.sub("", cond))).words

    def _around(self, rule: str) -> str:
        """What the rule says, and its heading."""
        return f"{self.spoken.clauses[rule].text('says')} {self.spoken.clauses[rule].head.rest.partition(chr(34))[2]}"

    @cached_property
    def _sorts_of_things(self) -> frozenset[str]:
        return words_of(
            " ".join((*(one.name for one in sorts(self.words)), "value number token such that there least most"))
        ).words
