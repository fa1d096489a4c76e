"""Loops of play looked for from the catalogue, each told as a scene, with the cards that can break it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, permutations
from typing import NamedTuple

import msgspec

from checker.explore.loops.confirmed import Twice
from checker.explore.loops.lasso import Lasso, lassos
from checker.explore.loops.loop_breakers import left, moments
from checker.explore.loops.loop_causes import blamed, needed
from checker.explore.loops.loop_decisions import known_of
from checker.explore.loops.loop_scene import named_in, scene_of
from checker.explore.loops.reachable_graph import Explored
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import AS_IT_STANDS, EACH, SEATS, catalogue
from checker.kernel.effect import End, Event
from checker.kernel.game_play import Playing
from checker.kernel.norm import Norm
from checker.kernel.position import Agenda, Position
from checker.kernel.record import Record
from checker.kernel.term import Lit, Value
from checker.kernel.trees.walk import within
from checker.norms.evaluate import Context
from checker.norms.rulebook import Rulebook
from checker.norms.windows import coming
from checker.session.context import Bench
from checker.session.persistent_memo import anytime_acts
from checker.simulate.games import Players
from checker.simulate.possible_acts import anytime, possible

CHANCE = ("chance",)
"""Who goes on with a loop that nobody decides on."""
MOST_PLACES = 200
MOST_PLACES_STANDING = 60
"""So many places of play at most are looked at, and fewer where the search begins at many scenes, each as it stands; as
many again for each act that can be done there with no step waiting for it, since it leads on from every place."""
MOST_PLACES_WHOLE = 2000
"""So many at most where whole games, which were looked at to their end, are known to come back somewhere."""
MOST_PAIRS = 12
"""So many pairs of cards at most are put into the scenes."""
TOGETHER = 6
"""So many searches are made before it is seen whether more are needed."""


class LoopJob(NamedTuple):
    """The number of a scene of the catalogue, and the cards in the places of those that it names; so many places are
    looked at, if it says how many."""

    scene: int
    cards: tuple[str, ...] = ()
    most: int = 0


class Looped(Record):
    """A loop that was found, in plain words: where it is, its scene, who is in it, and what breaks it.

    It is `left` if chance goes on with it, and a way was found by which chance leads out of it. `by` are the clauses
    without which it would not be one, `unawaited` the acts in it that no step waits for, `done` all acts in it.
    `decided` says who decides what in it, and what else they could do; where `nobody` decides anything, `alone` are the
    clauses and cards by which play goes on. `readings` says how open points are taken. It is no loop that is known to be
    one where there is a `doubt`: why, and `read` are the fields that are otherwise each time and are read in it.
    """

    where: str
    lines: tuple[str, ...]
    cards: tuple[str, ...]
    forced: bool
    who: tuple[str, ...]
    rising: tuple[str, ...]
    breaking: tuple[str, ...]
    told: bool
    acts: int
    left: bool = False
    by: tuple[str, ...] = ()
    unawaited: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    nobody: bool = False
    alone: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    doubt: str = ""
    read: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """It is known to be a loop."""
        return not self.doubt

    @property
    def bare(self) -> tuple[str, ...]:
        """The acts in a loop that nobody can leave and that needs no card: what makes it another one."""
        return self.done if self.forced and not self.cards else ()


def jobs(bench: Bench, first: tuple[str, ...]) -> Iterator[list[LoopJob]]:
    """The searches for which no card has to be put, those with every card, then those with two different ones.

    The named cards come first, and of two cards one at least is one of them. Scenes that want it are searched
    with each card at once.
    """
    titles = [c.title for c in bench.rules.game.cards]
    first = tuple(t for t in dict.fromkeys(first) if t in titles)
    listed = catalogue(bench.situations).endless
    each = [n for n, s in enumerate(listed) if s.name.startswith(EACH)]
    scenes = [(n, len(named_in(s, titles))) for n, s in enumerate(listed) if n not in each]
    ones = [(t,) for t in dict.fromkeys((*first, *titles))]
    yield [*(LoopJob(n) for n, places in scenes if not places), *(LoopJob(n, cards) for n in each for cards in ones)]
    two = _mixed(bench, first)
    for put, wanted in ((ones, 1), (two, 2)):
        carded = [LoopJob(n, cards) for cards in put for n, places in scenes if places == wanted]
        for begin in range(0, len(carded), TOGETHER):
            yield carded[begin : begin + TOGETHER]


def standing(bench: Bench, states: int) -> list[LoopJob]:
    """The searches from the scenes that stand, each as far as there are so many states."""
    listed = catalogue(bench.situations).endless
    most = min(states, MOST_PLACES_WHOLE)
    return [LoopJob(n, (), most) for n, s in enumerate(listed) if s.name.startswith(AS_IT_STANDS)]


def _mixed(bench: Bench, first: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Two different cards in either order: two of the first, or one of them with a card that it names."""
    texts = {c.title: c.text for c in bench.rules.game.cards}
    named = [(a, b) for a in first for b in texts if b != a and _has(texts[a], Lit(b))]
    pairs = dict.fromkeys(frozenset(p) for p in (*named, *combinations(first, 2)))
    return [line for pair in [*pairs][:MOST_PAIRS] for line in permutations(sorted(pair))]


