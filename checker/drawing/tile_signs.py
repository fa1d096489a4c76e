"""What is printed on a tile, drawn: a circle, a star or both in its middle, and its movements pointing to its sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, cos, degrees, pi, sin, sqrt

from checker.boards.hexes import DIRECTIONS

TIPS = {
    "slide": "M-5 -3L5 0L-5 3z",
    "push": "M-8 -3L0 0L-8 3zM0 -3L8 0L0 3z",
    "swap": "M1 -3L9 0L1 3zM-1 -3L-9 0L-1 3z",
    "jump": "M1 -3L9 0L1 3zM-7 0A4.5 4.5 0 0 1 1 -1L-.6 0A3 3 0 0 0 -5.4 0z",
}
"""What a movement looks like, pointing to the right: one tip, two tips, two that part, or one over an arc; longer than wide,
so that it points one way."""
_GREY, _RED, _INK = "#c9c9c9", "#e06666", "#333"


def signs(printed: tuple[str, ...], x: float, y: float, side: float) -> Iterator[str]:
    """The signs of what is printed on the tile with its middle there."""
    words = " ".join(printed)
    circle, star = (re.search(rf"{name}|both", words) is not None for name in ("circle", "star"))
    aside = side * 0.26 if circle and star else 0.0
    if circle:
        size = side * (0.24 if star else 0.4)
        yield f'<circle cx="{x - aside:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{_GREY}"/>'
    if star:
        yield _star(x + aside, y, side * (0.34 if circle else 0.58))
    for one in printed:
        movement, _, heading = one.rpartition(" ")
        if heading in DIRECTIONS:
            yield _tip(movement, heading, x, y, side)


def _star(x: float, y: float, size: float) -> str:
    points = ((size * (1 if n % 2 == 0 else 0.42), pi * n / 5 - pi / 2) for n in range(10))
    told = " ".join(f"{x + far * cos(turn):.1f},{y + far * sin(turn):.1f}" for far, turn in points)
    return f'<polygon points="{told}" fill="{_RED}"/>'


def _tip(movement: str, heading: str, x: float, y: float, side: float) -> str:
    q, r = DIRECTIONS[heading]
    turn = atan2(r * 1.5, (q + r / 2) * sqrt(3))
    at = f"translate({x + cos(turn) * side * 0.66:.1f} {y + sin(turn) * side * 0.66:.1f})"
    shape = TIPS.get(movement, TIPS["slide"])
    return f'<path d="{shape}" fill="{_INK}" transform="{at} rotate({degrees(turn):.0f}) scale({side / 34:.2f})"/>'
