"""Which loops of play are looked for, and what amendments brought to the places of which nothing ends."""

from __future__ import annotations

from typing import Any, NamedTuple

from checker.explore.loops.loop_cache import loops_kept
from checker.explore.loops.loop_search import Looped, jobs, standing
from checker.kernel.trees.clause_uses import mentions
from checker.norms.rulebook import Rulebook
from checker.session.context import Work

MOST_CARDS = 6
"""With so many cards at most it is tried whether a loop comes of what is new."""


class Brought(NamedTuple):
    """The names of the entries of amendments whose changes nothing ends, and the cards that they concern."""

    names: frozenset[str]
    cards: tuple[str, ...]

    def concerns(self, one: Looped) -> bool:
        """The loop comes of what is new."""
        return bool(self.names.intersection((*one.by, *one.cards, *one.done)))


def brought(rules: Rulebook, document: dict[str, Any], open_: tuple[str, ...]) -> Brought | None:
    """What amendments brought to the open places; None if it is nothing."""
    changes = {c["where"] for loop in document["loops"] if loop["where"] in open_ for c in loop["left"]}
    clause = {n.id: n.clause for n in rules.game.norms}
    there = {(kind, clause.get(name, name)) for kind, _, name in (where.partition(" ") for where in changes)}
    new = {(a.kind, a.name) for a in rules.game.amended}
    files = {a.place.file for a in rules.game.amended if a.place is not None}
    steps = {f"{s.name} of {p.name}": s for p in rules.game.procedures for s in p.steps}
    new |= {("step", name) for name, s in steps.items() if s.place is not None and s.place.file in files}
    names = {name for kind, name in there if {(kind, name), ("clause" if kind == "norm" else kind, name)} & new}
    names |= {clause[n.id] for n in rules.game.norms if ("norm", n.id) in new and ("norm", n.clause) in there}
    if not names:
        return None
    texts: list[object] = [(n.claim, n.cond) for n in rules.game.norms if n.clause in names]
    texts += [s.effect for name, s in steps.items() if name in names]
    said = mentions(tuple(texts))
    meant = (c.title for c in rules.game.cards if c.title in names or c.title in said or set(c.kinds) & said)
    return Brought(frozenset(names), tuple(meant)[:MOST_CARDS])


def loops_of_play(
    work: Work, open_: tuple[str, ...], cards: tuple[str, ...], new: Brought | None = None
) -> tuple[Looped, ...]:
    """The loops of play that were found for the places that nothing is known to end.

    Cards are put into the scenes, the named ones first and then two at a time, only as long as the loops that were
    found before do not account for all of these places, and none has shown a loop with a card or an act that no
    step waits for, nor is there one that nobody can leave. What amendments brought there is looked at until a loop
    comes of it, with each of the few cards that it concerns.
    """
    if not open_:
        return ()
    found: list[Looped] = []
    left = set(open_)
    for listed in jobs(work.bench, (*(new.cards if new else ()), *cards)):
        if not left or any(one.sure and (one.cards or one.forced or one.unawaited) for one in found):
            if new is None or any(one.sure and new.concerns(one) for one in found):
                break
            listed = [job for job in listed if len(job.cards) == 1 and set(job.cards) <= set(new.cards)]
        for each in loops_kept(work, listed) if listed else ():
            found += [one for one in each if one.where in open_]
        left -= {one.where for one in found}
    return tuple(found)


def farther(work: Work, open_: tuple[str, ...], states: int) -> tuple[Looped, ...]:
    """The loops that are found for these places where as many places of play are looked at as whole games have states."""
    return tuple(one for each in loops_kept(work, standing(work.bench, states)) for one in each if one.where in open_)
