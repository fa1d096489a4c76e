"""Where chance has nothing to choose from, nothing is drawn: play goes on, and every command works."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli.main import run

BURN = {
    "hexcheck.toml": 'name = "burn"\nplayers = "2"\n',
    "cards/all.cards": "card Ant\n  kinds bug\n  copies 1 assumed\n",
    "specs/vocabulary.norm": """kinds bug
zone deck "the deck" in order: cards, starts shuffled
zone box "the box": cards
field moved "{P} has moved": condition, starts no
act wait "wait" "{P} waits": P
  does Set it so that P has moved.
""",
    "specs/clauses.norm": 'clause M-1 permission "Turns"\n  says One card goes unseen. Everybody waits.\n  norm P may wait\n',
    "specs/procedure.norm": """procedure game
  step burn M-1: Take the top card C of the deck. Move C to the box.
  step act M-1: For each player P, players may act "turn: wait" until P has moved.
""",
    "specs/situations.scene": 'scene "the start"\nplayers A B\n',
}
"""The deck is never laid: nothing is on top of it."""
KITES = BURN | {
    "hexcheck.toml": 'name = "kites"\nplayers = "2"\n',
    "cards/all.cards": "card Gust\n  kinds wind\n  copies 2 assumed\n",
    "specs/vocabulary.norm": """kinds wind
zone box "the box": cards
zone hand "the hand of {P}": cards
zone sky "the sky": cards
field wind "the wind": number, starts 0
act fly "fly {C} towards {Q} | fly {C}" "{P} flies {C} towards {Q} | {P} flies {C}": P C Q
  does Chance decides on a card D such that (D is in the sky). Move D to the box. Raise the wind by 1.
""",
    "specs/clauses.norm": """clause K-1 permission "Kites"
  says A kite in hand may be flown towards somebody else.
  norm P may fly C towards Q if C is in the hand of P and not Q is P
""",
    "specs/procedure.norm": 'procedure game\n  step act K-1: Players may act "turn: fly" until the wind is at least 1.\n',
    "specs/situations.scene": 'scene "the start"\nplayers A B\nhand A: Gust\n',
}
"""A kite meets one of those in the sky, and there is none."""


def laid(tmp_path: Path, files: dict[str, str]) -> str:
    """The folder of the game."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path)


def test_a_step_that_draws_from_an_empty_deck_is_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", laid(tmp_path, BURN), "--all", "--jobs", "1"]) == 0
    assert "0 errors" in capsys.readouterr().out


def test_an_act_told_short_that_draws_from_nothing_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = laid(tmp_path, KITES)
    scene = "players A B; hand A: Gust; may A fly Gust?; A flies Gust towards B; what is the wind?"
    assert run(["ask", "--game", folder, scene]) == 0
    out = capsys.readouterr().out
    assert "may A fly Gust?\n  FORCED: yes" in out and "what is the wind?\n  FORCED: 0" in out
    assert run(["check", folder, "--jobs", "1"]) == 1
    found = capsys.readouterr().out
    assert "2 errors" in found, "nobody is given a kite, and who has one flies it again and again without a wind"
    assert "HX501" in found and "HX503" in found
