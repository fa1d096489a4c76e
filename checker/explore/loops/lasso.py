"""Loops of play: ways back to where play was, followed until everything lies again as it lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from checker.explore.loops.reachable_graph import IDLE, MOST_STEPS, UNTOLD, Explored, GraphState, StateEdge
from checker.explore.loops.state_equivalence import entries, key_of, one_way, only_rising
from checker.kernel.effect import Await, While
from checker.kernel.position import Agenda, Position, Store
from checker.kernel.term import Value
from checker.norms.rulebook import Rulebook
from checker.run.forced_cycles import FAR
from checker.simulate.games import MOST_STEPS as ALL_STEPS
from checker.simulate.games import Decision, Players, RandomPolicy

MOST_TRIED = 3
"""So often it is tried whether what is done goes on for ever, once another loop is known."""
WALKS = 3
WALK = 60
AGAIN = 40
"""How often a loop is gone through at most until everything lies again as it lay."""
MOST_BETWEEN = 5
"""So many places with one way on, where nobody decides, may come between two of a loop when it is gone through again."""


class Lasso(NamedTuple):
    """A way to a loop and once around it; `forced` if nobody in it can do anything that ends it.

    `who` are the players who choose to go on; `rising` what grows each time; `loop` is what is gone through
    again and again.
    """

    places: tuple[GraphState, ...]
    prefix: tuple[tuple[int, StateEdge], ...]
    cycle: tuple[tuple[int, StateEdge], ...]
    forced: bool
    who: tuple[Value, ...]
    rising: tuple[str, ...]
    loop: Agenda
    rules: Rulebook


def lassos(make: Callable[[], Players], start: Position, most: int) -> Iterator[Lasso]:
    """The loops that can be reached from the position, those first that nobody in them can leave: one for each of a few
    sets of acts by which play goes on."""
    walks = list(_walks(make, start))
    rising = only_rising(make().rules, walks)
    grown = rising
    for deep in (False, True):
        found = Explored(make(), rising, most)
        found.look(start, deep)
        several = list(_loops(found))
        if several:
            yield from several
            return
        grown |= _grown(found)
        if len(found.places) < most:
            break
    else:
        grown |= one_way(make().rules, walks)
    if grown > rising:
        found = Explored(make(), grown, most)
        found.look(start)
        yield from _loops(found)


def _loops(found: Explored) -> Iterator[Lasso]:
    """The shortest loop of each ring that nobody can leave, then those that are gone through by doing something else."""
    held = _held(found.places)
    known: list[frozenset[str]] = []
    tried: Counter[frozenset[str]] = Counter()
    for ring in _rings(found.places, held):
        inside = _acts((n, w) for n in ring for w in found.places[n].ways)
        tried[inside] += 1
        for cycle in _cycles(found.places, ring) if tried[inside] <= MOST_TRIED else ():
            stays = _repeats(found, cycle) and _stays(found, ring, cycle)
            prefix = _path(found.places, 0, {cycle[0][0]}) if stays else None
            if prefix is not None:
                known += [_acts(cycle), inside]
                yield _lasso(found, prefix, cycle, True)
                break
    tried.clear()
    for ring in _rings(found.places, set(range(len(found.places))) - held):
        for cycle in _cycles(found.places, ring):
            done = _acts(cycle)
            if any(_covers(one, done) for one in known) or (known and tried[done] >= MOST_TRIED):
                continue
            tried[done] += 1
            prefix = _path(found.places, 0, {cycle[0][0]}) if _repeats(found, cycle) else None
            if prefix is not None:
                known.append(done)
                yield _lasso(found, prefix, cycle, False)


def _covers(one: frozenset[str], done: frozenset[str]) -> bool:
    """What is done in a loop is no other thing than in the one that is known: no more of it, or it with something else."""
    return done <= one or (bool(one) and one <= done)


def _acts(ways: Iterable[tuple[int, StateEdge]]) -> frozenset[str]:
    """What is done on the ways."""
    return frozenset(str(way.what[0]) for _, way in ways if way.what)


def _grown(found: Explored) -> frozenset[str]:
    """The fields of numbers that rise from one place to the next, nothing else being changed."""
    raised: set[str] = set()
    for place in found.places:
        for way in place.ways:
            if way.to < 0:
                continue
            after = found.places[way.to].position
            old, new = (entries(found.rules, p.store) for p in (place.position, after))
            changed = {k for k in {*old, *new} if new.get(k, 0) != old.get(k, 0)}
            names = found.rising | {str(k[0]) for k in changed}
            if all(new.get(k, 0) > old.get(k, 0) for k in changed) and key_of(
                found.rules, place.position, names
            ) == key_of(found.rules, after, names):
                raised |= names
    return frozenset(raised)


def _walks(make: Callable[[], Players], start: Position) -> Iterator[list[Store]]:
    for seed in range(WALKS):
        seen: list[Store] = []
        players = make()
        players.watch = lambda position, lines, moment, seen=seen: seen.append(position.store)
        position, policy = start, RandomPolicy(seed)
        try:
            for _ in range(WALK):
                players.steps = ALL_STEPS - MOST_STEPS
                position, decision = players.next(position)
                if not isinstance(decision, Decision) or len(seen) > MOST_STEPS:
                    break
                position = decision.after[policy.pick(decision)]
        except UNTOLD:
            pass
        yield seen


def _held(places: list[GraphState]) -> set[int]:
    """The places from which nobody and no chance can lead out: all ways stay among them."""
    kept = {n for n, p in enumerate(places) if p.ways}
    while True:
        left = {n for n in kept if all(w.to in kept or w.to == IDLE for w in places[n].ways)}
        if left == kept:
            return kept
        kept = left


def _rings(places: list[GraphState], among: set[int]) -> list[set[int]]:
    """The sets of places from each of which play can come to all others of the set, the first reached first."""
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_edges_from((n, w.to) for n in among for w in places[n].ways if w.to in among)
    rings = [r for r in networkx.strongly_connected_components(graph) if len(r) > 1 or graph.has_edge(*(list(r) * 2))]
    return sorted(rings, key=min)


def _cycles(places: list[GraphState], ring: set[int]) -> Iterator[tuple[tuple[int, StateEdge], ...]]:
    """The shortest way back to each of a few places of the ring, the first reached first."""
    for number in sorted(ring)[:20]:
        for one in [(number, w) for w in places[number].ways if w.to in ring]:
            if one[1].to == number:
                yield (one,)
                continue
            back = _path(places, one[1].to, {number}, ring)
            if back is not None:
                yield (one, *back)


def _path(
    places: list[GraphState], start: int, goals: set[int], among: set[int] | None = None
) -> tuple[tuple[int, StateEdge], ...] | None:
    """A shortest way from the place to one of the goals."""
    came: dict[int, tuple[int, StateEdge] | None] = {start: None}
    todo = [start]
    for number in todo:
        if number in goals:
            way: list[tuple[int, StateEdge]] = []
            at = came[number]
            while at is not None:
                way.append(at)
                at = came[at[0]]
            return tuple(reversed(way))
        for one in places[number].ways:
            if one.to >= 0 and one.to not in came and (among is None or one.to in among):
                came[one.to] = (number, one)
                todo.append(one.to)
    return None


def _repeats(found: Explored, cycle: tuple[tuple[int, StateEdge], ...]) -> bool:
    """Gone through a few times more, the loop comes to where it was; also when what rises in it has risen far."""
    position = found.places[cycle[0][0]].position
    seen = {key_of(found.rules, position, found.rising)}
    before = entries(found.rules, position.store)
    grows = False
    for round_ in range(AGAIN):
        after = around(found, cycle, position)
        if after is None:
            return False
        grows = grows or bool(_more(position.store, after.store))
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
            store = store.put(at, value + times * (value - before.get(at, 0)))
        if around(found, cycle, position.with_store(store)) is None:
            return False
    return True


def _stays(found: Explored, ring: set[int], cycle: tuple[tuple[int, StateEdge], ...]) -> bool:
    """The loop is gone through too when all has risen far that rises anywhere among the places that nobody leaves."""
    rising = {at for n in ring for at in _risen(found, found.places[n].position)}
    position = found.places[cycle[0][0]].position
    before = entries(found.rules, position.store)
    for times in FAR if rising else ():
        store = position.store
        for at in rising:
            store = store.put(at, before.get(at, 0) + times)
        if around(found, cycle, position.with_store(store)) is None:
            return False
    return True


def _risen(found: Explored, position: Position) -> Iterator[Any]:
    """The numbers left out of sight that another place than this one has otherwise right after it."""
    here = entries(found.rules, position.store)
    for _, _, after, _ in found.ways(position)[1]:
        there = found.carried(after)
        then = entries(found.rules, there.store) if there is not None else {}
        yield from (at for at, value in then.items() if at[0] in found.rising and value != here.get(at, 0))


def _more(before: Store, after: Store) -> set[str]:
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


def _lasso(
    found: Explored, prefix: tuple[tuple[int, StateEdge], ...], cycle: tuple[tuple[int, StateEdge], ...], forced: bool
) -> Lasso:
    places = found.places
    inside = {n for n, _ in cycle}
    who = () if forced else tuple(sorted(set(_choosing(places, cycle, inside)), key=repr))
    once = around(found, cycle, places[cycle[0][0]].position)
    assert once is not None
    after = around(found, cycle, once) or once
    before = entries(found.rules, (once if after is not once else places[cycle[0][0]].position).store)
    grown = {str(k[0]) for k, v in entries(found.rules, after.store).items() if v != before.get(k, 0)}
    grown |= _more(places[cycle[0][0]].position.store, after.store)
    grown |= found.grown if len(cycle) == 1 and not places[cycle[0][0]].moment else set()
    return Lasso(
        tuple(places), prefix, cycle, forced, who, tuple(sorted(grown)), _gone_through(found, cycle), found.rules
    )


def _choosing(places: list[GraphState], cycle: tuple[tuple[int, StateEdge], ...], inside: set[int]) -> Iterator[Value]:
    """Who goes on in the loop though something else could be done: whoever acts, or else those who do not act."""
    for number, taken in cycle:
        leaving = [w for w in places[number].ways if w.decides and w.to not in inside and w.to != IDLE]
        yield from (taken.who if taken.who is not None else w.who for w in leaving)


def _gone_through(found: Explored, cycle: tuple[tuple[int, StateEdge], ...]) -> Agenda:
    """The loop that the whole way around lies in: what is still to be done wherever on it, from the loop on."""
    start = found.places[cycle[0][0]].position
    found.shortest = start.agenda
    around(found, cycle, start)
    rest = found.shortest
    while rest and not isinstance(rest[0], While | Await):
        rest = rest[2]
    return rest
