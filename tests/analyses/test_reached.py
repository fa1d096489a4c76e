"""Text that the search never came to, told apart from text that is proved dead."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses import dead_text
from checker.analyses.registry import Report, working
from checker.catalog import games as house
from checker.check.run_checks import bench, report
from checker.explore.cards.text_coverage import Reached
from checker.kernel.effect import If, Nothing
from checker.kernel.term import Yes
from checker.kernel.verdict import Extent
from checker.norms.rule_reads import WENT
from checker.norms.rulebook import conditions
from checker.session.context import Options

TOY = ROOT / "tests" / "toy"
EVENT = "norm when P draws, raise the supply by 1 if the supply is more than 3"
"""No player ever has more than three pebbles while the supply is above three; with more than none one has."""


@cache
def found(path: Path | None = None) -> Report:
    return report(house.desk("pebbles", [path] if path else [], root=TOY), "2-3", "quick", 1)


def erratum(folder: Path, norm: str) -> Path:
    path = folder / "erratum.norm"
    path.write_text(f'erratum "Sparing"\nclause E-1 effect "Errata"\n  {norm}\n', encoding="utf-8")
    return path


def row(told: Report, text: str) -> Reached:
    (checked,) = [c for c in told.checked if c.analysis == "dead-text"]
    assert checked.extent is Extent.PROVED
    (one,) = [r for r in checked.table if isinstance(r, Reached) and r.text == text]
    _, _, never = checked.scope.partition("not proved: ")
    assert (text in never) == (not one.held)
    return one


@pytest.mark.parametrize(
    ("cond", "held"),
    [
        (" and the pebbles of P is more than 3", 0),
        ("", 1),
        (" and P has moved and the supply is more than 9", 0),
        (" and not P has moved", 1),
    ],
)
def test_a_condition_that_can_hold_and_that_no_position_brings_about_is_named(
    tmp_path: Path, cond: str, held: int
) -> None:
    told = found(erratum(tmp_path, EVENT + cond))
    assert row(told, "E-1") == Reached("E-1", held, 1)
    assert not [f for f in told.findings if f.name == "dead-text"], "nothing of it is proved"


def test_what_the_search_comes_to_is_not_named() -> None:
    assert row(found(), "PB-2") == Reached("PB-2", 1, 1)


def test_asked_alone_it_does_not_search() -> None:
    with working(bench(house.desk("pebbles", root=TOY)), Options(players=(2,))) as work:
        (checked,) = [dead_text.run(work)[1]]
    assert checked.table == ()
    assert "search" not in checked.scope


@pytest.mark.parametrize("game", ["hexhex", "hexx"])
def test_conditions_of_cards_are_noted_each_way_that_they_go(game: str) -> None:
    rules = house.desk(game).rules
    for card in rules.game.cards:
        for number, one in enumerate(conditions(card.text)):
            rules.looked.clear()
            rules.went(one, True)
            assert set(rules.looked) == {(WENT, f"{card.title}/{number}/so")}
    rules.looked.clear()
    rules.went(If(Yes(), Nothing()), True)
    assert not rules.looked
