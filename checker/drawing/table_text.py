"""A table in words: a line for every player and every thing, and a picture of what lies on a board."""

from __future__ import annotations

from collections.abc import Iterator

from checker.boards.pictures import drawn
from checker.drawing.table_view import SeatView, TableView, ThingView, ZoneView


def lines(table: TableView) -> Iterator[str]:
    """Who sits there with what and which things lie where, a line for each; below them the board."""
    yield from _seats_and_things(table)
    yield from map(zone_told, table.zones)
    if table.spaces:
        yield from drawn({(one.q, one.r): (" ".join(one.cards) or "?")[0] for one in table.spaces})


def spoken(table: TableView) -> str:
    """What a picture shows, in one line: who sits there with what, and what lies where."""
    spaces = [f"{' '.join(one.cards)} at {one.q},{one.r}" for one in table.spaces]
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
