"""What a text says before its scene: which game it is about, which variant of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ABOUT = r"(?:(?:a )?question (?:about|on|for)|about|in|for|with|under|using|playing|we(?: are|'re)? play(?:ing)?|this is|it is)"
_KIND = r"(?:\s+(?:the\s+)?(?:word|variant|game|expansion|rules|version|edition|mode))*"
_END = r"(?:\s*(?:[:;,.\n]|-+|–)\s*)"
_GOES_ON = r"(?=\s*(?:[?!.;,:]|-\s|$)|\s+(?:and|so|but|if|when|can|may|do|does|did|is|are|am|how|who|i|my|we|the)\b)"
_GAME = re.compile(r"\s*game [^;\n]*[;\n]\s*")


def without_preamble(text: str, names: Iterable[str]) -> str:
    """The text without the words before it or behind it that only say that it is about one of the names."""
    listed = sorted((re.escape(n).replace(r"\ ", r"[\s-]*") for n in names), key=len, reverse=True)
    if not listed:
        return text
    name = rf"(?:the\s+)?(?:{'|'.join(listed)}){_KIND}"
    head = re.match(_GAME, text)
    start = head.end() if head else 0
    led = re.compile(rf"\s*(?:{_ABOUT}\s+{name}{_END}?(?:\s+|$)|{name}{_END})(?=\S)", re.IGNORECASE)
    found = led.match(text, start)
    body = text[found.end() :] if found else text[start:]
    return text[:start] + re.sub(rf",?\s+{_ABOUT}\s+{name}(?=\s*(?:[?!.;]|$))", "", body, flags=re.IGNORECASE)


def unnamed(text: str, names: Iterable[str]) -> str:
    """The text without the name of the game that it is about, wherever that is said of nothing more."""
    listed = tuple(names)
    name = "|".join(re.escape(n).replace(r"\ ", r"[\s-]*") for n in sorted(listed, key=len, reverse=True))
    if not listed or re.search(rf"\b(?:by|from|after|without|of|with|when) \w+ing\s+(?:{name})", text, re.IGNORECASE):
        return text
    text = without_preamble(text, listed)
    within = rf"\s+(?:in|for|at|about|playing|(?<=\bgame )of|(?<=\bround )of|(?<=\bstart )of|(?<=\bend )of)\s+(?:a\s+game\s+of\s+|the\s+|our\s+)?(?:{name}){_KIND}{_GOES_ON}"
    return re.sub(within, "", text, flags=re.IGNORECASE)


def mentioned(text: str, names: Iterable[str]) -> bool:
    """One of the names stands in the text."""
    return any(re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text, re.IGNORECASE) for n in names)
