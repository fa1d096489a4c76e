"""Results that are rolled again: exact chances, and every set of them that can be repeated at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from conftest import ROOT

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.games.hexx.rerolls import rerolls
from checker.kernel.game_play import Repeated
from checker.session.context import Options


@pytest.mark.parametrize("again", [set(c) for n in range(5) for c in combinations((7, 12, 17, 18), n)], ids=str)
def test_rolling_again_ends_and_the_chances_add_up(again: set[int]) -> None:
    chain = rerolls(again, 20)
    assert chain is not None
    assert sum(chain.chances.values()) == 1
    assert chain.expected == Fraction(20, 20 - len(again))
    assert {n for n, chance in chain.chances.items() if not chance} == again


def test_with_every_result_rolled_again_there_is_no_end() -> None:
    assert rerolls(range(1, 21), 20) is None


def test_which_results_are_rolled_again_follows_from_hands_and_history() -> None:
    desk = house.desk("hexx")
    told = "game hexx\nplayers Red Black\nbag is empty\nhand Red: nothing\n7 was rolled before\n"
    (scene,) = desk.scenes(told + "which results are rolled again by Black?", "x")
    ((_, answer),) = desk.answers(scene)
    assert (answer.verdict.value, answer.value) == ("FORCED", "07, 12, 17, 18")


def test_check_lists_every_set_of_results_that_can_be_rolled_again() -> None:
    (looked,) = run(bench(house.desk("hexx")), Options((2,), "quick"), ("HX502",)).checked
    rows = {frozenset(int(t[:2]) for t in row.again): row for row in looked.table if isinstance(row, Repeated)}
    apart = ({7}, {17}, {12, 18})  # 12 and 18 fail together: a hand is empty
    assert rows.keys() == {frozenset().union(*some) for n in range(4) for some in combinations(apart, n)}
    for again, row in rows.items():
        assert Fraction(row.tries) == Fraction(20, 20 - len(again))
        assert sum(map(Fraction, row.chances.values())) == 1
        assert {int(t[:2]) for t, chance in row.chances.items() if chance == "0"} == again
        assert ("WX-121" in row.clauses, "WX-123" in row.clauses) == (7 in again, bool(again - {7}))


def test_a_table_on_which_every_result_is_rolled_again_is_shown_by_a_scene() -> None:
    at = house.desk("hexx", [ROOT / "tests" / "specimens" / "repeated-chance" / "hexx-empty-bag.bad.norm"])
    (found,) = [f for f in run(bench(at), Options((2,), "quick"), ("HX502",)).findings if f.severity == "error"]
    ((_, answer),) = at.answers(at.scenes(found.witness, "x")[0])
    assert answer.value == ", ".join(f"{n:02}" for n in range(1, 21)) and "E-1" in answer.clauses
