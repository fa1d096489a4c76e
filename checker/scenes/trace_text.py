"""What happened on a way, told in steps; of several ways their common beginning, then each by its condition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from checker.kernel.effect import Event
from checker.kernel.norm import ASSUMED
from checker.kernel.record import Record
from checker.kernel.trees.walk import within
from checker.norms.rulebook import Rulebook
from checker.run.branches import TrailEntry
from checker.run.progress import Line

LEAVE = (("permission",), ("unregulated",))
"""What is noted of an act before it is done: the clauses belong to the step that follows."""
STANDS = ("stands",)
"""What is noted where an illegal act stands, with the clauses that forbid it."""


def steps(rules: Rulebook, trail: tuple[TrailEntry, ...]) -> tuple[Line, ...]:
    """What happened, each step with the clauses that were relied on since the step before it.

    The same step again is told once, with their number; what is `retold` by what it does, as that. What an illegal act
    that stands brings about rests on the clauses that forbid it where no other speaks of it.
    """
    found: list[Line] = []
    standing: tuple[str, ...] = ()
    coming: dict[str, None] = {}
    for entry in trail:
        if not isinstance(entry, Line):
            continue
        stated = tuple(c for c in entry.clauses if not c.startswith(ASSUMED))
        if entry.event[:1] == STANDS:
            standing = stated
        elif entry.text:
            found.append(Line(entry.text, tuple(dict.fromkeys((*coming, *stated))) or standing, entry.event))
            coming = {}
        elif found and entry.event[:1] not in LEAVE:
            last = found[-1]
            found[-1] = Line(last.text, tuple(dict.fromkeys((*last.clauses, *stated))), last.event)
        else:
            coming.update(dict.fromkeys(stated))
    return _merged(rules, found)


def _merged(rules: Rulebook, told: list[Line]) -> tuple[Line, ...]:
    found = told[:1]
    for before, line in pairwise(told):
        if _retold(rules, before, line):
            clauses = tuple(dict.fromkeys((*found.pop().clauses, *line.clauses)))
            line = Line(line.text, clauses, line.event)
        found.append(line)
    return tuple(_counted(list(same)) for _, same in groupby(found, lambda line: line.text))


def _retold(rules: Rulebook, line: Line, after: Line) -> bool:
    """The first line is of an act that is told by what it does, which is the second, and leaves nothing of it out."""
    act = rules.acts.get(str(line.event[0])) if line.event else None
    if act is None or not act.retold or not after.event:
        return False
    done = {e.act for e in within(act.body) if isinstance(e, Event)}
    return after.event[0] in done and set(line.event[1:]) <= set(after.event[1:])


def _counted(same: list[Line]) -> Line:
    """One line for lines of the same words, with their number."""
    if len(same) == 1:
        return same[0]
    clauses = tuple(dict.fromkeys(c for line in same for c in line.clauses))
    return Line(f"{same[0].text} ({'twice' if len(same) == 2 else f'{len(same)} times'})", clauses, same[-1].event)


class BranchTrace(Record):
    """One of several ways: its steps, the conditions that lead to it in order, and what comes of it."""

    steps: tuple[Line, ...]
    conditions: tuple[str, ...]
    end: str
    default: bool = False


class TracePassage(Record):
    """Steps that follow each other, the first of them being step `first`; under a condition, if there is one."""

    depth: int
    condition: str
    first: int
    steps: tuple[Line, ...]
    end: str = ""
    default: bool = False
    last: bool = False


def passages(ways: tuple[BranchTrace, ...], known: int = 0) -> Iterator[TracePassage]:
    """The ways in passages: what they share, then each further passage under what leads to it.

    The first `known` steps are left out.
    """
    shared = common([w.steps for w in ways])
    yield TracePassage(0, "", known + 1, shared[known:], ways[0].end if len(ways) == 1 else "", last=len(ways) == 1)
    if len(ways) > 1:
        yield from _parted(ways, max(known, len(shared)), 1)


def few(ways: tuple[BranchTrace, ...], most: int) -> tuple[BranchTrace, ...]:
    """All ways if there are at most so many, else the first and those that differ from it in one condition."""
    if len(ways) <= most:
        return ways
    usual = set(ways[0].conditions)
    return (ways[0], *(w for w in ways[1:] if len(set(w.conditions) - usual) <= 1))


def _parted(ways: tuple[BranchTrace, ...], told: int, depth: int) -> Iterator[TracePassage]:
    for condition, group in _groups(ways):
        shared = common([w.steps for w in group])
        alone = len(group) == 1
        end = group[0].end if alone else ""
        yield TracePassage(depth, condition, told + 1, shared[told:], end, any(w.default for w in group), alone)
        if not alone:
            yield from _parted(group, max(told, len(shared)), depth + 1)


def _groups(ways: tuple[BranchTrace, ...]) -> Iterator[tuple[str, tuple[BranchTrace, ...]]]:
    """The ways by the first condition in which they differ."""
    shortest = min(len(w.conditions) for w in ways)
    at = next((n for n in range(shortest) if len({w.conditions[n] for w in ways}) > 1), None)
    if at is None:
        yield from (("", (way,)) for way in ways)
        return
    groups: dict[str, list[BranchTrace]] = {}
    for way in ways:
        groups.setdefault(way.conditions[at], []).append(way)
    yield from ((condition, tuple(group)) for condition, group in groups.items())


def common(ways: list[tuple[Line, ...]]) -> tuple[Line, ...]:
    """The steps with which all ways begin."""
    same = 0
    while all(len(w) > same for w in ways) and len({w[same].text for w in ways}) == 1:
        same += 1
    return ways[0][:same]
