"""Plays and turns as a second, small model has them, which shares nothing with the rules: the answers are the same."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest

from checker.catalog import games as house
from checker.games.hexx.words import default

Spot: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Spot, tuple[str, str]]
WAYS = {
    "east": (1, 0),
    "north-east": (1, -1),
    "north-west": (0, -1),
    "west": (-1, 0),
    "south-west": (-1, 1),
    "south-east": (0, 1),
}
USED = [
    "CARD",
    "STONE",
    "TEN",
    "GIRL",
    "ATOP",
    "PAD",
    "HAT",
    "TRAIN",
    "SEA",
    "TO",
    "GOLF",
    "DO",
    "ON",
    "MOON",
    "ROAD",
    "QUIZ",
    "FOX",
    "LIVE",
    "EVIL",
    "NO",
    "GO",
    "IT",
    "IS",
    "AT",
    "DEAL",
]
OPPOSITE = {"Red": "Black", "Black": "Red"}
BOARDS = range(40)
"""Boards of one to four words, and a play on each; every seed is one."""


def places(start: Spot, way: Spot, length: int) -> list[Spot]:
    return [(start[0] + way[0] * i, start[1] + way[1] * i) for i in range(length)]


def touching(spot: Spot) -> list[Spot]:
    return [(spot[0] + q, spot[1] + r) for q, r in WAYS.values()]


def row(board: Board, spot: Spot, way: Spot) -> list[Spot]:
    """The unbroken row through the space, from one end to the other."""
    q, r = spot
    while (q - way[0], r - way[1]) in board:
        q, r = q - way[0], r - way[1]
    found = []
    while (q, r) in board:
        found.append((q, r))
        q, r = q + way[0], r + way[1]
    return found


def readings(board: Board, spots: list[Spot]) -> list[str]:
    text = "".join(board[s][0] for s in spots)
    return sorted(w for w in {text, text[::-1]} if len(w) > 1 and w in default())


def words(board: Board, new: set[Spot], way: Spot, said: str) -> list[tuple[list[str], list[Spot]]]:
    """The words that the new tiles make, the one on their line first; none if their line is no word."""
    line = row(board, min(new), way)
    own = readings(board, line) if new <= set(line) else []
    if not own:
        return []
    across = [
        row(board, s, w) for s in sorted(new) for w in list(WAYS.values())[:3] if w not in (way, (-way[0], -way[1]))
    ]
    found = [([said] if said in own else own, line), *((readings(board, a), a) for a in across)]
    return [(w, spots) for w, spots in found if w]


def only_s(made: list[tuple[list[str], list[Spot]]], new: set[Spot]) -> bool:
    """A word is perhaps an old one with an S behind it, which the players would have to agree on."""
    return any(w[-1] == "S" and len(new & set(spots)) == 1 and w[:-1] in default() for r, spots in made for w in r)


def laid(draw: Random, board: Board) -> tuple[str, Spot, str, dict[Spot, str]] | None:
    """A word, where it begins, where it runs, and its new tiles, if it fits what lies there."""
    word, heading = draw.choice(USED), draw.choice(list(WAYS))
    near = draw.choice(sorted(board)) if board else (0, 0)
    if board and draw.random() < 0.4:
        near = draw.choice(touching(near))
    way, before = WAYS[heading], draw.randrange(len(word))
    start = (near[0] - way[0] * before, near[1] - way[1] * before)
    there = places(start, way, len(word))
    new = {s: x for s, x in zip(there, word, strict=True) if s not in board}
    fits = all(board[s][0] == x for s, x in zip(there, word, strict=True) if s in board)
    return (word, start, heading, new) if fits and 0 < len(new) <= 6 else None


def tiles(board: Board, spots: set[Spot]) -> str:
    return ", ".join(f"{x} at {q},{r}" for x, (q, r) in sorted((board[s][0], s) for s in spots)) or "nothing"


def scene(draw: Random) -> str:
    """A scene with a play on a board of a few words, and what the model expects of it."""
    board: Board = {}
    lines = ["game hexx", "players Red Black"]
    who, colour = draw.choice([("Red", "red"), ("Black", "black")])
    wanted = draw.randint(1, 4)
    while True:
        one = laid(draw, board)
        if one is None:
            continue
        word, start, heading, new = one
        after: Board = {**board, **{s: (x, colour) for s, x in new.items()}}
        made = words(after, set(new), WAYS[heading], word)
        linked = any(n in board for s in new for n in touching(s)) if board else (0, 0) in new
        valid = bool(made) and linked
        if wanted and valid and len(made[0][1]) == len(word):
            shown = draw.choice(["red", "black"])
            lines.append(f"word {word} at {start[0]},{start[1]} {heading} {shown}")
            board |= {s: (x, shown) for s, x in zip(places(start, WAYS[heading], len(word)), word, strict=True)}
            wanted -= 1
        elif not wanted and not only_s(made, set(new)) and (valid or draw.random() < 0.1):
            break
    lines.append(f"{who} plays {word} at {start[0]},{start[1]} {heading}")
    lines += ["is the play valid?", f"expect FORCED: {'yes' if valid else 'no'}"]
    if not valid:
        return "\n".join(lines)
    turned = {s for _, spots in made for s in spots if s in board and board[s][1] != colour}
    after |= {s: (after[s][0], colour) for s in turned}
    mine = sum(c == colour for _, c in after.values())
    lines += ["which words are made?", "expect FORCED: " + ", ".join(sorted(" or ".join(w) for w, _ in made))]
    lines += ["which tiles flip?", f"expect FORCED: {tiles(after, turned)}"]
    lines += [f"how many tiles of {who} are on the board?", f"expect FORCED: {mine}"]
    lines += ["whose turn is it?", f"expect FORCED: {OPPOSITE[who]}"]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", BOARDS)
def test_a_play_is_as_the_model_has_it(seed: int) -> None:
    desk = house.desk("hexx")
    for number in range(2):
        said = f'ruling "model"\n{scene(Random(2 * seed + number))}\n'
        (one,) = desk.scenes(said, "scene")
        assert [(c.place.line, c.faults) for c in desk.checked(one) if c.faults] == [], said
