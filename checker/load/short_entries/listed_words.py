"""Words listed as the values of a field or fact, `field colour "the colour of {C}": red, green`: a sort with these words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase

from msgspec import structs

from checker.kernel.vocabulary import BUILT_IN
from checker.syntax.files import Entry

_LISTED = re.compile(
    r'(?P<name>[a-z]+) (?P<phrase>"[^"]*"): (?P<words>[^,"]+(?:, (?!starts |marks )[^,"]+)+)(?P<rest>,.*)?'
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
