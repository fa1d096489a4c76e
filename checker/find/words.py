"""Words as they are looked for: without endings and accents, numbers in figures, without those that say nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lunr.stemmer import PorterStemmer

from checker.syntax.everyday.english import spelled_out
from checker.syntax.lexer import in_figures
from checker.syntax.natural.english import IRREGULAR

_STEMMER = PorterStemmer()
_WORD = re.compile(r"[^\W_]+(?:[•&][^\W_]+)*")
_WORDS = re.compile(r"[^\W_]+")
_STOPPED = (
    "a an and any are am as at be been being but by can could did do does for from had has have he her him his how i if in "
    "into is it its just may me might must my not of on or our ours she should so some than that the their them then "
    "there these they this those to us was we were what when where which while who whom whose why will with would you "
    "your yours ok okay re ve about still now also only really actually happen happens happened"
)
_SPELLED = {
    "color": "colour", "colors": "colour", "center": "centre", "neighbor": "neighbour", "neighbors": "neighbour",
    "gray": "grey", "dice": "die", "favor": "favour", "canceled": "cancel", "cancelled": "cancel",
}  # fmt: skip
"""Words of two spellings, and plurals that no ending tells."""
STOPPED = frozenset(_STOPPED.split())
"""Words that stand in every second sentence."""


def stems(text: str) -> list[str]:
    """The stems of the words that say something, in their order."""
    bare = unicodedata.normalize("NFKD", spelled_out(text))
    words = _WORD.findall("".join(c for c in bare if not unicodedata.combining(c)))
    return [stem(word) for word in words if word.casefold() not in STOPPED and (len(word) > 1 or word.isdigit())]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word without its ending; a number in figures, without noughts before it."""
    low = word.casefold()
    low = in_figures(low) or IRREGULAR.get(low) or _SPELLED.get(low, low)
    return (low.lstrip("0") or "0") if low.isdigit() else str(_STEMMER.stem(low))


class CardNames:
    """Names of cards, each a word by itself however it is written: with dots, hyphens, spaces or nothing between."""

    def __init__(self, titles: Iterable[str]) -> None:
        every = tuple(titles)
        self._together = frozenset(map(_together, every))
        self._most = max((len(_WORDS.findall(title)) for title in every), default=0)

    def named(self, text: str) -> Iterator[str]:
        """The names that stand in the text."""
        words = [_together(word) for word in _WORDS.findall(text)]
        for at in range(len(words)):
            for end in range(at + 1, min(at + self._most, len(words)) + 1):
                if (name := "".join(words[at:end])) in self._together:
                    yield f"={name}"


def _together(name: str) -> str:
    return "".join(_WORDS.findall(name)).casefold()
