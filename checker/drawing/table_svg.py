"""A table as a picture of its own: players around it, things before them, a board in the middle; black on white."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from math import atan2, cos, degrees, hypot, inf, pi, sin, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from checker.boards.hexes import DIRECTIONS
from checker.boards.layout import SQUARES
from checker.drawing.table_text import spoken, zone_told
from checker.drawing.table_view import SeatView, SpaceView, TableView, ThingView, ZoneView

WIDTH = 400.0
WIDE, TALL, SIDE = 124.0, 72.0, 15.0
"""How wide and how tall the field of a player is; how long the side of a thing."""
MOST_LINES = 3
"""So many places for cards are told of a player."""

_TEXT = 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"'
_HALO = ' stroke="#fff" stroke-width="3" paint-order="stroke"'
_CELL = re.compile(r"([a-z]+) (-?\d+),(-?\d+)")
_PATTERN = re.compile(rf"{_CELL.pattern}( {_CELL.pattern})*")
_ROLE, _OF_LABEL = re.compile(r"The [A-Z]"), re.compile(r" of [A-Z]\d+$")
"""What a player is called in the game for a thing that comes to them, and whose it is."""
_ASIDE = re.compile(r" \([^()]*\)")
"""What is said of a card besides its title; there is no room for it."""
_INK, _LINE, _CLOTH, _PAPER = "#1a1a1a", "#555", "#eef1ea", "#fff"
_OWNED = ("#d9e5f5", "#f5dfd3", "#dcefd9", "#f1e3f3", "#f6efcb", "#dcf0f0")
"""The grounds of spaces, by the seats that what lies there belongs to."""
TIPS = {
    "slide": "M-5 -3L5 0L-5 3z",
    "push": "M-8 -3L0 0L-8 3zM0 -3L8 0L0 3z",
    "swap": "M1 -3L9 0L1 3zM-1 -3L-9 0L-1 3z",
    "jump": "M1 -3L9 0L1 3zM-7 0A4.5 4.5 0 0 1 1 -1L-.6 0A3 3 0 0 0 -5.4 0z",
}
"""What a movement looks like, pointing to the right: one tip, two tips, two that part, or one over an arc; longer than wide,
so that it points one way."""
_GREY, _RED, _DARK = "#c9c9c9", "#e06666", "#333"


class PicturePoint(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


def picture(table: TableView) -> str:
    """The picture, as SVG that needs nothing from elsewhere."""
    height = _height(table)
    middle = PicturePoint(WIDTH / 2, height / 2)
    spots = [_place(at, len(table.seats), height) for at in range(len(table.seats))]
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-label="{escape(spoken(table))}">',
            f'<rect width="{WIDTH:g}" height="{height:g}" rx="8" fill="{_PAPER}"/>',
            *_middle(table, middle, height),
            *_things(table.things, spots, middle),
            *(piece for seat, spot in zip(table.seats, spots, strict=True) for piece in _seat(seat, spot)),
            "</svg>",
        )
    )


def _middle(table: TableView, middle: PicturePoint, height: float) -> Iterator[str]:
    """What lies between the players: the board, or the table's cloth."""
    if table.board == SQUARES:
        yield from _squares(table.spaces, middle, height)
    else:
        yield from _board(table.spaces, height) if table.spaces else _cloth(middle, height)


def _height(table: TableView) -> float:
    """As tall as the players around the table, or the rows of what lies between them, want it."""
    if table.spaces:
        rows = [one.r for one in table.spaces]
        return max(260.0, min(440.0, 190 + 30.0 * (max(rows) - min(rows) + 1)))
    return 400.0 if len(table.seats) > 4 else 290.0 if len(table.seats) > 2 else 220.0


def _place(at: int, number: int, height: float) -> PicturePoint:
    turn = pi / 2 + 2 * pi * at / number
    wide, tall = WIDTH / 2 - WIDE / 2 - 2, height / 2 - TALL / 2 - 2
    return PicturePoint(WIDTH / 2 + wide * cos(turn), height / 2 + tall * sin(turn))


