"""Words that people write first in an entry or a line, and the form that says what they mean."""

from __future__ import annotations

from types import MappingProxyType

ANEW = "a title stays: `remove card OLD` and, below it, `card NEW` with its kinds and its text say the same"
NEW = 'what is new stands by itself, for instance `card TITLE` or `clause E-1 effect "Errata"`'

_HEADS = MappingProxyType(
    {
        "`remove`": ("delete", "strike", "omit", "drop", "repeal"),
        "`change`": ("replace", "amend", "edit", "modify", "revise", "update"),
        NEW: ("add", "new", "insert"),
        ANEW: ("rename", "retitle"),
    }
)


def for_entry(word: str) -> str:
    """What begins an entry for which people write the word; nothing if that is not known."""
    form = next((form for form, words in _HEADS.items() if word.lower() in words), "")
    return f"did you mean {form}?" if form.startswith("`") else form


def for_line(word: str) -> str:
    """How what people write on a line of a card that begins with the word is said; nothing if that is not known."""
    return ANEW if word.lower() in ("name", "title", "rename") else ""
