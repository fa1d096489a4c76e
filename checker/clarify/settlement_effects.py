"""For each open question the errata that settle it, with how many rulings come out otherwise under each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.ask.settlements import Settled
from checker.clarify.settle import amended, settled
from checker.errata.ruling_diff import compared, kept_rulings
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.process.parallel_map import spread
from checker.session.ruling_memo import Outcome
from checker.store.fingerprint import named

MOST_PRINTED = 4
"""So many errata at most are given for a question."""

MOST_ASKED = 80
"""So many rulings at most are asked again for an erratum."""


class Choice(Record):
    """An erratum that settles a question; of the rulings that rest on what it changes, so many were asked again,
    and so many come out otherwise."""

    settled: Settled
    rest: int
    asked: int
    changed: int


class Rulings(NamedTuple):
    """Every ruling of the game with what it comes to."""

    scenes: list[Scene]
    told: list[Outcome]


def choices(desk: Desk, witnesses: Iterable[str], jobs: int) -> dict[str, tuple[Choice, ...]]:
    """The errata for each scene; what was found for the same rules before is taken from there."""
    shelf = desk.shelf()
    wanted = list(dict.fromkeys(w for w in witnesses if w))
    names = {w: named("choices", desk.key, w) for w in wanted}
    found = {w: known for w in wanted if (known := shelf.get("choices", names[w], tuple[Choice, ...])) is not None}
    left = [w for w in wanted if w not in found]
    if left:
        scenes = desk.rulings()
        rulings = Rulings(scenes, [one for one in kept_rulings(desk, scenes, jobs) if one is not None])
        for witness, made in zip(left, spread(partial(_choices, desk, rulings), left, jobs, "errata"), strict=True):
            found[witness] = made
            shelf.put("choices", names[witness], made)
    return found


def _choices(desk: Desk, rulings: Rulings, witness: str) -> tuple[Choice, ...]:
    answers = asked_at(desk, desk.scenes(witness, "witness")[:1], settle=settled)
    offered = (answers[-1].settled or ()) if answers else ()
    first = list({s.outcome: s for s in reversed(offered)}.values())[::-1]
    told = [*first, *(s for s in offered if s not in first)][:MOST_PRINTED]
    return tuple(_choice(desk, rulings, one) for one in told)


def _choice(desk: Desk, rulings: Rulings, one: Settled) -> Choice:
    after = amended(desk, one.erratum)
    touched = {one.name for one in after.game.amended} - {one.name for one in desk.game.amended}
    resting = [n for n, was in enumerate(rulings.told) if _rests(was, touched)] or [*range(len(rulings.told))]
    step = max(1, -(-len(resting) // MOST_ASKED))
    again = resting[::step]
    changed = (
        any(compared(rulings.scenes[n], rulings.told[n].result, after.ruled(rulings.scenes[n], elsewhere=True).scene))
        for n in again
    )
    return Choice(one, len(resting), len(again), sum(changed))


def _rests(was: Outcome, touched: set[str]) -> bool:
    """An answer of the ruling cites what is changed, or a card that is changed lies somewhere in it."""
    return bool(was.titles & touched) or any(touched.intersection(told.clauses) for told in was.result.told)
