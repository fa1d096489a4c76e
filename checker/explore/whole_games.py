"""Whole games looked at to their end: whether play comes to any state again at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from checker.explore.scene_driver import SceneDriver
from checker.explore.situations import catalogue
from checker.graph.canonical_form import own_letters
from checker.graph.offers import Offers, StateKind
from checker.graph.state_space import StateSpace, explored, rounds
from checker.graph.table_graph import ENDLESS_STATE, TableGraph
from checker.kernel.effect import Await
from checker.kernel.lying_cards import all_lie, filled
from checker.kernel.norm import OfAct
from checker.kernel.position import GONE, Key, Position, Store
from checker.kernel.term import Value
from checker.kernel.trees.unordered_effects import unordered
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import sort_of
from checker.norms.rule_reads import MET
from checker.run.unordered import AS_WRITTEN
from checker.session.context import Bench, Work
from checker.session.persistent_memo import TracedResult, common, traced, traced_anywhere
from checker.simulate.games import Players
from checker.simulate.plain_games import playing as plainly
from checker.simulate.possible_acts import MOST

MOST_STATES = 20_000
MOST_ASKED = 1_500
"""So often at most the interpreter is asked what comes of something."""
MOST_ASIDE = 40_000
"""So many steps at most are gone to try orders of effects."""
MOST_UNORDERED = 3000
"""So many states at most are looked at where every order of effects has to be tried."""


class PlayedOut(NamedTuple):
    """What play can come to from the beginning of a game with so many players, and from so many scenes with as many, or
    fewer.

    All of it was looked at if it is `whole`; wherever states are come to `again`, these are the acts by which they are. In
    it every act is done that a step waits for, but for those `left`. The rules say all of how it begins if it is `laid`.
    Of what nothing orders that came together which is `met`, and these are the open points of `order`. These numbers are
    `below` 0 somewhere.
    """

    players: int
    scenes: int
    states: int
    whole: bool
    again: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]
    laid: bool
    met: tuple[str, ...]
    orders: tuple[str, ...]
    below: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """All of it was looked at, and what could be done was done in it."""
        return self.whole and (self.laid or not self.left)

    def settles(self, told: Sequence[Collection[str]]) -> bool:
        """Play ends, but for loops by acts of which it is told that it goes on by them; and what could be done was done in it."""
        known = all(any(acts and set(acts) <= set(one) for one in told) for acts in self.again)
        return self.complete and known


def whole_games(work: Work) -> tuple[PlayedOut, ...]:
    """What is known of whole games, for each number of players; for the least alone where that is too much to look at."""
    bench, game = work.bench, work.bench.rules.game
    deontic = [(n.id, n.clause, n.claim, n.cond) for n in game.norms if isinstance(n.claim, OfAct)]
    reads = (
        bench.situations,
        game.vocabulary,
        game.procedures,
        deontic,
        bool(unordered(game)),
        own_letters(bench.rules),
    )

    def known(numbers: tuple[int, ...]) -> tuple[PlayedOut, ...]:
        make = partial(work.spread, "whole games", played_out)
        return tuple(traced_anywhere(work, "whole games", PlayedOut, numbers, make, reads))

    first, *others = sorted(work.options.players)
    least = known((first,))
    return (*least, *known(tuple(others))) if others and all(one.complete for one in least) else least


def played_out(bench: Bench, number: int) -> TracedResult[PlayedOut]:
    """What is known of whole games with so many players, whatever is decided, and however what is open goes, and what was
    looked up for that."""
    begun = traced(bench, lambda: [_beginning(bench, number), *_told(bench, number)])
    seen = traced(bench, lambda: _space(bench, begun.result))
    found = _known(bench, number, begun.result, seen)
    return TracedResult(found, begun.looked | seen.looked)


def _known(bench: Bench, number: int, starts: list[Position], seen: TracedResult[StateSpace]) -> PlayedOut:
    space = seen.result
    points = {str(space.graph.options(space.states[n]).by) for n in space.of_kind(StateKind.POINT)}
    again = {_within(space, frozenset(one)) for one in rounds(space)}
    again |= {() for n in range(space.looked) if space.kind(n) is StateKind.ENDLESS}
    return PlayedOut(
        number,
        len(starts) - 1,
        len(space.states),
        space.whole and _all_acts(bench, space),
        tuple(sorted(again)),
        _left(bench, space),
        _laid(bench, starts[0].store),
        tuple(sorted(name for kind, name in seen.looked if kind == MET)),
        tuple(sorted(p for p in points if p.startswith("order: "))),
        tuple(sorted(_below(space, {f.name for f in bench.rules.game.vocabulary.fields if f.result == "number"}))),
    )


def _below(space: StateSpace, numbers: set[str]) -> set[str]:
    """Those of the numbers that are below 0 in one of the states."""
    real = (state for state in space.states if state != ENDLESS_STATE)
    return set().union(*(negative(numbers, space.graph.shown(state)[0].items()) for state in real if space.whole))


def negative(fields: Collection[str], table: Iterable[tuple[Key, Value]]) -> set[str]:
    """Those of the numbers that are below 0 on the table."""
    return {str(k[0]) for k, v in table if isinstance(v, int) and v < 0 and k[0] in fields}


def _beginning(bench: Bench, number: int) -> Position:
    playing = bench.playing or plainly(bench.rules.game)
    table = filled(bench.rules.game, playing.table(tuple("ABCDEFGH"[:number])))
    return Players(bench.rules, playing.acts).begin(table)


def _told(bench: Bench, number: int) -> Iterator[Position]:
    """Where play stands in the scenes of the catalogue in which every hand is told, in any order of what comes in none."""
    listed = catalogue(bench.situations)
    drivers: dict[int, SceneDriver] = {}
    for scene in (*listed.situations, *listed.endless):
        if scene.least != number:
            continue
        driver = drivers.setdefault(scene.least, SceneDriver(bench, scene.least))
        begun = driver.begin(scene.lines)
        for branch in begun.judge.branches if begun is not None else ():
            store = branch.position.store
            if not any(value is True for _, value in store.entries("unknown hand")):
                yield branch.position.with_store(store.afresh().after(((AS_WRITTEN, GONE),)))


def _space(bench: Bench, starts: list[Position]) -> StateSpace:
    offers = Offers(bench.rules, bench.playing or plainly(bench.rules.game))

    def made(widths: dict[Key, int]) -> TableGraph:
        return TableGraph(bench.rules, offers, starts[0], True, widths, common(bench).tally)

    most = MOST_UNORDERED if unordered(bench.rules.game) else MOST_STATES
    return explored(made, starts, most, asked=MOST_ASKED, aside=MOST_ASIDE)


def _laid(bench: Bench, table: Store) -> bool:
    """All cards of the game lie somewhere, and the rules say with which value everything begins."""
    game = bench.rules.game
    begins = all(f.initial is not None or f.result == "condition" for f in game.vocabulary.fields)
    return begins and all_lie(game, table)


def _within(space: StateSpace, component: frozenset[int]) -> tuple[str, ...]:
    """The acts that lead from one of the states to another."""
    acts = set()
    for n in component:
        changes = space.graph.options(space.states[n]).changes if space.kind(n) is StateKind.ACTS else ()
        acts |= {str(c.label[0]) for c, to in zip(changes, space.after(n), strict=False) if c.label and to in component}
    return tuple(sorted(acts))


def _all_acts(bench: Bench, space: StateSpace) -> bool:
    """Each act was done with everything with which it may be: none is for any number, and none was cut off."""
    words = bench.rules.game.vocabulary
    counted = {a.name: [n for n, (x, _) in enumerate(a.params, 1) if sort_of(words, x) == "number"] for a in words.acts}
    for n in space.of_kind(StateKind.ACTS):
        changes = space.graph.options(space.states[n]).changes
        if len(changes) >= MOST or any(
            c.label[at] is None for c in changes if c.label for at in counted[str(c.label[0])]
        ):
            return False
    return True


def _left(bench: Bench, space: StateSpace) -> tuple[str, ...]:
    """The acts that a step waits for and that are done at no state."""
    waited = {act for one in of_kind(bench.rules.game.procedures, Await) for act in one.acts}
    done = {
        str(c.label[0])
        for n in space.of_kind(StateKind.ACTS)
        for c in space.graph.options(space.states[n]).changes
        if c.label
    }
    return tuple(sorted(waited & set(bench.rules.acts) - done))
