"""What made a step happen where no clause speaks of the step itself: the clauses of what it is a part of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from checker.kernel.effect import Carry, Event, Under
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Position, tails
from checker.kernel.term import Undecided
from checker.norms.evaluate import Context, speaking
from checker.norms.permissions import Permitted, permission
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, TrailEntry
from checker.run.progress import Line


class _Cause(NamedTuple):
    """Something that was done, the clauses of it, and how much was left to be done besides."""

    beside: int
    clauses: tuple[str, ...]


def caused(rules: Rulebook, branch: Branch) -> tuple[TrailEntry, ...]:
    """The way, each event on it with its clauses or, if it has none, those of the nearest thing it is a part of.

    An act has those that allow it. Only a branch whose steps are kept knows what is a part of what.
    """
    if not branch.kept:
        return branch.trail
    found = {id(line): clauses for line, clauses in _with_clauses(rules, branch)}
    return tuple(
        Line(e.text, found[id(e)], e.event) if isinstance(e, Line) and found.get(id(e)) and not e.clauses else e
        for e in branch.trail
    )


def _with_clauses(rules: Rulebook, branch: Branch) -> Iterator[tuple[Line, tuple[str, ...]]]:
    acts = _acts(branch)
    causes: list[_Cause] = []
    for passed in branch.passed:
        if not passed.before.agenda:
            continue
        effect, _, rest = passed.before.agenda
        beside = sum(1 for _ in tails(rest))
        while causes and causes[-1].beside > beside:
            causes.pop()
        above = causes[-1].clauses if causes else ()
        own: list[str] = []
        for line in (e for e in passed.entries if isinstance(e, Line)):
            clauses = line.clauses or (_allowing(rules, line, passed.before) if id(line) in acts else ())
            yield line, clauses or above
            own += clauses
        if isinstance(effect, Event | Under | Carry):
            mine = _card(rules, passed.before) if isinstance(effect, Carry) else tuple(own)
            causes.append(_Cause(beside, mine or above))


def _acts(branch: Branch) -> frozenset[int]:
    """The identities of the lines that tell acts which were found to be allowed."""
    told = [line for line in branch.lines() if line.text or line.event[:1] == ("permission",)]
    return frozenset(id(line) for before, line in pairwise(told) if before.event[:1] == ("permission",))


def _allowing(rules: Rulebook, line: Line, position: Position) -> tuple[str, ...]:
    """The clauses that allow the act which the line tells."""
    act, *args = line.event
    try:
        ruling = permission(Context(rules, position.store), str(act), tuple(args))
    except Undecided:
        return ()
    return ruling.by if isinstance(ruling, Permitted) else ()


def _card(rules: Rulebook, position: Position) -> tuple[str, ...]:
    """The clauses of the card whose text is followed next."""
    effect, env, _ = position.agenda
    assert isinstance(effect, Carry)
    context = Context(rules, position.store)
    try:
        title = title_of(context.value(effect.card, dict(env)))
    except Undecided:
        return ()
    return speaking(context, rules.stated(rules.cards[title].clauses)) if title in rules.cards else ()
