"""What scenes can say, told to people: listed by `show`, shown by `ask --help`, and in the language's manual."""

from __future__ import annotations

import re

import manual
import pytest
from conftest import ROOT

from checker.catalog.named_games import desk, known
from checker.cli import main
from checker.cli.help import examples
from checker.cli.show import shown
from checker.syntax.form_listing import called


def test_no_game_has_a_grammar_of_its_own() -> None:
    """What scenes of a game say stands in its vocabulary and its forms."""
    assert [p.stem for p in (ROOT / "grammar").glob("*.lark") if p.stem in known()] == []


def test_the_manual_has_the_forms_as_they_are() -> None:
    page = manual.PAGE.read_text("utf-8")
    assert page == manual.current(page), "`python tests/manual.py` writes it anew"
    assert page.count("| `may PLAYER ACT?` | `may ") == 1


def test_ask_help_shows_six_scenes_that_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    main.run(["ask", "--help"])
    told = " ".join(capsys.readouterr().out.replace("\n", " ").split())
    assert len(examples()) == 6 and {game for game, _ in examples()} == set(known())
    for game, scene in examples():
        assert f'hexcheck ask {game} "{scene}"' in told
        assert main.run(["ask", game, scene]) == 0


@pytest.mark.parametrize("game", known())
def test_every_form_without_a_gap_is_read(game: str) -> None:
    """What `show scenes` lists is what the game reads, word for word."""
    at = desk(game)
    lines = [line.strip() for line in shown([at], "scenes") if re.match(r"    \S", line)]
    players = tuple(["A", "B", "C"]) if 3 in at.seated((3,)) else ("Red", "Blue")
    whole = [line for line in lines if not called(line) and "…" not in line]
    assert whole and [line for line in whole if not at.reader.reads(line, players)] == []


def test_questions_with_a_word_spell_out_what_has_it() -> None:
    found = shown([desk("hexhex")], "questions naming")
    assert "  may PLAYER play CARD naming PLAYER?" in found and all("naming" in line for line in found[1:])
    assert "  what category is CARD?" in shown([desk("hexhex")], "questions Ward")
    assert shown([desk("hexhex")], "questions zzz")[0].startswith("no form of a question has `zzz`")


def test_a_word_behind_questions_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    main.run(["show", "hexx", "questions", "roll"])
    assert "may PLAYER roll NUMBER?" in capsys.readouterr().out
