"""Values as bytes: every part once and before what is made of it; and nothing but whole values of the program comes back."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.kernel import source
from checker.kernel.record import Record
from checker.kernel.source import Leaf, Node, Place
from checker.kernel.term import Call, Kind, Lit, Var
from checker.kernel.verdict import Verdict
from checker.session.persistent_memo import TracedResult, WantedResult
from checker.store import packed_values
from checker.store.packed_values import Unreadable, packed, unpacked

TUPLE, LIST, FROZEN, SET, DICT, FIRST = range(6)
"""The numbers of classes; those of records begin behind them."""

SINGLE = st.sampled_from(("", "a", "b", 0, 1, 2, -1, True, False, None, 0.0, 1.0, *Verdict))
MADE = (Place("x", 1, 2), Node("a", (Leaf("b", "c"), Node("d"))), Call("f", (Var("x"), Lit(1))), Lit((1, True)))
FIXED = st.recursive(
    SINGLE | st.sampled_from(MADE),
    lambda of: (
        st.lists(of, max_size=3).map(tuple)
        | st.frozensets(of, max_size=3)
        | of.map(lambda v: TracedResult(v, frozenset()))
    ),
    max_leaves=4,
)
VALUES = st.one_of(
    FIXED,
    st.lists(FIXED, max_size=3),
    st.sets(FIXED, max_size=3),
    st.dictionaries(FIXED, st.lists(FIXED, max_size=2), max_size=3),
)


def shown(value: Any) -> Any:
    """The value with the class of each part, so that 1 is neither true nor 1.0."""
    match value:
        case Record():
            return type(value), [shown(getattr(value, name)) for name in value.__struct_fields__]
        case tuple() | list():
            return type(value), [shown(v) for v in value]
        case dict():
            return dict, [(shown(k), shown(v)) for k, v in value.items()]
        case set() | frozenset():
            return type(value), sorted((shown(v) for v in value), key=repr)
        case _:
            return type(value), value


@settings(max_examples=50)
@given(VALUES)
def test_what_is_written_comes_back(value: Any) -> None:
    raw = packed(value)
    assert shown(unpacked(raw, Any)) == shown(value)
    assert packed(unpacked(raw, Any)) == raw


def body(raw: bytes) -> Any:
    """The parts that stand in the bytes."""
    return msgspec.msgpack.decode(raw[16:])


TERM, TREE = "checker.kernel.term", "checker.kernel.source"


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("a", [[], ["a"], [], [], 0]),
        (7, [[], [], [7], [], 0]),
        (((), []), [[], [], [], [[TUPLE], [LIST], [TUPLE, 0, 1]], 2]),
        (("b", 1, "a", True, "b", 1), [[], ["b", "a"], [1, True], [[TUPLE, 0, 2, 1, 3, 0, 2]], 4]),
        ([1, None, 1.0], [[], [], [1, None, 1.0], [[LIST, 0, 1, 2]], 3]),
        ({"b": 1, "a": ()}, [[], ["b", "a"], [1], [[TUPLE], [DICT, 0, 2, 1, 3]], 4]),
        ({"c", "a", "b"}, [[], ["a", "b", "c"], [], [[SET, 0, 1, 2]], 3]),
        (frozenset({3, 1, 2}), [[], [], [1, 2, 3], [[FROZEN, 0, 1, 2]], 3]),
        (frozenset({"b", None, 1, "a", ()}), [[], ["a", "b"], [1, None], [[TUPLE], [FROZEN, 0, 1, 4, 2, 3]], 5]),
        (
            (Lit("x"), Var("x"), Lit("y"), Lit("x")),
            [[[TERM, "Lit"], [TERM, "Var"]], ["x", "y"], [], [[5, 0], [6, 0], [5, 1], [TUPLE, 2, 3, 4, 2]], 5],
        ),
        (Verdict.SILENT, [[["checker.kernel.verdict", "Verdict"]], [Verdict.SILENT.value], [], [[5, 0]], 1]),
        (
            WantedResult("n", frozenset()),
            [[[WantedResult.__module__, "WantedResult"]], ["n"], [], [[2], [5, 0, 1, 1]], 2],
        ),
        (((1,), (1,), (True,)), [[], [], [1, True], [[TUPLE, 0], [TUPLE, 1], [TUPLE, 2, 2, 3]], 4]),
        ([[], []], [[], [], [], [[LIST], [LIST], [LIST, 0, 1]], 2]),
        ([{}, {}, set(), set()], [[], [], [], [[4], [4], [3], [3], [LIST, 0, 1, 2, 3]], 4]),
        ([same := [1], same], [[], [], [1], [[LIST, 0], [LIST, 1, 1]], 2]),
    ],
)
def test_every_part_stands_once_and_before_what_is_made_of_it(value: Any, parts: list[Any]) -> None:
    raw = packed(value)
    assert body(raw) == parts and list(map(type, body(raw)[2])) == list(map(type, parts[2]))
    assert raw[:16] == hashlib.blake2b(raw[16:], digest_size=16).digest()


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize("foreign", [object(), print, [b"x"], {1: (range(2),)}, type])
def test_what_is_no_plain_value_is_not_written(foreign: Any) -> None:
    with pytest.raises(TypeError, match=r"^`(object|builtin_function_or_method|bytes|range|type)` cannot be kept$"):
        packed(foreign)


PLACE = ("checker.kernel.source", "Place")


def planted(parts: Any) -> bytes:
    """The bytes as somebody would write them who knows how."""
    made = msgspec.msgpack.encode(parts)
    return hashlib.blake2b(made, digest_size=16).digest() + made


def test_what_is_planted_as_it_would_be_written_is_read() -> None:
    assert unpacked(planted([[PLACE], ["x", ""], [1, 2], [[FIRST, 0, 2, 3, 1]], 4]), Any) == Place("x", 1, 2)
    assert unpacked(planted([[], ["x"], [1], [[DICT, 0, 1, 1, 0], [LIST, 2]], 3]), Any) == [{"x": 1, 1: "x"}]


@pytest.mark.parametrize(
    "parts",
    [
        [[], [], [], [], 0],
        [[], ["x"], [], [], -1],
        [[], ["x"], [], [[TUPLE, 1]], 0],
        [[], ["x"], [], [[TUPLE, -1]], 0],
        [[], ["x"], [], [[-1, 0]], 0],
        [[], ["x"], [], [[]], 0],
        [[], ["x"], [], [[FIRST, 0]], 0],
        [[], ["x"], [], [[DICT, 0]], 1],
        [[], ["x"], [1], [[DICT, 0, 1, 1]], 2],
        [[], ["x"], [], [[LIST], [SET, 1]], 0],
        [[], [1], [], [], 0],
        [[], [], ["x"], [], 0],
        [[], ["x"], [], [], 0, 0],
        [[], ["x"], [], []],
        {"classes": [], "words": ["x"], "single": [], "made": [], "whole": 0},
        7,
        [[PLACE], ["x"], [1], [[FIRST, 0, 1]], 2],
        [[PLACE], ["x"], [1], [[FIRST, 0, 1, 1, 1]], 2],
        [[PLACE], ["x"], [1], [[FIRST, 0, 1, 0]], 2],
        [[PLACE], ["x"], [True], [[FIRST, 0, 1, 1]], 2],
        [[(TREE, "Node")], ["x"], [1], [[TUPLE, 1], [FIRST, 0, 2]], 3],
        [[(TREE, "Node")], ["x"], [], [[TUPLE], [FIRST, 0, 1], [TUPLE, 2, 0], [FIRST, 0, 3]], 4],
        [[("checker.kernel.verdict", "Verdict")], ["no such"], [], [[FIRST, 0]], 1],
        [[("checker.kernel.verdict", "Verdict")], [Verdict.SILENT.value], [], [[FIRST, 0, 0]], 1],
        [[("checker.kernel.source", "Plaze")], ["x"], [], [], 0],
        [[("checker.kernel.sauce", "Place")], ["x"], [], [], 0],
        [[("checker.run.branches", "Value")], ["x"], [], [], 0],
        [[("checker.kernel.source", "Record")], ["x"], [], [], 0],
        [[("checker.store.packed_values", "_Writer")], ["x"], [], [], 0],
        [[("checker.store.packed_values", "packed")], ["x"], [], [], 0],
        [[("checker.kernel.source", "Place.rendered")], ["x"], [], [], 0],
        [[("os", "system")], ["true"], [], [[FIRST, 0]], 1],
        [[("collections", "OrderedDict")], ["x"], [], [], 0],
        [[("checkers.kernel.source", "Place")], ["x"], [], [], 0],
        [[(__name__, "Colour")], ["red"], [], [[FIRST, 0]], 1],
    ],
    ids=str,
)
def test_what_is_planted_otherwise_does_not_come_through(parts: Any) -> None:
    with pytest.raises(Unreadable):
        unpacked(planted(parts), Any)


def test_a_class_of_the_program_that_is_made_of_more_than_its_parts_is_not_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Opened:
        _fields = ("name",)
        name: str

        def __init__(self, name: str) -> None:
            pytest.fail(f"{name} is opened")

    Opened.__module__, Opened.__qualname__ = PLACE[0], "Opened"
    monkeypatch.setattr(source, "Opened", Opened, raising=False)
    with pytest.raises(Unreadable):
        unpacked(planted([[(PLACE[0], "Opened")], ["x"], [], [[FIRST, 0]], 1]), Any)


def test_bytes_that_do_not_add_up_or_are_of_another_kind_do_not_come_through() -> None:
    raw = packed(("x", Lit(1)))
    assert unpacked(raw, tuple[str, Lit]) == ("x", Lit(1))
    for broken in (b"", raw[:15], raw[:16], raw[:-1], raw + b"\0", b"\0" + raw[1:], raw[:-1] + b"\7"):
        with pytest.raises(Unreadable):
            unpacked(broken, Any)
    for kind in (tuple[Lit, str], str, list[Any]):
        with pytest.raises(Unreadable):
            unpacked(raw, kind)


def test_parts_are_looked_at_all_together_once_all_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[list[Any]] = []
    every = packed_values.every

    def noted(members: list[Any], *rest: Any) -> bool:
        looked.append(members)
        return every(members, *rest)

    monkeypatch.setattr(packed_values, "every", noted)
    places = (Place("x", 1, 2), Place("y", 3, 4))
    assert unpacked(packed(places), tuple[Place, ...]) == places
    assert looked == [["x", "y"], [1, 3], [2, 4], ["", ""]]


def test_what_was_looked_at_for_one_value_is_looked_at_for_the_next() -> None:
    good, bad = [[(TREE, "Node")], ["x", "y"], [1], [[TUPLE], [FIRST, 0, 3]], 4], [[TUPLE, 2], [FIRST, 0, 3]]
    for _ in range(2):
        assert unpacked(planted(good), Node) == Node("x")
        with pytest.raises(Unreadable):
            unpacked(planted([*good[:3], bad, 4]), Any)


@pytest.fixture
def collecting() -> Iterator[None]:
    before = gc.isenabled()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.usefixtures("collecting")
def test_nothing_is_given_up_while_parts_are_made_and_then_it_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    made, meanwhile = packed_values._made, list[bool]()
    monkeypatch.setattr(packed_values, "_made", lambda parts: (meanwhile.append(gc.isenabled()), made(parts))[1])
    for turn, before in ((gc.enable, True), (gc.disable, False)):
        turn()
        assert unpacked(packed("x"), str) == "x" and gc.isenabled() is before
        with pytest.raises(Unreadable):
            unpacked(planted([[], [], [], [], 0]), Any)
        assert gc.isenabled() is before
    assert meanwhile == [False] * 4


def test_kinds_of_points_come_back_as_themselves() -> None:
    assert unpacked(packed(Kind.AMBIGUOUS), Kind) is Kind.AMBIGUOUS
