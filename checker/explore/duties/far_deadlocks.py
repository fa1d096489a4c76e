"""Moments at which nobody may act, further on than a few acts: all that play leads to from a situation, as far as is looked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import NamedTuple

from checker.explore.derived_catalogue import ASKED
from checker.explore.loops.loop_scene import named_in
from checker.explore.loops.loop_search import players
from checker.explore.loops.reachable_graph import UNTOLD
from checker.explore.loops.state_equivalence import key_of
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import AS_IT_STANDS, SEATS, catalogue
from checker.explore.statements.norm_questions import Asking, Probe
from checker.explore.whole_games import negative
from checker.kernel.norm import Gives
from checker.kernel.position import Key, Position, Store
from checker.kernel.term import All, Compare, Count, Lit, Value
from checker.kernel.verdict import Verdict
from checker.norms.evaluate import Context, by_default
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.choices import NOTHING_LEFT
from checker.run.phrases import told
from checker.run.progress import Forked, Line
from checker.session.context import Bench
from checker.simulate.games import Decider, Decision, Over, Players, Stuck

MOST_PLACES = 1_200
"""So many places are looked at from each situation at most: half of them those with the fewest acts, half far ones."""
MOST_WAYS = 40
"""So many ways on are followed at each place at most."""
MOST_SHOWN = 3
"""So many of the moments found are returned at most, the nearest first."""


class FarPosition(NamedTuple):
    """A place of play with what is told of the way to it."""

    position: Position
    lines: tuple[str, ...]


class PlaceReached(NamedTuple):
    """A place of play as something is next decided there, or nothing is known of it, and what was seen on the way there."""

    position: Position
    lines: tuple[str, ...]
    decision: Decision | Over | Stuck | None
    seen: tuple[tuple[Store, Line], ...]


def standing_still(bench: Bench, start: SceneState) -> list[tuple[str, ...]]:
    """What is told of the ways from the scene to moments at which nobody may act."""
    still = (one.lines for one in _walked(bench, start) if isinstance(one.decision, Stuck))
    return sorted(islice(still, MOST_SHOWN), key=len)


def run_out(bench: Bench, _: None, fields: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The first scene in which a pile has run out in the course of play, and somebody draws all the same, none if none is; and
    for each of the numbers that falls below 0 where play goes on then, its name and the first scene."""
    dry: tuple[str, ...] = ()
    found: dict[str, tuple[str, ...]] = {}
    for start in _begun(bench):
        begun = start.judge.branches[0].position.store
        full = [] if dry else [*_piles(bench.rules, begun)]
        for one in _walked(bench, start):
            if (dry or not full) and len(found) == len(fields):
                break
            empty = (store for store, line in one.seen if line.text == NOTHING_LEFT)
            if not dry and any(not store.get(pile) for store in empty for pile in full):
                dry = (*start.lines, *one.lines)
            below = negative(fields, one.position.store.items()) if isinstance(one.decision, Decision) else set()
            for name in below - negative(fields, begun.items()) - found.keys():
                told = SceneDriver(bench, len(start.lines[0].split()) - 1).begin((*start.lines[1:], *one.lines))
                ways = told.judge.branches if told is not None and not told.illegal else ()
                if any(name in negative(fields, way.position.store.items()) for way in ways):
                    found[name] = (*start.lines, *one.lines)
    return dry, *((name, *lines) for name, lines in sorted(found.items()))


def several_fit(bench: Bench, norm: str) -> tuple[str, ...]:
    """The first scene of play, with its question, in which several things are what the norm says that one is; none if none is."""
    rules, claim = bench.rules, bench.rules.norms[norm].claim
    assert isinstance(claim, Gives) and isinstance(claim.value, All)
    fact, among = rules.facts[claim.term.fact], claim.value
    asking, question = Asking(bench), f"{ASKED.get(fact.result, 'what is')} {fact.phrase.split(' | ')[0]}?"

    def several(context: Context) -> bool:
        many = Compare("least", Count(among.var, among.sort, among.where), Lit(2))
        return context.holds(rules.norms[norm].cond, {}) and context.holds(many, {})

    for start in _begun(bench) if not fact.params else ():
        for one in _walked(bench, start):
            if by_default(rules, one.position.store, several):
                told = asking.begin((*start.lines, *one.lines))
                if asking.answer(told, Probe(question))[0] not in ("", Verdict.FORCED.value):
                    return (*start.lines, *one.lines, question)
    return ()


