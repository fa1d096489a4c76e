"""Phrases with variables in general words: a card, that card, another player."""

from __future__ import annotations

import re

from checker.kernel.vocabulary import Vocabulary, sort_or_nothing

_LETTER = re.compile(r"\b([B-HJ-Z])\b")
_SMOOTHED = (
    (r"\b(?:[Tt]he|[Aa]n?) (?=(?:an?|another) )", ""),
    (r"\bnot there is an? ", "there is no "),
    (r"\bsuch that that \w+\b", "such that it"),
    (r"\bsome$", "a number"),
)
"""What nobody would say, and what is said for it."""
_ORDINALS = ("first", "second", "third", "fourth")


def generally(words: Vocabulary, text: str) -> str:
    """The text with things in the place of its variables; quoted names stay, and so do letters of no sort.

    A variable behind its own sort (`a tile T`) falls away.
    """
    letters = dict.fromkeys(_LETTER.findall(text))
    sorts = {letter: sort for letter in letters if (sort := thing(words, letter))}
    met: list[str] = []
    for letter, sort in sorts.items():
        short = re.sub(rf"\b((?:a|an|any|each) {sort}) {letter}\b", r"\1", text, flags=re.IGNORECASE)
        met.extend([letter] if short != text else [])
        text = short

    def said(found: re.Match[str]) -> str:
        letter = found[1]
        if letter not in sorts:
            return letter
        alike = [x for x in sorts if sorts[x] == sorts[letter]]
        new = letter not in met
        met.extend([letter] if new else [])
        return _said(sorts[letter], alike.index(letter), len(alike), new)

    told = _LETTER.sub(said, text)
    for pattern, form in _SMOOTHED:
        told = re.sub(pattern, form, told)
    return told


def in_words(words: Vocabulary, act: str) -> str:
    """The act in its shortest wording, as somebody does it or as it is told, in general words."""
    found = next((a for a in words.acts if a.name == act), None)
    wording = (found.phrase or found.said) if found else act
    return generally(words, wording.split(" | ")[-1].replace("{", "").replace("}", ""))


def _said(sort: str, at: int, many: int, new: bool) -> str:
    if sort == "number":
        return "some" if new else "that many"
    if new:
        article = "an" if sort[0] in "aeiou" else "a"
        return (f"{article} {sort}", f"another {sort}", f"a third {sort}", f"a further {sort}")[min(at, 3)]
    if many == 1:
        return f"that {sort}"
    return f"the other {sort}" if many == 2 and at == 1 else f"the {_ORDINALS[min(at, 3)]} {sort}"


def thing(words: Vocabulary, letter: str) -> str:
    """What the letter stands for, as the game writes it; nothing if that is no sort."""
    sort = sort_or_nothing(words, letter)
    if sort == "title" or not sort:
        return sort and "card"
    phrases = (*(f.phrase for f in words.fields), *(f.phrase for f in words.facts))
    capital = sort[:1].upper() + sort[1:]
    return capital if any(re.search(rf"\b{capital}\b", p) for p in phrases) else sort
