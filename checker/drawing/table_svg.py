"""A table as a picture of its own: players around it, things before them, a board in the middle; black on white."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from math import atan2, cos, degrees, hypot, inf, pi, sin, sqrt
from textwrap import wrap
from typing import NamedTuple

from msgspec.structs import replace

from checker.boards.hexes import DIRECTIONS
from checker.boards.layout import SQUARES
from checker.drawing.table_text import spoken, zone_told
from checker.drawing.table_view import SeatView, SpaceView, TableView, ThingView, ZoneView

WIDTH = 400.0
WIDE, TALL, SIDE = 124.0, 80.0, 15.0
"""How wide and how tall the field of a player is; how long the side of a thing."""
MOST_LINES = 3
"""So many places for cards are told of a player, and so many patterns are drawn."""

_TEXT = 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"'
_HALO = ' stroke="#fff" stroke-width="3" paint-order="stroke"'
_CELL = re.compile(r"([a-z]+) (-?\d+),(-?\d+)")
_PATTERN = re.compile(rf"{_CELL.pattern}( {_CELL.pattern})*")
_ROLE, _OF_LABEL = re.compile(r"The [A-Z]"), re.compile(r" of [A-Z]\d+$")
"""What a player is called in the game for a thing that comes to them, and whose it is."""
_ASIDE = re.compile(r" \([^()]*\)")
"""What is said of a card besides its title; there is no room for it."""
_UNSEEN = re.compile(r"an? \w")
"""How a thing is called of which nobody sees which one it is."""
_INK, _LINE, _CLOTH, _PAPER = "#1a1a1a", "#555", "#eef1ea", "#fff"
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
        return max(276.0, min(456.0, 206 + 30.0 * (max(rows) - min(rows) + 1)))
    return 410.0 if len(table.seats) > 4 else 290.0 if len(table.seats) > 2 else 220.0


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


def _text(x: float, y: float, size: float, said: str, more: str = "", ink: str = _INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{ink}" {_TEXT}{more}>{escape(said)}</text>'


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
    left, top, role = at.x - WIDE / 2, at.y - TALL / 2, _role(seat)
    edge = 2.2 if _ROLE.match(role) or "turn" in role.split() else 1
    yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{WIDE:g}" height="{TALL:g}" rx="10" fill="{_PAPER}" stroke="{_INK}" stroke-width="{edge}"/>'
    if seat.colour is not None:
        yield f'<circle cx="{left + 13:.1f}" cy="{top + 13:.1f}" r="6" fill="{seat.colour.fill}" stroke="{_INK}"><title>{seat.colour.name}</title></circle>'
    short = _told(one for one in seat.numbers if " " not in one[0])[:1]
    name = clipped(seat.name, 8 if short else 14)
    yield _text(at.x, top + 17, 14, "  ".join((name, *short)), ' font-weight="bold"')
    if any(map(_shows, (card for zone in seat.zones for card in zone.cards))):
        yield from _patterns([zone for zone in seat.zones if zone.number], at.x, top + 24, TALL - (52 if role else 40))
    else:
        for number, zone in enumerate(seat.zones[:MOST_LINES]):
            yield _text(at.x, top + 32 + 13 * number, 10.5, clipped(zone_told(_counted(zone)), 23))
    if role:
        yield _text(at.x, top + TALL - 6, 10.5, clipped(role, 23), ' font-style="italic"')


def _role(seat: SeatView) -> str:
    """What the player is: as the game calls them for a thing that comes to them, or otherwise; else a number of theirs."""
    called = [_OF_LABEL.sub("", mark) for mark in seat.marks if seat.name not in mark.split()]
    named = (one for one in called if _ROLE.match(one))
    return next(chain(named, called, _told(one for one in seat.numbers if " " in one[0])), "")


def _shows(card: str) -> bool:
    """The words of the card tell of a pattern."""
    return _PATTERN.fullmatch(_ASIDE.sub("", card)) is not None


def _patterns(zones: Sequence[ZoneView], x: float, top: float, tall: float) -> Iterator[str]:
    """The places for cards side by side, each with its name and with what cards show there, as far as there is room."""
    shown = [[card for card in zone.cards if _shows(card)] for zone in zones]
    while sum(max(1, len(cards)) for cards in shown) > MOST_LINES and max(map(len, shown)) > 1:
        max(shown, key=len).pop()
    cell = WIDE / sum(max(1, len(cards)) for cards in shown)
    left = x - WIDE / 2
    for zone, cards in zip(zones, shown, strict=True):
        wide, more = cell * max(1, len(cards)), zone.number - len(cards)
        name = zone.name + (f" +{more}" if cards and more else "" if cards else f": {more}")
        yield _text(left + wide / 2, top + 7, 9, clipped(name, int(wide / 4.4)))
        for nth, card in enumerate(cards):
            yield from _pattern(
                _ASIDE.sub("", card), PicturePoint(left + cell * (nth + 0.5), top + 11 + tall / 2), cell - 4, tall
            )
        left += wide


def _counted(zone: ZoneView) -> ZoneView:
    """The zone with each title once, and how many cards have it, those last of which nobody sees which they are."""
    many = Counter("" if _UNSEEN.match(card) else _ASIDE.sub("", card) for card in zone.cards)
    unseen = many.pop("", 0)
    named = tuple(f"{title} ×{n}" if n > 1 else title for title, n in many.items())
    return replace(zone, cards=(*named, *([f"{unseen} unseen"] if unseen else [])))


def _told(numbers: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name} {value}" for name, value in numbers]


def clipped(text: str, most: int) -> str:
    """So many letters of the text at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _things(things: Sequence[ThingView], spots: list[PicturePoint], middle: PicturePoint) -> Iterator[str]:
    """The things, those that come from somewhere with an arrow from there; what lies before one player is side by side, and
    what is so of these stands beside the last, away from the arrows."""
    sorts = Counter(one.sort for one in things)
    for seat in dict.fromkeys(one.seat for one in things):
        row = [one for one in things if one.seat == seat]
        first = middle if seat is None else _before(spots[seat], middle, SIDE + 8)
        for nth, one in enumerate(row):
            at = PicturePoint(first.x + nth * 36, first.y)
            if one.source is not None and one.source != one.seat:
                yield from _arrow(_before(spots[one.source], middle, 4), at)
            yield _hexagon(at, SIDE, _PAPER)
            alone = sorts[one.sort] == 1 and one.sort.isalpha() and len(one.sort) < 5
            yield _text(at.x, at.y + 4, 11, one.sort.capitalize() if alone else clipped(one.name, 4))
        said = [
            line
            for one in row
            for mark in (mark.removeprefix(f"{one.name} is ") for mark in one.marks)
            for line in wrap(f"{one.name}: {mark}" if len(row) > 1 else mark, 18)
        ]
        yield from _beside(said, row, first, spots, middle)