def _begun(bench: Bench) -> Iterator[SceneState]:
    """The scenes of the catalogue in which play goes on as it stands."""
    titles = [c.title for c in bench.rules.game.cards]
    for scene in (s for s in catalogue(bench.situations).endless if s.name.startswith(AS_IT_STANDS)):
        start = None if named_in(scene, titles) else SceneDriver(bench, scene.least).begin(scene.lines)
        if start is not None:
            yield start


def _piles(rules: Rulebook, store: Store) -> Iterator[Key]:
    """The places with cards in order in which some lie."""
    return (k for k, v in store.items() if k[0] == "zone" and k[1] in rules.ordered_zones and v)


def _walked(bench: Bench, start: SceneState) -> Iterator[PlaceReached]:
    """The places that play leads to from the scene: in turn the next near one, and one that follows the last of these."""
    at_play, chance = players(bench), Random(0)
    seen: list[tuple[Store, Line]] = []
    at_play.watch = lambda position, lines, _: seen.extend((position.store, line) for line in lines)
    places = [FarPosition(start.judge.branches[0].position, ())]
    known = {_key(bench.rules, places[0].position)}
    near, deep = deque([0]), [0]
    passed: set[int] = set()
    for turn in count():
        number = deep.pop() if turn % 2 and deep else near.popleft() if near else None
        if number is None or len(places) > MOST_PLACES:
            return
        if number in passed:
            continue
        passed.add(number)
        seen.clear()
        position, decision = _next(at_play, places[number].position)
        yield PlaceReached(position, places[number].lines, decision, tuple(seen))
        before = len(places)
        ways = _onward(bench.rules, position, places[number].lines, decision) if isinstance(decision, Decision) else ()
        for after in ways:
            if (key := _key(bench.rules, after.position)) not in known:
                known.add(key)
                places.append(after)
        near.extend(range(before, len(places)))
        deep += chance.sample(range(before, len(places)), len(places) - before)


def _key(rules: Rulebook, position: Position) -> object:
    return key_of(rules, position, frozenset())


def _next(at_play: Players, position: Position) -> tuple[Position, Decision | Over | Stuck | None]:
    """The place at which something is next to be decided; nothing where that is open, or too far."""
    at_play.steps = 0
    try:
        return at_play.next(position)
    except UNTOLD:
        return position, None


def _onward(rules: Rulebook, position: Position, lines: tuple[str, ...], decision: Decision) -> Iterator[FarPosition]:
    """The places that the decision leads to; what is open is taken as by default."""
    if decision.kind is Decider.POINT:
        yield FarPosition(decision.after[0], lines)
        return
    progress = step(rules, position) if decision.kind is not Decider.ACT else None
    who = progress.by.who if isinstance(progress, Forked) and hasattr(progress.by, "who") else None
    how = f"{SEATS[who]} chooses" if isinstance(who, int) else "it falls on"
    stride = -(-len(decision.ways) // MOST_WAYS)
    for way, after in [*zip(decision.ways, decision.after, strict=True)][::stride]:
        value = way.option.value
        if decision.kind is not Decider.ACT:
            yield FarPosition(after, (*lines, f"{how} {way.option.text}"))
        elif isinstance(value, tuple):
            yield FarPosition(after, (*lines, _said(rules, position, value)))
        else:
            yield FarPosition(after, (*lines, "nobody responds"))


def _said(rules: Rulebook, position: Position, done: tuple[Value, ...]) -> str:
    """The act in the words of a scene."""
    act = rules.acts[str(done[0])]
    env = {letter: a for (letter, _), a in zip(act.params, done[1:], strict=True)}
    context = Context(rules, position.store)
    return f"{told(context, '{' + act.params[0][0] + '}', env)} does {told(context, act.phrase, env)}"
