"""Where it is open whether one act is allowed, what the others lead to is looked at all the same."""

from __future__ import annotations

from pathlib import Path

from checker.analyses.registry import run
from checker.ask.game_session import Desk
from checker.catalog.named_games import desk
from checker.check.run_checks import bench
from checker.kernel.verdict import Verdict
from checker.session.context import Options

WORDS = """field light "the light is on": condition, starts no
field over "the night is over": condition, starts no
act knock "knock" "{P} knocks": P
  does Set it so that the night is over.
act flip "flip" "{P} flips": P
  does In any order, (Set it so that the light is on. Set it not so that the light is on.).
"""
PLAY = """procedure game
  step act LA-1: Players may act "any: knock, flip" until the night is over.
"""
CLAUSES = """clause LA-1 permission "Lamps"
  says Anybody may flip.
  norm P may flip
clause LA-2 permission "Knocking"
  says Anybody may knock.
  norm P may knock
clause LA-3 prohibition "Knocking"
  says Nobody may knock.
  norm P must not knock
"""


def lamps(folder: Path, clauses: str) -> Desk:
    specs = folder / "specs"
    specs.mkdir()
    (folder / "hexcheck.toml").write_text('name = "lamps"\nplayers = "2"\n', encoding="utf-8")
    for name, text in (("vocabulary", WORDS), ("procedure", PLAY), ("clauses", clauses)):
        (specs / f"{name}.norm").write_text(text, encoding="utf-8")
    return desk(str(folder))


def test_an_order_that_matters_is_found_beside_an_act_that_clauses_dispute(tmp_path: Path) -> None:
    report = run(bench(lamps(tmp_path, CLAUSES)), Options((2,), "quick"), ("order-dependence",))
    assert [found.code for found in report.findings] == ["HX205"]
    assert "flip" in report.findings[0].witness


def test_two_norms_of_one_clause_that_disagree_are_told_by_their_numbers(tmp_path: Path) -> None:
    one = 'clause LA-1 permission "Lamps"\n  says It is so.\n  norm P may flip\n  norm P must not flip\n'
    at = lamps(tmp_path, one)
    ((_, answer),) = at.answers(at.scenes("players A B; may A flip?", "here")[0])
    assert answer.verdict is Verdict.CONTRADICTION
    assert [option.text for option in answer.points[0].options] == ["LA-1.1 prevails", "LA-1.2 prevails"]
