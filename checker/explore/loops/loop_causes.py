"""The clauses and cards without which a loop of play would not come back to where it began."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from checker.explore.loops.lasso import Lasso
from checker.explore.loops.reachable_graph import Explored
from checker.explore.loops.round_again import around
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.two_play_situation import silent
from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Norm, Prevents, Replaces, When
from checker.kernel.position import Position, tails
from checker.kernel.trees.anytime_acts import allows
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench
from checker.simulate.games import Players

ROUNDS = 3
"""So often a loop is gone through: what its players held when it began may last for one time."""


def blamed(make: Callable[[Rulebook], Players], lasso: Lasso) -> tuple[str, ...]:
    """Those of the clauses that attach something to what happens in the loop, replace it or allow what nobody waits for."""
    found = _gone(make(lasso.rules), lasso)
    if found is None:
        return ()
    told: dict[str, list[Norm]] = {}
    for norm in lasso.rules.game.norms:
        if _speaks(lasso.rules, norm, found.done):
            told.setdefault(norm.clause, []).append(norm)
    return tuple(c for c, norms in told.items() if _gone(make(_without(lasso.rules, norms)), lasso) is None)


def through(make: Callable[[Rulebook], Players], lasso: Lasso, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """These clauses, by which play goes on in the loop, and the cards by which what lies on the table is such that it does."""
    zones = (held for key, held in lasso.places[lasso.cycle[0][0]].position.store.entries("zone"))
    there = dict.fromkeys(title_of(card) for held in zones if isinstance(held, tuple) for card in held)
    own: dict[str, list[Norm]] = {}
    for norm in lasso.rules.game.norms:
        if norm.clause in there and norm.clause not in clauses:
            own.setdefault(norm.clause, []).append(norm)
    return (*clauses, *(c for c, norms in own.items() if _gone(make(_without(lasso.rules, norms)), lasso) is None))


def _speaks(rules: Rulebook, norm: Norm, done: set[str]) -> bool:
    match norm.claim:
        case When(event, _, _) | Replaces(event, _) | Prevents(event):
            return event.act in done
        case claim:  # whatever else allows nothing and attaches to nothing
            about = allows(claim)
            return about is not None and about.act in done and about.act in rules.unawaited


def _without(rules: Rulebook, norms: list[Norm]) -> Rulebook:
    """The rules without the norms; what else their clauses say stands."""
    left = {n.id for n in norms}
    kept = tuple(n for n in rules.game.norms if n.id not in left)
    return Rulebook(msgspec.structs.replace(rules.game, norms=kept), rules.functions)


class _Shapes(Explored):
    """Positions look alike if the same is still to be done: amounts may be others under other rules."""

    def key(self, position: Position) -> object:
        """What is still to be done."""
        return tuple(rest[0] for rest in tails(position.agenda))


def _gone(players: Players, lasso: Lasso) -> Explored | None:
    """What was explored when the loop was gone through under the rules of the players, if it can be."""
    found = _Shapes(players, lasso.unseen, 0)
    found.places = list(lasso.places)
    position: Position | None = lasso.places[lasso.cycle[0][0]].position
    for _ in range(ROUNDS):
        position = around(found, lasso.cycle, position) if position is not None else None
    return None if position is None else found


def needed(make: Callable[[Bench], Players], table: SceneDriver, scene: SceneState, lasso: Lasso) -> tuple[str, ...]:
    """The cards that come up in the told scene of the loop and without whose text the scene does not go on."""
    seen = [line for branch in scene.judge.branches for line in branch.lines()]
    cited = {c for line in seen for c in line.clauses}
    words = "\n".join((*scene.lines, *(line.text for line in seen)))
    met = (c.title for c in table.bench.rules.game.cards if c.title in words or cited.intersection(c.clauses))
    return tuple(t for t in met if not _goes_on(make, silent(table.bench, (t,)), table.seats, scene.lines, lasso))


def _goes_on(make: Callable[[Bench], Players], bench: Bench, seats: int, lines: tuple[str, ...], lasso: Lasso) -> bool:
    """Told under these rules, the scene is lawful and leads to where the loop can be gone through again."""
    after = SceneDriver(bench, seats).begin(lines[1:-1])
    ways = [] if after is None else [b for b in after.judge.branches if not b.illegal]
    found = _Shapes(make(bench), lasso.unseen, 0)
    found.places = list(lasso.places)
    reached = (found.carried(b.position) for b in ways)
    return any(r is not None and around(found, lasso.cycle, r) is not None for r in reached)
