"""The scene of every finding can be asked as it stands, and shows what the finding says."""

from __future__ import annotations

import re

import pytest
from conftest import TRIALS
from known import SHELF, few

from checker.analyses.registry import ANALYSES, run
from checker.catalog import games as house
from checker.check.finding_formats import each, joined
from checker.check.run_checks import bench
from checker.explore.cards import minimal_scene
from checker.explore.cards.minimal_scene import reduced
from checker.explore.cards.search_result import DecidingPoint
from checker.explore.scene_state import Cause, key_of
from checker.kernel.verdict import Extent, Finding, Verdict
from checker.session.context import Options
from checker.verdicts.verdict import Answer

GAMES = {"hexhex": 3, "hexx": 2}
FEW = frozenset({"Duck", "Null", "Twain", "Ward", "Hex Sign"})
"""The cards that are searched of HEX•HEX, unless more is tried: all of them take minutes."""
LOOPS = "endless-play"
"""The analysis that is left to the other game, unless more is tried: it works on the whole text and takes as long as all others."""
OPEN = {"HX101", "HX201", "HX202", "HX205", "HX301", "HX304"}
"""Codes whose findings say that a question is open."""


ELSEWHERE = re.compile(r'(?ms)^scene "endless: (?!a result).*?(?=^scene )')
"""The situations that are left to the tests of loops, unless more is tried: of these one is laid with every card."""


def findings(game: str) -> tuple[Finding, ...]:
    if game != "hexhex" or TRIALS > 1:
        at = bench(house.desk(game))
        at = at._replace(situations=ELSEWHERE.sub("", at.situations)) if TRIALS == 1 else at
        return run(at, Options((GAMES[game],), "quick", shelf=SHELF)).findings
    rest = [one.name for one in ANALYSES if one.name != LOOPS]
    return run(few(FEW), Options((GAMES[game],), "quick", shelf=SHELF), rest).findings


def asked(game: str, witness: str) -> Answer:
    """What the judge says to the last question of the scene."""
    desk = house.desk(game)
    answers = [answer for scene in desk.scenes(witness, "witness") for _, answer in desk.answers(scene)]
    assert answers, witness
    return answers[-1]


def shows(finding: Finding, answer: Answer) -> bool:
    """The answer is open where the finding says so, and for the clauses that the finding names."""
    points = [set(p.clauses) for p in answer.points]
    if finding.code not in OPEN:
        named = set().union(set(answer.clauses), *points)
        return not finding.clauses or bool(named & set(finding.clauses))
    return answer.verdict is not Verdict.FORCED and any(p <= set(finding.clauses) for p in points)


# One test for each game, since what it looks at takes most of its time.


@pytest.mark.early
@pytest.mark.parametrize(("game", "most"), (("hexhex", 70), ("hexx", 37)))
def test_every_finding_is_shown_by_its_scene_and_those_of_one_cause_are_one(game: str, most: int) -> None:
    """What was met in play has a scene; what stands in the text, and what was not met, need not."""
    known = {code for one in ANALYSES for code, _ in one.codes}
    listed = findings(game)
    assert all(f.code in known for f in listed)
    assert all(f.witness for f in listed if f.code in OPEN and f.extent is Extent.EXHAUSTED)
    told = [f for f in listed if f.witness]
    assert told
    assert not [(f.code, f.message, f.witness) for f in told if not shows(f, asked(game, f.witness))]
    made = joined(house.desk(game).game, listed)
    assert len(made) <= most < len(listed)
    assert sorted(f.fingerprint for f in each(made)) == sorted(f.fingerprint for f in listed)
    assert len({f.fingerprint for f in made}) == len(made)


def test_two_statements_that_need_each_other_leave_a_witness_together() -> None:
    def shows(lines: tuple[str, ...]) -> bool:
        return "B plays Level" in lines and ("C plays HEX•HEX" in lines) == ("HEX•HEX: B is last" in lines)

    lines = ("players A B C", "C plays HEX•HEX", "HEX•HEX: B is last", "B plays Level", "who wins?")
    assert reduced(lines, shows, 3) == ("players A B C", "B plays Level", "who wins?")


def test_no_act_becomes_illegal_in_a_smaller_scene() -> None:
    """What makes an act legal is left in it, although the question hangs on the same point without it."""
    at = bench(house.desk("hexhex"))
    legal = ("Hex: A to B", "A plays HEX•HEX", "HEX•HEX: B is last", "B plays Level", "A plays Null")
    lines = ("players A B C", *legal, "may B play Level?")
    answer = minimal_scene.asked(at, lines)
    assert answer is not None
    point = next(p for p in answer.points if p.key[1] == "conflict")
    key = key_of(point, Cause())
    way = DecidingPoint(key, key, point, Cause(), lines[-1], lines, ("Level",), 3, 0)
    smallest = minimal_scene.shown(at, (way,))
    assert smallest is not None and smallest.lines == lines
    without = minimal_scene.asked(at, (lines[0], *legal[3:], lines[-1]))
    assert without is not None and point.key in {p.key for p in without.points}
