"""A table in words: a line for every player and every thing, and a picture of what lies on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.boards.layout import SQUARES
from checker.boards.pictures import drawn
from checker.drawing.table_view import SeatView, SpaceView, TableView, ThingView, ZoneView


def lines(table: TableView) -> Iterator[str]:
    """Who sits there with what and which things lie where, a line for each; below them the board."""
    yield from _seats_and_things(table)
    yield from map(zone_told, table.zones)
    if table.board == SQUARES:
        yield from _squares(table.spaces)
    elif table.spaces:
        yield from drawn({(one.q, one.r): (" ".join(one.cards) or "?")[0] for one in table.spaces})


def _squares(spaces: Iterable[SpaceView]) -> Iterator[str]:
    """The rows of the board from above, each square with the initials of what stands there or of what it is."""
    signs = {(one.r, one.q): initials(" ".join(one.cards or one.marks)) or "." for one in spaces}
    wide = max(map(len, signs.values()))
    columns = sorted({q for _, q in signs})
    for row in sorted({r for r, _ in signs}):
        yield " ".join((f"{-row:>2}", *(f"{signs.get((row, q), ''):<{wide}}" for q in columns))).rstrip()
    yield " ".join(("  ", *(f"{chr(ord('a') + q):<{wide}}" for q in columns))).rstrip()


def initials(name: str) -> str:
    """The first letters of the words, without an article."""
    return "".join(word[0] for word in name.removeprefix("the ").split())


def spoken(table: TableView) -> str:
    """What a picture shows, in one line: who sits there with what, and what lies where."""
    spaces = [f"{' '.join(one.cards or one.marks)} at {one.label}" for one in table.spaces if one.cards or one.marks]
    return ". ".join((*_seats_and_things(table), *spaces))


def _seats_and_things(table: TableView) -> Iterator[str]:
    for seat in table.seats:
        numbers = (f"{name} {value}" for name, value in seat.numbers[:1])
        yield f"{seat.name}: {'; '.join((*numbers, *map(zone_told, seat.zones), *seat.marks))}"
    for one in table.things:
        yield _thing_said(one, table.seats)


def zone_told(zone: ZoneView) -> str:
    """What lies there, or how many cards."""
    if not zone.known:
        return f"{zone.name} ?"
    return f"{zone.name}: {', '.join(zone.cards) if zone.cards else zone.number or 'none'}"


def _thing_said(one: ThingView, seats: tuple[SeatView, ...]) -> str:
    way = f" from {seats[one.source].name}" if one.source is not None else ""
    to = f" before {seats[one.seat].name}" if one.seat is not None else ""
    return ", ".join((f"{one.name}{way}{to}", *one.marks))
