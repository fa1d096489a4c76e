"""The plain graph and the tables side by side, on deals and on whole small games."""

from __future__ import annotations

from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from checker.catalog import games as house
from checker.check.deals import begun, stated
from checker.check.run_checks import bench
from checker.graph.offers import Offers
from checker.graph.state_space import GraphExtension, StateSpace, explored
from checker.graph.table_graph import TableGraph
from checker.graph.witness import PlainGraph, shown
from checker.kernel.position import Key, Position
from checker.simulate.games import Players
from checker.simulate.plain_games import playing as plainly

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


class Begun(NamedTuple):
    """Rules with the acts of the game, and where play begins."""

    offers: Offers
    start: Position


@cache
def at_desk(game: str) -> Any:
    return bench(house.desk(str(EXAMPLES / game) if (EXAMPLES / game).exists() else game))


def dealt(game: str, deal: str, until: str = "") -> Begun:
    at = at_desk(game)
    playing = at.playing or plainly(at.rules.game)
    return Begun(Offers(at.rules, playing), begun(stated(at, deal)[0], until))


def opened(game: str, seats: int) -> Begun:
    """The game from its first step on."""
    at = at_desk(game)
    playing = at.playing or plainly(at.rules.game)
    players = Players(at.rules, playing.acts)
    return Begun(Offers(at.rules, playing), players.begin(playing.table(tuple("ABCDEF"[:seats]))))


def space_of(at: Begun, each: bool, most: int = 1_000_000, further: GraphExtension | None = None) -> StateSpace:
    def made(widths: dict[Key, int]) -> TableGraph:
        return TableGraph(at.offers.rules, at.offers, at.start, each, widths)

    return explored(made, [at.start], most, further=further, few=1)


def compared(at: Begun, each: bool, most: int = 1_000_000) -> tuple[int, int, int]:
    """How many states were looked at by the interpreter, with how many edges, and in how many of them the tables say
    anything else."""
    space, plain = space_of(at, each, most), PlainGraph(at.offers.rules, at.offers, each)
    states = [shown(space, plain, n) for n in range(len(space.states))]
    wrong = int(plain.state(at.start) != states[0])
    for number in range(space.looked):
        found = plain.successors(states[number])
        kind, by, changes = space.graph.options(space.states[number])
        told = [(c.label, states[n]) for c, n in zip(changes, space.after(number), strict=True)]
        wrong += (found.kind, found.by, list(found.options)) != (kind, by, told)
    return space.looked, len(space.to), wrong


def walked(at: Begun, each: bool, most: int) -> int:
    """How many states the interpreter finds by itself."""
    plain = PlainGraph(at.offers.rules, at.offers, each)
    seen = {plain.state(at.start)}
    todo = deque(seen)
    while todo and len(seen) < most:
        for _, after in plain.successors(todo.popleft()).options:
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen)
