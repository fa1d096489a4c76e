"""Small random games: whatever the program says of one is what a plain referee says.

`make thorough` plays a thousand, and `make oracle` goes on with others. What is not mended yet stands in OPEN.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT, TRIALS
from oracle_asked import Tally, begun, remembered
from oracle_drawn import made
from oracle_run import contradictions
from oracle_text import files

GAMES, PARTS = 250 * TRIALS, 10
OPEN: tuple[str, ...] = ()
"""What the program is known to get wrong."""


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_contradicted(part: int, tmp_path: Path) -> None:
    tally: Tally = Counter()
    folder = begun(tmp_path)
    with remembered():
        for seed in range(part, GAMES, PARTS):
            found = [one for one in contradictions(seed, folder, tally) if not one.startswith(OPEN)]
            assert not found, "\n".join((f"game {seed}", *files(made(seed)).values(), *found))
    assert sum(tally.values()) > GAMES // PARTS


def test_the_referee_is_short_and_knows_nothing_of_the_program() -> None:
    text = (ROOT / "tests" / "oracle.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    assert "checker" not in text and "hexcheck" not in text
