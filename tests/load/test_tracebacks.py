"""Errata on which the program once failed: answered, refused at their own line, or left open; never a traceback."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.whole_rulebook import Circular
from checker.catalog import games as house
from checker.check.run_checks import checked_games, circular, report
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.kernel.term import Kind, Point, Undecided
from checker.kernel.verdict import Verdict
from checker.verdicts.point_wording import PointWording
from checker.verdicts.verdict import Answer, answered

HEAD = 'erratum "x"\nclause E-1 effect "Errata"\n  says One.\n'
OTHER = 'clause E-2 effect "Errata"\n  says Another.\n'


def answers(path: Path, erratum: str, scene: str) -> list[Answer]:
    """What is answered with the erratum."""
    path.write_text(erratum, encoding="utf-8")
    at = house.desk("hexhex", [path])
    return [answer for one in at.scenes(scene, "x") for _, answer in at.answers(one)]


GONE_OFF = "players A B C\nVoice A 5, B 5\nHex: A to B\nhand B: nothing\nthe Hex goes off\n"


def test_two_clashes_of_the_same_clauses_are_two_choices(tmp_path: Path) -> None:
    one = "  norm P loses N Voice by being Hexed is prevented\n  norm P gains N Voice is prevented\n"
    two = (
        "  norm instead of P loses N Voice by being Hexed, P draws a card\n"
        "  norm instead of P gains N Voice, P draws a card\n"
    )
    asked = GONE_OFF + "how many cards does B hold?\nwho loses Voice?"
    held, lost = answers(tmp_path / "x.norm", HEAD + one + OTHER + two, asked)
    assert (held.verdict, [p.clauses for p in held.points]) == (Verdict.CONTRADICTION, [("E-1", "E-2")])
    assert {o.value for o in held.outcomes} == {"0", "1"} and (lost.verdict, lost.value) == (Verdict.FORCED, "nobody")


def test_the_clause_that_prevails_gives_its_own_value_each_time(tmp_path: Path) -> None:
    """What one clause says of one player is not what it says of another: the choice is which clause prevails."""
    field = 'fact worth "the worth of {P}": number\n  by rules\n'
    one = "  norm the value of the worth of P is the Voice of P plus 1\n"
    two = "  norm the value of the worth of P is the Voice of P plus 2\n"
    scene = "players A B\nVoice A 5, B 6\nis it so that the worth of A is the worth of B minus 1?"
    (answer,) = answers(tmp_path / "x.norm", HEAD + one + OTHER + two + field, scene)
    assert (answer.verdict, answer.value) == (Verdict.FORCED, "yes")


@pytest.mark.parametrize(("number", "answer"), [(3, "CONTRADICTION: 12 or 3"), (12, "FORCED: 12")])
def test_clauses_that_count_otherwise_contradict_each_other(number: int, answer: str, tmp_path: Path) -> None:
    said = f"{HEAD}  count standard tokens {number}\n"
    (found,) = answers(tmp_path / "x.norm", said, "players A B C\nhow many standard tokens are there?")
    assert f"{found.verdict.value}: {found.value}" == answer


NO_CARD = "there is a hex H such that (P holds no card for H)"
DUCK = "players A B C\nHex: A to B\nhand B: Turn Aside Left\nmay B play Turn Aside Left?"


def test_an_act_that_hangs_on_itself_is_open(tmp_path: Path) -> None:
    norm = f"  over permissions\n  norm P must not play C if C is Turn Aside Left and {NO_CARD}\n"
    (answer,) = answers(tmp_path / "x.norm", HEAD + norm, DUCK)
    assert (answer.verdict, [p.clauses for p in answer.points]) == (Verdict.SILENT, [("E-1",)])
    (twin,) = answers(tmp_path / "x.norm", HEAD + norm.replace("C is Turn Aside Left", "C is Dismiss"), DUCK)
    assert (twin.verdict, twin.value) == (Verdict.FORCED, "yes")


def test_a_point_that_is_open_in_another_process_comes_back_as_it_is() -> None:
    point = Point("a point", Kind.SILENT, ("value", "x"), ())
    assert pickle.loads(pickle.dumps(Undecided(point))).point == point


# ---- precedence in a circle ------------------------------------------------------------------

CIRCLE = """erratum "In a circle, and a clash besides"
clause PB-8 permission "Errata"
  says Alms may be played.
  over PB-9
  norm P may play C if C is Alms
