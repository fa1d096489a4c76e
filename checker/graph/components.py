"""The strongly connected components of a state space, those first to which all others of their successors belong."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from checker.graph.state_space import StateSpace

UNSEEN = -1


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
