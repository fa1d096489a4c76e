"""Whether anybody, or chance, can lead play out of a loop, whatever is decided in it."""

from __future__ import annotations

from collections.abc import Callable

from checker.explore.loops.equal_tables import COUNTED, ComparedTable
from checker.explore.loops.reachable_graph import UNTOLD, Explored
from checker.kernel.position import GONE, Key, Position, Store
from checker.norms.evaluate import RIGID
from checker.norms.rulebook import Rulebook
from checker.run.forced_cycles import counts
from checker.run.read_write_sets import MarkingStore, Marks, unmarked
from checker.run.unordered import AS_WRITTEN
from checker.simulate.games import Players

NUMBERING = {(count,) for count in COUNTED.values()}
"""What only tells one open point from those that were met before."""
MOST = 120
"""So many positions at most are looked at."""


def no_way_out(make: Callable[[], Players], at: Position, changing: frozenset[Key], as_taken: bool = False) -> bool:
    """Every way from the position, and from all that it leads to, stays among a few positions: that was looked at to its end.

    They are alike but for what changes from one round to the next and is read at none of them. What the rules leave open
    goes in each way, and so does what comes in no order; or, `as_taken`, as it was taken until then, the rest by default.
    """
    explored = Explored(make(), frozenset(), 0, each=not as_taken)
    passed = _Passed(explored.rules, changing)
    at = at.with_store(unmarked(at.store) if as_taken else _open(unmarked(at.store)))
    todo, known = [at], {passed.key(at)}
    while todo:
        here = todo.pop()
        marks = Marks()
        noted = here.with_store(MarkingStore(unmarked(here.store), marks))
        try:
            after = [explored.carried(after) for _, _, after, _ in explored.ways(noted)[1]]
        except UNTOLD:
            return False
        there = [one.with_store(unmarked(one.store)) for one in after if one is not None]
        if not after or explored.lost or len(there) < len(after) or passed.read(here, marks):
            return False
        for one in there:
            if (key := passed.key(one)) not in known:
                known.add(key)
                todo.append(one)
        if len(known) > MOST:
            return False
    return True


class _Passed:
    """What is not looked at where positions are compared."""

    def __init__(self, rules: Rulebook, changing: frozenset[Key]) -> None:
        self.rules = rules
        self.keys = changing
        self.numbers = {key[0] for key in changing if counts(rules, key)}

    def over(self, key: Key) -> bool:
        """It is something that changes from round to round."""
        return key in self.keys or key[0] in self.numbers

    def key(self, position: Position) -> object:
        """Equal for positions that are alike."""
        table = ComparedTable(self.rules, position)
        kept = ((k, v) for k, v in table.entries.items() if not (self.over(k) or table.gone(k) or k in NUMBERING))
        return frozenset(kept), table.agenda

    def read(self, here: Position, marks: Marks) -> bool:
        """Something of what is not looked at was read from here on."""
        table = ComparedTable(self.rules, here)
        reads = table.known(marks.read)
        heads = self.numbers | {key[0] for key in self.keys}
        listed = any(k[0] == "entries" and k[1] in heads for k in reads)
        if ("everything",) in reads:
            return bool(heads) or any(table.gone(k) and k[0] != RIGID for k in table.entries)
        return listed or any(self.over(k) or table.gone(k) for k in reads)


def _open(store: Store) -> Store:
    """The table on which nothing of what is open was taken in one way."""
    return store.after(tuple((k, GONE) for k, _ in store.items() if k[0] == RIGID)).put(AS_WRITTEN, False)
