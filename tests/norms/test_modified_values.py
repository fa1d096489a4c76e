"""Values that norms change: every order is tried, and their order is open only where that makes a difference."""

from __future__ import annotations

from itertools import permutations, product
from operator import add, mul, sub

import pytest

from checker.kernel.game import Game
from checker.kernel.norm import Leaves, Modifies, Norm
from checker.kernel.position import Store
from checker.kernel.term import Arith, Call, Cond, Is, Kind, Lit, Point, Undecided, Value, Var, Yes
from checker.kernel.vocabulary import Fact, Field, Vocabulary
from checker.norms.evaluate import Context
from checker.norms.modified_values import modified
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import UNKNOWN

P = Var("P")
FEE, YOUNG = Call("fee", (P,)), Is(Call("young", (P,)))
WORDS = Vocabulary(
    facts=(Fact("fee", (("P", ""),), "number", "the fee of {P}", institutional=True),),
    fields=(Field("young", ("P",), "condition", "{P} is young", False),),
)
DONE = {"plus": add, "minus": sub, "times": mul}
ALWAYS = Yes()
CHANGES = (("plus", 2), ("minus", 3), ("times", 2), ("times", 1), ("plus", 0))


def change(name: str, op: str, amount: int, cond: Cond = ALWAYS) -> Norm:
    return Norm(name, name.partition(".")[0], Modifies(FEE, op, Lit(amount)), cond)


def at(*norms: Norm, store: Store | None = None) -> Context:
    return Context(Rulebook(Game("permits", WORDS, norms=norms), {}), store or Store())


def changed(here: Context, plain: Value, initial: Value = None, by: tuple[str, ...] = ()) -> Value:
    fact = Fact("fee", (("P", ""),), "number", "the fee of {P}", institutional=True, initial=initial)
    norms = [n for n in here.rules.game.norms if isinstance(n.claim, Modifies)]
    return modified(here, fact, (0,), plain, [*by], norms)


def open_(here: Context, plain: Value) -> Point:
    with pytest.raises(Undecided) as raised:
        changed(here, plain)
    return raised.value.point


def test_a_value_is_what_it_comes_to_in_every_order_or_the_order_is_open() -> None:
    for some in (c for n in (1, 2, 3) for c in product(CHANGES, repeat=n)):
        norms = [change(f"K-{n}", *c) for n, c in enumerate(some)]
        ends: dict[tuple[str, ...], int] = {}
        for order in permutations(range(len(some))):
            value = 5
            for op, amount in (some[n] for n in order):
                value = DONE[op](value, amount)
            ends[tuple(f"K-{n}" for n in order)] = value
        here = at(*norms)
        if len({*ends.values()}) == 1:
            assert changed(here, 5) == ends.popitem()[1]
        else:
            found = open_(here, 5)
            ways = {o.value: ends[o.value] for o in found.options}  # type: ignore[index]
            assert sorted(ways.values()) == sorted({*ends.values()}), "each end is told once"
            for way, end in ways.items():
                assert changed(Context(here.rules, Store().put(found.key, way)), 5) == end
        assert list(here.cites) == [n.clause for n in norms]


def test_an_open_order_is_told_by_clauses_or_by_norms_where_one_clause_has_several() -> None:
    few = at(change("K-2.1", "plus", 2), change("K-1.1", "times", 3))
    found = open_(few, 5)
    assert [(o.value, o.text) for o in found.options] == [
        (("K-2.1", "K-1.1"), "K-2, then K-1"),
        (("K-1.1", "K-2.1"), "K-1, then K-2"),
    ]
    assert all(o.clauses == ("K-1", "K-2") for o in found.options)
    assert (found.id, found.kind, found.clauses) == ("order of K-1 and K-2", Kind.ORDER, ("K-1", "K-2"))
    assert found.text == "no clause says which comes first: K-1 or K-2"
    one = open_(at(change("K-1.1", "plus", 2), change("K-1.2", "times", 3)), 5)
    assert [o.text for o in one.options] == ["K-1.1, then K-1.2", "K-1.2, then K-1.1"]
    assert (one.id, one.clauses) == ("order of K-1.1 and K-1.2", ("K-1",))
    names = [f"K-{n}" for n in "85274"]
    many = open_(at(*(change(n, "plus" if n < "K-6" else "times", int(n[2:])) for n in names)), 5)
    assert many.clauses == tuple(sorted(names)) and many.key[-5:] == many.clauses


def test_what_does_not_apply_changes_nothing_and_is_not_relied_on() -> None:
    other = Norm("K-2", "K-2", Modifies(Call("fee", (Lit(1),)), "plus", Lit(1)))
    here = at(change("K-1", "plus", 1, YOUNG), other)
    assert changed(here, 5) == 5 and changed(here, None, initial=7) is None and not here.cites
    young = at(change("K-1", "plus", 1, YOUNG), other, store=Store({("young", 0): True}))
    assert changed(young, 5) == 6 and list(young.cites) == ["K-1"]
    by_whom = at(Norm("K-3", "K-3", Modifies(FEE, "plus", Arith("plus", P, Lit(4)))))
    assert changed(by_whom, 5) == 9


def test_what_is_unknown_or_not_there_stays_so_and_what_it_begins_with_is_changed() -> None:
    here = at(change("K-1", "times", 2))
    assert [changed(here, plain) for plain in (None, UNKNOWN)] == [None, UNKNOWN] and not here.cites
    assert changed(here, None, UNKNOWN) is None and changed(here, None, 4) == 8 and changed(here, 5, 4) == 10
    unknown = at(change("K-1", "times", 2), Norm("K-2", "K-2", Modifies(FEE, "plus", Lit(UNKNOWN))))
    assert changed(unknown, 5) == UNKNOWN


def test_what_goes_before_a_modification_by_name_is_not_changed_by_it() -> None:
    stated = (Norm(f"K-{n}", f"K-{n}", Leaves(FEE, Lit(5)), outranks=(over,)) for n, over in ((7, "K-1"), (8, "K-9")))
    here = at(change("K-1", "plus", 1), change("K-2", "plus", 20), *stated)
    assert [changed(here, 5, by=by) for by in ((), ("K-8",), ("K-7",), ("K-8", "K-7"))] == [26, 26, 25, 25]
