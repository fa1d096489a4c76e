"""The kernel: goes through states by flat tables. It walks trees, applies masks, and keeps the states in a set.

All words are signed, since Numba makes fractions of sums of signed and unsigned ones.
"""

from __future__ import annotations

import numba
import numpy as np

OVER = 0
RENAMES = -2
"""Stands for a cell where another tree has to be asked."""
DONE, FULL, BLOCKED, PAUSED = 0, 1, 2, 3
"""Why the kernel stops: all is done, there is no room, rows are missing, or it has done as much as it was told to."""
LOOKED, KNOWN, EDGES, MISSED = 0, 1, 2, 3
"""What is counted, and where."""
MISSING = 1 << 62
"""The bit of all numbers that stand for a row that is missing."""
MORE = 131
"""An odd number that hashes begin with."""


def _mixed(hash_: int, word: int) -> int:
    hash_ = (hash_ ^ word) * 0x1E3779B97F4A7C15
    return hash_ ^ (hash_ >> 29)


_mix = numba.njit(cache=True, inline="always")(_mixed)


def _leaf(memory: np.ndarray, at: int, table: np.ndarray, keys: np.ndarray, failed: np.ndarray) -> int:
    """What the tree at the address has for the table: below 0 a row; 0 if there is none, then it is noted where it failed."""
    while at > 0:
        size, bits = memory[at] & 255, memory[at] >> 8
        hash_ = MORE
        for i in range(size):
            word = table[memory[at + 1 + 2 * i]] & memory[at + 2 + 2 * i]
            keys[i] = word
            hash_ = _mix(hash_, word)
        base, stride, mask = at + 1 + 2 * size, size + 1, (1 << bits) - 1
        place = hash_ & mask
        while True:
            slot = base + place * stride
            child = memory[slot]
            if child == 0:
                failed[0] = _mix(hash_, at)
                return 0
            same = True
            for i in range(size):
                if memory[slot + 1 + i] != keys[i]:
                    same = False
                    break
            if same:
                break
            place = (place + 1) & mask
        at = child
    if at == 0:
        failed[0] = 0
    return at


_walk = numba.njit(cache=True)(_leaf)


def _assembled(
    memory: np.ndarray,
    address: np.ndarray,
    masks: np.ndarray,
    bits: np.ndarray,
    nodes: np.ndarray,
    keys: np.ndarray,
    children: np.ndarray,
) -> None:
    """Puts nodes with their masks, tables and entries into the memory; a child above 0 is the number of a node, from 1."""
    words = masks.shape[1]
    for node in range(len(masks)):
        at, size = address[node], 0
        for word in range(words):
            if masks[node, word] != 0:
                memory[at + 1 + 2 * size] = word
                memory[at + 2 + 2 * size] = masks[node, word]
                size += 1
        memory[at] = size | bits[node] << 8
    for entry in range(len(nodes)):
        at = address[nodes[entry]]
        size, mask = memory[at] & 255, (1 << (memory[at] >> 8)) - 1
        hash_ = MORE
        for i in range(size):
            hash_ = _mix(hash_, keys[entry, memory[at + 1 + 2 * i]])
        base, place = at + 1 + 2 * size, hash_ & mask
        while memory[base + place * (size + 1)] != 0:
            place = (place + 1) & mask
        slot = base + place * (size + 1)
        child = children[entry]
        memory[slot] = address[child - 1] if child > 0 else child
        for i in range(size):
            memory[slot + 1 + i] = keys[entry, memory[at + 1 + 2 * i]]


assemble = numba.njit(cache=True)(_assembled)


def _placed(pairs: np.ndarray, cells: np.ndarray, keys: np.ndarray, values: np.ndarray) -> None:
    """Puts pairs into a table of pairs that has room for them."""
    mask = len(pairs) - 1
    for i in range(len(keys)):
        place = _mix(MORE, keys[i]) & mask
        while pairs[place] != -1 and pairs[place] != keys[i]:
            place = (place + 1) & mask
        pairs[place] = keys[i]
        cells[place] = values[i]


place_pairs = numba.njit(cache=True)(_placed)


def _found(
    set_: np.ndarray, states: np.ndarray, cells: np.ndarray, row: np.ndarray, cell: int, words: int
) -> np.ndarray:
    """The place in the set at which the state is, or would be."""
    hash_ = _mix(MORE, cell)
    for i in range(words):
        hash_ = _mix(hash_, row[i])
    mask = len(set_) - 1
    place = hash_ & mask
    while True:
        number = set_[place]
        if number < 0:
            return place
        if cells[number] == cell:
            same = True
            for i in range(words):
                if states[number, i] != row[i]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & mask


_find = numba.njit(cache=True)(_found)


def _collected(set_: np.ndarray, states: np.ndarray, cells: np.ndarray, count: int) -> None:
    """Puts the states into the empty set."""
    for number in range(count):
        set_[_find(set_, states, cells, states[number], cells[number], states.shape[1])] = number


collect = numba.njit(cache=True)(_collected)


