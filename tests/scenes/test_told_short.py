"""An act that is told with something left out is any of those that say it all: asked about, done, and spoken of by norms."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games as house

CASES = ROOT / "tests" / "cases"
LETTERS = (CASES / "B13-letters.scene").read_text(encoding="utf-8")

ERRATUM = """erratum "What a card is not played on"
clause E-1 prohibition "Errata"
  for {card}
  norm P must not play C{how} if C is {card} and {what}
"""
STUN = {"card": "Stun", "how": " on H", "what": "H carries Boost"}
WAY = {"card": "Deflect Across", "how": " naming Q", "what": "Q is the dealer"}
ONE = "players A B C; Hex H1: B to C, boosted; "
TWO = "players A B C D; Hex H1: B to C, boosted; Hex H2: C to D; "
ACROSS = "players A B C D E F; dealer D; Hex H1: A to B; "
AIMED = "players A B C D; dealer D; C has Ward in play; Hex H1: A to B; "


@cache
def plain(game: str) -> Desk:
    return amended(game)


def amended(game: str, *errata: Path) -> Desk:
    return house.desk(game, errata, root=CASES / "games" if game == "letters" else None)


def answers(text: str, *errata: Path, game: str = "hexhex") -> list[str]:
    at = amended(game, *errata) if errata else plain(game)
    return [f"{a.verdict.value} {a.value}".strip() for scene in at.scenes(text, "x") for _, a in at.answers(scene)]


@pytest.fixture
def erratum(tmp_path: Path) -> Path:
    return tmp_path / "erratum.norm"


def test_a_norm_on_what_a_card_is_played_on_holds_of_the_card_told_without(erratum: Path) -> None:
    erratum.write_text(ERRATUM.format(**STUN), encoding="utf-8")
    assert (
        answers(ONE + "may A play Stun?; may A play Stun naming C?; may A play Stun on H1?", erratum)
        == ["FORCED no"] * 3
    )
    for told in ("A plays Stun", "A plays Stun on H1"):
        assert answers(f"{ONE}{told}; is it legal?; who loses Voice?", erratum) == ["FORCED no", "SILENT"]


def test_of_several_things_only_those_are_chosen_with_which_the_act_is_allowed(erratum: Path) -> None:
    erratum.write_text(ERRATUM.format(**STUN), encoding="utf-8")
    assert answers(TWO + "may A play Stun?; A plays Stun; is it legal?; who loses Voice?", erratum) == [
        "FORCED yes",
        "FORCED yes",
        "FORCED D",
    ]
    both = TWO + "A plays Stun; who loses Voice?"
    assert answers(both) == ["FORCED C if A sets off H1, D if A sets off H2"]
    erratum.write_text(ERRATUM.format(**STUN | {"what": "H carries Rot"}), encoding="utf-8")
    assert answers(both, erratum) == answers(both)
    assert answers(ONE + "may A play Stun?; A plays Stun; who loses Voice?", erratum) == ["FORCED yes", "FORCED C"]


def test_a_norm_on_whom_a_card_names_holds_where_they_are_chosen_later(erratum: Path) -> None:
    erratum.write_text(ERRATUM.format(**WAY), encoding="utf-8")
    asked, where = (
        "may B play Deflect Across?; may B play Deflect Across naming D?",
        "B plays Deflect Across; where does the Hex go?",
    )
    assert answers(ACROSS + asked, erratum) == ["FORCED yes", "FORCED no"]
    assert answers(ACROSS + where, erratum) == ["FORCED E or F"]
    assert answers(ACROSS + where) == ["FORCED D or E or F"]


def test_what_follows_the_longer_act_follows_the_short_one_as_it_is_completed(erratum: Path) -> None:
    erratum.write_text(
        'erratum "Aiming at the Warded costs"\nclause E-1 effect "Errata"\n'
        "  norm when P plays C naming Q, P loses 1 Voice by the law if Q is Warded\n",
        encoding="utf-8",
    )
    said = AIMED + "B plays Called Shot; the Hex goes to {}; who loses Voice?"
    assert answers(said.format("C"), erratum) == ["FORCED B"]
    assert answers(said.format("A"), erratum) == ["FORCED nobody"]


@pytest.mark.parametrize("how", ["must-any", "must-nobody", "only-envoys-are-sent-to-somebody"])
def test_a_duty_to_do_an_act_to_whomever_is_a_duty_to_do_it(how: str) -> None:
    erratum = CASES / f"letters-{how}.norm"
    for errata in ((), (erratum,)):
        assert answers(LETTERS, *errata, game="letters") == ["FORCED no", "FORCED yes", "FORCED yes"]


def test_what_may_be_left_is_no_duty() -> None:
    told = LETTERS.split("may A")[0].replace("get Dowager", "get Heir") + "must A send Heir?\nmust A send Envoy to B?"
    assert answers(told, game="letters") == ["FORCED no", "FORCED no"]
