"""Movements and patterns of Horrible Hex against a plain model that shares no code with the program."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest

from checker.catalog import games as house

Spot: TypeAlias = tuple[int, int]
WAYS = {
    "east": (1, 0),
    "north-east": (1, -1),
    "north-west": (0, -1),
    "west": (-1, 0),
    "south-west": (-1, 1),
    "south-east": (0, 1),
}


def plus(at: Spot, way: Spot, many: int = 1) -> Spot:
    return at[0] + many * way[0], at[1] + many * way[1]


def whole(spots: set[Spot]) -> bool:
    todo, seen = [next(iter(spots))], set[Spot]()
    while todo:
        at = todo.pop()
        if at in spots and at not in seen:
            seen.add(at)
            todo += [plus(at, way) for way in WAYS.values()]
    return seen == spots


def moved(board: dict[Spot, str], at: Spot, kind: str, way: Spot) -> dict[Spot, str] | None:
    """The board after the movement; None where there is no such movement. Lines with a gap are left to the rules."""
    row = [at]
    while plus(row[-1], way) in board:
        row.append(plus(row[-1], way))
    rest = {spot: name for spot, name in board.items() if spot != at}
    free, behind = plus(at, way), plus(row[-1], way)
    match kind:
        case "slide":
            return None if free in board else {**rest, free: board[at]}
        case "jump":
            return None if len(row) == 1 else {**rest, behind: board[at]}
        case "push":
            still = {spot: name for spot, name in board.items() if spot not in row}
            return {**still, **{plus(spot, way): board[spot] for spot in row}}
        case _:
            return None if len(row) == 1 else {**board, at: board[free], free: board[at]}


def gap(board: dict[Spot, str], at: Spot, way: Spot) -> bool:
    far = [n for n in range(1, 9) if plus(at, way, n) in board]
    return far != list(range(1, len(far) + 1))


def table(random: Random) -> dict[Spot, str]:
    spots = [(0, 0)]
    while len(spots) < random.randint(3, 7):
        spot = plus(random.choice(spots), random.choice(list(WAYS.values())))
        spots += [spot] if spot not in spots else []
    return {spot: "abcdefg"[n] for n, spot in enumerate(spots)}


@pytest.mark.parametrize("seed", range(4))
def test_movements(seed: int) -> None:
    random, at = Random(seed), house.desk("horrible")
    for _ in range(10):
        board = table(random)
        spot, kind, way = (
            random.choice(list(board)),
            random.choice(["slide", "jump", "push", "swap"]),
            random.choice(list(WAYS)),
        )
        if kind == "jump" and gap(board, spot, WAYS[way]):
            continue
        there = moved(board, spot, kind, WAYS[way])
        legal = there is not None and whole(set(there))
        marks = {name: random.choice(["circle", "star"]) for name in board.values()}
        name = board[spot]
        lines = [
            f"tile {n}: {marks[n]} at {q},{r}" + f", {kind} {way}" * (n == name) for (q, r), n in sorted(board.items())
        ]
        asked = [f"may Red move {name} by {kind} {way}?"]
        wanted = ["yes" if legal else "no"]
        if legal and there is not None:
            by_name = {n: s for s, n in there.items()}
            asked += [f"Red moves {name} by {kind} {way}", *(f"where is {n}?" for n in sorted(by_name))]
            wanted += [f"{q},{r}" for _, (q, r) in sorted(by_name.items())]
        scene = "\n".join(["players Red Blue", *lines, *asked])
        told = [a.value for one in at.scenes(scene, "scene") for _, a in at.answers(one)]
        assert told == wanted, scene


@pytest.mark.parametrize("seed", range(4))
def test_a_pattern_counts_just_where_a_tile_that_moved_shows_it(seed: int) -> None:
    """A goal of all tiles after a slide, so that none touches it; or of one tile that did not move."""
    random, at = Random(seed), house.desk("horrible")
    done = 0
    while done < 6:
        board = table(random)
        spot, way = random.choice(list(board)), random.choice(list(WAYS))
        there = moved(board, spot, "slide", WAYS[way])
        if there is None or not whole(set(there)):
            continue
        done += 1
        marks = {name: random.choice(["circle", "star"]) for name in board.values()}
        off = (random.randint(-3, 3), random.randint(-3, 3))
        goal = " ".join(f"{marks[n]} {q + off[0]},{r + off[1]}" for (q, r), n in there.items())
        name = board[spot]
        lines = [
            f"tile {n}: {marks[n]} at {q},{r}" + f", slide {way}" * (n == name) for (q, r), n in sorted(board.items())
        ]
        scene = ["players Red Blue", *lines, f"goal Blue: {goal}", f"Red moves {name} by slide {way}"]
        told = [a for one in at.scenes("\n".join([*scene, "who completes a goal?"]), "s") for _, a in at.answers(one)]
        assert [(a.verdict.value, a.value) for a in told] == [("FORCED", "Blue")], scene
