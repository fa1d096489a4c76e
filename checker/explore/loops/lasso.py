"""Loops of play: ways back to where play was, followed until everything lies again as it lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from checker.explore.loops.confirmed import Doubt, Twice, gone_twice
from checker.explore.loops.no_way_out import no_way_out
from checker.explore.loops.reachable_graph import IDLE, MOST_STEPS, UNTOLD, Explored, GraphState, StateEdge
from checker.explore.loops.round_again import around, more, repeats, stays
from checker.explore.loops.state_equivalence import entries, initially, key_of, one_way, only_rising
from checker.kernel.effect import Await, End, While
from checker.kernel.position import Agenda, Key, Position, Store, tails
from checker.kernel.term import Value
from checker.norms.rulebook import Rulebook
from checker.run.forced_cycles import counts
from checker.simulate.games import MOST_STEPS as ALL_STEPS
from checker.simulate.games import Decision, Players, RandomPolicy

MOST_TRIED = 3
"""So often it is tried whether what is done goes on for ever, once another loop is known."""
MOST_DOUBTED = 4
"""So often it is tried as long as none is known."""
AS_TAKEN = "what is open, and what comes in no order, goes as it does here"
WALKS = 3
WALK = 60


class Lasso(NamedTuple):
    """A way to a loop and once around it; `forced` if nobody in it can do anything that ends it.

    `who` are the players who choose to go on; `rising` what grows each time; `loop` is what is gone through
    again and again, and is come to `itself` each time unless something within it is. Its places are alike but for what is `unseen`. It is one if it is `known` to be.
    """

    places: tuple[GraphState, ...]
    prefix: tuple[tuple[int, StateEdge], ...]
    cycle: tuple[tuple[int, StateEdge], ...]
    forced: bool
    who: tuple[Value, ...]
    rising: tuple[str, ...]
    loop: Agenda
    rules: Rulebook
    itself: bool = True
    unseen: frozenset[str] = frozenset()
    known: Twice | Doubt = Doubt("it was not gone through")

    @property
    def sure(self) -> bool:
        """It is known to be a loop."""
        return isinstance(self.known, Twice)


def lassos(make: Callable[[], Players], start: Position, most: int) -> Iterator[Lasso]:
    """The loops that can be reached from the position, those first that nobody in them can leave: one for each of a few
    sets of acts by which play goes on."""
    walks = list(_walks(make, start))
    rising = only_rising(make().rules, walks)
    grown = rising
    doubtful: list[Lasso] = []
    near: Explored | None = None
    for deep in (False, True):
        found = Explored(make(), rising, most)
        found.look(start, deep)
        near = near or found
        several = list(_loops(found, make, start))
        if any(one.sure for one in several) or (several and len(found.places) >= most):
            yield from several if any(one.sure for one in several) else _pumped(near, make, start) or several
            return
        doubtful += several
        grown |= _grown(found)
        if len(found.places) < most:
            break
    else:
        grown |= one_way(make().rules, walks)
    if grown > rising:
        found = Explored(make(), grown, most)
        found.look(start)
        several = list(_loops(found, make, start))
        doubtful = several if any(one.sure for one in several) else [*doubtful, *several]
    if not any(one.sure for one in doubtful):
        doubtful = _exactly(make, start, most) or doubtful
    yield from doubtful


def _exactly(make: Callable[[], Players], start: Position, most: int) -> list[Lasso]:
    """The loops that are known to be some among the places that can be reached from there, if these are few or numbers grow."""
    found = Explored(make(), frozenset(), most, exact=True)
    found.look(start)
    several = [one for one in _loops(found, make, start) if one.sure] if len(found.places) < most else []
    return several or _pumped(found, make, start)


def _pumped(found: Explored, make: Callable[[], Players], start: Position) -> list[Lasso]:
    """A loop that is known to be one among these places, which are compared anew: several acts together leave some numbers
    larger in it, none smaller, and all else as it was."""
    found.form, found.rising = None, frozenset(f.name for f in found.rules.fields.values() if f.result == "number")
    keys = [found.key(place.position) for place in found.places]
    numbers = [
        {k: v for k, v in entries(found.rules, p.position.store).items() if k[0] in found.rising} for p in found.places
    ]

    def over(one: int, other: int) -> bool:
        least = ((numbers[other].get(k, initially(found.rules, k)), k) for k in {*numbers[one], *numbers[other]})
        return all(numbers[one].get(k, initially(found.rules, k)) >= v for v, k in least)

    alike = (
        (n, {m for m in range(len(keys)) if m != n and keys[m] == keys[n] and over(m, n)}) for n in range(len(keys))
    )
    cycles = (way for n, larger in alike if larger and (way := _path(found.places, n, larger)))
    loops = _gated(found, make, start, (one for one in cycles if repeats(found, one)), False)
    return [one for one in loops if one.sure]


def _loops(found: Explored, make: Callable[[], Players], start: Position) -> Iterator[Lasso]:
    """The shortest loop of each ring that nobody can leave, then those that are gone through by doing something else.

    One that is not known to be a loop is told only where no other one is known by which play goes on so.
    """
    held = _held(found.places)
    known: list[frozenset[str]] = []
    doubtful: dict[frozenset[str], Lasso] = {}
    tried: Counter[frozenset[str]] = Counter()
    for ring in _rings(found.places, held):
        inside = _acts((n, w) for n in ring for w in found.places[n].ways)
        tried[inside] += 1
        cycles = _cycles(found.places, ring) if tried[inside] <= MOST_TRIED else iter(())
        stay = (c for c in cycles if repeats(found, c) and stays(found, ring, c))
        for one in _gated(found, make, start, stay, True):
            if one.sure:
                known += [_acts(one.cycle), inside]
                yield one
            else:
                doubtful.setdefault(inside, one)
    tried.clear()
    for ring in _rings(found.places, set(range(len(found.places))) - held):
        for cycle in _cycles(found.places, ring):
            done = _acts(cycle)
            if any(_covers(one, done) for one in known) or tried[done] >= (MOST_TRIED if known else MOST_DOUBTED):
                continue
            tried[done] += 1
            for one in _gated(found, make, start, [cycle] if repeats(found, cycle) else [], False):
                if one.sure:
                    known.append(done)
                    yield one
                else:
                    doubtful.setdefault(done, one)
    yield from (one for done, one in doubtful.items() if not any(_covers(other, done) for other in known))


def _gated(
    found: Explored,
    make: Callable[[], Players],
    start: Position,
    cycles: Iterable[tuple[tuple[int, StateEdge], ...]],
    forced: bool,
) -> Iterator[Lasso]:
    """The first of the cycles that is known to be a loop, or else the first of them."""
    first: Lasso | None = None
    for cycle in islice(cycles, MOST_TRIED):
        prefix = _path(found.places, 0, {cycle[0][0]})
        if prefix is None:
            continue
        one = _lasso(found, prefix, cycle, forced)
        way, around_ = ([(found.places[n], w) for n, w in part] for part in (prefix, cycle))
        one = one._replace(known=gone_twice(make, start, way, around_))
        if isinstance(one.known, Twice):
            yield _as_known(one, one.known, make)
            return
        first = first or one
    if first is not None:
        yield first


def _as_known(one: Lasso, known: Twice, make: Callable[[], Players]) -> Lasso:
    """The lasso with what is known of it: whether it can be left, by whom, and what is otherwise each time."""
    numbers = {str(k[0]) for k in known.changing if counts(one.rules, k)}
    open_ = [t for t in known.taken if t.others]
    stays = (one.forced or not open_) and no_way_out(make, known.at, known.changing)
    forced = not open_ or stays
    if forced and not stays and no_way_out(make, known.at, known.changing, as_taken=True):
        known = known._replace(readings=(*known.readings, AS_TAKEN))
    who = {w for t in open_ for w in ([t.who] if t.who is not None or t.chance else [o[0] for o in t.others])}
    return one._replace(
        known=known, forced=forced, who=() if forced else tuple(sorted(who, key=repr)), rising=tuple(sorted(numbers))
    )


def _covers(one: frozenset[str], done: frozenset[str]) -> bool:
    """What is done in a loop is no other thing than in the one that is known: no more of it, or it with something else."""
    return done <= one or (bool(one) and one <= done)


def _acts(ways: Iterable[tuple[int, StateEdge]]) -> frozenset[str]:
    """What is done on the ways."""
    return frozenset(str(way.what[0]) for _, way in ways if way.what)


def _grown(found: Explored) -> frozenset[str]:
    """The fields of numbers that rise from one place to the next, nothing else being changed."""
    raised: set[str] = set()

    def number(stored: dict[object, int], key: Key) -> int:
        return stored.get(key, initially(found.rules, key))

    for place in found.places:
        for way in place.ways:
            if way.to < 0:
                continue
            after = found.places[way.to].position
            old, new = (entries(found.rules, p.store) for p in (place.position, after))
            changed = {k for k in {*old, *new} if number(new, k) != number(old, k)}
            names = found.rising | {str(k[0]) for k in changed}
            if all(number(new, k) > number(old, k) for k in changed) and key_of(
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
    grown = {
        str(k[0]) for k, v in entries(found.rules, after.store).items() if v != before.get(k, initially(found.rules, k))
    }
    grown |= more(places[cycle[0][0]].position.store, after.store)
    grown |= found.grown if len(cycle) == 1 and not places[cycle[0][0]].moment else set()
    loop, itself = _gone_through(found, cycle)
    unseen = found.rising | grown
    return Lasso(tuple(places), prefix, cycle, forced, who, tuple(sorted(grown)), loop, found.rules, itself, unseen)


def _choosing(places: list[GraphState], cycle: tuple[tuple[int, StateEdge], ...], inside: set[int]) -> Iterator[Value]:
    """Who goes on in the loop though something else could be done: whoever acts, or else those who do not act."""
    for number, taken in cycle:
        leaving = [w for w in places[number].ways if w.decides and w.to not in inside and w.to != IDLE]
        yield from (taken.who if taken.who is not None else w.who for w in leaving)


def _gone_through(found: Explored, cycle: tuple[tuple[int, StateEdge], ...]) -> tuple[Agenda, bool]:
    """The loop that the whole way around lies in: what is still to be done wherever on it, from the loop on; and whether it
    is come to itself each time. Where a procedure carries itself out, it is the place where that would end."""
    start = found.places[cycle[0][0]].position
    found.shortest = start.agenda
    around(found, cycle, start)
    rest = found.shortest
    while rest and not isinstance(rest[0], While | Await):
        rest = rest[2]
    if rest:
        return rest, rest is found.shortest
    ends = (left for left in tails(found.shortest) if isinstance(left[0], End))
    return next(ends, ()), False
