"""Words of what cannot be read, as messages show them."""

from __future__ import annotations

import unicodedata


def named(piece: str) -> str:
    """The piece as it is called in a message; a sign that cannot be seen by its number."""
    unseen = len(piece) == 1 and unicodedata.category(piece) == "Cf"
    return f"a sign that cannot be seen (U+{ord(piece):04X})" if unseen else f"`{short(piece)}`"


def short(piece: str, most: int = 60) -> str:
    """As much of the piece as is shown."""
    return piece if len(piece) <= most else piece[: most - 3] + "…"


def article(noun: str) -> str:
    """The noun with its article, in small letters."""
    return f"{'an' if noun[:1] in 'AEIOU' else 'a'} {noun.lower()}"
