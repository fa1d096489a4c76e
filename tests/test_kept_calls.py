"""Certificates made with what earlier rules left: the same as those made from nothing."""

from __future__ import annotations

import json
import pickle
from functools import cache
from typing import Any

import pytest
from conftest import ROOT

from checker import house
from checker.answers.desk import Desk
from checker.search.zones import zoned
from checker.smt.ranking import Ranking
from checker.smt.ranking_file import written
from checker.smt.ranking_kept import Finals, Kept

ERRATA = ROOT / "tests" / "errata"
LOOP = "act play"
"""Through this loop every card is carried out."""


@cache
def desk(*errata: str) -> Desk:
    return house.desk("hexhex", [ERRATA / f"{name}.norm" for name in errata])


def certified(at: Desk, kept: Kept | None = None) -> tuple[dict[str, Any], Finals, int]:
    """The certificate of the loop, what is left to later runs, and how many calls had to be gone through."""
    finals = Finals(at.game, kept)
    before = {id(course) for courses in finals.courses.values() for course in courses}
    ranking = Ranking(at.game, zoned(at.rules), finals)
    (loop,) = (one for one in ranking.loops() if one.where == LOOP)
    found = written(ranking.ranked(loop))
    made = sum(id(course) not in before for courses in finals.courses.values() for course in courses)
    return found, finals, made


@cache
def left() -> tuple[bytes, int]:
    """What the rules without errata leave, as it is written down, and how much work it was."""
    _, finals, made = certified(desk())
    return pickle.dumps(finals.left()), made


@pytest.mark.parametrize("erratum", ["duck-becomes-sender", "endless-duck-returns", "said/new-card-leapfrog"])
def test_after_an_erratum_the_certificate_is_the_one_made_from_nothing(erratum: str) -> None:
    kept, all_of_it = left()
    after = desk(erratum)
    again, finals, made = certified(after, pickle.loads(kept))
    assert json.dumps(again) == json.dumps(certified(after)[0])
    assert 0 < made < all_of_it / 2
    assert finals.fresh


def test_without_courses_after_an_erratum_the_certificate_is_the_same() -> None:
    kept, _ = left()
    after = desk("duck-becomes-sender")
    known = pickle.loads(kept)
    again, _, made = certified(after, known._replace(courses={}))
    with_courses, _, fewer = certified(after, pickle.loads(kept))
    assert json.dumps(again) == json.dumps(with_courses)
    assert fewer < made


def test_under_the_same_rules_no_call_is_worked_out_again() -> None:
    kept, _ = left()
    found, finals, made = certified(desk(), pickle.loads(kept))
    assert (made, finals.fresh) == (0, False)
    assert json.dumps(found) == json.dumps(certified(desk())[0])
