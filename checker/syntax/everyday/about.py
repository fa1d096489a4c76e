"""What a sentence is about: the words in it that say something, and whether another sentence speaks of just these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checker.syntax.everyday.english import is_filler, plain
from checker.syntax.everyday.thesaurus import NOUNS, VERBS, alike_in_english
from checker.syntax.lexer import in_figures

COVERED = 0.75
"""Such a share of the words of a sentence at least comes back in one that it is to be taken for."""
_WORD = re.compile(r"[^\W_][\w•'&-]*")
_NAMELESS = (
    "may must do is have i you he she it we they my your his her our their who whose what where when which why how many "
    "much a an the to of on in at by for with from and or but if that this not no yes so too also really only just will "
    "would get happen whoever somebody anybody everybody player naming than "
    "allowed permitt legal possibl"
)
_EMPTY = frozenset(_NAMELESS.split())
_LIMITS = frozenset(
    ["not", "without", "befor", "after", "if", "when", "unless", "except", "only", "until", "whil", "with", "and"]
)
"""Words that say when something is meant, together with what, or that it is not: none is ever left out."""
_TOWARDS = frozenset(["on", "with", "from", "against"])
"""Words that nothing is meant with unless they were typed."""
_KINDS = (
    (
        "may",
        re.compile(
            r"(?:can|may|could|am i allowed|is it (?:ok|allowed|legal|fine)|(?:is|are) \w+ (?:allowed|permitted|able))\b",
            re.IGNORECASE,
        ),
    ),
    ("must", re.compile(r"(?:must|should|do(?:es)? (?:\w+|a \w+|the \w+) (?:have|need) to)\b", re.IGNORECASE)),
    ("how", re.compile(r"how\b", re.IGNORECASE)),
    ("open", re.compile(r"(?:who|whose|what|which|where|when|why)\b", re.IGNORECASE)),
    ("whether", re.compile(r"(?:is|are|was|does|do|did|has|have|am)\b", re.IGNORECASE)),
)
"""What a sentence asks for, by how it begins."""


def content(text: str, seats: Iterable[str]) -> frozenset[str]:
    """The words of the text that say something, without endings; whoever plays says nothing."""
    names = {seat.casefold() for seat in seats}
    words = (word for word in _WORD.findall(text) if word.casefold() not in names)
    return frozenset(w for word in words if not is_filler(word) for w in plain(word).split()) - _EMPTY


def speaks_of(said: str, typed: str, seats: Iterable[str], same: Mapping[str, str]) -> bool:
    """What is said is about what was typed: of nothing else, and of most of it; `same` are the game's words for others."""
    seats = tuple(seats)
    named = [seat for seat in seats if _stands(seat, typed)]
    kinds = {kind_of_question(typed), kind_of_question(said.rpartition(";")[2].strip())}
    if len(kinds) > 1 or not all(_stands(seat, said) for seat in named):
        return False
    if _among(_LIMITS, typed) - _among(_LIMITS, said) or _among(_TOWARDS, said) - _among(_TOWARDS, typed):
        return False
    of = {other for word in content(said, seats) for other in (_one(word, same),)}
    about = [_one(word, same) for word in content(typed, seats)]
    if not of or not about or _says_nothing(said):
        return False
    likely = [{word, *_alike(word)} for word in about]
    strange = of - set().union(*likely)
    covered = sum(bool(words & of) for words in likely)
    return not strange and covered >= COVERED * len(about)


def kind_of_question(sentence: str) -> str:
    """What the sentence asks for: leave, a duty, a number, somebody or something, or whether something is so."""
    return next((kind for kind, begins in _KINDS if begins.match(sentence)), "")


def _stands(seat: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(seat)}(?!\w)", text) is not None


def _among(words: frozenset[str], text: str) -> frozenset[str]:
    return words & frozenset(map(plain, _WORD.findall(text.casefold())))


def _says_nothing(said: str) -> bool:
    """It says that something is itself."""
    return re.search(r"\b(\w+) is \1\b", said) is not None


def _one(word: str, same: Mapping[str, str]) -> str:
    return in_figures(word) or same.get(word, word)


def _alike(word: str) -> tuple[str, ...]:
    return (*alike_in_english(VERBS).get(word, ()), *alike_in_english(NOUNS).get(word, ()))
