"""The clauses that a sentence of an erratum speaks of, the nearest first, by the words that both have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log

from checker.kernel.record import Record
from checker.load.apply_erratum import edges
from checker.syntax.everyday.english import in_two_words, is_filler, plain
from checker.syntax.everyday.thesaurus import EVERYWHERE, NOUNS, VERBS
from checker.syntax.files import Entry
from checker.syntax.lexer import in_figures

_WORD = re.compile(r"[A-Za-z][A-Za-z'’•&]*|\d+")

_ASIDE = re.compile(r"[,;] (?:also|even|too|including|usually)\b[^,;:]*|\([^)]*\)")
"""What a rule says beside what it says."""
_PARTS = re.compile(r"\b(?:and|or)\b|[,;:]")
_NUMBERED = re.compile(r"clause [A-Z]")
_SEVERAL = re.compile(r"(?<!no )more than one\b|at least two\b", re.I)
_ONE = re.compile(r"(?<=her |the )one\b(?! \w+ (?:fewer|more))|\bone (?=(?:that|which|who|whose)\b)", re.I)
"""The word that stands for a thing: `another one`, `one that`."""
_TABLE = re.compile(r"\b(?:with|among|for) (\d+|two|three|four|five|six) players\b", re.I)
"""A number of players at which something holds."""
_ORDINAL = frozenset(map(plain, ("first", "second", "third", "last")))
_VALUE = re.compile(r" is \d+$")


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


_IDLE = (
    "player each every all any anyone everybody you your they them their his her he she it its of in at to "
    "from by for with on as is be that who which will would this and or if when than may must not can cannot "
    "have do no longer never rule i need during into whose whether though although "
)
_STOPPED = frozenset(map(plain, _IDLE.split()))
"""Words that stand in every second rule."""
_IN_ENGLISH = ((VERBS, "|"), (NOUNS, "|"), (EVERYWHERE, ";"))
_SURE = (
    "lift raise | additional more extra further another | next following | start begin initial opening | unable cannot | largest biggest | "
    "smallest least fewest | keep stay remain | lose loss losse cost drop | different another other | also too | rotate turn | "
    "name choose pick select elect | swap trade exchange | more above over | under below beneath | win winner victor | "
    "complete finish achieve | protect help shield guard | shuffle reshuffle mix | end stop | invent make devise | part piece | "
    "string row | stand found appear | opposing opponent | together simultaneously | gain rise score | put place lay set | "
    "space field cell spot | open free empty vacant unoccupied | occupied filled taken | several multiple many | victim hexed | "
    "touching adjacent neighbouring | match equal same | show throw reveal | use used | movement move | go move | optional mandatory compulsory | way path intervening | existing already | double doubled triple tripled quadruple"
)
"""Words that say the same wherever rules are told again."""
_OPPOSITES = "up down | left right | first last | most least fewest | before after | more fewer less | highest lowest | gain lose | start end | dealer caster | secondary primary | open occupied | matching another"
_OPPOSED = _same(_groups(_OPPOSITES, "|"))
"""What a clause does not say that says one of the others."""
_LIGHT_WORDS = (
    "consist contain let exist usual usually normal legal fine free able allowed permitted forbidden illegal banned obliged "
    "required forced ok amount total exactly event case"
)
_LIGHT = frozenset(map(plain, _LIGHT_WORDS.split()))
"""Words that are about no thing of a game."""
_DONE = frozenset(map(plain, ("do", "make", "carry", "take", "possible", "out")))
FEWEST_SHARED = 2
"""So many words at least must be those of the rule that is said again."""
_IN_FORMULAS = "value number least most more less than equal before there such"
_FORMULA = frozenset(map(plain, _IN_FORMULAS.split()))
_AT_THE_START = frozenset(map(plain, ("start", "begin", "beginning", "game")))
_RACE = re.compile(r"\bfirst (?:player )?(?=to )|\bup (?=to )", re.I)
"""What goes without saying of who wins, and of a number."""
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
    text = _TABLE.sub(r"\1 tableful", text)
    return _SEVERAL.sub("several", _ONE.sub("", re.sub(r"'s?(?!\w)", "", in_two_words(text))))


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


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """The words that stand side by side."""
    words = [plain(word) for word in _WORD.findall(_bare(text)) if not is_filler(word)]
    return frozenset(pairwise(words))


class SpokenOf:
    """The clauses of the rules by their words."""

    def __init__(self, rules: Mapping[str, Entry], alike: Sequence[Sequence[str]], places: Iterable[str] = ()) -> None:
        self.clauses = {k.partition(" ")[2]: entry for k, entry in rules.items() if _NUMBERED.match(k)}
        self._near, self._same = (
            _same((*alike, *(one for told in _IN_ENGLISH for one in _groups(*told)))),
            _same((*alike, *_groups(_SURE, "|"))),
        )
        self._cited = _cited(rules, words_of(" ".join(places)).words)
        self._said = {name: self._weights(entry) for name, entry in self.clauses.items()}
        self._known = Counter(word for said in self._said.values() for word in said)

    def _weights(self, entry: Entry) -> dict[str, float]:
        name, _, heading = entry.head.rest.partition(" ")
        norms = " ".join(x.rest for x in entry.all("norm"))
        parts = (words_of(norms).words, FORMAL), (self._cited.get(name, ()), HEADED)
        own = (words_of(heading.partition('"')[2]).words, HEADED), (words_of(entry.text("says")).words, SAYS)
        return {word: weight for words, weight in (*parts, *own) for word in words}

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

    def fitting(self, sentence: str, formal: bool = True, fewest: int = FEWEST_SHARED) -> tuple[str, ...]:
        """The clauses that have every word of the sentence, half of them and more in what they say: the others in the heading, or in
        what cites the clause, and one in its norms, if formal; else what they say of a number."""
        every = words_of(_RACE.sub("", sentence)).words
        ordered = {pair for pair in _pairs(_RACE.sub("", sentence)) if pair[0] in _ORDINAL and pair[1] in every}
        told = every - _AT_THE_START - _LIGHT
        found = dict[str, bool]()
        for name, entry in self.clauses.items() if told and len(every - _LIGHT) >= fewest else ():
            own = words_of(entry.text("says")).words
            left = own - told  # what the sentence says in the same word, no other word of it says
            outside = frozenset(word for word in told - own if not self._has(word, left))
            if 2 * len(outside) > len(told) or not ordered <= _pairs(entry.text("says")):
                continue
            norms = words_of(" ".join(x.rest for x in entry.all("norm") if formal or _VALUE.search(x.rest))).words
            beside = words_of(entry.head.rest).words | self._cited.get(name, frozenset())
            further = frozenset(word for word in outside if not self._has(word, beside))
            if (
                not any(own & _OPPOSED.get(word, own - own) for word in outside)
                and len(further) <= 1
                and all(self._has(word, norms) for word in further)
            ):
                known = own | beside | norms
                found[name] = all(self._has(word, known) for word in every - _LIGHT)
        return tuple(name for name, all_ in found.items() if all_ or not any(found.values()))

    def unsaid(self, text: str, clause: str) -> int:
        """So many words of the text the clause does not say itself."""
        own = words_of(self.clauses[clause].text("says")).words
        return sum(not self._has(word, own) for word in words_of(text).words)

    def further(self, text: str, clauses: Iterable[str]) -> bool:
        """The text says more than that what the clauses say is done."""
        known = frozenset(word for name in clauses for word in self._said[name]) | _LIGHT | _DONE
        told = words_of(text)
        return bool(told.numbers) or not all(self._has(word, known) for word in told.words)

    def main(self, clause: str) -> str:
        """What the clause says, without what it says beside."""
        return _ASIDE.sub("", self.clauses[clause].text("says"))

    def formal(self, clause: str) -> bool:
        """The clause is more than words."""
        return not self.clauses[clause].all("informal")

    def whole(self, sentence: str, clause: str, loosely: bool) -> bool:
        """The sentence says at least as much of what the clause says as it leaves out, if loosely; else nearly all, and most of each part."""
        told = words_of(sentence).words
        says = self.clauses[clause].text("says")
        own = words_of(says).words
        headed = sum(word not in own for word in told & words_of(self._headed(clause)).words)
        left = sum(not self._has(word, told) for word in own) - headed
        if loosely:
            return left <= max(2, len(told))
        return left <= max(1, len(own) // 3) and all(
            self._mostly(words_of(part).words, told, headed) for part in _PARTS.split(self.main(clause))
        )

    def _mostly(self, words: frozenset[str], told: frozenset[str], headed: int) -> bool:
        own = sum(self._has(word, told) for word in words)
        return not words or (own > 0 and 2 * (headed + own) > len(words))

    def around(self, text: str, clause: str) -> bool:
        """The clause, or another one of its section, says all the words of the text."""
        heading = self._headed(clause)
        near = (
            words_of(self.clauses[name].text("says")).words for name in self.clauses if self._headed(name) == heading
        )
        return any(not self.missing(words_of(text).words, said) for said in near)

    def _headed(self, clause: str) -> str:
        return self.clauses[clause].head.rest.partition('"')[2]

    def known_words(self, text: str, clause: str, but: int = 0) -> bool:
        """The clause says all the words of the text in its own words, but so many and those of formulas."""
        own = words_of(self.clauses[clause].text("says")).words | words_of(self.clauses[clause].head.rest).words
        return sum(not self._has(word, own) for word in words_of(text).words - _FORMULA if len(word) > 1) <= but

    def alike(self, one: str, other: str) -> bool:
        """The texts say the same words, and the same numbers."""
        words, others = words_of(one), words_of(other)
        return (
            words.numbers == others.numbers
            and len(words.words) >= FEWEST_SHARED
            and all(self._has(word, others.words) for word in words.words)
            and all(self._has(word, words.words) for word in others.words)
        )

    def against(self, word: str, clause: str) -> bool:
        """The clause says the opposite of the word."""
        return not words_of(self.main(clause)).words.isdisjoint(_OPPOSED.get(word, ()))

    def missing(self, words: Iterable[str], known: frozenset[str]) -> frozenset[str]:
        """Those of the words, but for light ones, that are not known and of which none that says the same is."""
        return frozenset(word for word in words if word not in _LIGHT and not self._has(word, known))

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


def _cited(rules: Mapping[str, Entry], places: frozenset[str]) -> dict[str, frozenset[str]]:
    """The titles of the cards that name each clause, and the places of which its steps speak."""
    found: dict[str, frozenset[str]] = {}
    for key, entry in rules.items():
        kind, _, name = key.partition(" ")
        told = [(tuple(entry.text("clauses").split()), words_of(name).words)] if kind == "card" else []
        if kind == "procedure":
            told = [(edges(line).clauses, words_of(line.rest).words & places) for line in entry.all("step")]
        for clauses, words in told:
            found.update({clause: found.get(clause, frozenset()) | words for clause in clauses})
    return found
