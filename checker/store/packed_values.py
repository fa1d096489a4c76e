"""Values as plain data and back: every part stands once, before all that are made of it; nothing that is read is code."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import islice
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any

import msgspec

from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.store.fingerprint import blake2b
from checker.store.type_checks import ClassTests, PassedValues, every, fits, part_kinds, plain, table_of

SUM = 16
"""So many bytes at the beginning say what all the others come to."""
PACKAGE = __name__.removesuffix(".store.packed_values")
SINGLE = (int, float, bool, NoneType)
MANY: tuple[object, ...] = (tuple, list, frozenset, set, dict)
SINGLES, MADE = 1 << 40, 1 << 41
"""While a value is written, the numbers of single values begin here, and those of what is made of parts."""
CHANGING = (list, set, dict)
"""Two of these are two even where they are equal, since they may become different."""

Number = Annotated[int, msgspec.Meta(ge=0)]


class Unreadable(Exception):
    """The bytes are not those of such a value."""


class _Parts(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Classes by module and name; words and other single values, then what is made of parts before it, all numbered in order.

    What is made begins with the number of its class and goes on with those of its parts. `whole` is the number of the value.
    """

    classes: list[tuple[str, str]]
    words: list[str]
    single: list[int | float | bool | None]
    made: list[list[Number]]
    whole: Number


def packed(value: object) -> bytes:
    """The value as bytes. Raises TypeError if something in it is no plain value."""
    writer = _Writer()
    body = msgspec.msgpack.encode(writer.parts(writer.number(value)))
    return _sum(body) + body


def unpacked(stored: bytes, kind: object) -> Any:
    """The value, which is of the kind. Raises Unreadable if the bytes are not those of one."""
    body = memoryview(stored)[SUM:]
    if stored[:SUM] != _sum(body):
        raise Unreadable
    collects = gc.isenabled()
    gc.disable()  # nothing is given up while parts are made, and none holds what is made of it
    try:
        value = _made(_DECODER.decode(body))
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, ImportError, AttributeError) as error:
        raise Unreadable from error
    finally:
        if collects:
            gc.enable()
    if not fits(value, kind, {}):
        raise Unreadable
    return value


_DECODER = msgspec.msgpack.Decoder(_Parts)


def _sum(body: bytes | memoryview) -> bytes:
    return blake2b(body, digest_size=SUM).digest()


class _Writer:
    """Numbers the parts of a value: the same for equal ones of one class that cannot change."""

    def __init__(self) -> None:
        self._classes: dict[type, int] = {}
        self._words: dict[str, int] = {}
        self._single: dict[tuple[type, Any], int] = {}
        self._rows: list[tuple[int, ...]] = []
        self._places: dict[tuple[int, ...], int] = {}
        self._known: dict[int, int] = {}

    def number(self, value: Any) -> int:
        """The number of the value: of words from 0 on, of single values from SINGLES on, of others from MADE on."""
        of = type(value)
        if of is str:
            return self._words.setdefault(value, len(self._words))
        if of in SINGLE:
            return SINGLES + self._single.setdefault((of, value), len(self._single))
        known = self._known.get(id(value))
        if known is None:
            words, before = self._words, self._known.get
            row = (
                self._class(of),
                *[
                    words.setdefault(part, len(words)) if type(part) is str else before(id(part)) or self.number(part)
                    for part in _split(of, value)
                ],
            )
            place = self._places.get(row)
            if place is None or of in CHANGING:
                place = self._places[row] = len(self._rows)
                self._rows.append(row)
            known = self._known[id(value)] = MADE + place
        return known

    def _class(self, of: type) -> int:
        known = self._classes.get(of)
        if known is not None:
            return len(MANY) + known
        if of in MANY:
            return MANY.index(of)
        if not plain(of):
            raise TypeError(f"`{of.__qualname__}` cannot be kept")
        return len(MANY) + self._classes.setdefault(of, len(self._classes))

    def parts(self, whole: int) -> _Parts:
        """All parts of the value of the number."""
        single = SINGLES - len(self._words)
        made = MADE - len(self._words) - len(self._single)
        return _Parts(
            [(c.__module__, c.__qualname__) for c in self._classes],
            list(self._words),
            [value for _, value in self._single],
            [[n if n < SINGLES else n - single if n < MADE else n - made for n in row] for row in self._rows],
            whole if whole < SINGLES else whole - single if whole < MADE else whole - made,
        )


def _split(of: type, value: Value) -> Any:
    """The parts of the value of the class; those of a set in an order of their own, those of a dictionary key by key."""
    if of is tuple or of is list:
        return value
    match value:
        case Record():
            return msgspec.structs.astuple(value)
        case Enum():
            return (value.value,)
        case dict():
            return [part for pair in value.items() for part in pair]
        case set() | frozenset():
            return sorted(value) if all(type(v) is str for v in value) else sorted(value, key=repr)
        case _:
            return value


def _made(parts: _Parts) -> Any:
    values: list[object] = [*parts.words, *parts.single]
    before = len(values)
    classes = [_known(*name) for name in parts.classes]
    makers: list[Maker] = [*_MAKERS, *map(_of_parts, classes)]
    part, add = values.__getitem__, values.append
    for row in parts.made:
        add(makers[row[0]](map(part, row[1:])))
    records: list[list[object]] = [[] for _ in makers]
    for row, value in zip(parts.made, islice(values, before, None), strict=True):
        records[row[0]].append(value)
    seen: PassedValues = {}
    for of, made in zip(classes, records[len(_MAKERS) :], strict=True):
        if made and not _filled(of, made, seen):
            raise ValueError(of)
    return values[parts.whole]


Maker = Callable[[Iterator[object]], Any]

_MAKERS: tuple[Maker, ...] = (
    tuple,
    list,
    frozenset,
    set,
    lambda parts: dict(zip(parts, parts, strict=True)),
)


@cache
def _known(module: str, name: str) -> Any:
    """The class of the name whose values are made of parts. Raises ValueError if the program knows none of that name."""
    of: Any = getattr(import_module(module), name, None) if module.startswith(f"{PACKAGE}.") else None
    if not plain(of) or (of.__module__, of.__qualname__) != (module, name):
        raise ValueError(name)
    return of


def _of_parts(of: Any) -> Maker:
    """What makes such a value of all its parts, also those that it could do without."""
    if issubclass(of, Enum):
        return lambda parts: of(*parts)
    many = len(_names(of))

    def made(parts: Iterator[Any]) -> Any:
        given = tuple(parts)
        if len(given) != many:
            raise ValueError(of)
        return of(*given)

    return made


def _names(of: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = of.__struct_fields__ if issubclass(of, Record) else of._fields
    return names


def _filled(of: Any, made: list[object], seen: PassedValues) -> bool:
    """The parts of the values of the class are what it says of them."""
    return issubclass(of, Enum) or all(
        table is None or every([*map(attrgetter(name), made)], table, seen) for name, table in _parts_of(of)
    )


@cache
def _parts_of(of: object) -> tuple[tuple[str, ClassTests], ...]:
    """The names of the parts of such a value, and what each of them may be."""
    return tuple(zip(_names(of), map(table_of, part_kinds(of)), strict=True))
