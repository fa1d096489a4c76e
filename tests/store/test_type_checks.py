"""Whether a value is what an annotation says: as a plain definition has it, and nothing is looked at twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from types import NoneType
from typing import Any, ForwardRef, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.kernel.record import Record
from checker.kernel.source import Leaf, Node, Place
from checker.kernel.term import Lit, Value
from checker.kernel.verdict import Verdict
from checker.store import type_checks
from checker.store.type_checks import every, fits, part_kinds, plain, table_of

A = TypeVar("A")
B = TypeVar("B")


class Crossed(NamedTuple, Generic[A, B]):
    """Its parts stand in another order than what is left open."""

    second: B
    first: A
    many: tuple[tuple[A, B], ...]
    whole: int
    every: frozenset[int]
    inner: Boxed[B]
    bare: Boxed = ()


NONE = frozenset[int]()


class Boxed(NamedTuple, Generic[A]):
    """One part, left open."""

    it: A


class Base(Record):
    """What others are made from."""

    place: Place
    line: str | None = None


class More(Base):
    """A part more, and one narrowed."""

    tree: Node | Leaf = Leaf("a", "b")
    line: str = ""


class Colour(Enum):
    RED = 1


class Pair(tuple[int, int]):
    """No record: its parts have no names."""


class Named:
    """Its parts have names, but it is no tuple."""

    _fields = ("it",)


PLACES: dict[Any, tuple[type, ...]] = {
    list: (list,),
    set: (set,),
    frozenset: (frozenset,),
    AbstractSet: (set, frozenset),
    Sequence: (list, tuple),
    dict: (dict,),
    Mapping: (dict,),
}


def is_one(value: Any, kind: Any) -> bool:
    """The value is one of the kind: the plain definition."""
    origin, given = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return True
    if kind is None:
        return value is None
    if kind == ForwardRef("Value") or kind == "Value":
        return is_one(value, Value)
    if origin is None:
        return type(value) is kind
    if origin is tuple and given[1:] == (...,):
        return type(value) is tuple and all(is_one(v, given[0]) for v in value)
    if origin is tuple:
        return type(value) is tuple and len(value) == len(given) and all(map(is_one, value, given))
    if origin is Boxed:
        return type(value) is Boxed and is_one(value.it, given[0])
    if origin in PLACES:
        pairs = value.items() if type(value) is dict else ()
        return type(value) in PLACES[origin] and (
            all(is_one(k, given[0]) and is_one(v, given[1]) for k, v in pairs)
            if len(given) == 2
            else all(is_one(v, given[0]) for v in value)
        )
    return any(is_one(value, one) for one in given)


SIMPLE: list[Any] = [
    str,
    int,
    bool,
    float,
    None,
    Any,
    Lit,
    Place,
    Verdict,
    A,
    tuple,
    list,
    dict,
    Value,
    ForwardRef("Value"),
]
KINDS = st.recursive(
    st.sampled_from(SIMPLE),
    lambda of: st.one_of(
        of.map(lambda k: tuple[k, ...]),
        st.lists(of, max_size=3).map(lambda ks: tuple[tuple(ks)]),
        st.tuples(st.sampled_from([list, Sequence, Boxed]), of).map(lambda p: p[0][p[1]]),
        st.tuples(st.sampled_from([set, frozenset, AbstractSet]), of).map(lambda p: p[0][p[1]]),
        st.tuples(st.sampled_from([dict, Mapping]), of, of).map(lambda p: p[0][p[1], p[2]]),
        st.tuples(of, of).map(lambda p: p[0] | p[1] if None not in p else p[0]),
    ),
    max_leaves=5,
)
ONES = (1, 0, True, "a", "b", None, 0.5, Lit(1), Place("x", 1), Verdict.SILENT)
HELD = st.recursive(
    st.sampled_from(ONES),
    lambda of: st.lists(of, max_size=3).map(tuple) | st.frozensets(of, max_size=2) | of.map(Boxed),
    max_leaves=4,
)
VALUES = st.one_of(
    HELD,
    st.lists(HELD, max_size=3),
    st.sets(HELD, max_size=3),
    st.dictionaries(HELD, HELD | st.lists(HELD, max_size=2), max_size=2),
    HELD.map(lambda v: Boxed([v])),
)


@settings(max_examples=60)
@given(st.lists(KINDS, min_size=1, max_size=2), st.lists(VALUES, min_size=1, max_size=4))
def test_a_value_is_of_a_kind_as_the_plain_definition_has_it(kinds: list[Any], values: list[Any]) -> None:
    """Also where others were looked at before, of which it is made or which are made of it."""
    seen: type_checks.Seen = {}
    values += [list(values), tuple(values)]
    for kind in kinds:
        for value in values:
            assert fits(value, kind, seen) is is_one(value, kind), (value, kind)
    for kind in kinds:
        for value in values:
            assert fits(value, kind, seen) is fits(value, kind, {}) is is_one(value, kind)


@pytest.mark.parametrize(
    ("kind", "yes", "no"),
    [
        (tuple[()], [()], [(1,), []]),
        (tuple[int, str], [(1, "a")], [(1,), (1, "a", "a"), (1, 1), ("a", "a"), (True, "a")]),
        (tuple[int, int, int], [(1, 2, 3)], [(1, 2), (1, 2, "a"), ("a", 2, 3)]),
        (list[Any], [[], [1, "a"]], [(), None]),
        (dict[str, int | None], [{}, {"a": 1, "b": None}], [{"a": "b"}, {1: 1}, {"a": 1, "b": "c"}, [("a", 1)]]),
        (list[tuple[int, ...] | None], [[(1,), None], [()]], [[("a",)], [(1,), ("a",)], [("a",), (1,)], [(1,), "a"]]),
        (list[int] | list[str], [[1], ["a"], []], [[1, "a"], (1,)]),
        (list | list[int], [["a"]], [("a",)]),
        (list[int] | list | None, [["a"], None], ["a"]),
        (int | Any, ["a"], []),
        (A, [1, "a"], []),
        (ForwardRef("Value"), [1, None, (1, ("a",))], [0.5, Lit(1), (Lit(1),)]),
        (tuple["Value", int], [("a", 1)], [(Lit(1), 1)]),
        (list[int | tuple[int, ...]], [[1, (1,)]], [[1, ("a",)], [("a",), 1], [1, (1,), "a"]]),
        (NoneType, [None], [0, ""]),
        (
            Boxed[tuple[int, ...]],
            [Boxed((1,))],
            [Boxed(1), Boxed(("a",)), (1,)],
        ),
        (
            Crossed[int, str],
            [Crossed("a", 1, ((1, "a"),), 1, NONE, Boxed("a"), Boxed(None))],
            [
                Crossed(1, "a", (), 1, NONE, Boxed("a"), Boxed(1)),
                Crossed("a", 1, (("a", 1),), 1, NONE, Boxed("a"), Boxed(1)),
                Crossed("a", 1, (), "a", NONE, Boxed("a"), Boxed(1)),
                Crossed("a", 1, (), 1, NONE, Boxed(1), Boxed(1)),
                Crossed("a", 1, (), 1, NONE, Boxed("a"), ()),
                Crossed("a", 1, (), 1, frozenset({"a"}), Boxed("a"), Boxed(1)),
            ],
        ),
    ],
)
def test_a_value_of_the_kind_passes_and_no_other_does(kind: Any, yes: list[Any], no: list[Any]) -> None:
    assert [fits(value, kind, {}) for value in yes] == [True] * len(yes)
    assert [fits(value, kind, {}) for value in no] == [False] * len(no)


def test_what_is_made_of_parts_with_names_and_of_nothing_else_is_plain() -> None:
    yes, no = (Place, Base, Record, Verdict, Colour, Boxed), (Pair, Named, tuple, str, object, "Place", Place("x", 1))
    assert [plain(kind) for kind in yes] == [True] * 6 and [plain(kind) for kind in no] == [False] * 7
    for kind in yes:
        assert table_of(kind) == {kind: ()}
    for unkept in (Pair, Named, type[int], ForwardRef("Place"), Named()):
        with pytest.raises(NotImplementedError, match="nothing that can be kept") as caught:
            table_of(unkept)
        assert str(unkept) in str(caught.value)


def test_parts_are_of_the_kinds_that_the_class_or_those_it_is_made_from_say() -> None:
    assert part_kinds(Base) == (Place, str | None)
    assert part_kinds(More) == (Place, str, Node | Leaf)
    assert part_kinds(Boxed) == (A,)
    assert part_kinds(Lit) == (get_type_hints(Lit)["value"],)


def test_the_annotations_of_a_class_are_its_own_also_where_they_are_made_when_they_are_asked_for() -> None:
    class Late:
        def __getattr__(self, name: str) -> dict[str, type]:
            return {name: int}

    late: Any = Late()
    assert type_checks._annotated(late) == {}
    late.__annotate_func__ = None
    assert type_checks._annotated(late) == {"__annotations__": int}
    assert set(type_checks._annotated(More)) == {"tree", "line"}


def test_nothing_is_looked_at_again_that_passed() -> None:
    looked: list[Any] = []

    def test(values: Sequence[Any], seen: type_checks.Seen) -> bool:
        looked.extend(values)
        return all(value[0] == 1 for value in values)

    seen: type_checks.Seen = {}
    one, other, two = (1, "a"), (1, "b"), (2, "a")
    table: type_checks.Table = {tuple: (test,)}
    for members, good, anew in (
        ([one], True, [one]),
        ([one, other, other], True, [other]),
        ([other, one], True, []),
        ([one, two], False, [two]),
        ([two], False, [two]),
    ):
        looked.clear()
        assert every(members, table, seen) is good and looked == anew
    assert every([one], table, {}) and looked[-1] == one and len(looked) == 2


def test_all_of_one_class_are_looked_at_at_once_and_each_by_itself_where_it_may_be_of_several_kinds() -> None:
    calls: list[list[Any]] = []

    def said(good: Any) -> type_checks.Test:
        return lambda values, seen: (calls.append([*values]), all(v[0] in good for v in values))[1]

    one, other, rest = (1,), (2,), [1]
    assert every([one, rest, other], {tuple: (said({1, 2}),), list: ()}, {}) and calls == [[one, other]]
    calls.clear()
    either: type_checks.Table = {tuple: (said({1}), said({2}))}
    assert every([one, other], either, {}) and calls == [[one], [other], [other]]
    assert not every([one, (3,)], either, {}) and not every([one, rest], {tuple: (said({1}),)}, {})


def test_what_has_no_parts_is_told_by_its_class_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(type_checks, "_pass")
    for members, good in ((["a", "b"], True), (["a", None], True), (["a", 1], False), ([], True)):
        assert every(members, table_of(str | None), {}) is good