def _gone_through(
    memory: np.ndarray,  # trees
    roots: np.ndarray,  # four rows: by head what is decided, by cell what comes until then, by sort what is cleared, by cell names
    agenda: np.ndarray,  # three columns: the head of a cell, the cell of its rest, its sort
    rows: np.ndarray,  # two columns: the first option of a row, and how many there are
    options: np.ndarray,  # two columns: the operation of an option, and the number of the heads that it pushes
    kept: np.ndarray,
    put: np.ndarray,
    leads: np.ndarray,  # three arrays: what an operation keeps, what it puts, and its cell
    pairs: np.ndarray,
    pushed: np.ndarray,  # two arrays: a table of heads before rests, and the cells
    states: np.ndarray,
    cells: np.ndarray,
    set_: np.ndarray,
    firsts: np.ndarray,
    to: np.ndarray,  # five arrays: what is known
    counts: np.ndarray,
    missed: np.ndarray,  # numbers of states for which rows are missing
    seen: np.ndarray,  # where rows are missing, a set
    outside: np.ndarray,  # the bits that are set where there is no room for them in states
    most: int,
    budget: int,
    ahead: int,
) -> int:
    """Goes through states in their order until a row is missing; then so many `ahead` at most, only to see what is missing.

    Stops before `most` states are known, or after a budget of states.
    """
    words, resting = kept.shape[1], states.shape[1]
    table, row = np.zeros(words, np.int64), np.zeros(words, np.int64)
    keys, failed = np.zeros(words, np.int64), np.zeros(1, np.int64)
    after = np.zeros((16, resting), np.int64)
    ends = np.zeros(16, np.int64)
    blocked = False
    state = counts[LOOKED]
    last = state + budget
    while state < counts[KNOWN]:
        if not blocked and (counts[KNOWN] >= most or state >= last):
            return DONE if counts[KNOWN] >= most else PAUSED
        if blocked and (state >= last or counts[MISSED] >= len(missed)):
            return BLOCKED
        cell = cells[state]
        count, site, fits = 0, 0, True
        if cell > OVER:
            for i in range(resting):
                row[i] = states[state, i]
            for i in range(resting, words):
                row[i] = 0
            leaf = _walk(memory, roots[0, agenda[cell, 0]], row, keys, failed)
            if leaf == 0:
                site = _mix(_mix(1, agenda[cell, 0]), failed[0]) | MISSING
            else:
                first, count = rows[-leaf - 1, 0], rows[-leaf - 1, 1]
                if count > len(after):
                    after = np.zeros((2 * count, resting), np.int64)
                    ends = np.zeros(2 * count, np.int64)
                for option in range(count):
                    change = options[first + option, 0]
                    for i in range(words):
                        table[i] = (row[i] & kept[change, i]) | put[change, i]
                    behind = agenda[cell, 1]
                    push = options[first + option, 1]
                    if push > 0:
                        pair = push << 32 | behind
                        place = _mix(MORE, pair) & (len(pairs) - 1)
                        while pairs[place] != pair and pairs[place] != -1:
                            place = (place + 1) & (len(pairs) - 1)
                        if pairs[place] == -1:
                            site = _mix(2, pair) | MISSING
                            break
                        behind = pushed[place]
                    leaf = _walk(memory, roots[1, behind], table, keys, failed)
                    if leaf == 0:
                        site = _mix(_mix(3, behind), failed[0]) | MISSING
                        break
                    change = -leaf - 1
                    behind = leads[change]
                    for i in range(words):
                        table[i] = (table[i] & kept[change, i]) | put[change, i]
                    if behind >= OVER:
                        leaf = _walk(memory, roots[2, agenda[behind, 2]], table, keys, failed)
                        if leaf == 0:
                            site = _mix(_mix(4, agenda[behind, 2]), failed[0]) | MISSING
                            break
                        change = -leaf - 1
                        if leads[change] == RENAMES:
                            leaf = _walk(memory, roots[3, behind], table, keys, failed)
                            if leaf == 0:
                                site = _mix(_mix(5, behind), failed[0]) | MISSING
                                break
                            change = -leaf - 1
                            behind = leads[change]
                        for i in range(words):
                            table[i] = (table[i] & kept[change, i]) | put[change, i]
                    for i in range(resting, words):
                        if table[i] != 0:
                            outside[i] |= table[i]
                            fits = False
                    for i in range(resting):
                        after[option, i] = table[i]
                    ends[option] = behind
        if site != 0:
            place = site & (len(seen) - 1)
            while seen[place] != 0 and seen[place] != site:
                place = (place + 1) & (len(seen) - 1)
            if seen[place] == 0:
                seen[place] = site
                missed[counts[MISSED]] = state
                counts[MISSED] += 1
        if (site != 0 or not fits) and not blocked:
            blocked = True
            last = min(last, state + ahead)
        if not blocked:
            known, edges = counts[KNOWN], counts[EDGES]
            if (
                known + count > len(cells)
                or edges + count > len(to)
                or state + 2 > len(firsts)
                or 4 * (known + count) > 3 * len(set_)
            ):
                return FULL
            for option in range(count):
                place = _find(set_, states, cells, after[option], ends[option], resting)
                if set_[place] < 0:
                    set_[place] = known
                    cells[known] = ends[option]
                    for i in range(resting):
                        states[known, i] = after[option, i]
                    known += 1
                to[edges] = set_[place]
                edges += 1
            counts[KNOWN], counts[EDGES], counts[LOOKED] = known, edges, state + 1
            firsts[state + 1] = edges
        state += 1
    return BLOCKED if blocked else DONE


go_through = numba.njit(cache=True)(_gone_through)
