"""Whether a card that carries out another one's text keeps whom that one named, nobody has said unless the text says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import named_games as house
from checker.cli.main import run
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import spoken

DARTS = {
    "specs/vocabulary.norm": """kinds dart, bird
zone hand "the hand of {P}": cards
zone pile "the pile": cards
field coins "the coins of {P}": number, starts 3
field named "the player named by {C}": player, marks whom its player named
field over "the day is over": condition, starts no
act play "play {C} naming {Q} | play {C}" "{P} plays {C} naming {Q} | {P} plays {C}": P C Q
  does Set the player named by C to Q. Move C to the pile. Carry out the text of C.
""",
    "specs/clauses.norm": 'clause D-1 permission "Play"\n  says Cards in hand may be played.\n  norm P may play C if C is in the hand of P\n',
    "specs/procedure.norm": 'procedure game\n  step act D-1: Players may act "any: play" until the day is over.\n',
    "specs/situations.scene": 'scene "the start"\nplayers A B\n',
    "hexcheck.toml": 'name = "darts"\nplayers = "2-3"\n',
    "cards/all.cards": "card Dart\n  kinds dart\n  text Lower the coins of the named player by 1.\n  clauses D-1\n  copies 2 assumed\n"
    "card Gift\n  kinds dart\n  text Raise the coins of you by 1.\n  clauses D-1\n  copies 2 assumed\n",
}
PARROT = "card Parrot\n  kinds bird\n  text For each card C such that (C is in the pile and C is dart), ({}Carry out the text of C.).\n  clauses D-1\n  copies 1 assumed\n"


@pytest.mark.parametrize(
    ("text", "scene", "verdict", "value"),
    [
        ("", "A plays Dart naming C; B plays Parrot", Verdict.SILENT, ""),
        ("", "A plays Dart naming C; B plays Parrot naming A", Verdict.FORCED, "2"),
        ("Let Q be the player named by C. ", "A plays Dart naming C; B plays Parrot", Verdict.FORCED, "1"),
        ("", "A plays Gift; B plays Parrot", Verdict.FORCED, "3"),
    ],
)
def test_a_copy_keeps_whom_its_card_named_only_if_it_is_said(
    tmp_path: Path, text: str, scene: str, verdict: Verdict, value: str
) -> None:
    for name, said in DARTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(said, encoding="utf-8")
    (tmp_path / "cards" / "bird.cards").write_text(PARROT.format(text), encoding="utf-8")
    desk = house.desk(str(tmp_path))
    hands = "players A B C; hand A: Dart, Gift; hand B: Parrot; "
    (told,) = desk.scenes(f"{hands}{scene}; what is the coins of C?", "x")
    ((_, answer),) = desk.answers(told)
    assert answer.verdict is verdict
    assert not value or spoken(answer.value) == value
    assert run(["ask", "--game", str(tmp_path), f"{hands}{scene}; what happens?"]) == 0
