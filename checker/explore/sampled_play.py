"""Play at random for what certificates take for granted: that what acts need is there, and that measures fall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from random import Random
from typing import Any, NamedTuple

from checker.certificates.check_bodies import Bodies
from checker.explore.loops.loop_search import players
from checker.explore.scene_driver import SceneDriver
from checker.explore.situations import EACH, catalogue
from checker.kernel.effect import Event
from checker.kernel.game import Game
from checker.kernel.position import Position, Store
from checker.kernel.term import Undecided, Value, Yes
from checker.kernel.trees.clause_uses import numbers_in
from checker.kernel.vocabulary import Act, sort_of
from checker.norms.evaluate import Context
from checker.norms.permissions import Permitted, permission
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.branches import Branch, acting
from checker.run.progress import Ended, Forked, Moved, Waits
from checker.session.context import Bench
from checker.simulate.games import Decision, Players
from checker.simulate.possible_acts import possible

STEPS, STEPS_OWN = 3000, 600
"""So many steps at most are taken in all, and of a game that has Python, whose own tests play it at random."""
WALK = 400
MOST_ACTS = 40
UNTOLD = (Undecided, RuntimeError, KeyError)


class Sampled(NamedTuple):
    """Positions of play, one after the other in each walk; and the acts that were done, or might have been, though what they
    need was not there."""

    walks: tuple[tuple[Position, ...], ...]
    without: frozenset[str]

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return sum(map(len, self.walks))


def sampled(bench: Bench) -> Sampled:
    """Play at random from the scenes of the catalogue for loops, as norms allow and whether or not an act makes sense."""
    return bench.once("sampled play", lambda: _sampled(bench))


def _sampled(bench: Bench) -> Sampled:
    left = STEPS if _plain(bench) else STEPS_OWN
    walks: list[tuple[Position, ...]] = []
    without: set[str] = set()
    listed = catalogue(bench.situations)
    scenes = [s for s in listed.endless or listed.situations if not s.name.startswith(EACH)]
    for seed in range(3):
        for scene in scenes:
            begun = SceneDriver(bench, scene.least).begin(scene.lines) if left > 0 else None
            if begun is None or not begun.judge.branches:
                continue
            walk = tuple(islice(_walk(bench, begun.judge.branches[0].position, Random(seed), without), min(left, WALK)))
            walks.append(walk)
            left -= len(walk)
    return Sampled(tuple(walks), frozenset(without))


def _plain(bench: Bench) -> bool:
    """What can be done is worked out from the words of the game alone."""
    return bench.playing is None or bench.playing.acts is possible


def _walk(bench: Bench, position: Position, random: Random, without: set[str]) -> Iterator[Position]:
    """Each position of play at random; acts that are done without what they need are noted."""
    rules, at_play = bench.rules, players(bench)
    position = position.with_store(Store(dict(position.store.items())))
    while True:
        yield position
        try:
            without.update(_brought(rules, position))
            progress = step(rules, position)
            match progress:
                case Moved():
                    position = progress.position
                case Forked():
                    position = random.choice(progress.ways)[1]
                case Waits():
                    after = _acted(bench, at_play, progress, random, without)
                    if after is None:
                        return
                    position = after
                case Ended():
                    return
        except UNTOLD:
            return


def _brought(rules: Rulebook, position: Position) -> Iterator[str]:
    """The act that happens next, if what it needs is not there."""
    if position.agenda and isinstance(event := position.agenda[0], Event):
        act, context = rules.acts[event.act], Context(rules, position.store)
        args = tuple(context.value(a, dict(position.agenda[1])) for a in event.args)
        if not isinstance(act.needs, Yes) and not context.holds(act.needs, act.bound(args)):
            yield act.name


def _acted(bench: Bench, at_play: Players, waits: Waits, random: Random, without: set[str]) -> Position | None:
    """The position after somebody acted, as norms allow."""
    at_play.steps = 0
    _, decision = at_play.next(waits.position)
    ways = [*decision.after] if isinstance(decision, Decision) else []
    context = Context(bench.rules, waits.position.store)
    for name in waits.moment.acts if _plain(bench) else ():
        act = bench.rules.acts.get(name)
        if act is None or isinstance(act.needs, Yes):
            continue
        for args in islice(_instances(context, act), MOST_ACTS):
            if not context.holds(act.needs, act.bound(args)) and isinstance(permission(context, name, args), Permitted):
                without.add(name)
                ways.append(acting(Branch(waits.position), name, args).position)
    return random.choice(ways) if ways else None


def _instances(context: Context, act: Act) -> Iterator[tuple[Value, ...]]:
    """The act with all things that are there, and with the numbers of the norms that speak of it."""
    numbers = sorted(
        {0, 1, *(n for norm in context.rules.deontic[act.name] for n in numbers_in((norm.claim, norm.cond)))}
    )
    sorts = (sort_of(context.rules.game.vocabulary, letter) for letter, _ in act.params)
    return product(*(tuple(numbers) if sort == "number" else context.things(sort) for sort in sorts))


# ---- measures ------------------------------------------------------------------------------------


def not_falling(rules: Rulebook, game: Game, walks: tuple[tuple[Position, ...], ...], read: dict[str, Any]) -> set[str]:
    """The loops of the certificate that play at random went through though none of their measures fell."""
    found: set[str] = set()
    loops = dict(Bodies(game).loops())
    for loop in read["loops"]:
        effect = loops.get((loop["where"], loop["site"]))
        measures = [level["measure"] for level in loop["levels"] if "measure" in level]
        for walk in walks if effect is not None and measures else ():
            last: tuple[object, tuple[int, ...]] | None = None
            for position in walk:
                if not position.agenda or position.agenda[0] != effect:
                    continue
                rest, now = position.agenda[2], tuple(_worth(rules, position.store, m) for m in measures)
                if last is not None and last[0] is rest and now >= last[1]:
                    found.add(loop["where"])
                last = rest, now
    return found


def _worth(rules: Rulebook, store: Store, measure: dict[str, int]) -> int:
    return sum(weight * _counted(rules, store, counter) for counter, weight in measure.items())


def _counted(rules: Rulebook, store: Store, counter: str) -> int:
    """How much there is of what the counter counts."""
    kind, _, name = counter.partition(": ")
    if kind == "things" and name:
        return len(store.things(name))
    if kind == "cards" and name:
        zones = (held for key, held in store.entries("zone") if key[1] == name and isinstance(held, tuple))
        return sum(map(len, zones))
    field = rules.fields[counter if counter in rules.fields else kind]
    stored = [v for k, v in store.entries(field.name) if len(k) == len(field.params) + 1]
    context = Context(rules, store)
    every = prod(len(context.things(sort_of(rules.game.vocabulary, p))) for p in field.params)
    values = [*stored, *[field.initial] * max(0, every - len(stored))]
    match name if counter not in rules.fields else "":
        case "yes" | "set":
            return sum(v not in (None, False) for v in values)
        case "no" | "none":
            return sum(v in (None, False) for v in values)
        case "":
            return sum(max(v, 0) for v in values if isinstance(v, int))
        case below:
            return sum(max(int(below.removeprefix("below ")) - v, 0) for v in values if isinstance(v, int))
