"""What is worked out once for a table: given again with all that it rests on, and worked out anew where it may differ."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import pytest

from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.term import Kind, Point, Undecided
from checker.kernel.vocabulary import Vocabulary
from checker.norms.evaluate import Context
from checker.norms.evaluate_once import once
from checker.norms.rulebook import Rulebook

R = TypeVar("R")
OPEN = Point("what comes first", Kind.SILENT, ("option", "first"), ())
RULES, OTHER = (Rulebook(Game(name, Vocabulary()), {}) for name in ("songs", "plays"))


class Shared:
    """A memory that keeps what work gave by its name, for tables under some rules."""

    stretches = False

    def __init__(self, rules: object) -> None:
        self.rules = rules
        self.kept: dict[Hashable, Any] = {}

    def of(self, name: Hashable, store: Store, work: Callable[[Any], R]) -> R:
        if name not in self.kept:
            self.kept[name] = work(store)
        found: R = self.kept[name]
        return found

    def changing(self, name: Hashable, store: Store, work: Callable[[Any], tuple[R, Store]]) -> tuple[R, Store]:
        raise NotImplementedError


def relying(value: object, raised: bool = False) -> tuple[Callable[[Context], object], list[Context]]:
    """Work that rests on a clause by which a norm was beaten, and where it was done."""
    done: list[Context] = []

    def work(here: Context) -> object:
        done.append(here)
        assert not here.cites and not here.beaten
        here.cites["K-1"] = None
        here.beaten["K-3.1", "K-1.1"] = None
        if raised:
            raise Undecided(OPEN)
        return value

    return work, done


def fresh(store: Store, rules: Rulebook = RULES) -> Context:
    here = Context(rules, store)
    here.cites["K-9"] = None
    here.beaten["K-9.1", "K-8.1"] = None
    return here


def known(here: Context) -> tuple[list[str], list[tuple[str, str]]]:
    return list(here.cites), list(here.beaten)


ALL = ["K-9", "K-1"], [("K-9.1", "K-8.1"), ("K-3.1", "K-1.1")]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("value", [7, None, False])
def test_what_was_worked_out_is_given_again_with_what_it_rests_on(shared: bool, value: object) -> None:
    store = Store({}, Shared(RULES)) if shared else Store()
    work, done = relying(value)
    for _ in range(3):
        here = fresh(store)
        assert once(here, "w", work) is value and known(here) == ALL
    assert len(done) == 1
    assert once(fresh(store), "v", work) is value and len(done) == 2
    assert (done[0].store is store) and (done[0].rules is RULES)


def test_what_rests_on_nothing_leaves_what_was_relied_on_as_it_was() -> None:
    for store in (Store(), Store({}, Shared(RULES))):
        for _ in range(2):
            here = fresh(store)
            assert once(here, "w", lambda _: 7) == 7 and known(here) == (["K-9"], [("K-9.1", "K-8.1")])


@pytest.mark.parametrize(("shared", "times"), [(False, 2), (True, 1)])
def test_what_is_open_is_open_again_with_what_it_rests_on(shared: bool, times: int) -> None:
    """A memory keeps that it is; a table alone does not."""
    store = Store({}, Shared(RULES)) if shared else Store()
    work, done = relying(None, raised=True)
    for _ in range(2):
        here = fresh(store)
        with pytest.raises(Undecided) as raised:
            once(here, "w", work)
        assert raised.value.point == OPEN and known(here) == ALL
    assert len(done) == times and not store.kept


def test_on_another_table_under_other_rules_and_when_norms_are_looked_up_afresh_it_is_worked_out_anew() -> None:
    work, done = relying(7)
    store, memory = Store(), Shared(RULES)
    once(fresh(store), "w", work)
    once(fresh(Store({("seats",): 2})), "w", work)
    once(fresh(store, OTHER), "w", work)
    assert len(done) == 3
    OTHER.looked.clear()
    once(fresh(store), "w", work)
    assert len(done) == 3
    once(fresh(store, OTHER), "w", work)
    assert len(done) == 4
    once(fresh(store.remembering(memory)), "w", work)
    once(fresh(store.remembering(memory), OTHER), "w", work)
    assert len(done) == 6 and [*memory.kept] == ["w"], "a memory of other rules is not asked"