def _beside(
    said: list[str], row: Sequence[ThingView], at: PicturePoint, spots: list[PicturePoint], middle: PicturePoint
) -> Iterator[str]:
    """The lines beside the things, where there is room between the seats, and where no arrow is."""
    ends = [at if one.source in (None, one.seat) else spots[one.source or 0] for one in (row[0], row[-1])]
    central = abs(at.x - middle.x) <= 30
    leftward = ends[0].x > at.x + 1 if central else at.x > middle.x
    x = at.x - SIDE - 4 if leftward else at.x + 36 * (len(row) - 1) + SIDE + 4
    above, many = ends[not leftward].y < at.y, len(said) - 1
    start = at.y + 3 - 5.5 * many if central else at.y + 12 if above else at.y - 6 - 11 * many
    anchor = f'{_HALO} style="text-anchor:{"end" if leftward else "start"}"'
    yield from (_text(x, start + 11 * n, 9.5, told, anchor) for n, told in enumerate(said))


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
    side = min(34.0, (height - 181) / (max(rows) - min(rows) + 1), 240 / (max(columns) - min(columns) + 1))
    for one in spaces:
        x = middle.x + (one.q - (max(columns) + min(columns)) / 2) * side
        y = middle.y + (one.r - (max(rows) + min(rows)) / 2) * side
        ground = one.colour.fill if one.colour else _CLOTH if one.marks else _PAPER
        yield f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" fill="{ground}" stroke="{_INK}"/>'
        said = _face(one) or (" ".join(one.marks) or one.label).split()
        size = min(side * 0.3, side * 1.5 / max(map(len, said)))
        for nth, part in enumerate(said):
            yield _text(x, y + size * (0.35 + nth * 1.05 - (len(said) - 1) * 0.52), size, part, "", _ink(one))


def _face(one: SpaceView) -> list[str]:
    """What is seen of what lies there, word by word, without the colour that it is drawn in."""
    told = [
        part for card in one.cards for part in (["?"] if _UNSEEN.match(card) else card.removeprefix("the ").split())
    ]
    colour = one.colour.name if one.colour else ""
    return [part for part in told if part.casefold() != colour] or told


def _ink(one: SpaceView) -> str:
    return one.colour.ink if one.colour else _INK


def _board(spaces: tuple[SpaceView, ...], height: float) -> Iterator[str]:
    """The spaces on which something lies, in the ground of the seat that it belongs to."""
    xs, ys = [one.q + one.r / 2 for one in spaces], [one.r for one in spaces]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    side = min(
        30.0 if any(one.printed for one in spaces) else 20.0,
        330 / ((wide + 1.2) * sqrt(3)),
        (height - 176) / (tall * 1.5 + 2),
    )
    for one, across in zip(spaces, xs, strict=True):
        x = WIDTH / 2 + (across - (max(xs) + min(xs)) / 2) * side * sqrt(3)
        y = height / 2 + (one.r - (max(ys) + min(ys)) / 2) * side * 1.5
        yield _hexagon(PicturePoint(x, y), side * 0.97, one.colour.fill if one.colour else _PAPER)
        drawn, name = [*signs(one.printed, x, y, side)], " ".join(_face(one))
        yield from drawn
        size = side * (0.42 if len(name) > 2 else 0.36 if drawn else 0.85)
        low = side * 0.84 if drawn else size * 0.35  # below signs, where no arrow is
        yield _text(x, y + low, size, clipped(name, 6), "", _ink(one))


def signs(printed: tuple[str, ...], x: float, y: float, side: float) -> Iterator[str]:
    """The signs of what is printed on the tile with its middle there, a little above it."""
    words = " ".join(printed)
    circle, star = (re.search(rf"{name}|both", words) is not None for name in ("circle", "star"))
    aside = side * 0.26 if circle and star else 0.0
    if circle:
        size = side * (0.22 if star else 0.36)
        yield f'<circle cx="{x - aside:.1f}" cy="{y - side * 0.06:.1f}" r="{size:.1f}" fill="{_GREY}"/>'
    if star:
        yield _star(x + aside, y - side * 0.06, side * (0.3 if circle else 0.46))
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
