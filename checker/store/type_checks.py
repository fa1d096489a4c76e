"""Whether values are what annotations say; of a record no more than its class, since its parts were looked at as it was made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache
from itertools import repeat
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from checker.kernel.record import Record
from checker.kernel.term import Value

Seen: TypeAlias = dict[int, set[int]]
"""By the identity of a test, or of a table, the identities of values that passed."""
Test: TypeAlias = Callable[[Any, Seen], bool]
Table: TypeAlias = dict[type, tuple[Test, ...]] | None
"""For each class that a value may be of the tests of which it passes one, if there are any; None allows all."""

_SETS = (set, frozenset)
_MANY: dict[Any, tuple[type, ...]] = {
    list: (list,),
    set: (set,),
    frozenset: (frozenset,),
    AbstractSet: _SETS,
    Sequence: (list, tuple),
    dict: (dict,),
    Mapping: (dict,),
}


def plain(kind: Any) -> bool:
    """Values of the class are made of their parts and nothing else."""
    return isinstance(kind, type) and (issubclass(kind, Record | Enum) or _fielded(kind))


def fits(value: Any, kind: Any, seen: Seen) -> bool:
    """The value is one of the kind."""
    return _passes(value, table_of(kind), seen)


@cache
def part_kinds(of: type) -> tuple[Any, ...]:
    """What the parts of such a record may be, in order."""
    names: tuple[str, ...] = getattr(of, "__struct_fields__" if issubclass(of, Record) else "_fields")
    said: dict[str, Any] = {}
    for base in reversed(of.__mro__):
        said |= {name: (base.__module__, one) for name, one in _annotated(base).items()}
    return tuple(_meant(*said[name]) for name in names)


def _annotated(of: type) -> dict[str, Any]:
    """The annotations of the class itself; from Python 3.14 on some are made only when they are asked for."""
    own = vars(of).get("__annotations__")
    return own if own is not None else of.__annotations__ if "__annotate_func__" in vars(of) else {}


@cache
def _meant(module: str, said: Any) -> Any:
    where = {**vars(sys.modules[module]), "Value": Value}
    return get_type_hints(SimpleNamespace(__annotations__={"it": said}), where)["it"]


def _fielded(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _passes(value: Any, table: Table, seen: Seen) -> bool:
    if table is None:
        return True
    tests = table.get(type(value))
    return tests is not None and (not tests or one_of(tests, value, seen))


def one_of(tests: tuple[Test, ...], value: Any, seen: Seen) -> bool:
    """The value passes one of the tests; none is done again for a value that passed it."""
    for test in tests:
        passed = seen.get(id(test))
        if passed is None:
            passed = seen[id(test)] = set()
        if id(value) in passed:
            return True
        if test(value, seen):
            passed.add(id(value))
            return True
    return False


@cache
def table_of(kind: Any) -> Table:
    """The classes that a value of the kind may be of. Raises NotImplementedError if nothing of the kind is plain."""
    origin = get_origin(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return None
    if kind in (None, NoneType):
        return {NoneType: ()}
    if origin in (Union, UnionType):
        return _either([table_of(k) for k in get_args(kind)])
    if origin is tuple:
        return {tuple: (_row(get_args(kind)),)}
    if origin in _MANY:
        return dict.fromkeys(_MANY[origin], (_many(get_args(kind)),))
    if plain(origin):
        return {origin: (_filled(origin, get_args(kind)),)}
    if getattr(kind, "__forward_arg__", kind) == "Value":
        return table_of(Value)
    if kind in (str, int, bool, float, tuple, list, dict) or plain(kind):
        return {kind: ()}
    raise NotImplementedError(f"`{kind}` is nothing that can be kept")


def _either(tables: list[Table]) -> Table:
    found: dict[type, tuple[Test, ...]] = {}
    for table in tables:
        if table is None:
            return None
        for one, tests in table.items():
            found[one] = (*found.get(one, ()), *tests) if tests and found.get(one) != () else ()
    return found


def _row(kinds: tuple[Any, ...]) -> Test:
    if len(kinds) == 2 and kinds[1] is ...:
        return _many(kinds)

    def test(value: Any, seen: Seen) -> bool:
        return len(value) == len(kinds) and all(map(fits, value, kinds, repeat(seen)))

    return test


def _many(kinds: tuple[Any, ...]) -> Test:
    """Every member is of the kind; of a dictionary every key and every value."""

    def test(value: Any, seen: Seen) -> bool:
        if isinstance(value, dict):
            return _every(value.keys(), table_of(kinds[0]), seen) and _every(value.values(), table_of(kinds[1]), seen)
        return _every(value, table_of(kinds[0]), seen)

    return test


def _every(members: Any, table: Table, seen: Seen) -> bool:
    if table is None:
        return True
    tests = [table.get(one) for one in set(map(type, members))]
    if not any(tests):
        return None not in tests
    passed = seen.setdefault(id(table), set())
    if passed.issuperset(map(id, members)):
        return True
    if all(id(m) in passed or _passes(m, table, seen) for m in members):
        passed.update(map(id, members))
        return True
    return False


def _filled(origin: type, given: tuple[Any, ...]) -> Test:
    """The parts of which the kind is left open are of the kinds that are given."""
    meant = dict(zip(_open(origin), given, strict=True))
    kinds = part_kinds(origin)
    filled = [k[tuple(meant[n] for n in _open(k))] if get_origin(k) and _open(k) else meant.get(k, k) for k in kinds]

    def test(value: Any, seen: Seen) -> bool:
        return all(map(fits, value, filled, repeat(seen)))

    return test


def _open(kind: Any) -> tuple[Any, ...]:
    return getattr(kind, "__parameters__", ())