def _put(line: str, put: dict[str, str]) -> str:
    pattern = "|".join(re.escape(t) for t in sorted(put, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda m: put[m.group()], line) if put else line


class Caught(NamedTuple):
    """A loop that was found, of which it is not known yet what breaks it: it is gone through `at` these positions."""

    looped: Looped
    at: tuple[Position, ...]
    loop: Agenda


def caught(bench: Bench, job: LoopJob) -> tuple[Caught, ...]:
    """The loops that are found from the scene with the card."""
    scene = catalogue(bench.situations).endless[job.scene]
    table = SceneDriver(bench, scene.least)
    lines = told_in(bench, job)
    begun = table.begin(lines) or table.opened(lines)
    if begun is None or not begun.judge.branches:
        return ()
    most = job.most or (MOST_PLACES_STANDING if scene.name.startswith(AS_IT_STANDS) else MOST_PLACES)
    start = begun.judge.branches[0].position
    free = {act for act, *_ in anytime(Context(bench.rules, start.store), anytime_acts(bench))}
    found = lassos(partial(players, bench), start, most * (1 + len(free)))
    told = [_told(bench, table, begun, job, one, players(bench)) for one in found]
    return tuple({_same_loop(c.looped): c for c in reversed(told)}.values())[::-1]


def _same_loop(one: Looped) -> tuple[object, ...]:
    return one.where, one.forced, one.done, one.by, one.sure


def broken_by(one: Caught, cards: Iterable[str]) -> Looped:
    """The loop with the cards that can break it."""
    return msgspec.structs.replace(one.looped, breaking=tuple(cards))


def told_in(bench: Bench, job: LoopJob) -> tuple[str, ...]:
    """The lines of the scene with the cards in their places."""
    scene = catalogue(bench.situations).endless[job.scene]
    put = dict(zip(named_in(scene, [c.title for c in bench.rules.game.cards]), job.cards, strict=True))
    return tuple(_put(line, put) for line in scene.lines)


def players(bench: Bench) -> Players:
    """Those who play in the scenes: as in whole games, or whatever acts are allowed; and acts that no step waits for."""
    return players_under(bench.playing, anytime_acts(bench), bench.rules)


def players_under(playing: Playing | None, free: dict[str, tuple[Norm, ...]], rules: Rulebook) -> Players:
    """Those who play under these rules."""
    waited = possible if playing is None else playing.acts

    def acts(
        context: Context, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
    ) -> tuple[tuple[Value, ...], ...]:
        responding = bool(coming(context.rules, context.store))
        return (*waited(context, moment, kinds, about), *(() if responding else anytime(context, free)))

    return Players(rules, acts) if playing is None else Players(rules, acts, playing.weight)


def _told(bench: Bench, table: SceneDriver, begun: SceneState, job: LoopJob, lasso: Lasso, at_play: Players) -> Caught:
    acts = sum(bool(w.what) for _, w in lasso.cycle)
    acted = {w.what[0] for _, w in lasso.cycle if w.what}
    done = tuple(a.name for a in bench.rules.game.vocabulary.acts if a.name in acted)
    scene = scene_of(bench, table, begun, lasso, Explored(at_play, lasso.unseen, 0))
    who = _deciding(bench, lasso)
    under = partial(players_under, bench.playing, anytime_acts(bench))
    shown = job.cards if scene is None or not job.cards else needed(players, table, scene, lasso)
    found = Looped(
        (not lasso.itself and _undecided(lasso)) or _where(bench, lasso.loop),
        scene.lines if scene else begun.lines,
        shown,
        lasso.forced,
        who,
        lasso.rising,
        (),
        scene is not None,
        acts,
        who == CHANCE and left(lasso, at_play),
        blamed(under, lasso),
        tuple(a for a in done if a in anytime_acts(bench)),
        done,
        **known_of(bench, lasso, under),
    )
    at = tuple(p.with_store(p.store.afresh()) for p in moments(lasso))
    return Caught(found, at, lasso.loop)


def _deciding(bench: Bench, lasso: Lasso) -> tuple[str, ...]:
    """Who could leave the loop; chance alone where nothing but its acts are done in it, or nobody else decides anything."""
    if isinstance(lasso.known, Twice) and lasso.who and all(t.chance for t in lasso.known.taken if t.others):
        return CHANCE
    rolled = bench.playing.rolled if bench.playing is not None else frozenset()
    if {str(w.what[0]) for _, w in lasso.cycle if w.what} <= rolled and lasso.who and rolled:
        return CHANCE
    return tuple(SEATS[w] if isinstance(w, int) else "chance" for w in lasso.who)


def _undecided(lasso: Lasso) -> str:
    """The act that comes back to itself, where nothing but what happens by itself is gone through again and again."""
    heads = [place.position.agenda[0] for place in (lasso.places[n] for n, _ in lasso.cycle) if place.position.agenda]
    return next((f"act {h.act}" for h in heads if isinstance(h, Event)), "") if len(heads) == 1 else ""


def _where(bench: Bench, loop: Agenda) -> str:
    """Where the loop is written."""
    if loop and isinstance(loop[0], End):
        return f"procedure {loop[0].procedure}"
    for procedure in bench.rules.procedures.values():
        for step in procedure.steps:
            if loop and _has(step.effect, loop[0]):
                return f"step {step.name} of {procedure.name}"
    game = bench.rules.game
    texts: list[tuple[str, object]] = [(f"act {a.name}", (a.body, a.last)) for a in game.vocabulary.acts]
    texts += [(f"norm {n.id}", n.claim) for n in game.norms]
    texts += [(f"card {c.title}", c.text) for c in game.cards]
    return next((at for at, text in texts if loop and _has(text, loop[0])), "the course of play")


def _has(tree: object, part: object) -> bool:
    return any(one is part or (type(one) is type(part) and one == part) for one in within(tree))


def grouped(loops: tuple[Looped, ...]) -> list[list[Looped]]:
    """The loops by place and cause, the shortest first: without a card, or with cards that all bring it about alike.

    One that somebody can leave is left out where the same cause has one that nobody can in which no more is done, and
    one that chance alone goes on with where it does so without a card; so is one with a card that nobody can leave and
    in which nothing is done but what goes on for ever there without any.
    """
    groups: dict[tuple[str, bool, bool, tuple[str, ...], tuple[str, ...]], list[Looped]] = {}
    for one in sorted(loops, key=lambda x: (not x.told, len(x.lines))):
        groups.setdefault((one.where, one.forced, bool(one.cards), one.done, one.by), []).append(one)
    forced = {(one.where, one.cards, one.by): set(one.done) for one in loops if one.forced}
    chance = {(one.where, one.by) for one in loops if one.who == CHANCE and not one.cards}
    anyhow = {(one.where, one.bare) for one in loops if one.bare}

    def counts(one: Looped) -> bool:
        if one.cards and one.who == CHANCE and (one.where, one.by) in chance:
            return False
        if one.cards and one.forced and (one.where, one.done) in anyhow:
            return False
        known = forced.get((one.where, one.cards, one.by))
        return one.forced or known is None or not known <= set(one.done)

    left = ([one for one in group if counts(one)] for group in groups.values())
    return [group for group in left if group]
