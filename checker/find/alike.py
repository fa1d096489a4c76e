"""Words that people say where rules have others: those of games at large, and those that a game's forms list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.find.words import stem
from checker.syntax.everyday.thesaurus import EVERYWHERE

_LINE = re.compile(r"^(?:alike|near) (\w+(?: \w+)+)$", re.M)


def alike(forms: Iterable[str]) -> dict[str, frozenset[str]]:
    """The stems that say much the same as each stem, by the lines `alike` and `near` of the texts and by games at large."""
    groups = [*EVERYWHERE.split(";"), *(group for text in forms for group in listed_alike(text))]
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = frozenset(map(stem, group.split()))
        for one in stems:
            found[one] = found.get(one, frozenset()) | (stems - {one})
    return found


def listed_alike(forms: str) -> list[str]:
    """The groups of words that the forms of a game list as much the same."""
    return [found[1] for found in _LINE.finditer(forms)]
