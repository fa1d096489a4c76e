"""Loops of play looked for from the catalogue, each told as a scene, with the cards that can break it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.kernel.position import Agenda, Position
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.norms.context import Context, title_of
from checker.run.games import Players
from checker.run.words import told
from checker.search.acting import possible
from checker.search.bench import Bench
from checker.search.catalogue import SEATS, Situation, catalogue, said
from checker.search.lasso import Explored, Lasso, Way, in_loop, lassos
from checker.search.table import FRESH, Table, Told

MOST_PLACES = 200
STEPS_AFTER = 600
"""Steps from one decision to the next in which a loop that a card broke is left."""
TOGETHER = 6
"""So many searches are made before it is seen whether more are needed."""
MOST_AFTER = 25
"""Places looked at after a card was played that may break a loop."""


class Job(NamedTuple):
    """The number of a scene of the catalogue, and the card in the place of the first that it names."""

    scene: int
    card: str


class Looped(Record):
    """A loop that was found, in plain words: where it is, its scene, who is in it, and what breaks it."""

    where: str
    lines: tuple[str, ...]
    card: str
    forced: bool
    who: tuple[str, ...]
    rising: tuple[str, ...]
    breaking: tuple[str, ...]
    told: bool
    acts: int


def jobs(bench: Bench, first: tuple[str, ...]) -> Iterator[list[Job]]:
    """The searches for which no card has to be put, then those with every card, the named ones first."""
    plain: list[Job] = []
    carded: list[Job] = []
    known = [c.title for c in bench.rules.game.cards]
    titles = [*dict.fromkeys((*(t for t in first if t in known), *known))]
    for number, scene in enumerate(catalogue(bench.situations).endless):
        if _placeholder(scene, titles):
            carded += [Job(number, title) for title in titles]
        else:
            plain.append(Job(number, ""))
    yield plain
    carded.sort(key=lambda job: titles.index(job.card))
    for begin in range(0, len(carded), TOGETHER):
        yield carded[begin : begin + TOGETHER]


def _placeholder(scene: Situation, titles: list[str]) -> str:
    words = "\n".join(scene.lines)
    named = [t for t in sorted(titles, key=len, reverse=True) if re.search(rf"(?<!\w){re.escape(t)}(?!\w)", words)]
    return named[0] if named else ""


def looped(bench: Bench, job: Job) -> tuple[Looped, ...]:
    """The loop that is found from the scene with the card, if there is one."""
    scene = catalogue(bench.situations).endless[job.scene]
    name = _placeholder(scene, [c.title for c in bench.rules.game.cards])
    lines = tuple(re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", job.card, x) if name else x for x in scene.lines)
    table = Table(bench, scene.least)
    begun = table.begin(lines)
    if begun is None or not begun.judge.branches:
        return ()

    def players() -> Players:
        if bench.playing is not None:
            return Players(bench.rules, bench.playing.acts, bench.playing.weight)
        return Players(bench.rules, possible)

    found = lassos(players, begun.judge.branches[0].position, MOST_PLACES)
    return tuple(_told(bench, table, begun, job, one, players()) for one in found)


def _told(bench: Bench, table: Table, begun: Told, job: Job, lasso: Lasso, players: Players) -> Looped:
    ways = [w for _, w in (*lasso.prefix, *lasso.cycle)]
    acts = sum(bool(w.what) for _, w in lasso.cycle)
    scene = _scene(bench, table, begun, lasso, ways) if acts else None
    written = tuple(_first(bench, lasso, number, way) for number, way in lasso.prefix if way.what)
    return Looped(
        _where(bench, lasso.loop),
        scene.lines if scene else (*begun.lines, *written, "what happens?"),
        job.card,
        lasso.forced,
        tuple(SEATS[w] if isinstance(w, int) else "chance" for w in lasso.who),
        lasso.rising,
        tuple(_breaking(bench, lasso, players)),
        scene is not None,
        acts,
    )


def _first(bench: Bench, lasso: Lasso, number: int, way: Way) -> str:
    return next(_wordings(bench, lasso.places[number].position, way))


def _where(bench: Bench, loop: Agenda) -> str:
    """Where the loop is written."""
    for procedure in bench.rules.game.procedures:
        for step in procedure.steps:
            if loop and _has(step.effect, loop[0]):
                return f"step {step.name} of {procedure.name}"
    return "the course of play"


def _has(tree: Any, part: Any) -> bool:
    if tree is part or (type(tree) is type(part) and tree == part):
        return True
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    return any(_has(p, part) for p in parts if not isinstance(p, str | int))


# ---- the scene ---------------------------------------------------------------------------------


def _scene(bench: Bench, table: Table, begun: Told, lasso: Lasso, ways: list[Way]) -> Told | None:
    """The acts told one after the other, or None if they cannot be told."""
    now = begun
    for number, _ in (*lasso.prefix, *lasso.cycle):
        place = lasso.places[number]
        way = next((w for w in ways[:1]), None)
        ways = ways[1:]
        if way is None or not way.what:
            continue
        after = _next(bench, table, now, tuple(_wordings(bench, place.position, way)))
        if after is None:
            return None
        now = after
    ended = _next(bench, table, now, ("what happens?",))
    return ended


def _next(bench: Bench, table: Table, now: Told, wordings: tuple[str, ...]) -> Told | None:
    """The scene gone on with one of the wordings, after an ending of what went before where that is needed."""
    endings = catalogue(bench.situations).endings
    for first in ("", *reversed(endings)):
        before = table.tell(now, first) if first else now
        if before is None:
            continue
        for line in wordings:
            after = table.tell(before, line)
            if after is not None and not after.illegal:
                return after
    return None


def _wordings(bench: Bench, position: Position, way: Way) -> Iterator[str]:
    """How the act may be told, the most exact wordings first."""
    act, *args = way.what
    declared = bench.rules.acts[str(act)]
    env = {letter: a for (letter, _), a in zip(declared.params, args, strict=True)}
    context = Context(bench.rules, position.store)
    who = SEATS[way.who] if isinstance(way.who, int) else ""
    listed = catalogue(bench.situations)
    cards = [a for a in args if isinstance(a, tuple)]
    things = [str(a) for a in args if isinstance(a, str)]
    others = [SEATS[a] for a in args[1:] if isinstance(a, int)]
    titled = _placeholder(Situation("", 0, listed.plays), [c.title for c in bench.rules.game.cards])
    if cards:
        marks = ("A", "B", titled, "H1")
        for template in sorted(listed.plays, key=len, reverse=True):
            wanted = ("B" in template.split(), "H1" in template.split())
            if wanted == (bool(others), bool(things)):
                yield said(
                    template, who, others[0] if others else "B", title_of(cards[0]), (things or ["H1"])[0], marks
                )
    yield f"{who} does {told(context, declared.phrase, env)}"
    yield from listed.endings


# ---- what breaks it ----------------------------------------------------------------------------


def _breaking(bench: Bench, lasso: Lasso, players: Players) -> Iterator[str]:
    """The cards which, held by somebody in the loop, can be played so that play leaves it."""
    moments: dict[str, Position] = {}
    for number, _ in lasso.cycle:
        place = lasso.places[number]
        if place.moment:
            moments.setdefault(place.moment, place.position)
    for card in bench.rules.game.cards:
        if any(_breaks(players, lasso, p, card.title) for p in moments.values()):
            yield card.title


def _breaks(players: Players, lasso: Lasso, position: Position, title: str) -> bool:
    store = position.store
    seats = store.get(("seats",), 0)
    for seat in range(seats if isinstance(seats, int) else 0):
        key = ("zone", "hand", seat)
        held = store.get(key, ())
        card: Value = (title, FRESH)
        if not isinstance(held, tuple) or any(isinstance(c, tuple) and c[0] == title for c in held):
            continue
        explored = Explored(players, frozenset(), MOST_AFTER, STEPS_AFTER)
        start = position.with_store(store.put(key, (*held, card)))
        for who, what, after, _ in explored.ways(start)[1]:
            if who == seat and card in what and _leaves(explored, lasso, after):
                return True
    return False


def _leaves(explored: Explored, lasso: Lasso, start: Position) -> bool:
    """Play can come out of the loop from here within a few decisions."""
    todo = [start]
    for _ in range(MOST_AFTER):
        if not todo:
            return False
        position = explored.carried(todo.pop(0))
        if explored.lost:
            explored.lost = False
            continue
        if position is None or not in_loop(lasso.loop, position.agenda):
            return True
        todo += [after for _, _, after, _ in explored.ways(position)[1]]
    return False
