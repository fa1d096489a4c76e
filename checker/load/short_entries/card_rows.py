"""Cards told in rows, `cards {Seven, Ace} of {Cups, Coins}`: each is an entry of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from msgspec import structs

from checker.kernel.source import InputError, Place, Problem
from checker.syntax.files import Entry, SourceLine

CARDS = "cards"
"""The key of a headline for several cards."""
_LIST = re.compile(r"\{([^{}]*)\}")


def each_card(entry: Entry) -> Iterator[Entry]:
    """An entry for each card of the rows, in their order; any other entry as it is.

    A list in a line goes with the list of the headline that is as long; of several, with that in the same place.
    Raises InputError where it goes with none.
    """
    if entry.head.key != CARDS:
        yield entry
        return
    sizes = [len(one) for one in _lists(entry.head)]
    goes = [_with(line, sizes) for line in entry.lines]
    for chosen in product(*map(range, sizes)):
        head = structs.replace(_filled(entry.head, chosen), key="card")
        lines = (_filled(line, tuple(chosen[at] for at in to)) for line, to in zip(entry.lines, goes, strict=True))
        yield Entry(head, tuple(lines))


def _lists(line: SourceLine) -> list[list[str]]:
    return [[one.strip() for one in found.split(",")] for found in _LIST.findall(line.rest)]


def _with(line: SourceLine, sizes: list[int]) -> tuple[int, ...]:
    """With which list of the headline each list of the line goes."""
    lengths = [len(one) for one in _lists(line)]
    if lengths == sizes:
        return tuple(range(len(sizes)))
    if any(sizes.count(length) != 1 for length in lengths):
        at = Place(line.place.file, line.place.line, line.whole.find("{") + 1)
        message = "expected lists that are as long as those of the headline, one for one where these are alike"
        raise InputError(Problem(at, message, line.whole))
    return tuple(sizes.index(length) for length in lengths)


def _filled(line: SourceLine, chosen: tuple[int, ...]) -> SourceLine:
    """The line with one of each of its lists."""
    if not chosen:
        return line
    said = iter([listed[at] for listed, at in zip(_lists(line), chosen, strict=True)])
    return structs.replace(line, rest=_LIST.sub(lambda _: next(said), line.rest), below=())
