"""A loop gone through again, as far as positions look alike: a first look at whether it is one."""

from __future__ import annotations

from collections.abc import Iterator

from checker.explore.loops.reachable_graph import Explored, GraphState, StateEdge
from checker.explore.loops.state_equivalence import entries, initially, key_of
from checker.kernel.position import Key, Position, Store
from checker.run.forced_cycles import FAR

AGAIN = 40
"""How often a loop is gone through at most until everything lies again as it lay."""
MOST_BETWEEN = 5
"""So many places with one way on, where nobody decides, may come between two of a loop when it is gone through again."""


def repeats(found: Explored, cycle: tuple[tuple[int, StateEdge], ...]) -> bool:
    """Gone through a few times more, the loop comes to where it was; also when what rises in it has risen far."""
    position = found.places[cycle[0][0]].position
    seen = {key_of(found.rules, position, found.rising)}
    before = entries(found.rules, position.store)
    grows = False
    for round_ in range(AGAIN):
        after = around(found, cycle, position)
        if after is None:
            return False
        grows = grows or bool(more(position.store, after.store))
        position = after
        if grows:
            if round_ < AGAIN - 1:
                continue
            break
        key = key_of(found.rules, position, found.rising)
        if key in seen:
            break
        seen.add(key)
    else:
        return False
    rising = {k: v for k, v in entries(found.rules, position.store).items() if k[0] in found.rising}
    for times in FAR:
        store = position.store
        for at, value in rising.items():
            store = store.put(at, value + times * (value - before.get(at, initially(found.rules, at))))
        if around(found, cycle, position.with_store(store)) is None:
            return False
    return True


def stays(found: Explored, ring: set[int], cycle: tuple[tuple[int, StateEdge], ...]) -> bool:
    """The loop is gone through too when all has risen far that rises anywhere among the places that nobody leaves."""
    rising = {at for n in ring for at in _risen(found, found.places[n].position)}
    position = found.places[cycle[0][0]].position
    before = entries(found.rules, position.store)
    for times in FAR if rising else ():
        store = position.store
        for at in rising:
            store = store.put(at, before.get(at, initially(found.rules, at)) + times)
        if around(found, cycle, position.with_store(store)) is None:
            return False
    return True


def _risen(found: Explored, position: Position) -> Iterator[Key]:
    """The numbers left out of sight that another place than this one has otherwise right after it."""
    here = entries(found.rules, position.store)
    for _, _, after, _ in found.ways(position)[1]:
        there = found.carried(after)
        then = entries(found.rules, there.store) if there is not None else {}
        yield from (
            at
            for at, value in then.items()
            if at[0] in found.rising and value != here.get(at, initially(found.rules, at))
        )


def more(before: Store, after: Store) -> set[str]:
    """The sorts of things of which there are more afterwards."""
    there = [(k, v) for k, v in after.items() if k[0] == "things" and isinstance(v, tuple)]
    was = {k: len(v) for k, v in before.items() if isinstance(v, tuple)}
    return {f"{k[1]}s" for k, v in there if len(v) > was.get(k, 0)}


def around(found: Explored, cycle: tuple[tuple[int, StateEdge], ...], position: Position) -> Position | None:
    """The position after the loop was gone through once from this one, the same choices made."""
    places = found.places
    for number, way in cycle:
        here = come(found, position, places[number])
        if here is None:
            return None
        _, ways = found.ways(here)
        earlier = places[number].ways[: places[number].ways.index(way)]
        at = sum(w.what[:1] == way.what[:1] for w in earlier)
        alike = [after for _, what, after, _ in ways if what[:1] == way.what[:1]]
        after = found.carried(alike[at]) if at < len(alike) else None
        if after is None:
            return None
        position = after
    return come(found, position, places[cycle[0][0]])


def come(found: Explored, position: Position, place: GraphState) -> Position | None:
    """The first position from this one on that looks like the place, where nobody decides anything before it."""
    wanted = found.key(place.position)
    for _ in range(MOST_BETWEEN):
        if found.key(position) == wanted:
            return position
        _, ways = found.ways(position)
        after = found.carried(ways[0][2]) if len(ways) == 1 and not ways[0][3] else None
        if after is None:
            return None
        position = after
    return None
