"""Where rulings and clauses come from, and since when they hold: cited wherever they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from checker.analyses import stale_ruling
from checker.analyses.registry import working
from checker.ask.answer_json import rulings_json
from checker.ask.answer_text import ruling_lines
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.cli.show import shown
from checker.errata.diff import changed
from checker.errata.diff_output import as_json, lines
from checker.errata.ruling_diff import changed_rulings
from checker.kernel.source import InputError
from checker.session.context import Options

GAMES = ROOT / "tests" / "cases" / "games"
CITED = "Draw Two draws two (FAQ, 2004; since 2004-05)"
RULED = """ruling "Draw Two draws two"
source "FAQ, 2004"
since "{since}"
players A B
A does enact Draw Two
what is the draw?
expect FORCED: {draw}
because FX-2

ruling "one is drawn"
players A B
what is the draw?
expect FORCED: 1
"""
DEARER = 'erratum "x"\nchange clause FX-2\n  since "2005"\n  norm the value of the draw is 4 if there is a card C such that (C is Draw Two and C lies out)\n'


def root(folder: Path, since: str = "2004-05", draw: int = 2) -> Path:
    shutil.copytree(GAMES, folder / "games")
    rulings = folder / "games" / "specs" / "flux" / "rulings" / "draws.scene"
    rulings.write_text(RULED.format(since=since, draw=draw), "utf-8")
    (folder / "dearer.norm").write_text(DEARER, "utf-8")
    return folder / "games"


def test_a_ruling_that_does_not_agree_is_told_with_its_source(tmp_path: Path) -> None:
    results = list(house.all_checked(house.desk("flux", root=root(tmp_path, draw=3)), 1))
    assert [line for line in ruling_lines(results) if CITED in line]
    told: Any = rulings_json(results)["rulings"]
    assert [(r["ruling"], r["source"], r["since"]) for r in told] == [
        ("Draw Two draws two", "FAQ, 2004", "2004-05"),
        ("one is drawn", "", ""),
    ]


def test_a_card_is_shown_with_the_rulings_that_use_it(tmp_path: Path) -> None:
    said = "\n".join(shown([house.desk("flux", root=root(tmp_path))], "Draw Two"))
    assert CITED in said
    assert "one is drawn" not in said


def test_a_ruling_that_an_erratum_changes_is_told_with_its_source(tmp_path: Path) -> None:
    at = root(tmp_path)
    before, after = house.desk("flux", root=at), house.desk("flux", [tmp_path / "dearer.norm"], root=at)
    _, (ruled,) = changed_rulings(before, after, 1)
    assert ruled.authority.of(ruled.title) == CITED
    (found,) = changed([(before, after)], 1)
    assert CITED in "\n".join(lines([found]))
    (ruling,) = as_json([found])["games"][0]["rulings"]
    assert (ruling["source"], ruling["since"]) == ("FAQ, 2004", "2004-05")
    assert "since: 2005" in "\n".join(shown([after], "FX-2"))


def test_a_stale_ruling_is_told_with_its_source(tmp_path: Path) -> None:
    at = house.desk("flux", [tmp_path / "dearer.norm"], root=root(tmp_path))
    with working(bench(at), Options((2,), "pairs", 1)) as work:
        found, _ = stale_ruling.run(work)
    assert any("the ruling `Draw Two draws two` (FAQ, 2004; since 2004-05)" in f.message for f in found)


@pytest.mark.parametrize("since", ["2004-15", "May 2004", "2004-05-00", ""])
def test_what_is_no_date_is_refused(since: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        house.desk("flux", root=root(tmp_path, since=since)).rulings()
    problem = refused.value.problems[0]
    assert problem.place.line == 3
    assert "a year, a month or a day" in problem.message
