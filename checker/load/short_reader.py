"""What a vocabulary says for short, from its entries."""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.kernel.vocabulary import Short
from checker.syntax.files import Entry

HEADS = frozenset({"short", "which", "noun"})
_QUOTED = re.compile(r'"([^"]*)"')
_SLOT = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[a-z]+")


def short_of(entry: Entry, name: str, tail: str, ranges: Callable[[str], str], known: frozenset[str]) -> Short:
    """What the entry says for short. Raises ValueError, saying why, if it cannot be used.

    `ranges` gives the sort that a letter stands for, `known` are the sorts.
    """
    quoted = _QUOTED.findall(entry.head.rest)
    means = " ".join(line.rest for line in entry.all("means"))
    if not means:
        raise ValueError(f"expected a line `means …` below: what `{name}` is short for")
    slots = tuple(dict.fromkeys(slot for phrase in quoted for slot in _SLOT.findall(phrase)))
    for slot in slots:
        ranges(slot)
    match entry.head.key, quoted:
        case "noun", []:
            if not _WORD.fullmatch(name):
                raise ValueError(f"`{name}` is no word in small letters")
            return Short(name, f"noun_{ranges(tail)}", (tail,), "", "", means)
        case "which", [phrase]:
            return Short(name, f"which_{ranges(tail)}", (tail, *slots), phrase, "", means)
        case "short", [phrase, said]:
            params = tuple(tail.split())
            if params[:1] != tuple(_SLOT.findall(said.split(" | ")[0]))[:1] or set(params) != set(slots):
                raise ValueError("the letters are those of the gaps, first whom the second phrase begins with")
            return Short(name, "deed", params, phrase, said, means)
        case "short", [phrase]:
            if tail not in {*known, "condition", "sentence", "norm"}:
                raise ValueError(
                    f"expected `: SORT`, `: condition`, `: sentence` or `: norm` at the end; `{tail}` is no sort"
                )
            return Short(name, tail, slots, phrase, "", means)
    raise ValueError(
        "expected `short NAME` with a phrase or two in quotes, `which NAME` with one, or `noun WORD: LETTER`"
    )
