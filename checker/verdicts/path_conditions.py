"""On what an outcome hangs: the shortest condition that tells it from the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from checker.kernel.record import Record
from checker.kernel.term import Option, Point
from checker.run.branches import Chose, Took, TrailEntry
from checker.run.progress import ACT, Line

OTHERWISE = "otherwise"
BEFORE = frozenset({"for", "to", "of", "on"})
"""The words before a name that is not the one of whom something is said."""
MOST_CASES = 8
"""How many cases are told apart before only the outcomes are listed."""


class PathFork(NamedTuple):
    """A choice, chance or open point on a way: what was taken, and how that is said.

    One that does not count changes nothing, whatever was taken. `much` follows from one that more than
    carries out what was taken.
    """

    counts: bool
    taken: str
    said: str
    much: bool


class Case(Record):
    """One outcome, and all of what has to be so for it."""

    value: str
    parts: tuple[str, ...] = ()


Ending = tuple[tuple[PathFork, ...], str]
"""One way: its forks in order, and the value at its end."""


def forks(
    trail: tuple[TrailEntry, ...], counts: Callable[[Took | Chose], bool], under: Callable[[Point, Option], str]
) -> tuple[PathFork, ...]:
    """The forks of a way, each said by the first thing that happens because of it.

    What is so `under` an option of an open point is said by the caller.
    """
    found = []
    for at, entry in enumerate(trail):
        if not isinstance(entry, Line):
            after = trail[at + 1 :]
            much = sum(1 for e in after if isinstance(e, Line) and e.text) > 2
            said = _said(entry, after, under)
            found.append(PathFork(counts(entry), entry.option.text, said, much))
    return tuple(found)


def _said(entry: Took | Chose, after: tuple[TrailEntry, ...], under: Callable[[Point, Option], str]) -> str:
    """What happens to what was taken, before anything else is taken; what a player who was chosen does is no matter."""
    text = entry.option.text
    if isinstance(entry, Chose) and entry.by.what == ACT:
        return text
    if isinstance(entry, Took) and entry.point.key[1:2] != ("pick",):
        return under(entry.point, entry.option)
    for later in after:
        if not isinstance(later, Line):
            break
        if later.text and text in later.text.split()[isinstance(entry, Chose) and entry.by.who is not None :]:
            return later.text.partition(" (")[0]
    if isinstance(entry, Took):
        return under(entry.point, entry.option)
    return f"it falls on {text}" if entry.by.who is None else f"{entry.by.name} chooses {text}"


def conditions(ways: Iterable[Ending]) -> dict[str, str]:
    """For each value what has to be so for it; nothing where that takes more than MOST_CASES cases.

    The value with the most cases comes last: what is left.
    """
    by: dict[str, list[str]] = {}
    for case in _cases(tuple(ways), 0):
        by.setdefault(case.value, []).append(" and ".join(gathered(case.parts)))
    longest = max(by, key=lambda value: len(by[value]))
    told = {value: said for value, said in by.items() if value != longest}
    if any("" in said for said in by.values()) or sum(map(len, told.values())) > MOST_CASES:
        return {}
    left = gathered(by[longest], "or", str.isdigit)
    last = left[0] if len(left) == 1 else OTHERWISE
    return {**{value: " or ".join(gathered(said, "or", str.isdigit)) for value, said in told.items()}, longest: last}


def gathered(said: Iterable[str], last: str = "and", which: Callable[[str], bool] = str.istitle) -> list[str]:
    """What is said, as one where it differs in a single word of that sort: `X for A, B and C changes nothing`."""
    found: dict[tuple[str, str], list[str]] = {}
    plain: dict[str, None] = dict.fromkeys(said)
    for at in range(max((len(one.split()) for one in plain), default=0)):
        groups: dict[tuple[str, str], list[str]] = {}
        for one in plain:
            words = one.split()
            if 0 < at < len(words) and which(words[at]) and (which is not str.istitle or words[at - 1] in BEFORE):
                groups.setdefault((" ".join(words[:at]), " ".join(words[at + 1 :])), []).append(words[at])
        found |= {frame: words for frame, words in groups.items() if len(words) > 1}
    for (before, after), words in found.items():
        alike = [f"{before} {word} {after}".strip() for word in words]
        if all(one in plain for one in alike):
            whole = f"{before} {', '.join(words[:-1])} {last} {words[-1]} {after}".strip()
            plain = dict.fromkeys(whole if one in alike else one for one in plain)
    return list(plain)


def _cases(ways: tuple[Ending, ...], depth: int) -> tuple[Case, ...]:
    """The cases of ways that agree up to `depth`."""
    values = tuple(dict.fromkeys(value for _, value in ways))
    if len(values) == 1:
        return (Case(values[0]),)
    if any(len(forked) <= depth for forked, _ in ways):
        return tuple(Case(value) for value in values)
    groups: dict[str, list[Ending]] = {}
    for forked, value in ways:
        groups.setdefault(forked[depth].taken, []).append((forked, value))
    if not ways[0][0][depth].counts:
        return _cases(tuple(next(iter(groups.values()))), depth + 1)
    merged: dict[tuple[Case, ...], list[str]] = {}
    for group in groups.values():
        merged.setdefault(_cases(tuple(group), depth + 1), []).append(group[0][0][depth].said)
    if len(merged) == 1:
        return next(iter(merged))
    return tuple(Case(c.value, (said, *c.parts)) for cases, words in merged.items() for said in words for c in cases)


def free(ways: Iterable[Ending]) -> bool:
    """Every value is what the one choice on its way fell on, and no more follows: there is nothing to add."""
    counting = (([f for f in forked if f.counts], value) for forked, value in ways)
    return all(len(forked) == 1 and forked[0].taken == value and not forked[0].much for forked, value in counting)
