"""What is asked of gains and losses is seen however the effect writes it."""

from __future__ import annotations

import pytest
from test_cases import answers

from checker.kernel.verdict import Verdict


@pytest.mark.parametrize(
    ("told", "asked", "value"),
    [
        ("A does salute B", "how much Voice does B gain", "1"),
        ("A does salute B; A does salute B", "how much Voice does B gain", "2"),
        ("A does salute B", "how much Voice does B have", "6"),
        ("A does salute B", "does B gain Voice", "yes"),
        ("A does salute B", "does B gain 1 Voice", "yes"),
        ("A does salute B", "does B lose Voice", "no"),
        ("A does salute B", "who gains Voice", "B"),
        ("A does salute B", "how does B's Voice change", "1"),
        ("A does scorn C", "how much Voice does C lose", "2"),
        ("A does scorn C", "who loses Voice", "C"),
        ("A does scorn C", "does C gain Voice", "no"),
        ("A does scorn C; A does salute C", "how does C's Voice change", "-1"),
    ],
)
def test_a_verb_that_writes_voice_itself_is_a_gain_or_a_loss(told: str, asked: str, value: str) -> None:
    assert answers(f"players A B C; {told}; {asked}?", "hexhex", "hh-salute") == [(Verdict.FORCED, value)]
