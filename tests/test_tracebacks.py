"""Errata on which the program once failed: answered, refused at their own line, or left open; never a traceback."""

from __future__ import annotations

import pickle
from pathlib import Path

from checker import house
from checker.answers.verdicts import Answer
from checker.kernel.point import Kind, Point, Undecided
from checker.kernel.verdict import Verdict

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


NO_CARD = "there is a hex H such that (P holds no card for H)"
DUCK = "players A B C\nHex: A to B\nhand B: Duck\nmay B play Duck?"


def test_an_act_that_hangs_on_itself_is_open(tmp_path: Path) -> None:
    norm = f"  over permissions\n  norm P must not play C if C is Duck and {NO_CARD}\n"
    (answer,) = answers(tmp_path / "x.norm", HEAD + norm, DUCK)
    assert (answer.verdict, [p.clauses for p in answer.points]) == (Verdict.SILENT, [("E-1",)])
    (twin,) = answers(tmp_path / "x.norm", HEAD + norm.replace("C is Duck", "C is Dismiss"), DUCK)
    assert (twin.verdict, twin.value) == (Verdict.FORCED, "yes")


def test_a_point_that_is_open_in_another_process_comes_back_as_it_is() -> None:
    point = Point("a point", Kind.SILENT, ("value", "x"), ())
    assert pickle.loads(pickle.dumps(Undecided(point))).point == point
