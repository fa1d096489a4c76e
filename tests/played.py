"""Whole games played at random, and loops of play with the cards that break them, for tests."""

from __future__ import annotations

from checker.explore.loops.loop_breakers import breaks
from checker.explore.loops.loop_search import Looped, LoopJob, broken_by, caught, players
from checker.kernel.position import Position, Store
from checker.kernel.record import Record
from checker.session.context import Bench
from checker.simulate.games import Decision, Over, Players, RandomPolicy, Stuck


class GameResult(Record):
    """How a game went: whether it ended or was stuck, and how much was decided on the way."""

    ended: bool
    stuck: str
    decisions: int
    steps: int


def play(players: Players, table: Store, policy: RandomPolicy, most: int = 5_000) -> tuple[Position, GameResult]:
    """A game from the table on, until it is over, stuck, or `most` decisions were made."""
    position = players.begin(table)
    for made in range(most):
        position, decision = players.next(position)
        match decision:
            case Over():
                return position, GameResult(True, "", made, players.steps)
            case Stuck(moment):
                return position, GameResult(False, moment, made, players.steps)
            case Decision():
                position = decision.after[policy.pick(decision)]
    return position, GameResult(False, "", most, players.steps)


def looped(bench: Bench, job: LoopJob) -> tuple[Looped, ...]:
    """The loops that are found from the scene with the card, with the cards that can break them."""
    titles = [c.title for c in bench.rules.game.cards]
    each = ((one, [t for t in titles if breaks(players(bench), one.loop, one.at, t)]) for one in caught(bench, job))
    return tuple(broken_by(one, breaking) for one, breaking in each)
