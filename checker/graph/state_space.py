"""All states that play can come to from where it begins, each once: the edges between them, what hangs together, how likely each end is."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from checker.graph.offers import StateKind
from checker.graph.packed_layout import TooNarrow
from checker.graph.table_graph import ENDLESS_STATE, TableGraph, TableState
from checker.kernel.position import Key, Position
from checker.kernel.term import Value

MORE_BITS = 2
"""So many bits more a key is given that has no room."""
OFTEN = 4096
"""After so many states each it is told how far the search is."""
Telling = Callable[[int, int], None]
"""Is told how many states were looked at, and how many are known."""

FEW = 20_000
"""With so many states it is not worth while to begin anything else than plain Python."""
UNSEEN = -1

OutcomeOf = Callable[[int], Hashable]
"""What tells the ends of play apart, by the number of the state."""


class StateSpace(NamedTuple):
    """The states in the order in which they were met, those first with which play begins.

    The edges of state `n` lead to `to[firsts[n]:firsts[n + 1]]`, in the order of its options; only of the first `looked`
    states are they known. It is the whole if these are all.
    """

    graph: TableGraph
    states: Sequence[TableState]
    begins: int
    looked: int
    firsts: Sequence[int]
    to: Sequence[int]

    @property
    def whole(self) -> bool:
        """Every state that can be reached is there, with its edges."""
        return self.looked == len(self.states)

    def after(self, number: int) -> Sequence[int]:
        """The states that come of the options of the state; none where they are not known."""
        return self.to[self.firsts[number] : self.firsts[number + 1]] if number < self.looked else ()

    def kind(self, number: int) -> StateKind:
        """What is decided at the state."""
        return self.graph.options(self.states[number]).kind

    def of_kind(self, kind: StateKind) -> Iterator[int]:
        """The states at which that is decided."""
        return (n for n in range(self.looked) if self.kind(n) is kind)


GraphExtension: TypeAlias = Callable[[StateSpace, int, Telling], StateSpace]
"""Gives a state space with what can be reached from it, or until so many states are known. Raises TooNarrow."""


def explored(
    make: Callable[[dict[Key, int]], TableGraph],
    begins: Sequence[Position],
    most: int,
    tell: Telling = lambda looked, known: None,
    asked: int = sys.maxsize,
    aside: int = sys.maxsize,
    further: GraphExtension | None = None,
    few: int = FEW,
) -> StateSpace:
    """Everything that can be reached from where play begins, or what was met until `most` states were known, or the
    interpreter was `asked` so often, or went so many steps `aside` to try orders.

    `make` gives a graph whose keys have at least so many bits. With more than a `few` states the search goes on by
    `further`, if it is given. Interrupted, it gives what is known by then.
    """
    widths: dict[Key, int] = {}
    begun, last = most if further is None else min(few, most), 0
    while True:
        try:
            graph = make(widths)
            last = last or graph.rules.looked.aside + aside
            space = _explored(graph, begins, begun, tell, asked, last)
            cut = not space.whole and begun <= len(space.states) < most
            return further(space, most, tell) if further is not None and cut else space
        except TooNarrow as narrow:
            widths[narrow.key] = narrow.bits + MORE_BITS


def _explored(
    graph: TableGraph, begins: Sequence[Position], most: int, tell: Telling, asked: int, last: int
) -> StateSpace:
    known: dict[TableState, int] = {}
    for position in begins:
        known.setdefault(graph.state(position), len(known))
    states, begun = list(known), len(known)
    firsts, to = array("q", [0]), array("q")
    looked = 0
    tried = graph.rules.looked
    options, reached, before, cells = graph.options, graph.reached, graph.agendas.before, graph.agendas.cells
    try:
        while looked < len(states) and len(states) < most and graph.asked < asked and tried.aside < last:
            state = states[looked]
            cell, table = state
            if state != ENDLESS_STATE:
                rest = cells[cell][1]
                for _, kept, put, heads in options(state)[2]:
                    after = reached(before(heads, rest), table & kept | put)
                    number = known.get(after)
                    if number is None:
                        number = known[after] = len(states)
                        states.append(after)
                    to.append(number)
            looked += 1
            firsts.append(len(to))
            if not looked % OFTEN:
                tell(looked, len(states))
    except KeyboardInterrupt:
        del to[firsts[looked] :]
    return StateSpace(graph, states, begun, looked, firsts, to)


def components(space: StateSpace) -> Iterator[Sequence[int]]:
    """The components of the states whose edges are known, each after every other one to which its edges lead.

    Tarjan 1972, without recursion.
    """
    size = space.looked
    found, low = array("q", [UNSEEN]) * size, array("q", [0]) * size
    open_, path = bytearray(size), array("q")
    firsts, to = space.firsts, space.to
    count = 0
    for start in range(size):
        if found[start] != UNSEEN:
            continue
        work = [(start, firsts[start])]
        while work:
            state, at = work.pop()
            if found[state] == UNSEEN:
                found[state] = low[state] = count
                count += 1
                path.append(state)
                open_[state] = 1
            end = firsts[state + 1]
            while at < end:
                after = to[at]
                if after < size and found[after] == UNSEEN:
                    break
                if after < size and open_[after]:
                    low[state] = min(low[state], found[after])
                at += 1
            if at < end:
                work += [(state, at), (to[at], firsts[to[at]])]
                continue
            if work:
                before = work[-1][0]
                low[before] = min(low[before], low[state])
            if low[state] == found[state]:
                yield _popped(path, open_, state)


def _popped(path: array[int], open_: bytearray, last: int) -> Sequence[int]:
    component: list[int] = []
    while not component or component[-1] != last:
        component.append(path.pop())
        open_[component[-1]] = 0
    return component


def rounds(space: StateSpace) -> Iterator[Sequence[int]]:
    """The components in which play can go round: more than one state, or one that leads to itself."""
    for component in components(space):
        if len(component) > 1 or component[0] in space.after(component[0]):
            yield component


class PointShare(NamedTuple):
    """An open point: at how many states it is met, in how many plays, and in how many its options lead to other results."""

    point: Value
    states: int
    met: int
    decides: int


class Shares(NamedTuple):
    """How many plays there are from the first state on, the results they can have, and what each open point does to them."""

    plays: int
    results: frozenset[Hashable]
    points: tuple[PointShare, ...]


def shares(space: StateSpace, outcome: OutcomeOf) -> Shares | None:
    """The exact numbers of plays, each a way from the first state to an end; None where not all is known or play can go
    round."""
    if not space.whole:
        return None
    order: list[int] = []
    for component in components(space):
        if len(component) > 1 or component[0] in space.after(component[0]):
            return None
        order += component
    return _counted(space, order, outcome)


def _counted(space: StateSpace, order: list[int], outcome: OutcomeOf) -> Shares:
    """The order has each state after its successors."""
    plays = [0] * len(order)
    results: list[frozenset[Hashable]] = [frozenset()] * len(order)
    known: dict[frozenset[Hashable], frozenset[Hashable]] = {}
    points: dict[Value, list[int]] = {}
    deciding = bytearray(len(order))
    for state in order:
        after = space.after(state)
        plays[state] = sum(plays[n] for n in after) if after else 1
        ends = frozenset[Hashable]().union(*(results[n] for n in after)) if after else frozenset((outcome(state),))
        results[state] = known.setdefault(ends, ends)
        options = space.graph.options(space.states[state])
        if options.kind is StateKind.POINT:
            points.setdefault(options.by, []).append(state)
            deciding[state] = len({results[n] for n in after}) > 1
    first = 0
    told = (
        PointShare(
            point,
            len(at),
            _through(space, order, plays, frozenset(at))[first],
            _through(space, order, plays, frozenset(n for n in at if deciding[n]))[first],
        )
        for point, at in points.items()
    )
    return Shares(plays[first], results[first], tuple(told))


def _through(space: StateSpace, order: list[int], plays: list[int], marked: frozenset[int]) -> list[int]:
    """For each state the number of plays from there on that come to a marked one."""
    found = [0] * len(order)
    for state in order:
        found[state] = plays[state] if state in marked else sum(found[n] for n in space.after(state))
    return found
