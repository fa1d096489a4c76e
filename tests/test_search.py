"""The search of situations and cards: what it keeps, what it leaves out, and the scenes that it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from checker import house
from checker.answers.checking import bench
from checker.kernel.content import named, program
from checker.read.cache import Shelf, load, store
from checker.search.bench import Bench, Options, Work


class Drawer:
    """A shelf in memory that notes what was asked for in vain."""

    def __init__(self) -> None:
        self.there: dict[tuple[str, str], Any] = {}
        self.missed: list[str] = []

    def get(self, kind: str, name: str) -> Any:
        found = self.there.get((kind, name))
        if found is None:
            self.missed.append(kind)
        return found

    def put(self, kind: str, name: str, value: Any) -> None:
        self.there[kind, name] = value


def one_after_another(what: str, work: Any, items: Any) -> list[Any]:
    return [work(BENCH, item) for item in items]


BENCH: Bench = bench(house.desk("hexhex"))


def test_equal_contents_have_equal_names_wherever_they_stand() -> None:
    game = BENCH.rules.game
    clause = game.clauses[0]
    moved = msgspec.structs.replace(clause, place=None)
    other = msgspec.structs.replace(clause, heading="another")
    assert named(clause) == named(moved) != named(other)
    assert named(frozenset("abcdef")) == named(frozenset("fedcba"))
    assert len(program()) == 64


def test_what_was_worked_out_from_the_same_is_not_worked_out_again() -> None:
    drawer = Drawer()
    work = Work(BENCH, Options(shelf=drawer), one_after_another)
    made: list[int] = []

    def double(_: Bench, number: int) -> int:
        made.append(number)
        return 2 * number

    assert work.kept_each("doubles", "rules", "doubling", double, [1, 2]) == [2, 4]
    assert work.kept_each("doubles", "rules", "doubling", double, [2, 3]) == [4, 6]
    assert work.kept_each("doubles", "other rules", "doubling", double, [2]) == [4]
    assert made == [1, 2, 3, 2]
    assert work.kept("nothing", 1, lambda: None) is None
    drawer.missed.clear()
    assert work.kept("nothing", 1, lambda: pytest.fail("made again")) is None
    assert not drawer.missed


def test_a_broken_cache_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCHECK_CACHE", str(tmp_path))
    shelf = Shelf()
    shelf.put("kind", "name", (1, "two"))
    assert shelf.get("kind", "name") == (1, "two")
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:-3])
    assert load("kind", "name") is not None and shelf.get("kind", "name") is None
    store("kind", "other", b"")
    assert shelf.get("kind", "other") is None and shelf.get("kind", "never") is None
