"""The gate before every claim that play comes back: the interpreter was brought round twice, by acts that are allowed, to a
table that is equal in all that is read on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from checker.explore.loops.equal_tables import DIFFERENT, ComparedTable, touched
from checker.explore.loops.reachable_graph import UNTOLD, GraphState, StateEdge
from checker.explore.loops.traced_play import Lost, NotAllowed, TakenWay, TracedPlay
from checker.kernel.position import Key, Position
from checker.run.forced_cycles import counts, far_on, plainly
from checker.simulate.games import Players

MOST_ROUNDS = 40
"""So often a loop is gone through at most until it comes back twice to where it was."""
MOST_STEPS = 20_000
"""So many steps at most are taken meanwhile."""
MOST_RULED = 2
"""So many open points at most are taken otherwise than by default, so that an act is allowed."""
MOST_BETWEEN = 5
"""So many decisions with one way at most come between two of a loop."""

GROWING = 2
"""After so many rounds it is tried whether it matters how far numbers have moved."""

LoopEdge = tuple[GraphState, StateEdge]
_Stop = Callable[[Position], bool] | None


class Twice(NamedTuple):
    """A loop that was gone through twice: where it begins, what is decided in it, which open points were taken as by
    default, the clauses by which play goes on, and what is otherwise each time, but is never read in it."""

    at: Position
    taken: tuple[TakenWay, ...]
    readings: tuple[str, ...]
    clauses: tuple[str, ...]
    changing: frozenset[Key]


class Doubt(NamedTuple):
    """Why it is not known that a loop is one, and which fields are otherwise each time and are read in it."""

    why: str
    read: tuple[str, ...] = ()


class _Round(NamedTuple):
    start: ComparedTable
    reads: frozenset[Key]
    least: float
    found: Twice


def gone_twice(
    make: Callable[[], Players], start: Position, way: list[LoopEdge], cycle: list[LoopEdge], ruled: int = 0
) -> Twice | Doubt:
    """What comes of going the way to the loop, and through it until it has come back twice or enough was tried.

    Where an act is not allowed as open points are taken, they are taken otherwise, if it is then.
    """
    try:
        return _gone(make, start, way, cycle)
    except NotAllowed as found:
        for point, option in found.ways if ruled < MOST_RULED else ():
            other = start.with_store(start.store.put(point.key, option.value))
            got = gone_twice(make, other, way, cycle, ruled + 1)
            if isinstance(got, Twice):
                return got._replace(readings=(f"{point.text or point.id}: {option.text}", *got.readings))
        return Doubt(str(found))
    except UNTOLD as untold:
        return Doubt(str(untold) or "something is open in the middle of it")


def _gone(make: Callable[[], Players], start: Position, way: list[LoopEdge], cycle: list[LoopEdge]) -> Twice | Doubt:
    """The same as open points are taken there. Raises NotAllowed where an act is not allowed, UNTOLD where too much is open."""
    play = TracedPlay(make(), start)
    stop = None if any(_decided(*edge) for edge in cycle) else _same_next(cycle[0][0].position)
    rounds: list[_Round] = []
    steps = 0
    doubt = Doubt(f"it was gone through {MOST_ROUNDS} times")
    try:
        _go(play, way, stop)
        readings = tuple(play.readings)
        for _ in range(MOST_ROUNDS):
            play.noting_anew()
            table, at = ComparedTable(play.rules, play.bare()), play.bare()
            if (found := _closed(rounds, table)) is not None:
                return found._replace(readings=tuple(dict.fromkeys((*readings, *found.readings))))
            if len(rounds) == GROWING and (far := _growing(make, rounds[-1], table, at, (cycle, stop))) is not None:
                return far._replace(readings=tuple(dict.fromkeys((*readings, *far.readings))))
            doubt = _doubt(rounds, table) or doubt
            _go(play, cycle, stop)
            steps += play.steps
            if steps > MOST_STEPS:
                return Doubt(f"{MOST_STEPS} steps were taken")
            so_far = Twice(at, tuple(play.taken), tuple(play.readings), tuple(play.clauses), frozenset())
            rounds.append(_Round(table, frozenset(play.marks.read), play.least, so_far))
    except NotAllowed:
        raise
    except Lost as lost:
        return doubt._replace(why=str(lost)) if rounds else Doubt(str(lost))
    return doubt


def _growing(
    make: Callable[[], Players], last: _Round, now: ComparedTable, at: Position, by_way: tuple[list[LoopEdge], _Stop]
) -> Twice | None:
    """The loop, if it is gone through alike however far the numbers have moved that are read in it, which are compared
    with nothing but numbers that the rules name."""
    rules, otherwise = make().rules, last.start.differs(now, int(last.least))
    changed = touched(otherwise, _reads([last]))
    if not all(counts(rules, key) and key in at.store for key in changed):
        return None
    by = _moved(changed, last.start, now)
    if not by or not plainly(rules.game, frozenset(str(key[0]) for key in by)):
        return None
    for start in (at, *far_on(rules, at, by)):
        play, before = TracedPlay(make(), start), ComparedTable(rules, start)
        try:
            _go(play, *by_way)
        except Lost:
            return None
        after = ComparedTable(rules, play.bare())
        other = touched(before.differs(after, int(play.least)), before.known(play.marks.read))
        if not other <= by.keys() or _moved(by, before, after) != by:
            return None
    return last.found._replace(at=at, changing=otherwise)


def _moved(keys: Iterable[Key], before: ComparedTable, after: ComparedTable) -> dict[Key, int]:
    """By how much the numbers have moved."""
    tables = [(before.entries.get(key), after.entries.get(key), key) for key in keys]
    return {key: new - old for old, new, key in tables if isinstance(old, int) and isinstance(new, int)}


def _go(play: TracedPlay, edges: list[LoopEdge], stop: Callable[[Position], bool] | None) -> None:
    """Goes on by what is decided there, to where something is next to be decided."""
    decided = [edge for edge in edges if _decided(*edge)]
    play.on(stop if not decided else None)
    for number, (place, way) in enumerate(decided):
        last = number == len(decided) - 1
        for _ in range(MOST_BETWEEN):
            through = play.decide(place.ways, way)
            play.on(stop if last and through else None)
            if through:
                break
        else:
            raise Lost("something else is to be decided there the next time")


def _decided(place: GraphState, way: StateEdge) -> bool:
    """Something is decided there, if only by whoever cannot do otherwise."""
    return bool(way.what or way.decides or way.chosen or place.moment or len(place.ways) > 1)


def _same_next(place: Position) -> Callable[[Position], bool]:
    """Whether what is to be done next is what is to be done at the place."""
    effect, env, _ = place.agenda
    return lambda at: bool(at.agenda) and at.agenda[0] is effect and at.agenda[1] == env


def _closed(rounds: list[_Round], now: ComparedTable) -> Twice | None:
    """The rounds that came back, and came back once more, to where they began, but for what nobody reads in them."""
    for long in range(1, len(rounds) // 2 + 1):
        early, late = rounds[-2 * long : -long], rounds[-long:]
        starts = [early[0].start, late[0].start, now]
        reads = frozenset(k for one in (early, late) for k in _reads(one))
        changing = [starts[0].differs(starts[1], _least(early)), starts[1].differs(now, _least(late))]
        if not any(touched(changed, reads) for changed in changing):
            taken = tuple(t for one in late for t in one.found.taken)
            readings = tuple(dict.fromkeys(r for one in late for r in one.found.readings))
            clauses = tuple(dict.fromkeys(c for one in late for c in one.found.clauses))
            return Twice(late[0].found.at, taken, readings, clauses, changing[1])
    return None


def _reads(rounds: list[_Round]) -> frozenset[Key]:
    return rounds[0].start.known(k for one in rounds for k in one.reads)


def _least(rounds: list[_Round]) -> int:
    return int(min(one.least for one in rounds))


def _doubt(rounds: list[_Round], now: ComparedTable) -> Doubt | None:
    """What is otherwise after the last round, and is read in it."""
    if not rounds:
        return None
    changed = touched(rounds[-1].start.differs(now, int(rounds[-1].least)), _reads(rounds[-1:]))
    names = tuple(sorted({str(k[1] if k[0] in ("zone", "things") else k[0]) for k in changed if k != DIFFERENT}))
    return Doubt("the table is another each time", names) if changed else None
