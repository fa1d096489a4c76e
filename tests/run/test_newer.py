"""The newer outranks the older: the card that came later, or the clause that holds since a later day."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.verdicts.verdict import Answer

GAMES = ROOT / "tests" / "cases" / "games"
BY_AGE = 'of what speaks as "drawing rule" the newer outranks the older, by the age of C if C lies out'
BY_DAY = 'of what speaks as "card" the newer outranks the older'


def answer(folder: Path, norm: str, scene: str, *more: str) -> Answer:
    path = folder / "flux.norm"
    said = f'erratum "x"\nclause FX-7 precedence "Rules"\n  says The newer counts.\n  norm {norm}\n'
    path.write_text(said + "\n".join(more), "utf-8")
    at = house.desk("flux", [path], root=GAMES)
    (_, found), *_ = [a for s in at.scenes(scene, "here") for a in at.answers(s)]
    return found


def dated(first: str, second: str) -> tuple[str, ...]:
    return "change clause FX-2", f'  since "{first}"', "change clause FX-3", f'  since "{second}"'


BOTH = "players A B; A does enact {}; B does enact {}; what is the draw?"


@pytest.mark.parametrize(("order", "draw"), [(("Two", "Three"), "3"), (("Three", "Two"), "2")])
def test_the_card_that_came_later_counts(order: tuple[str, str], draw: str, tmp_path: Path) -> None:
    found = answer(tmp_path, BY_AGE, BOTH.format(*(f"Draw {o}" for o in order)))
    assert (found.verdict.value, found.value) == ("FORCED", draw)
    assert "FX-7" in found.clauses


def test_what_is_as_old_or_of_another_kind_is_left_open(tmp_path: Path) -> None:
    same = BOTH.format("Draw Two", "Draw Three").replace("; B", "; set up the clock as 0; B")
    assert answer(tmp_path, BY_AGE, same).verdict.value == "AMBIGUOUS"
    other = BY_AGE.replace("drawing rule", "limit rule")
    assert answer(tmp_path, other, BOTH.format("Draw Two", "Draw Three")).verdict.value == "AMBIGUOUS"


def test_a_precedence_that_names_them_goes_before_what_is_newer(tmp_path: Path) -> None:
    found = answer(tmp_path, BY_AGE, BOTH.format("Draw Two", "Draw Three"), "precedence FX-2 over FX-3")
    assert (found.verdict.value, found.value) == ("FORCED", "2")


@pytest.mark.parametrize(
    ("days", "gives"),
    [
        (("2004-05", "2004-04-30"), "FORCED"),
        (("2004", "2005-01"), "FORCED"),
        (("2004-05", "2004-05"), "AMBIGUOUS"),
        (("2004", "2004-05"), "AMBIGUOUS"),
    ],
)
def test_the_clause_that_holds_since_a_later_day_counts(days: tuple[str, str], gives: str, tmp_path: Path) -> None:
    found = answer(tmp_path, BY_DAY, BOTH.format("Draw Two", "Draw Three"), *dated(*days))
    assert found.verdict.value == gives
    if gives == "FORCED":
        assert found.value == ("2" if days[0] > days[1] else "3")


def test_what_is_newest_in_a_circle_is_refused_with_the_norms_named(tmp_path: Path) -> None:
    third = "change clause FX-4\n  norm the value of the draw is 5 if there is a card C such that (C is Swell and C lies out)\n  for Swell\n"
    more = (third, "change card Swell\n  kinds drawing rule", "precedence FX-2 over FX-4")
    scene = "players A B; A does enact Draw Two; A does enact Draw Three; A does enact Swell; what is the draw?"
    with pytest.raises(InputError) as refused:
        answer(tmp_path, BY_AGE, scene, *more)
    assert "being newer" in refused.value.problems[0].message
