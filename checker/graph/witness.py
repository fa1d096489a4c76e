"""The shortest play to a state, carried out by the interpreter: what is told is what it did."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from checker.graph.plain_graph import ENDLESS_STATE, PlainGraph, PlainState
from checker.graph.state_space import StateSpace
from checker.graph.table_graph import ENDLESS_STATE as ENDLESS
from checker.kernel.position import Store
from checker.run.branches import TrailEntry


class NotConfirmed(Exception):
    """The interpreter does not come to the state to which the tables came."""


def path_to(space: StateSpace, goals: Collection[int], start: int = -1) -> Sequence[int]:
    """The options taken on a shortest way from where play begins, or from the start, to one of the goals.

    The first is the number of the state at which the way begins. Empty if none leads there.
    """
    begins = range(space.begins) if start < 0 else (start,)
    wanted = frozenset(goals)
    came: dict[int, tuple[int, int]] = {n: (-1, n) for n in begins}
    todo = deque(begins)
    while todo:
        state = todo.popleft()
        if state in wanted:
            way = []
            while state >= 0:
                state, option = came[state]
                way.append(option)
            return way[::-1]
        for option, after in enumerate(space.after(state)):
            if after not in came:
                came[after] = (state, option)
                todo.append(after)
    return ()


def replayed(space: StateSpace, plain: PlainGraph, way: Sequence[int]) -> tuple[TrailEntry, ...]:
    """What happens on the way, as the interpreter carries it out.

    Raises NotConfirmed where it comes to another state than the tables did.
    """
    entries: list[TrailEntry] = []
    number, state = way[0], shown(space, plain, way[0])
    for option in way[1:]:
        told = plain.told(state)
        if len(told.options) != len(space.after(number)):
            raise NotConfirmed
        label, (lines, after) = told.options[option]
        number = space.after(number)[option]
        entries += lines
        if after != shown(space, plain, number):
            raise NotConfirmed(label)
        state = after
    return tuple(entries)


def shown(space: StateSpace, plain: PlainGraph, number: int) -> PlainState:
    """The state of the space as the plain graph has it."""
    state = space.states[number]
    if state == ENDLESS:
        return ENDLESS_STATE
    table, agenda = space.graph.shown(state)
    return PlainState(Store(table), plain.agendas.of(agenda))
