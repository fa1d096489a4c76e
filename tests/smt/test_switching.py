"""Exceptions that say nothing of their own: they only switch other norms off."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.cli.show import shown
from checker.errata.text_diff import texts
from checker.kernel.source import InputError
from checker.smt.conflicts import clashes
from checker.smt.norm_pairs import pairs
from checker.verdicts.verdict import Answer

GAMES = ROOT / "tests" / "cases" / "games"
MASKED = "players A B; A does put on a mask; {}may A enter?"


def errata(folder: Path, *said: str) -> list[Path]:
    """An erratum of clauses that only switch off, numbered from PM-9 on."""
    path = folder / "permits.norm"
    path.write_text(
        'erratum "x"\n'
        + "\n".join(f'clause PM-{n} exception "Doors"\n  says It is so.\n  norm {s}' for n, s in enumerate(said, 9)),
        "utf-8",
    )
    return [path]


def off(names: str, cond: str) -> str:
    return f'"{names}" does not hold if {cond}'


FAIR_DAY, OF_CHILDREN = off("PM-6", "it is fair day"), off("PM-9", "P is a child")


def answer(scene: str, said: list[Path]) -> Answer:
    at = house.desk("permits", said, root=GAMES)
    (_, found), *_ = [a for s in at.scenes(scene, "here") for a in at.answers(s)]
    return found


@pytest.mark.parametrize(
    ("said", "done", "gives", "cited"),
    [
        ((FAIR_DAY,), "", "no", False),
        ((FAIR_DAY,), "A does declare fair day; ", "yes", True),
        ((FAIR_DAY, OF_CHILDREN), "A does declare fair day; A does become a child; ", "no", False),
        ((FAIR_DAY, OF_CHILDREN), "A does declare fair day; B does become a child; ", "yes", True),
        ((off("PM-6", "Q is a child"),), "B does become a child; ", "yes", True),
        ((off("PM-6", "P is a child"),), "B does become a child; ", "no", False),
        ((off("PM-6 PM-5", "it is fair day"), off("PM-8.6", "always")), "A does declare fair day; ", "SILENT", False),
    ],
)
def test_a_norm_holds_but_where_it_is_switched_off(
    said: tuple[str, ...], done: str, gives: str, cited: bool, tmp_path: Path
) -> None:
    found = answer(MASKED.format(done), errata(tmp_path, *said))
    assert (found.value or found.verdict.value) == gives
    assert ("PM-9" in found.clauses) >= cited


def test_a_value_is_switched_off_for_whom_it_is_said(tmp_path: Path) -> None:
    scene = "players A B; A does become a child; B does become a child; B does fall ill; what is the fee of {}?"
    said = errata(tmp_path, off("PM-2", "P is ill"), off("PM-3", "always"))
    assert [answer(scene.format(p), said).value for p in "AB"] == ["0", "2"]


def test_what_is_switched_off_by_name_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        house.desk("permits", errata(tmp_path, off("PM-66", "it is fair day")), root=GAMES)
    problem = refused.value.problems[0]
    assert (problem.message, problem.place.line) == ("there is no clause or norm `PM-66`", 4)
    assert "`PM-6`" in problem.hint


def test_norms_that_switch_each_other_off_are_refused_with_both_named(tmp_path: Path) -> None:
    circle = off("PM-10", "it is fair day"), OF_CHILDREN
    with pytest.raises(InputError) as refused:
        house.desk("permits", errata(tmp_path, *circle), root=GAMES)
    assert "`PM-9 does not hold`, which asks for `PM-10 does not hold`" in refused.value.problems[0].message


def test_the_solver_knows_where_a_norm_is_switched_off(tmp_path: Path) -> None:
    def meeting(*said: str) -> set[tuple[str, str]]:
        game = house.desk("permits", errata(tmp_path, *said), root=GAMES).game
        listed = [p for p in pairs(game) if p.about == "enter"]
        return {(c.pair.one, c.pair.other) for c in clashes(game, listed, True) if c.can != "no"}

    assert ("PM-6", "PM-7") in meeting(FAIR_DAY)
    assert ("PM-6", "PM-7") not in meeting(off("PM-6", "P is a guest"))


def test_what_is_switched_off_is_told_where_norms_are_shown_and_compared(tmp_path: Path) -> None:
    before, after = house.desk("permits", root=GAMES), house.desk("permits", errata(tmp_path, FAIR_DAY), root=GAMES)
    assert any("switched off where it says so: PM-9" in line for line in shown([after], "PM-6"))
    told = {(t.kind, t.name): (t.what, t.after) for t in texts(before, after)}
    wanted = "P must not enter if P wears a mask (not where PM-9 switches it off)"
    assert told["norm", "PM-6"] == ("changed", wanted)
    assert set(told) == {("norm", "PM-6"), ("norm", "PM-9"), ("clause", "PM-9")}
