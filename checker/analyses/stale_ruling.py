"""A ruling that no longer fits the rules.

What it finds: rulings that name a card or clause that is not in the rules, and, beyond the quick scope,
rulings whose answer has changed or whose `because` takes no part in it any more.

Why it matters: a judge who quotes it is wrong.

Example: an erratum replaces the clause on which a ruling rests.

How to settle it: rule anew, or take the ruling away.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import relevance
from checker.session.ruling_memo import carried_out, laws_of, rulings_told
from checker.verdicts.ruling_check import CheckedQuestion, checked

CODE = "HX605"
NAME = "stale-ruling"
HOUSEKEEPING = True
APART = 13
OTHERWISE = "another answer"
"""Why rulings are told together whose answers are otherwise."""
REMOVED = "the amendments remove"
"""What a hint says where rulings speak of what was taken out of the rules."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each reason why rulings are no longer so."""
    if work.options.scope == "quick" and not work.only:
        return [], Scope(NAME, Extent.UNKNOWN, "not looked at in the quick scope: `hexcheck rulings` does it")
    try:
        scenes = list(work.bench.rulings())
    except InputError as error:
        found = [_weighed(work.bench, _unread(why, p)) for why, p in _grouped(error.problems).items()]
        return found, Scope(NAME, Extent.UNKNOWN, "the rulings cannot all be read")
    gone = _gone(work, scenes)
    found = [_resting(group, told) for group, told in gone.items()]
    causes: dict[str, list[Stale]] = {}
    for one in _ruled(work, scenes):
        cause = _cause(one, gone)
        if one.faults and not one.disputed and cause is not None:
            causes.setdefault(cause, []).append(Stale(one, one.place, "; ".join(one.faults)))
    found += [_outdated(cause, told) for cause, told in causes.items()]
    found = [_weighed(work.bench, one) for one in found]
    return found, Scope(NAME, Extent.EXHAUSTED, f"{len(scenes)} rulings")


class Stale(NamedTuple):
    """A ruling (its scene, or a question of it) that no longer fits, where it says so, and what is otherwise."""

    ruling: Scene | CheckedQuestion
    place: Place
    said: str = ""


def _ruled(work: Work, scenes: list[Scene]) -> list[CheckedQuestion]:
    """What is expected of all rulings, compared with what comes of them."""
    told = rulings_told(work.bench, work.options.shelf, scenes, partial(work.spread, "rulings", carried_out))
    return [c for scene, one in zip(scenes, told, strict=True) if one is not None for c in checked(scene, one.result)]


def _gone(work: Work, scenes: list[Scene]) -> dict[tuple[str, ...], list[Stale]]:
    """By the clauses of which a ruling cites one, and which are neither in the rules nor in its laws, where that is."""
    known = frozenset(c.id for c in work.bench.rules.game.clauses)
    found: dict[tuple[str, ...], list[Stale]] = {}
    for scene in scenes:
        for item in scene.items:
            for group in item.expected.clauses if item.expected else ():
                if known.isdisjoint(group) and not (scene.amendments and _clauses(work, scene, known) & {*group}):
                    found.setdefault(tuple(group), []).append(Stale(scene, item.raw.place))
    return found


def _clauses(work: Work, scene: Scene, known: frozenset[str]) -> frozenset[str]:
    """The clauses that hold with the laws of the scene, beside those that are `known` without them."""

    def kept(_: Work) -> frozenset[str]:
        reads = (laws_of(work.bench, relevance(work.bench), scene), sorted(known))
        return work.kept("clauses of laws", reads, frozenset[str], lambda: work.bench.clauses(scene) - known)

    return work.shared(f"clauses of {scene.amendments} in {scene.place.file}", kept)


def _cause(one: CheckedQuestion, gone: Mapping[tuple[str, ...], object]) -> str | None:
    """Why rulings are told together: what they do not cite any more, or that they come out otherwise.

    Nothing where all that is not cited is gone from the rules, which is told already.
    """
    if one.answer is None or not one.answer.uncited or len(one.faults) > 1:
        return OTHERWISE
    left = [" or ".join(group) for group in one.answer.uncited if group not in gone]
    return f"not cited: {', '.join(left)}" if left else None


def _weighed(bench: Bench, found: Finding) -> Finding:
    """The finding as a note where an amendment means to have it otherwise: only what rests on a clause that is gone is wrong."""
    meant = bench.rules.game.amendments and not found.clauses
    return msgspec.structs.replace(found, severity="note") if meant else found


def _resting(group: tuple[str, ...], told: list[Stale]) -> Finding:
    """What is said of all rulings that rest on one of the clauses, which are gone."""
    rest = "rests" if len(told) == 1 else "rest"
    said = f"{_many(told)} {rest} on {' or '.join(group)}, not in the rules"
    return _finding(said, tuple(t.place for t in told), f"rests on {'/'.join(group)}", group)


def _outdated(cause: str, told: list[Stale]) -> Finding:
    """What is said of all rulings that do not hold any more for one reason."""
    does = "does" if len(told) == 1 else "do"
    said = f"{_many(told)} {does} not hold any more: {told[0].said}"
    return _finding(said, tuple(t.place for t in told), cause)


def _many(told: list[Stale]) -> str:
    """How many expectations are meant, and the title of the ruling that the first stands in."""
    ruling = told[0].ruling
    first = ruling.authority.of(f"the ruling `{ruling.title}`")
    return first if len(told) == 1 else f"{len(told)} answers of rulings, the first in {first},"


def _grouped(problems: tuple[Problem, ...]) -> dict[str, list[Problem]]:
    """The problems by why they are there: the hint that something was taken out of the rules, or else the message."""
    found: dict[str, list[Problem]] = {}
    for one in problems:
        found.setdefault(one.hint if REMOVED in one.hint else one.message, []).append(one)
    return found


def _unread(why: str, problems: list[Problem]) -> Finding:
    """What is said of statements of rulings that cannot be read for one reason."""
    many = f"{len(problems)} statements in rulings" if len(problems) > 1 else "a statement in a ruling"
    first = problems[0].place
    message = f"{many} cannot be read any more, the first in line {first.line} of {first.file}: {why}"
    return _finding(message, (first,), why)


def _finding(message: str, told: tuple[Place, ...], key: str, clauses: tuple[str, ...] = ()) -> Finding:
    return Finding(
        CODE,
        NAME,
        "warning",
        message,
        clauses,
        (),
        told,
        "",
        Extent.EXHAUSTED,
        fingerprint=key,
        settle="rule anew, or take the ruling away",
    )
