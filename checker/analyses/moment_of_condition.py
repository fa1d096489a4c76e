"""What follows an event hangs on what the event itself changes, and nothing says at which moment that is looked at.

What it finds: norms `when …, … if …` whose condition asks for a field that the act of the event sets, or for a zone to
or from which it moves cards, itself or by the acts and procedures of which it is made. The condition is looked at before the event.

Why it matters: whoever falls from 5 to 4 is not at 4 before the loss; read afterwards, the norm says something else.

Example: `when P loses N Voice by Z, P draws a card if the Voice of P is at most 4`.

How to settle it: say which moment is meant: `… if before, …` or `… if afterwards, …`.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.explore.cards.finding_builders import of_clauses
from checker.kernel.effect import Add, Chance, Choose, Each, Event, Move, Put, Run
from checker.kernel.game import Game
from checker.kernel.norm import Norm, When
from checker.kernel.term import Call, Var
from checker.kernel.trees.walk import facts_in, of_kind, parts_of
from checker.kernel.verdict import Extent, Finding
from checker.kernel.zone_terms import COMES, INSIDE, NUMBER, TOP
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
    """The fields, and facts about zones, for which the norm's condition asks and that its event changes."""
    assert isinstance(norm.claim, When)
    changed = frozenset(_written(game, Event(norm.claim.event.act, ()), set()))
    return tuple(sorted(changed & _asked(game, norm.cond, frozenset()))) if changed else ()


def _written(game: Game, tree: object, seen: set[str]) -> Iterator[str]:
    """The fields and facts about zones that change in the tree, in the acts and procedures of which it is made."""
    match tree:
        case Put(field) | Add(field):
            yield field.fact
        case Move(_, zone):
            yield from _facts_of(zone.fact)
        case Chance(var, over, body) | Each(var, over, body) | Choose(_, var, over, body) if _moves(body, var):
            yield from (name for zone in _zones_in(over) for name in _facts_of(zone))
        case Event(act) if f"act {act}" not in seen:
            seen.add(f"act {act}")
            yield from _written(game, tuple(a.body for a in game.vocabulary.acts if a.name == act), seen)
        case Run(procedure) if f"procedure {procedure}" not in seen:
            seen.add(f"procedure {procedure}")
            steps = (s.effect for p in game.procedures if p.name == procedure for s in p.steps)
            yield from _written(game, tuple(steps), seen)
        case _:  # it writes nothing itself; its parts are looked at below
            pass
    for part in parts_of(tree):
        yield from _written(game, part, seen)


def _moves(tree: object, var: str) -> bool:
    """The tree moves what the letter stands for."""
    return any(move.card == Var(var) for move in of_kind(tree, Move))


def _zones_in(tree: object) -> set[str]:
    """The zones in which something lies, or from which it comes up, by what the tree says of it."""
    heads = (INSIDE, COMES)
    return {call.fact.removeprefix(h) for call in of_kind(tree, Call) for h in heads if call.fact.startswith(h)}


def _facts_of(zone: str) -> tuple[str, ...]:
    """What can be asked about the cards in the zone."""
    return (INSIDE + zone, NUMBER + zone, TOP + zone)


def _asked(game: Game, tree: object, seen: frozenset[str]) -> frozenset[str]:
    """The fields and facts for which the tree asks, by the meanings of facts too."""
    names = facts_in(tree)
    meant = tuple(f.definition for f in game.vocabulary.facts if f.name in names - seen)
    return names | (_asked(game, meant, seen | names) if meant else frozenset())


def _finding(game: Game, norm: Norm, fields: tuple[str, ...]) -> Finding:
    assert isinstance(norm.claim, When)
    words = game.vocabulary
    act = norm.claim.event.act
    event = next(plain(a.said) for a in words.acts if a.name == act)
    phrases = {f.name: f.phrase for f in words.facts} | {f.name: f.phrase for f in words.fields}
    said = " and ".join(f"`{plain(phrase)}`" for name, phrase in phrases.items() if name in fields)
    return of_clauses(
        game,
        (CODE, NAME),
        "note",
        f"what {norm.clause} asks of {said} is looked at before `{event}`, which changes it",
        (norm.clause,),
        cards=(norm.speaker,) if any(c.title == norm.speaker for c in game.cards) else (),
        at=(norm.place,) if norm.place else (),
        fingerprint=f"{norm.id}/{'/'.join(fields)}",
        settle="say which moment is meant: `… if before, …` or `… if afterwards, …`",
        unshown="the two readings differ only where the event changes the answer",
    )
