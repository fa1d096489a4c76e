"""What to say instead of statements that no form reads, as the forms of a game have it.

`hint "{P} uses {…C}" says "did you mean `{P} plays {C}`?"`: `{P}` is one word, `{…C}` are several, `{S:rock|paper}` is one
of these, `[x]` may be left out, `(x|y)` is either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ENTRY = re.compile(r'hint "([^"]+)" says "([^"]+)"$')
_PART = re.compile(r"\{(…?)(\w+)(?::([^{}]+))?\}|[\[\]()|]|\w+|[^\w\s\[\](){}|]+")

ONE = r"(?!who\b)[^\s>=-]+?"
"""One word that does not ask, up to what may be an arrow."""

Hint = tuple[re.Pattern[str], str]


def hints_in(text: str) -> tuple[Hint, ...]:
    """The hints of the text of a file of forms, each with the pattern of whole statements that it is for."""
    found = (ENTRY.fullmatch(line.strip()) for line in text.split("\n"))
    return tuple(
        (re.compile("".join(_pattern(entry[1])) + r"\s*", re.IGNORECASE), entry[2]) for entry in found if entry
    )


def _pattern(said: str) -> Iterator[str]:
    """The parts of a regular expression for what is said; before each word may be space."""
    for part in _PART.finditer(said):
        sign, gap, among = part.group(), part[2], part[3]
        if gap and among:
            yield rf"\s*\b(?P<{gap}>{'|'.join(map(re.escape, among.split('|')))})\b"
        elif gap:
            yield rf"\s*(?P<{gap}>{'.+' if part[1] else ONE})(?!\w)"
        elif sign in "[(":
            yield "(?:"
        elif sign in "])":
            yield ")?" if sign == "]" else ")"
        elif sign == "|":
            yield "|"
        elif sign[0].isalnum():
            yield rf"\s*\b{re.escape(sign)}\b"
        else:
            yield rf"\s*{re.escape(sign)}"


def told(hint: Hint, statement: str) -> str:
    """What the hint says of the statement; nothing if it is not for it."""
    found = hint[0].fullmatch(statement)
    return re.sub(r"\{(\w+)\}", lambda gap: found[gap[1]] or "", hint[1]) if found else ""
