"""Steps of a procedure that come before each other in a circle: nothing says which of them is done first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from checker.kernel.source import Problem
from checker.load.apply_erratum import edges
from checker.syntax.files import Entry, SourceLine


class Order(NamedTuple):
    """A line says that one step comes before another."""

    earlier: str
    later: str
    line: SourceLine


def own(entry: Entry) -> Iterator[Order]:
    """What the steps of the procedure say of their order."""
    lines = [line for line in entry.lines if line.key == "step"]
    names = {edges(line).name for line in lines}
    for line in lines:
        yield from (Order(earlier, edges(line).name, line) for earlier in edges(line).after if earlier in names)


def told(head: SourceLine) -> Iterator[Order]:
    """What `step A of PROCEDURE before B` and `move step A of PROCEDURE after B` say of the order."""
    words = head.rest.partition(": ")[0].removeprefix("step ").split()
    for word, other in pairwise(words[3:]):
        if word in ("before", "after"):
            earlier, later = (words[0], other) if word == "before" else (other, words[0])
            yield Order(earlier, later, head)


def circle(orders: Iterable[Order]) -> tuple[Order, ...]:
    """Those of the orders that make a circle, each step before the one that the next begins with; none if none do."""
    found = {(o.earlier, o.later): o for o in orders}
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for earlier, later in found:
        sorter.add(later, earlier)
    try:
        sorter.prepare()
    except CycleError as error:
        return tuple(found[pair] for pair in pairwise(error.args[1]))
    return ()


def said(procedure: str, orders: Iterable[Order]) -> str:
    """The circle in words, each order with its place."""
    ways = (f"`{o.earlier}` before `{o.later}` ({o.line.place.file}:{o.line.place.line})" for o in orders)
    return f"the steps of {procedure} come before each other in a circle: {', '.join(ways)}"


HINT = "take one of the orders away"


def circular_steps(entry: Entry) -> Iterator[Problem]:
    """A problem, at the last of its lines, if the steps of the procedure come before each other in a circle."""
    if found := circle(own(entry)):
        last = max((o.line for o in found), key=lambda line: (line.place.file, line.place.line))
        yield last.problem(said(entry.head.rest, found), HINT)