clause PB-9 prohibition "Errata"
  says Alms may not be played.
  over PB-8
  norm P must not play C if C is Alms
"""


def test_all_else_is_looked_at_while_precedence_runs_in_a_circle(tmp_path: Path) -> None:
    file, toy = tmp_path / "circle.norm", ROOT / "tests" / "toy"
    greedy = (toy / "greedy.norm").read_text(encoding="utf-8")
    file.write_text(CIRCLE + greedy, encoding="utf-8")
    with pytest.raises(Circular) as error:
        house.desk("pebbles", [file], root=toy)
    cut, out = house.desk("pebbles", [file], root=toy, cut=True), tmp_path / "report.json"
    assert "PB-2" in {
        c for f in report(cut, "2", "quick", 1).findings if f.name == "conflicting-clauses" for c in f.clauses
    }
    checked_games([cut], "2", "none", "never", 1, "json", out, circles={"pebbles": circular(error.value)})
    (found,) = json.loads(out.read_text(encoding="utf-8"))["findings"]
    assert (found["code"], set(found["clauses"])) == ("HX103", {"PB-8", "PB-9"})


# ---- letters ---------------------------------------------------------------------------------


def test_where_the_letters_of_a_sort_run_out_the_message_says_so_and_a_digit_helps(tmp_path: Path) -> None:
    file = tmp_path / "tiles.norm"
    norm = "  norm P must not pass if there is a tile T such that (there is a tile U such that (there is a tile {0} such that ({0} is not U)))\n"
    file.write_text(HEAD + norm.format("Y"), encoding="utf-8")
    with pytest.raises(InputError) as error:
        house.desk("hexx", [file])
    assert "`Y` cannot stand here" in error.value.problems[0].message
    assert error.value.problems[0].hint == "`Y` stands for nothing; a tile is T or U, a further one T1, T2, …"
    file.write_text(HEAD + norm.format("T1"), encoding="utf-8")
    assert house.desk("hexx", [file])


def test_a_ruling_that_goes_on_within_itself_is_unknown_and_the_others_are_judged(tmp_path: Path) -> None:
    throw = "C has Ward in play; hand B: Hex Sign; A casts at B; B plays Hex Sign; signs: A rock, B paper, C paper"
    one = f"players A B C; {throw}\nhow much Voice does C lose?\nexpect FORCED: 0\n"
    other = "players A B C; A casts at B; B plays Turn Aside Left\nwhere does the Hex go?\nexpect FORCED: C\n"
    (tmp_path / "x.scene").write_text(f'ruling "one"\n{one}ruling "other"\n{other}', encoding="utf-8")
    erratum = ROOT / "tests" / "errata" / "endless-gain-brings-gain.twin.norm"
    _, (lost, judged) = house.file_checked(tmp_path / "x.scene", [erratum], None)
    assert lost.answer is not None and lost.answer.verdict is Verdict.UNKNOWN and lost.faults
    assert judged.answer is not None and judged.answer.value == "C" and not judged.faults


def test_a_question_to_which_no_way_leads_is_silent() -> None:
    rules = house.desk("hexhex").rules
    answer = answered(rules, "who is Hexed?", [], PointWording(rules, Store()))
    assert (answer.verdict, answer.value) == (Verdict.SILENT, "") and "no clause" in answer.note


def test_a_fact_may_be_called_as_what_was_so_before(tmp_path: Path) -> None:
    fact = 'fact before noon "it is before noon for {P}": condition\n  means the Voice of P is less than 5\n'
    asked = "is it so that it is before noon for A?\nis it so that it is before noon for B?"
    found = answers(tmp_path / "x.norm", f'erratum "x"\n{fact}', f"players A B\nVoice A 3, B 6\n{asked}")
    assert [(a.verdict, a.value) for a in found] == [(Verdict.FORCED, "yes"), (Verdict.FORCED, "no")]


@pytest.mark.parametrize("told", ["P casts at Q", "A casts at Q", "P plays Duck"])
def test_who_is_told_to_act_has_to_play(told: str) -> None:
    with pytest.raises(InputError, match="no player of this scene"):
        house.desk("hexhex").scenes(f"players A B C D\n{told}\nwhat happens?", "x")
