"""A game may say that what no clause allows is forbidden: every other norm goes before that, and it alone is cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.catalog import games
from checker.cli.main import run
from checker.load.folders.new_game import new_game

CLOSED = (
    'clause CO-9 prohibition "Else"\n  says Nothing else may be done.\n  norm what no clause allows is forbidden{}\n'
)
GIFT = """card Gift
  kinds lucky
  text Choose a player Q such that Q is not you. Q pays you a coin.
  clauses CO-2
  copies 2 assumed
"""
PAYING = 'clause CO-8 permission "Debts"\n  says Whoever has most pays.\n  norm P may pay Q a coin if P leads\n'


def folder(tmp_path: Path, more: str = "", only_if: str = "") -> Path:
    new_game(tmp_path / "game")
    (tmp_path / "game" / "specs" / "closed.norm").write_text(CLOSED.format(only_if) + more, "utf-8")
    (tmp_path / "game" / "cards" / "gift.cards").write_text(GIFT, "utf-8")
    return tmp_path / "game"


def asked(root: Path, scene: str, *errata: Path) -> list[str]:
    desk = games.desk("game", errata, root=root)
    text = "players A B; it is A's turn; hand A: Gift; hand B: nothing; the coins of B is 2; " + scene
    return [str(a.value) or a.verdict.name for one in desk.scenes(text, "test") for _, a in desk.answers(one)]


def test_what_no_clause_allows_is_forbidden_by_that_clause_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = "players A B; it is A's turn; hand A: Gift; may B take a coin?; may A take a coin?; may A play Gift?"
    assert run(["ask", str(folder(tmp_path)), scene]) == 0
    told = re.findall(r"^  (FORCED: \w+|by .*)$", capsys.readouterr().out, re.M)
    assert told == ["FORCED: no", "by CO-9", "FORCED: yes", "by CO-1", "FORCED: yes", "by CO-2"]


def test_an_act_of_which_no_norm_speaks_stays_open(tmp_path: Path) -> None:
    assert asked(folder(tmp_path), "may B pay A a coin?")[0] == "SILENT"


def test_an_act_that_a_step_waits_for_is_forbidden_though_no_norm_speaks_of_it(tmp_path: Path) -> None:
    root, erratum = folder(tmp_path), tmp_path / "no-coins.norm"
    erratum.write_text(
        'erratum "Nobody takes coins"\nremove norm of CO-1: P may take a coin if P is the player on turn\n', "utf-8"
    )
    assert asked(root, "may A take a coin?", erratum) == ["no"]


def test_what_the_text_of_a_card_has_players_do_is_not_kept_from_happening(tmp_path: Path) -> None:
    root = folder(tmp_path, PAYING)
    scene = "the coins of A is 5; A plays Gift; what is the coins of A?"
    assert asked(root, scene) == ["6"]
    assert asked(root, "the coins of A is 5; may B pay A a coin?") == ["no"]


def test_it_holds_only_where_its_condition_does(tmp_path: Path) -> None:
    root = folder(tmp_path, only_if=" if there is a player P such that (the coins of P is 7)")
    ask = "may B take a coin?"
    assert [asked(root, f"{told}{ask}")[0] for told in ("", "the coins of A is 7; ")] == ["SILENT", "no"]


def test_an_erratum_that_allows_something_goes_before_it(tmp_path: Path) -> None:
    root, erratum = folder(tmp_path), tmp_path / "off-turn.norm"
    erratum.write_text(
        'erratum "Anybody takes coins"\nclause E-1 permission "Errata"\n  says Anybody may.\n  norm P may take a coin\n',
        "utf-8",
    )
    assert asked(root, "may B take a coin?", erratum)[0] == "yes"


def test_it_is_shown_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(folder(tmp_path)), "CO-9"]) == 0
    assert capsys.readouterr().out.count("what no clause allows is forbidden") == 1
