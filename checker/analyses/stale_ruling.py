"""A ruling that no longer fits the rules.

What it finds: rulings that name a card or clause that is not in the rules, and, beyond the quick scope,
rulings whose answer has changed or whose `because` takes no part in it any more.

Why it matters: a judge who quotes it is wrong.

Example: an erratum replaces the clause on which a ruling rests.

How to settle it: rule anew, or take the ruling away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from checker.kernel.game import Game, Procedure
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.session.invalidation import ANYTHING
from checker.session.persistent_memo import TracedResult, WantedResult, traced_parts
from checker.session.rule_dependencies import Relevance
from checker.session.session_values import common, relevance
from checker.store.fingerprint import named

CODE = "HX605"
NAME = "stale-ruling"
APART = 13
PIECE = 60
"""How many rulings are carried out in one piece of work."""
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
    gone = _gone(work.bench, scenes)
    found = [_resting(group, told) for group, told in gone.items()]
    causes: dict[str, list[Stale]] = {}
    for scene, one in zip(scenes, _ruled(work, scenes), strict=True):
        expected = [i.raw.place for i in scene.items if i.expected is not None]
        for fault in one.result:
            cause = _cause(fault, gone)
            if cause is not None:
                causes.setdefault(cause, []).append(Stale(scene, fault.place or expected[fault.number], fault.said))
    found += [_outdated(cause, told) for cause, told in causes.items()]
    found = [_weighed(work.bench, one) for one in found]
    return found, Scope(NAME, Extent.EXHAUSTED, f"{len(scenes)} rulings")


class Fault(NamedTuple):
    """What does not agree in a ruling: the number of the expectation, or else the place, and what is said.

    `uncited` are the groups of clauses of which none is cited, if nothing else disagrees.
    """

    number: int
    said: str
    place: Place | None = None
    uncited: tuple[tuple[str, ...], ...] = ()


class Stale(NamedTuple):
    """A ruling that no longer fits, where it says so, and what is otherwise."""

    scene: Any
    place: Place
    said: str = ""


def _ruled(work: Work, scenes: list[Any]) -> list[TracedResult[tuple[Fault, ...]]]:
    """What does not agree in each of the rulings, from an earlier run if nothing is different that it can depend on."""
    bench = work.bench
    known = relevance(bench)
    parts = [_part(bench, known, scene) for scene in scenes]

    def make(missing: list[int]) -> list[TracedResult[tuple[Fault, ...]]]:
        pieces = [tuple(scenes[at] for at in missing[n : n + PIECE]) for n in range(0, len(missing), PIECE)]
        return [one for piece in work.spread("rulings", faults, pieces) for one in piece]

    return traced_parts(work.options.shelf, "rulings", bench.rules.game.name, known, tuple[Fault, ...], parts, make)


def _part(bench: Bench, known: Relevance, scene: Any) -> WantedResult:
    """What a ruling depends on besides what is looked up for it; with laws of its own also on all that they speak of."""
    laws: object = ""
    if scene.amendments:
        try:
            said = bench.laws(scene)
            laws = said, _spoken_of(bench.rules.game, known, said.casefold())
        except InputError:
            laws = bench.rules.game
    kinds = frozenset(k for card in scene.cards for k in (*card.kinds, *card.unsure))
    return WantedResult(
        named(scene.content or scene, laws), known.titles_in(tuple(i.raw.text for i in scene.items)), kinds
    )


def _spoken_of(game: Game, known: Relevance, said: str) -> object:
    """What there is in the rules of all that the text speaks of by its name."""
    return (
        [(n.id, n.clause, n.outranks, n.reading) for n in game.norms if n.clause.casefold() in said],
        sorted(known.titles_in((said,))),
        [c.id for c in game.clauses if c.id.casefold() in said],
        [(p.name, [s.name for s in p.steps]) for p in game.procedures if any(w in said for w in _words(p))],
    )


def _words(procedure: Procedure) -> Iterator[str]:
    """The names of the procedure and of its steps."""
    yield procedure.name.casefold()
    yield from (step.name.casefold() for step in procedure.steps)


def faults(bench: Bench, scenes: tuple[Any, ...]) -> list[TracedResult[tuple[Fault, ...]]]:
    """What does not agree in each of the rulings, and what was looked up for that."""
    shared = common(bench)
    found: list[TracedResult[tuple[Fault, ...]]] = []
    for scene in scenes:
        shared.tally.taken()
        ruled = bench.ruled(scene, shared.norms)
        looked = shared.tally.told(shared.tally.taken(), cards=True) | ruled.looked
        wrong = tuple(
            Fault(n, "; ".join(c.faults), None if c.answer else c.place, c.uncited if len(c.faults) == 1 else ())
            for n, c in enumerate(ruled.checked)
            if c.faults and not c.disputed
        )
        found.append(TracedResult(wrong, looked if ruled.known else looked | {ANYTHING}, ruled.titles))
    return found


def _gone(bench: Bench, scenes: list[Any]) -> dict[tuple[str, ...], list[Stale]]:
    """By the clauses of which a ruling cites one, and which are neither in the rules nor in its laws, where that is."""
    known = {c.id for c in bench.rules.game.clauses}
    found: dict[tuple[str, ...], list[Stale]] = {}
    for scene in scenes:
        for item in scene.items:
            for group in item.expected.clauses if item.expected else ():
                if not set(group) & known and not (scene.amendments and set(group) & bench.clauses(scene)):
                    found.setdefault(tuple(group), []).append(Stale(scene, item.raw.place))
    return found


def _cause(fault: Fault, gone: Mapping[tuple[str, ...], object]) -> str | None:
    """Why rulings are told together: what they do not cite any more, or that they come out otherwise.

    Nothing where all that is not cited is gone from the rules, which is told already.
    """
    if not fault.uncited:
        return OTHERWISE
    left = [" or ".join(group) for group in fault.uncited if group not in gone]
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
    scene = told[0].scene
    first = scene.authority.of(f"the ruling `{scene.title}`")
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
