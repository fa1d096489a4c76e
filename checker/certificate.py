"""Checks a certificate of endless play, and knows nothing of how it was found.

It lists the loops of the rules. A loop has single changes of the table, each with bounds for how far it moves
each counter (null: no bound), which hold what it `does` or are taken on trust and counted; counters are whole
numbers, never below 0. It has levels; a level has a measure (a sum of counters with weights), the changes still
possible, and those along which it falls. `why` is the reason why no way through the loop avoids these falls:

  {"change": N}          change N is one of them
  {"all": [REASON, …]}   of several ways each has its reason
  {"impossible": "…"}    what would have to hold there cannot; taken on trust and counted
  {"leaves": "…"}        play leaves the loop there
  {"nested": "…"}        the same thing within itself, which has an entry of its own

If no change of a level raises its measure, and some lower it, these happen only finitely often; the others are left.
"""

from __future__ import annotations

from typing import Any

import msgspec

from checker.counters import Bounds, Unsound, exceeded

SCHEMA = "hexcheck/certificate/1"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A single change of the table with the least and largest change of each counter, and what it does."""

    where: str
    what: str
    bounds: dict[str, Bounds]
    does: dict[str, Any] | None = None


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sum of counters, the changes that must not raise it, and those that lower it, by their numbers."""

    measure: dict[str, int]
    changes: tuple[int, ...]
    falls: tuple[int, ...]


class Loop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that play may come back to, what its `cards` change, what is `left`; no `why`: nothing is claimed."""

    where: str
    changes: tuple[Change, ...]
    levels: tuple[Level, ...]
    why: dict[str, Any] | None
    cards: dict[str, tuple[int, ...]] = {}
    left: tuple[int, ...] = ()


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    schema: str
    game: str
    rests_on: tuple[str, ...]
    loops: tuple[Loop, ...]


class Result(msgspec.Struct, frozen=True):
    """Whether the loop is shown to end, or why not; `trusted` counts what was not looked into."""

    where: str
    ends: bool
    fault: str
    trusted: int


def certificate(text: bytes | str) -> Certificate:
    """The certificate that the text holds. Raises Unsound if it holds none."""
    try:
        read = msgspec.json.decode(text, type=Certificate)
    except msgspec.MsgspecError as error:
        raise Unsound(f"this is no certificate: {error}") from None
    if read.schema != SCHEMA:
        raise Unsound(f"its schema is `{read.schema}`; expected `{SCHEMA}`")
    return read


def checked(read: Certificate) -> tuple[Result, ...]:
    """What the certificate shows of each of its loops."""
    names = {loop.where for loop in read.loops if loop.why is not None}
    return tuple(_checked(loop, names) for loop in read.loops)


def _checked(loop: Loop, names: set[str]) -> Result:
    if loop.why is None:
        return Result(loop.where, False, "nothing is claimed: no measure was found", 0)
    try:
        for one in loop.changes:
            if one.does is not None and (name := exceeded(one.does, one.bounds)):
                raise Unsound(f"`{one.what}` in {one.where} can move `{name}` further than its bounds say")
        falls: set[int] = set()
        for number, level in enumerate(loop.levels, 1):
            if falls & set(level.changes):
                raise Unsound(f"level {number} still has changes that fell before it")
            _falling(loop.changes, level, number)
            falls |= set(level.falls)
        for title, own in loop.cards.items():
            if loop.levels and not set(own) <= set(loop.levels[0].changes):
                raise Unsound(f"a change that `{title}` makes is none of those that the first measure is about")
        trusted = sum(one.does is None for one in loop.changes)
        return Result(loop.where, True, "", trusted + _reasoned(loop.why, falls, names))
    except Unsound as fault:
        return Result(loop.where, False, str(fault), 0)


def _falling(changes: tuple[Change, ...], level: Level, number: int) -> None:
    """Raises Unsound unless no change raises the measure and each fall lowers it."""
    if any(weight < 0 for weight in level.measure.values()):
        raise Unsound(f"level {number} has a negative weight, so that its measure may be below 0")
    if not set(level.falls) <= set(level.changes):
        raise Unsound(f"level {number} has a fall that is none of its changes")
    for index in level.changes:
        if not 0 <= index < len(changes):
            raise Unsound(f"there is no change {index}")
        one = changes[index]
        rise = 0
        for counter, weight in level.measure.items():
            least, most = one.bounds.get(counter, (0, 0))
            if weight and most is None:
                raise Unsound(f"`{one.what}` in {one.where} raises `{counter}` without bound")
            if least is not None and most is not None and least > most:
                raise Unsound(f"`{one.what}` in {one.where} has bounds in the wrong order")
            rise += weight * (most or 0)
        if rise > (-1 if index in level.falls else 0):
            raise Unsound(f"`{one.what}` in {one.where} moves the measure of level {number} by up to {rise}")


def _reasoned(why: Any, falls: set[int], names: set[str]) -> int:
    """How much the reason takes on trust. Raises Unsound if it is none."""
    match why:
        case {"change": int(index), **rest} if not rest:
            if index not in falls:
                raise Unsound(f"change {index} is said to stop the loop, and no measure falls along it")
            return 0
        case {"all": [_, *_] as parts, **rest} if not rest:
            return sum(_reasoned(part, falls, names) for part in parts)
        case {"impossible": str(), **rest} | {"leaves": str(), **rest} if not rest:
            return int("impossible" in why)
        case {"nested": str(name), **rest} if not rest:
            return int(name not in names)
        case _:
            raise Unsound(f"`{why}` is no reason")
