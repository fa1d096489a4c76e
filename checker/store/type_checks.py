"""Whether values are what annotations say; of a record no more than its class, since its parts are looked at by themselves."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache
from itertools import chain
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from checker.kernel.record import Record
from checker.kernel.term import Value

PassedValues: TypeAlias = dict[int, set[int]]
"""By the identity of a table the identities of values that passed."""
ValuesTest: TypeAlias = Callable[[Sequence[object], PassedValues], bool]
"""Whether all of some values, at least one and all of one class, are of a kind: many are looked at as quickly as one."""
ClassTests: TypeAlias = dict[type, tuple[ValuesTest, ...]] | None
"""For each class that a value may be of the tests of which it passes one, if there are any; None allows all."""

_SETS = (set, frozenset)
_MANY: dict[object, tuple[type, ...]] = {
    list: (list,),
    set: (set,),
    frozenset: (frozenset,),
    AbstractSet: _SETS,
    Sequence: (list, tuple),
    dict: (dict,),
    Mapping: (dict,),
}


def plain(kind: object) -> bool:
    """Values of the class are made of their parts and nothing else."""
    return isinstance(kind, type) and (issubclass(kind, Record | Enum) or _fielded(kind))


def fits(value: Value, kind: object, seen: PassedValues) -> bool:
    """The value is one of the kind."""
    return every((value,), table_of(kind), seen)


def every(members: Collection[object], table: ClassTests, seen: PassedValues) -> bool:
    """Each of the members is of one of the classes, and passes one of its tests; none is looked at again that passed."""
    if table is None:
        return True
    classes = set(map(type, members))
    tests = {one: table.get(one) for one in classes}
    if not any(tests.values()):
        return None not in tests.values()
    if None in tests.values():
        return False
    passed = seen.setdefault(id(table), set())
    if passed.issuperset(map(id, members)):
        return True
    left = {id(m): m for m in members if id(m) not in passed}
    for one, any_of in tests.items():
        own = [m for m in left.values() if type(m) is one] if len(classes) > 1 else [*left.values()]
        if any_of and own and not _pass(any_of, own, seen):
            return False
    passed.update(left)
    return True


def _pass(tests: tuple[ValuesTest, ...], members: Sequence[object], seen: PassedValues) -> bool:
    """Each of the members passes one of the tests: all of them one and the same, or each by itself."""
    if len(tests) == 1:
        return tests[0](members, seen)
    return all(any(test((m,), seen) for test in tests) for m in members)


@cache
def part_kinds(of: type) -> tuple[Any, ...]:
    """What the parts of such a record may be, in order."""
    names: tuple[str, ...] = getattr(of, "__struct_fields__" if issubclass(of, Record) else "_fields")
    said: dict[str, Any] = {}
    for base in reversed(of.__mro__):
        said |= {name: (base.__module__, one) for name, one in _annotated(base).items()}
    return tuple(_meant(*said[name]) for name in names)


def _annotated(of: type) -> dict[str, object]:
    """The annotations of the class itself; from Python 3.14 on some are made only when they are asked for."""
    own = vars(of).get("__annotations__")
    return own if own is not None else of.__annotations__ if "__annotate_func__" in vars(of) else {}


@cache
def _meant(module: str, said: object) -> Any:
    where = {**vars(sys.modules[module]), "Value": Value}
    named = where.get(said) or vars(builtins).get(said) if isinstance(said, str) else None
    if isinstance(named, type):  # most are called so; what is said in more words takes longer
        return named
    return get_type_hints(SimpleNamespace(__annotations__={"it": said}), where)["it"]


def _fielded(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


@cache
def table_of(kind: Any) -> ClassTests:
    """The classes that a value of the kind may be of. Raises NotImplementedError if nothing of the kind is plain."""
    origin = get_origin(kind)
    if kind in (Any, object) or isinstance(kind, TypeVar):
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


def _either(tables: list[ClassTests]) -> ClassTests:
    found: dict[type, tuple[ValuesTest, ...]] = {}
    for table in tables:
        if table is None:
            return None
        for one, tests in table.items():
            found[one] = (*found.get(one, ()), *tests) if tests and found.get(one) != () else ()
    return found


def _row(kinds: tuple[object, ...]) -> ValuesTest:
    if len(kinds) == 2 and kinds[1] is ...:
        return _many(kinds)

    def test(values: Sequence[Any], seen: PassedValues) -> bool:
        return set(map(len, values)) == {len(kinds)} and _by_place(values, kinds, seen)

    return test


def _by_place(values: Sequence[object], kinds: Iterable[object], seen: PassedValues) -> bool:
    """What stands in the values at one place is of one kind."""
    return all(every(parts, table_of(kind), seen) for parts, kind in zip(zip(*values, strict=True), kinds, strict=True))


def _many(kinds: tuple[Any, ...]) -> ValuesTest:
    """Every member is of the kind; of a dictionary every key and every value."""

    def test(values: Sequence[Any], seen: PassedValues) -> bool:
        if isinstance(values[0], dict):
            of_keys = every([*chain.from_iterable(values)], table_of(kinds[0]), seen)
            return of_keys and every([m for v in values for m in v.values()], table_of(kinds[1]), seen)
        return every([*chain.from_iterable(values)], table_of(kinds[0]), seen)

    return test


def _filled(origin: type, given: tuple[object, ...]) -> ValuesTest:
    """The parts of which the kind is left open are of the kinds that are given."""
    meant = dict(zip(_open(origin), given, strict=True))
    kinds = part_kinds(origin)
    filled = [k[tuple(meant[n] for n in _open(k))] if get_origin(k) and _open(k) else meant.get(k, k) for k in kinds]

    def test(values: Sequence[object], seen: PassedValues) -> bool:
        return _by_place(values, filled, seen)

    return test


def _open(kind: object) -> tuple[object, ...]:
    return getattr(kind, "__parameters__", ())
