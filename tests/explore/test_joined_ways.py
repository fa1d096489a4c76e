"""Ways of which nothing can be said of what spans several positions: one for each place, and their steps are not kept."""

from __future__ import annotations

from typing import Any

from checker.explore.duties.invariants import joined
from checker.explore.scene_state import SceneState
from checker.kernel.position import Position, Store
from checker.kernel.term import Kind, Option, Point
from checker.run.branches import Branch, Passed, Took

SUPPOSED = (Option("none", "nothing"), Option("some", "something"))
POINT = Point("what it does", Kind.SILENT, ("option", "effect", "Coin"), SUPPOSED)
ONE, OTHER = Store({("x",): 1}), Store({("x",): 2})


class Scene:
    """The scene of a judge that goes through nothing."""

    def __init__(self, branches: list[Branch]) -> None:
        self.branches, self.answers = branches, list[Any]()
        self.impossible = self.lost = self.forms = None

    def apart(self) -> Scene:
        return Scene(self.branches)


def way(store: Store, option: int) -> Branch:
    """A way to the table on which the effect that nothing states does so much."""
    start = Position(Store())
    entry = Took(POINT, SUPPOSED[option])
    return Branch(Position(store), (entry,), kept=True, last=Passed(start, Position(store), (entry,), None))


def left(*ways: Branch) -> list[Branch]:
    """The ways of the scene that are left."""
    judge: Any = Scene(list(ways))
    branches: list[Branch] = joined(SceneState((), judge)).judge.branches
    return branches


def test_ways_on_which_something_is_supposed_are_one_at_each_place_and_keep_no_steps() -> None:
    found = left(way(ONE, 1), way(OTHER, 1), way(Store({("x",): 1}), 1))
    assert [b.position.store for b in found] == [ONE, OTHER]
    assert all(b.last is None and not b.kept for b in found)


def test_ways_of_which_something_can_be_said_stay_as_they_are() -> None:
    ways = way(ONE, 0), way(ONE, 0)
    assert left(*ways) == list(ways)
    assert all(b.last is not None and b.kept for b in ways)


def test_ways_at_other_moments_or_after_another_illegal_act_stay_apart() -> None:
    ended, illegal = way(ONE, 1), way(ONE, 1)
    ended.ended, illegal.illegal = True, ("act",)
    assert len(left(way(ONE, 1), ended, illegal)) == 3
