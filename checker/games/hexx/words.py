"""Dictionaries: which strings are words."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from checker.kernel.source import DICTIONARY_BYTES, WORD_LETTERS, InputError, Place, Problem
from checker.process.inputs import content, text_of

PACKAGE, LISTED = "kjxqz", "words.txt"
"""The package whose word list is used where no other dictionary is chosen [WX-17, WX-18]."""

_WORD = re.compile(r"[A-Za-z]+")


class Dictionary:
    """A set of words in capitals."""

    __slots__ = ("words",)

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words

    def __contains__(self, word: object) -> bool:
        return word in self.words


def lists() -> tuple[Path, ...]:
    """The files of the word list that comes with the program; none if it is not installed."""
    spec = find_spec(PACKAGE)
    folders = (spec.submodule_search_locations or ()) if spec else ()
    return tuple(path for folder in folders if (path := Path(folder) / LISTED).is_file())


@cache
def default() -> Dictionary:
    """The word list that comes with the program. Raises InputError if it is not installed."""
    for path in lists():
        return Dictionary(frozenset(path.read_text(encoding="utf-8").upper().split()))
    place = Place(f"{PACKAGE}/{LISTED}", 1)
    raise InputError(Problem(place, "the default word list is not installed", "", f"`pip install {PACKAGE}`"))


@cache
def chosen(words: tuple[str, ...]) -> Dictionary:
    """The dictionary of exactly these words."""
    return Dictionary(frozenset(words))


@cache
def from_file(path: Path) -> Dictionary:
    """The words of a file, one on a line; `#` begins a comment.

    Raises InputError if the file is missing, too large, not UTF-8, holds no word or something else.
    """
    name = str(path)
    return Dictionary(_listed(text_of(content(path, name, "dictionary", DICTIONARY_BYTES), name, "dictionary"), name))


def _listed(text: str, name: str) -> frozenset[str]:
    found: set[str] = set()
    for number, whole in enumerate(text.splitlines(), 1):
        word = whole.partition("#")[0].strip()
        if not word:
            continue
        if not _WORD.fullmatch(word) or len(word) > WORD_LETTERS:
            at = next((i for i, char in enumerate(whole) if not _WORD.match(char) and not char.isspace()), 0)
            message = "a dictionary has one word of the letters A to Z on a line"
            raise InputError(Problem(Place(name, number, at + 1), message, whole[:200]))
        found.add(word.upper())
    if not found:
        raise InputError(Problem(Place(name, 1), "there is no word in this dictionary"))
    return frozenset(found)
