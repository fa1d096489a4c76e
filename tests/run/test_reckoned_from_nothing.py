"""A value that is asked of what is nobody or nothing is named so, as players say it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_called_after_their_sort import laid

from checker.catalog import games as house
from checker.kernel.verdict import Verdict

WORDS = """sort way letters X
word north, south: way
field way "the way of {P}": way
field host "the host": player
fact reach "the reach of {X}": number
  by rules
act march "march" "{P} marches": P
  does Raise the coins of P by the reach of the way of P.
act serve "serve" "{P} serves": P
  does Raise the coins of P by the toll of the host.
"""


@pytest.mark.parametrize(("act", "gap"), [("marches", "the reach of nothing"), ("serves", "the toll of nobody")])
def test_nothing_and_nobody_are_named_in_words(act: str, gap: str, tmp_path: Path) -> None:
    at = house.desk(laid(tmp_path, WORDS, "norm the value of the reach of X is 2 if X is north"))
    (one,) = at.scenes(f"players A B; A {act}; what is the coins of A?", "x")
    (found,) = [a for _, a in at.answers(one)]
    assert found.verdict is Verdict.SILENT
    assert [p.text for p in found.points] == [f"nothing states {gap}"]
