"""What an answer takes for granted of the players' agreement about an added s, and what goes before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import games as house
from checker.verdicts.verdict import Answer

CARDS = "dictionary card, cards, do; word CARD at -1,0 east red"


def answer(scene: str, *errata: Path) -> Answer:
    at = house.desk("hexx", list(errata))
    (one,) = at.scenes("game hexx\nplayers Red Black\n" + scene.replace("; ", "\n"), "scene")
    return at.answers(one)[-1][1]


@pytest.mark.parametrize(
    ("scene", "supposed"),
    [
        ("Black plays S at 3,0; is the play valid?", True),
        ("Black plays S at 3,0; which words are made?", True),
        ("hand Black: S; may Black exchange 1?", True),
        ("adding s makes a new word; Black plays S at 3,0; is the play valid?", False),
        ("adding s makes no new word; Black plays S at 3,0; is the play valid?", False),
        ("Black plays DO at 2,0 south-east; is the play valid?", False),
        ("hand Black: V; may Black exchange 1?", False),
        ("hand Black: O; may Black exchange 1?", False),
    ],
)
def test_the_agreement_is_supposed_where_an_answer_hangs_on_it_and_nobody_tells_of_it(
    scene: str, supposed: bool
) -> None:
    said = answer(f"{CARDS}; {scene}").assumed
    assert any("agreed" in one for one in said) == supposed


def test_what_a_clause_states_goes_before_what_is_assumed(tmp_path: Path) -> None:
    erratum = tmp_path / "no-s.norm"
    erratum.write_text(
        'erratum "An s never makes a new word"\n'
        'clause E-1 definition "Errata"\n'
        "  says Putting an s on a word makes no new word.\n"
        "  norm it does not count that adding s makes a new word\n"
    )
    found = answer(f"{CARDS}; Black plays S at 3,0; is the play valid?", erratum)
    assert found.value == "no" and not any("agreed" in one for one in found.assumed)
    assert "E-1" in found.clauses
