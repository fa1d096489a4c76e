"""What follows an event hangs on what the event itself changes, and nothing says at which moment that is looked at.

What it finds: norms `when …, … if …` whose condition asks for a field that the act of the event sets, itself or by the
acts and procedures of which it is made. The condition is looked at before the event.

Why it matters: whoever falls from 5 to 4 is not at 4 before the loss; read afterwards, the norm says something else.

Example: `when P loses N Voice by Z, P draws a card if the Voice of P is at most 4`.

How to settle it: say which moment is meant: `… if before, …` or `… if afterwards, …`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.effect import Add, Event, Put, Run
from checker.kernel.game import Game
from checker.kernel.norm import Norm, When
from checker.kernel.trees.walk import facts_in, parts_of
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import plain
from checker.session.context import Scope, Work

CODE = "HX208"
NAME = "moment-of-condition"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each norm on an event whose condition asks for what the event changes."""
    game = work.bench.rules.game
    norms = [n for n in game.norms if isinstance(n.claim, When) and not n.claim.before]
    found = [_finding(game, n, fields) for n in norms if (fields := _changed_under(game, n))]
    return found, Scope(NAME, Extent.EXHAUSTED, f"{len(norms)} norms on events")


def _changed_under(game: Game, norm: Norm) -> tuple[str, ...]:
    """The fields for which the norm's condition asks and that its event changes."""
    assert isinstance(norm.claim, When)
    changed = frozenset(_written(game, Event(norm.claim.event.act, ()), set()))
    return tuple(sorted(changed & _asked(game, norm.cond, frozenset()))) if changed else ()


def _written(game: Game, tree: Any, seen: set[str]) -> Iterator[str]:
    """The fields that are set in the tree, in the acts and in the procedures of which it is made."""
    match tree:
        case Put(field) | Add(field):
            yield field.fact
        case Event(act) if f"act {act}" not in seen:
            seen.add(f"act {act}")
            yield from _written(game, tuple(a.body for a in game.vocabulary.acts if a.name == act), seen)
        case Run(procedure) if f"procedure {procedure}" not in seen:
            seen.add(f"procedure {procedure}")
            steps = (s.effect for p in game.procedures if p.name == procedure for s in p.steps)
            yield from _written(game, tuple(steps), seen)
        case _:
            pass
    for part in parts_of(tree):
        yield from _written(game, part, seen)


def _asked(game: Game, tree: Any, seen: frozenset[str]) -> frozenset[str]:
    """The fields and facts for which the tree asks, by the meanings of facts too."""
    names = facts_in(tree)
    meant = tuple(f.definition for f in game.vocabulary.facts if f.name in names - seen)
    return names | (_asked(game, meant, seen | names) if meant else frozenset())


def _finding(game: Game, norm: Norm, fields: tuple[str, ...]) -> Finding:
    assert isinstance(norm.claim, When)
    words = game.vocabulary
    act = norm.claim.event.act
    event = next(plain(a.said) for a in words.acts if a.name == act)
    said = " and ".join(f"`{plain(f.phrase)}`" for f in words.fields if f.name in fields)
    return Finding(
        CODE,
        NAME,
        "note",
        f"what {norm.clause} asks of {said} is looked at before `{event}`, which changes it",
        (norm.clause,),
        (norm.speaker,) if any(c.title == norm.speaker for c in game.cards) else (),
        (norm.place,) if norm.place else (),
        "",
        Extent.EXHAUSTED,
        fingerprint=f"{norm.id}/{'/'.join(fields)}",
        settle="say which moment is meant: `… if before, …` or `… if afterwards, …`",
        unshown="the two readings differ only where the event changes the answer",
    )
