"""What a vocabulary says for short, from its entries: short forms, and words listed as values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from string import ascii_uppercase

from msgspec import structs

from checker.kernel.vocabulary import BUILT_IN, Short
from checker.syntax.files import Entry
from checker.syntax.natural.amounts import of_amount

HEADS = frozenset({"short", "which", "noun", "amount"})
WHOLE = ("condition", "sentence", "event", "ruling", "kind", "span")
"""What a phrase may be short for beside a thing."""
_QUOTED = re.compile(r'"([^"]*)"')
_SLOT = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[a-z]+")

_LISTED = re.compile(
    r'(?P<name>[a-z]+) (?P<phrase>"[^"]*"): (?P<words>[^,"]+(?:, (?!starts |marks )[^,"]+)+)(?P<rest>,.*)?'
)


def shorts_of(
    entry: Entry, name: str, tail: str, ranges: Callable[[str], str], known: frozenset[str]
) -> tuple[Short, ...]:
    """What the entry says for short: all that can be said of an amount, else one thing. Raises ValueError, saying why,
    if it cannot be used."""
    if entry.head.key != "amount":
        return (_short_of(entry, name, tail, ranges, known),)
    quoted, means = _QUOTED.findall(entry.head.rest), " ".join(line.rest for line in entry.all("means"))
    if len(quoted) != 1 or not means:
        raise ValueError('expected `amount NAME "WORDS": P`, below it a line `means …`: the number')
    return of_amount(name, quoted[0], tail, ranges(tail), means)


def _short_of(entry: Entry, name: str, tail: str, ranges: Callable[[str], str], known: frozenset[str]) -> Short:
    """What the entry says for short. Raises ValueError, saying why, if it cannot be used.

    `ranges` gives the sort that a letter stands for, `known` are the sorts.
    """
    quoted = _QUOTED.findall(entry.head.rest)
    means = " ".join(line.rest for line in entry.all("means"))
    if not means and tail not in ("kind", "span"):
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
            return Short(name, "deed", params, phrase, said, means, tuple(line.rest for line in entry.all("among")))
        case "short", [phrase]:
            if tail not in {*known, *WHOLE}:
                listed = "`: SORT`, " + ", ".join(f"`: {what}`" for what in WHOLE)
                raise ValueError(f"expected one of {listed} at the end; `{tail}` is no sort")
            return Short(name, tail, slots, phrase, "", means)
    raise ValueError(
        "expected `short NAME` with a phrase or two in quotes, `which NAME` with one, or `noun WORD: LETTER`"
    )


def listed_out(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """The entries with a sort, called as the field or fact is, and its words where these are listed; it has the first
    letter that no other sort has."""
    letters = {one for sort in BUILT_IN for one in sort.letters}
    letters |= {one for e in entries if e.head.key == "sort" for one in re.findall(r"\b[A-Z]\b", e.head.rest)}
    free = iter(letter for letter in ascii_uppercase if letter not in letters)
    for entry in entries:
        head = entry.head
        found = _LISTED.fullmatch(head.rest) if head.key in ("field", "fact") else None
        if found is None:
            yield entry
            continue
        name = found["name"]
        yield Entry(structs.replace(head, key="sort", rest=f"{name} letters {next(free, '')}"), ())
        yield Entry(structs.replace(head, key="word", rest=f"{found['words']}: {name}"), ())
        told = f"{name} {found['phrase']}: {name}{found['rest'] or ''}"
        yield Entry(structs.replace(head, rest=told), entry.lines)
