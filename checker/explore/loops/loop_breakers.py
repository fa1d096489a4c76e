"""Which cards of the box break a loop of play."""

from __future__ import annotations

from random import Random

from checker.explore.loops.lasso import Lasso
from checker.explore.loops.reachable_graph import Explored, in_loop
from checker.explore.scene_driver import FRESH
from checker.kernel.position import Agenda, Position
from checker.kernel.term import Value
from checker.simulate.games import Players

STEPS_AFTER = 600
"""Steps from one decision to the next in which a loop that a card broke is left."""
MOST_AFTER = 25
"""Places looked at after a card was played that may break a loop."""
MOST_AT_RANDOM = 1_000
AGAIN_AFTER = 200
"""So many decisions at random that may lead out of a loop of chance, and after how many of them it is begun again."""


def moments(lasso: Lasso) -> tuple[Position, ...]:
    """One position in the loop for each moment at which somebody may act there."""
    found: dict[str, Position] = {}
    for number, _ in lasso.cycle:
        place = lasso.places[number]
        if place.moment:
            found.setdefault(place.moment, place.position)
    return tuple(found.values())


def breaks(players: Players, loop: Agenda, at: tuple[Position, ...], title: str) -> bool:
    """Held by somebody at one of the positions in the loop, the card can be played so that play leaves it."""
    return any(_breaks(players, loop, position, title) for position in at)


def left(lasso: Lasso, players: Players) -> bool:
    """Some way at a place of the loop leads out of it, within a few decisions or as play goes on at random."""
    explored = Explored(players, frozenset(), MOST_AFTER, STEPS_AFTER)
    starts = [lasso.places[number].position for number, _ in lasso.cycle]
    near = (_leaves(explored, lasso.loop, after) for at in starts for _, _, after, _ in explored.ways(at)[1])
    return any(near) or _left_at_random(explored, lasso.loop, starts[0])


def _left_at_random(explored: Explored, loop: Agenda, start: Position) -> bool:
    position, chance = start, Random(0)
    for number in range(MOST_AT_RANDOM):
        ways = explored.ways(start if number % AGAIN_AFTER == 0 else position)[1]
        after = explored.carried(chance.choice(ways)[2]) if ways else None
        if ways and not explored.lost and (after is None or not in_loop(loop, after.agenda)):
            return True
        position, explored.lost = start if after is None else after, False
    return False


def _breaks(players: Players, loop: Agenda, position: Position, title: str) -> bool:
    store = position.store
    seats = store.get(("seats",), 0)
    for seat in range(seats if isinstance(seats, int) else 0):
        key = ("zone", players.rules.hand, seat)
        held = store.get(key, ())
        card: Value = (title, FRESH)
        if not isinstance(held, tuple) or any(isinstance(c, tuple) and c[0] == title for c in held):
            continue
        explored = Explored(players, frozenset(), MOST_AFTER, STEPS_AFTER)
        start = position.with_store(store.put(key, (*held, card)))
        for who, what, after, _ in explored.ways(start)[1]:
            if who == seat and card in what and _leaves(explored, loop, after):
                return True
    return False


def _leaves(explored: Explored, loop: Agenda, start: Position) -> bool:
    """Play can come out of the loop from here within a few decisions."""
    todo = [start]
    for _ in range(MOST_AFTER):
        if not todo:
            return False
        position = explored.carried(todo.pop(0))
        if explored.lost:
            explored.lost = False
            continue
        if position is None or not in_loop(loop, position.agenda):
            return True
        todo += [after for _, _, after, _ in explored.ways(position)[1]]
    return False
