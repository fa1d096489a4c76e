"""Chance is tried again and again, and may never be done.

What it finds: tables on which every result of a roll has to be rolled again; and what is done again and again until
chance has it so, while nothing else changes on the way that could run out; and what an amendment says and that leads
to itself, by chance, by what somebody chooses or as a duty, without anything spent on the way. The table of the analysis (in the
JSON) has every set of results that can be repeated at once, with the exact chance of each other result in the
end, and how many rolls it takes on average.

Why it matters: nobody can say what happens then; and a result that is repeated makes the others more likely.

Example: all entries of a board of results are starred, and the star says to roll again what was rolled before.

How to settle it: leave one result that is never repeated.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.certificates.check_bodies import Bodies, within
from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.loops.self_causing import FIELD, SET, SelfCausing, self_causing
from checker.kernel.effect import Chance, Choose, Consult, Effect, If, Let, Nothing, Put, Run, Say, Then, Under, While
from checker.kernel.game import Game
from checker.kernel.game_play import Repeated
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import Context
from checker.session.context import Scope, Work

CODE = "HX502"
NAME = "repeated-chance"
SETTLE = "leave one result that is never repeated"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """A finding if some table has every result repeated; every set of results that can be, as a table."""
    rules, playing = work.bench.rules, work.bench.playing
    again = list(_again(rules.game))
    tried = [_tried(work, where) for where in dict.fromkeys(again)]
    rolled = playing.rolled if playing is not None else frozenset[str]()
    loops = [f for f in work.findings if f.code == "HX501"]
    causing = [(one, _causing(work, one)) for one in self_causing(rules.game, rolled)]
    tried += [f for one, f in causing if not any(shows(loop, one, f) for loop in loops)]
    if playing is None or playing.repeats is None:
        told = "whatever is done again until a condition holds: chance alone decides when it does in"
        return tried, Scope(NAME, Extent.EXHAUSTED, f"{told} {', '.join(again) or 'none of it'}")
    sets, scope, scene = playing.repeats(lambda store: Context(rules, store))
    endless = [one for one in sets if not one.tries]
    return [*tried, *(_finding(work, one, scene) for one in endless[:1])], Scope(
        NAME, Extent.EXHAUSTED, scope, table=sets
    )


def _again(game: Game) -> Iterator[str]:
    """Where chance is tried until it has it so: loops, and procedures that begin themselves anew."""
    bodies = Bodies(game)
    for (where, _), loop in bodies.loops():
        if isinstance(loop, While) and until(_whole(bodies, loop.body)):
            yield where
    steps = [s.effect for p in bodies.procedures.values() for s in bodies.steps(p)]
    called = [(effect, {name for x in within(effect) for name in bodies.called(x)}) for effect in steps]
    for name in bodies.procedures:
        begun = [effect for effect, names in called if name in names]
        parts = _whole(bodies, Run(name.partition(" ")[2])) if begun else []
        if any(effect in parts for effect in begun) and until(parts):
            yield name


def _whole(bodies: Bodies, effect: Effect) -> list[Effect]:
    """The effect with every part of it, and of the procedures that are carried out in it."""
    found, left = [], [effect]
    known: set[str] = set()
    while left:
        parts = list(within(left.pop()))
        found += parts
        called = {name for x in parts for name in bodies.called(x) if isinstance(x, Run)} - known
        known |= called
        left += [
            s.effect for name in called if name in bodies.procedures for s in bodies.steps(bodies.procedures[name])
        ]
    return found


def until(parts: list[Effect]) -> bool:
    """Chance decides something, and nothing changes but what is set to a value."""
    settled = (Chance, Choose, Put, Then, If, Let, Nothing, Consult, Say, Under, Run, While)
    return any(isinstance(x, Chance) for x in parts) and all(isinstance(x, settled) for x in parts)


def _tried(work: Work, where: str) -> Finding:
    game = work.bench.rules.game
    kind, _, name = where.partition(" ")
    cards = tuple(c for c in game.cards if kind == "card" and c.title == name)
    steps = (
        s.clauses
        for p in game.procedures
        for s in p.steps
        if where in (f"step {s.name} of {p.name}", f"procedure {p.name}")
    )
    norms = (n.clause for n in game.norms if kind == "norm" and n.id == name)
    clauses = tuple(dict.fromkeys((*(c for s in steps for c in s), *norms)))
    titles = tuple(c.title for c in cards)
    said = f"`{name}`" if kind == "card" else where
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"in {said} chance is tried again and again, and may never be done: nothing else changes there that could run out",
        clauses,
        cards=titles,
        extent=Extent.PROVED,
        fingerprint=f"until/{where}",
        settle="say how often it is tried at most",
    )


BY = {
    "chance": "if chance has it so each time",
    "choice": "if somebody chooses so each time",
    "duty": "and nobody can do otherwise",
}


def _causing(work: Work, one: SelfCausing) -> Finding:
    """The note that a text may bring itself about for ever: no scene was looked for."""
    game = work.bench.rules.game
    kind, _, name = one.where.partition(" ")
    clauses = tuple(n.clause for n in game.norms if kind == "norm" and n.id == name)
    steps = [s for p in game.procedures for s in p.steps if one.where == f"step {s.name} of {p.name}"]
    titles = (name,) if kind == "card" else ()
    said = clauses[0] if clauses else f"`{name}`" if titles else one.where
    way = " → ".join(f"`{at.removeprefix(FIELD).removeprefix(SET)}`" for at in one.way[1:]) or "itself"
    return of_clauses(
        game,
        (CODE, NAME),
        "note",
        f"what {said} says leads to itself by {way}, {BY[one.by]}; nothing is known to be used up on the way, and no scene shows it",
        (*clauses, *(c for s in steps for c in s.clauses)),
        cards=titles,
        at=tuple(s.place for s in steps if s.place) or places(game, clauses, titles),
        extent=Extent.UNKNOWN,
        fingerprint=f"causes itself/{one.where}",
        settle="say how often it is done at most, or what is used up by it",
        substance=one.by,
    )


def shows(loop: Finding, one: SelfCausing, note: Finding) -> bool:
    """The scene of the loop of play is one in which the text leads to itself: nothing but the cards on that way is played
    in it, its clauses take part, and it goes on by the same: a card may have a loop of either kind."""
    cards = {at.removeprefix("card ") for at in (one.where, *one.way) if at.startswith("card ")}
    alike = bool(loop.witness) and loop.substance.startswith("chance") == (one.by == "chance")
    return alike and cards == set(loop.cards) and set(note.clauses) <= set(loop.clauses)


def _finding(work: Work, one: Repeated, scene: tuple[str, ...]) -> Finding:
    game = work.bench.rules.game
    message = f"a roll may never be done: every one of {len(one.again)} results is rolled again by {' and '.join(one.clauses)}"
    return of_clauses(game, (CODE, NAME), "error", message, one.clauses, lines=scene, settle=SETTLE)
