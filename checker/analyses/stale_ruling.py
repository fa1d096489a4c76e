"""A ruling that no longer fits the rules.

What it finds: rulings that name a card or clause that is not in the rules, and, beyond the quick scope,
rulings whose answer has changed or whose `because` takes no part in it any more.

Why it matters: a judge who quotes it is wrong.

Example: an erratum replaces the clause on which a ruling rests.

How to settle it: rule anew, or take the ruling away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Extent, Finding
from checker.search.bench import Bench, Checked, Work
from checker.search.shared import common

CODE = "HX605"
NAME = "stale-ruling"
APART = 12
PIECE = 60
"""How many rulings are carried out in one piece of work."""
REMOVED = "the amendments remove"
"""What a hint says where rulings speak of what was taken out of the rules."""


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each thing in a ruling that is no longer so."""
    if work.options.scope == "quick" and not work.only:
        return [], Checked(NAME, Extent.UNKNOWN, "not looked at in the quick scope: `hexcheck rulings` does it")
    try:
        scenes = list(work.bench.rulings())
    except InputError as error:
        found = [_unread(why, problems) for why, problems in _grouped(error.problems).items()]
        return found, Checked(NAME, Extent.UNKNOWN, "the rulings cannot all be read")
    found = list(_gone(work.bench, scenes))
    pieces = [tuple(scenes[first : first + PIECE]) for first in range(0, len(scenes), PIECE)]
    for part in work.kept_each("rulings", work.bench.rules.game, "rulings", faults, pieces):
        found += [_finding(said, place, f"{title}/{said.split(':')[0]}") for title, place, said in part]
    return found, Checked(NAME, Extent.EXHAUSTED, f"{len(scenes)} rulings")


def faults(bench: Bench, scenes: tuple[Any, ...]) -> list[tuple[str, Place, str]]:
    """What does not agree in one piece of the rulings: the title of the ruling, the place, and what is said."""
    memory = common(bench).norms
    return [
        (c.title, c.place, f"the ruling `{c.title}` does not hold any more: {'; '.join(c.faults)}")
        for scene in scenes
        for c in bench.checked(scene, memory)
        if c.faults and not c.disputed
    ]


def _gone(bench: Bench, scenes: list[Any]) -> Iterator[Finding]:
    known = {c.id for c in bench.rules.game.clauses}
    for scene in scenes:
        for item in scene.items:
            cited = item.expected.because if item.expected else ()
            for group in cited:
                if not set(group) & known:
                    said = f"the ruling `{scene.title}` rests on {' or '.join(group)}, not in the rules"
                    yield _finding(said, item.raw.place, f"{scene.title}/{'/'.join(group)}", group)


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
    return _finding(message, first, why)


def _finding(message: str, place: Place, key: str, clauses: tuple[str, ...] = ()) -> Finding:
    return Finding(
        CODE,
        NAME,
        "warning",
        message,
        clauses,
        (),
        (place,),
        "",
        Extent.EXHAUSTED,
        fingerprint=key,
        settle="rule anew, or take the ruling away",
    )
