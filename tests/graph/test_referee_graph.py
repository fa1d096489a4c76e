"""The state graph of random small games against the plain referee, which shares no code with the program."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import oracle
from conftest import TRIALS
from oracle_asked import begun, opened, remembered
from oracle_drawn import made

from checker.check.deals import stated
from checker.check.run_checks import bench
from checker.graph.offers import Offers, StateKind
from checker.graph.state_space import explored, rounds
from checker.graph.table_graph import TableGraph
from checker.simulate.plain_games import playing

GAMES = range(11, 11 + 20 * 150 * TRIALS, 20)
"""The numbers of games of which many end."""
MOST = 20_000


def referee(game: oracle.Game) -> oracle.Graph | None:
    """What the referee finds; nothing of a game that is too large for it, or in which a clause is open."""
    if game.cards:
        return None
    try:
        sure, wide = (oracle.graph(game, one) for one in (True, False))
    except oracle.TooMany:
        return None
    allowed = {norm.of for norm in game.norms if norm.says in ("may", "must")}
    return sure if allowed >= {act for act, _ in game.acts} and sure.keys() == wide.keys() else None


def test_the_referee_finds_as_many_states_and_the_same_loops(tmp_path: Path) -> None:
    compared = looping = 0
    with remembered():
        folder = begun(tmp_path)
        for seed in GAMES:
            game = made(seed)
            known = referee(game)
            if known is None:
                continue
            at = bench(opened(game, folder))
            acts = Offers(at.rules, playing(at.rules.game))
            starts = stated(at, "players A B")
            space = explored(partial(TableGraph, at.rules, acts, starts[0], True), starts, MOST)
            assert space.whole, seed
            if [*space.of_kind(StateKind.POINT)]:
                continue
            going = sum(space.kind(n) is not StateKind.OVER for n in range(space.looked))
            assert going == sum(not position["over", ""] for position, _ in known.values()), seed
            again = next(rounds(space), None) is not None
            assert again is bool(oracle.for_ever(known)), seed
            compared, looping = compared + 1, looping + again
    assert compared >= 20 and 5 <= looping <= compared - 5