def _before(spot: PicturePoint, middle: PicturePoint, gap: float) -> PicturePoint:
    """Where a line from the seat to the middle is so far outside the seat's own field."""
    dx, dy = middle.x - spot.x, middle.y - spot.y
    length = hypot(dx, dy) or 1
    out = min(WIDE / 2 / abs(dx) * length if dx else inf, TALL / 2 / abs(dy) * length if dy else inf) + gap
    return PicturePoint(spot.x + dx / length * out, spot.y + dy / length * out)


def _cloth(middle: PicturePoint, height: float) -> Iterator[str]:
    yield f'<ellipse cx="{middle.x:g}" cy="{middle.y:g}" rx="138" ry="{height / 2 - 42:g}" fill="{_CLOTH}" stroke="{_LINE}" stroke-width="0.7"/>'


def _text(x: float, y: float, size: float, said: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{_INK}" {_TEXT}{more}>{escape(said)}</text>'


def _hexagon(at: PicturePoint, side: float, ground: str) -> str:
    turns = [pi / 6 + pi / 3 * n for n in range(6)]
    corners = " ".join(f"{at.x + side * cos(t):.1f},{at.y + side * sin(t):.1f}" for t in turns)
    return f'<polygon points="{corners}" fill="{ground}" stroke="{_INK}"/>'


def _pattern(words: str, at: PicturePoint, wide: float, tall: float) -> Iterator[str]:
    """What a card shows, drawn small: spaces with a sign on each; nothing where its words tell of no pattern."""
    if not _PATTERN.fullmatch(words):
        return
    cells = [(sign, int(q), int(r)) for sign, q, r in _CELL.findall(words)]
    xs, ys = [q + r / 2 for _, q, r in cells], [r for *_, r in cells]
    side = min(12.0, wide / ((max(xs) - min(xs) + 1) * sqrt(3)), tall / ((max(ys) - min(ys)) * 1.5 + 2))
    for (sign, _, r), across in zip(cells, xs, strict=True):
        x = at.x + (across - (max(xs) + min(xs)) / 2) * side * sqrt(3)
        y = at.y + (r - (max(ys) + min(ys)) / 2) * side * 1.5
        yield _hexagon(PicturePoint(x, y), side * 0.95, _PAPER)
        yield from signs((sign,), x, y, side)


def _seat(seat: SeatView, at: PicturePoint) -> Iterator[str]:
    left, top = at.x - WIDE / 2, at.y - TALL / 2
    yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{WIDE:g}" height="{TALL:g}" rx="10" fill="{_PAPER}" stroke="{_INK}"/>'
    short = _told(one for one in seat.numbers if " " not in one[0])[:1]
    name = clipped(seat.name, 8 if short else 14)
    yield _text(at.x, top + 17, 14, "  ".join((name, *short)), ' font-weight="bold"')
    shown = [card for zone in seat.zones for card in zone.cards if _PATTERN.fullmatch(card)][:MOST_LINES]
    for number, card in enumerate(shown):
        middle = PicturePoint(at.x + (number - (len(shown) - 1) / 2) * 40, at.y + 10)
        yield from _pattern(card, middle, 38, TALL - 26)
    for number, zone in enumerate(() if shown else seat.zones[:MOST_LINES]):
        yield _text(at.x, top + 33 + 14 * number, 10.5, clipped(zone_told(_counted(zone)), 23))
    roles = (_OF_LABEL.sub("", mark) for mark in seat.marks if _ROLE.match(mark))
    role = next(chain(roles, _told(one for one in seat.numbers if " " in one[0])), "")
    if role and len(seat.zones) < MOST_LINES:
        yield _text(at.x, top + TALL - 7, 10.5, clipped(role, 23), ' font-style="italic"')


def _counted(zone: ZoneView) -> ZoneView:
    """The zone with each title once, and how many cards have it."""
    many = Counter(_ASIDE.sub("", card) for card in zone.cards)
    return replace(zone, cards=tuple(f"{title} ×{n}" if n > 1 else title for title, n in many.items()))


def _told(numbers: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name} {value}" for name, value in numbers]


def clipped(text: str, most: int) -> str:
    """So many letters of the text at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _things(things: Sequence[ThingView], spots: list[PicturePoint], middle: PicturePoint) -> Iterator[str]:
    """The things, those that come from somewhere with an arrow from there; what lies before one player is side by side."""
    met: dict[int | None, int] = {}
    sorts = Counter(one.sort for one in things)
    for one in things:
        nth = met[one.seat] = met.get(one.seat, -1) + 1
        at = middle if one.seat is None else _before(spots[one.seat], middle, SIDE + 8)
        at = PicturePoint(at.x + nth * 36, at.y)
        if one.source is not None and one.source != one.seat:
            yield from _arrow(_before(spots[one.source], middle, 4), at)
        yield _hexagon(at, SIDE, _PAPER)
        alone = sorts[one.sort] == 1 and one.sort.isalpha() and len(one.sort) < 5
        yield _text(at.x, at.y + 4, 11, one.sort.capitalize() if alone else clipped(one.name, 4))
        yield from (
            _text(at.x, at.y + 26 + 11 * n, 9.5, clipped(mark.removeprefix(f"{one.name} is "), 30), _HALO)
            for n, mark in enumerate(one.marks)
        )


def _arrow(start: PicturePoint, end: PicturePoint) -> Iterator[str]:
    length = hypot(end.x - start.x, end.y - start.y) or 1
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    tip = PicturePoint(end.x - ux * (SIDE + 3), end.y - uy * (SIDE + 3))
    root = PicturePoint(tip.x - ux * 7, tip.y - uy * 7)
    yield f'<line x1="{start.x:.1f}" y1="{start.y:.1f}" x2="{root.x:.1f}" y2="{root.y:.1f}" stroke="{_LINE}" stroke-width="1.5" stroke-dasharray="5 3"/>'
    sides = (
        PicturePoint(root.x - uy * 3.5, root.y + ux * 3.5),
        tip,
        PicturePoint(root.x + uy * 3.5, root.y - ux * 3.5),
    )
    yield f'<polygon points="{" ".join(f"{p.x:.1f},{p.y:.1f}" for p in sides)}" fill="{_LINE}"/>'


def _squares(spaces: tuple[SpaceView, ...], middle: PicturePoint, height: float) -> Iterator[str]:
    """All squares, what stands on each in the ground of its owner, and what is so of it."""
    columns, rows = [one.q for one in spaces], [one.r for one in spaces]
    side = min(34.0, (height - 165) / (max(rows) - min(rows) + 1), 240 / (max(columns) - min(columns) + 1))
    for one in spaces:
        x = middle.x + (one.q - (max(columns) + min(columns)) / 2) * side
        y = middle.y + (one.r - (max(rows) + min(rows)) / 2) * side
        ground = _CLOTH if one.marks else _PAPER if one.seat is None else _OWNED[one.seat % len(_OWNED)]
        yield f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" fill="{ground}" stroke="{_INK}"/>'
        said = (" ".join(one.cards or one.marks) or one.label).removeprefix("the ").split()
        size = min(side * 0.3, side * 1.5 / max(map(len, said)))
        for nth, part in enumerate(said):
            yield _text(x, y + size * (0.35 + nth * 1.05 - (len(said) - 1) * 0.52), size, part)


def _board(spaces: tuple[SpaceView, ...], height: float) -> Iterator[str]:
    """The spaces on which something lies, in the ground of the seat that it belongs to."""
    xs, ys = [one.q + one.r / 2 for one in spaces], [one.r for one in spaces]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    side = min(
        30.0 if any(one.printed for one in spaces) else 20.0,
        330 / ((wide + 1.2) * sqrt(3)),
        (height - 160) / (tall * 1.5 + 2),
    )
    for one, across in zip(spaces, xs, strict=True):
        x = WIDTH / 2 + (across - (max(xs) + min(xs)) / 2) * side * sqrt(3)
        y = height / 2 + (one.r - (max(ys) + min(ys)) / 2) * side * 1.5
        yield _hexagon(PicturePoint(x, y), side * 0.97, _PAPER if one.seat is None else _OWNED[one.seat % len(_OWNED)])
        yield from signs(one.printed, x, y, side)
        name = " ".join(one.cards)
        size = side * (0.42 if len(name) > 2 else 0.52 if one.printed else 0.85)
        yield _text(x, y + size * 0.35, size, clipped(name, 6))


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
    return f'<path d="{shape}" fill="{_DARK}" transform="{at} rotate({degrees(turn):.0f}) scale({side / 34:.2f})"/>'
