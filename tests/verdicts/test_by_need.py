"""The clauses of an answer stand in the order of need: first those without which it would be another one."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.verdicts import clause_ablation
from checker.verdicts.clause_ablation import Ablation
from checker.verdicts.ruling_check import asked
from checker.verdicts.statements import SceneStatements
from checker.verdicts.verdict import Answer

CASES = ROOT / "tests" / "cases"
HEXX = "game hexx; players Red Black; dictionary card, real, rea; word CARD at -1,0 east black; "
REAL = HEXX + "Red plays REAL at 1,0 south-east with E as HEXX; "
ENDS = "players A B C; dealer C; Hex: A to B; hand B: nothing; hand C: nothing; hand A: Duck; the Hex goes off; the round ends; "
GAIN = """erratum "Whoever holds no card is rewarded"
clause E-1 scoring "Erratum"
  says When the round ends, whoever holds no card gains 1 Voice.
  norm when the round ends, for each player P such that the number of cards in the hand of P is 0, P gains 1 Voice
"""
STEP = """erratum "The dealer gains 1 Voice when a round ends"
step share of round{} before discard: The dealer gains 1 Voice.
"""
STATED = STEP.format(" E-1").replace("\n", '\nclause E-1 scoring "Erratum"\n  says The dealer gains 1 Voice.\n', 1)


@cache
def desk(game: str, erratum: Path | None = None) -> Desk:
    made = house.desk(game)
    return made if erratum is None else made.changed((erratum,))


def answer(at: Desk, scene: str) -> Answer:
    return asked_at(at, at.scenes(scene, "test"))[-1].answer


@pytest.mark.parametrize(
    ("scene", "clause"),
    [
        (HEXX + "Red plays Z at 3,0; is the play valid?", "WX-12"),
        (HEXX + "tile HEXX as E at 1,1 red; Black plays A at 1,2; which words are made?", "WX-36"),
        (REAL + "Red rolls 7; is the roll repeated?", "WX-121"),
        (REAL + "Red rolls 17; is the roll repeated?", "WX-123"),
        (REAL + "hand Black: A; Red rolls 12; is the roll repeated?", "WX-123"),
    ],
)
def test_what_a_refusal_a_letter_or_a_roll_hangs_on_stands_first(scene: str, clause: str) -> None:
    assert answer(desk("hexx"), scene).deciding[0] == clause


def test_a_roll_of_which_no_clause_speaks_is_not_said_to_hang_on_one_that_speaks_of_others() -> None:
    found = answer(desk("hexx"), REAL + "Red rolls 4; is the roll repeated?")
    assert not {"WX-121", "WX-123"} & set(found.deciding)


def test_a_hex_boosted_twice_hangs_on_the_clause_by_which_effects_add_up() -> None:
    scene = "players A B C; Hex: A to B, {}; hand B: nothing; the Hex goes off; how much Voice does B lose?"
    once, twice = (answer(desk("hexhex"), scene.format(how)) for how in ("boosted", "boosted twice"))
    at = desk("hexhex")
    (told,) = at.scenes(scene.format("boosted twice"), "test")
    ablation = Ablation(at.rules, told, partial(SceneStatements, scene=told, make_own=at.own))
    assert "HH-79" in twice.deciding[:3] and "HH-79" not in once.deciding[:2]
    assert ablation.changed(0, twice, frozenset({"HH-79"}))


@pytest.mark.parametrize(
    ("erratum", "clause"), [(GAIN, "E-1"), (STATED, "E-1"), (STEP.format(""), "step share of round")]
)
def test_what_an_erratum_alone_brings_hangs_on_it(tmp_path: Path, erratum: str, clause: str) -> None:
    path = tmp_path / "erratum.norm"
    path.write_text(erratum)
    found = answer(desk("hexhex", path), ENDS + "how much Voice does C gain?")
    assert (found.value, found.deciding[0]) == ("1", clause)


def test_what_an_erratum_has_no_part_in_does_not_hang_on_it(tmp_path: Path) -> None:
    path = tmp_path / "erratum.norm"
    path.write_text(STEP.format(""))
    found = answer(desk("hexhex", path), ENDS + "how much Voice does A gain?")
    assert found.deciding[0] == "HH-82" and "step share of round" not in found.deciding


@pytest.mark.parametrize("game", ["hexhex", "hexx"])
def test_of_the_clauses_that_decide_those_that_are_needed_stand_before_the_rest(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much it takes to find out: what may be spent on it is bounded, and what is not asked again stays behind."""
    monkeypatch.setattr(clause_ablation, "LOOK_UPS", 100_000)
    monkeypatch.setattr(clause_ablation, "ASKED", 1_000)
    monkeypatch.setattr("checker.ask.ask.MOST_AGAIN", 1_000)
    at, mixed = desk(game), 0
    for scene in at.rulings()[:: 127 if game == "hexhex" else 61]:
        amended = at.with_laws(scene)
        forms = partial(SceneStatements, scene=scene, make_own=amended.own)
        ablation = Ablation(amended.rules, scene, forms)
        traced = list(asked(amended.rules, scene, forms(amended.rules), traced=True))
        for number, (one, (_, plain)) in enumerate(zip(asked_at(at, [scene]), traced, strict=True)):
            found = one.answer.deciding[: len(plain.deciding)]
            needed = [ablation.changed(number, plain, frozenset({c})) for c in found]
            assert needed == sorted(needed, reverse=True), (scene.title, plain.question, found)
            assert set(plain.deciding) <= set(one.answer.deciding)
            mixed += any(needed) and not all(needed)
    assert mixed


def test_what_allowed_an_act_decides_where_that_clause_alone_did_and_no_other_leads_there() -> None:
    at = house.desk("intrigue", root=CASES / "games")
    found = asked_at(at, at.scenes((CASES / "B10-intrigue.scene").read_text(encoding="utf-8"), "test"))
    assert [{"IN-1", "IN-2"} <= set(one.answer.deciding) for one in found] == [True, True]
