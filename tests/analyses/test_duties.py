"""What must be done in small games: beside what else is allowed, against prohibitions, and against other duties."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.verdict import Verdict

CASES = ROOT / "tests" / "cases" / "duties"
FORCED, CLASH = Verdict.FORCED, Verdict.CONTRADICTION
RICH = "the coins of A is 3; hand A: Windfall"
BOTH = "hand A: Windfall, Gift"
LED = "it is so that red was led; hand A: "


@cache
def desk(game: str, *errata: str) -> Desk:
    return house.desk(str(CASES / game), [CASES / f"{name}.norm" for name in errata])


def answer(game: str, scene: str, *errata: str) -> tuple[Verdict, str, tuple[str, ...]]:
    at = desk(game, *errata)
    (found,) = [a for one in at.scenes(f"players A B; {scene}", "x") for _, a in at.answers(one)]
    return found.verdict, found.value, found.clauses


# ---- beside what else is allowed -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "asked", "right"),
    [
        ("Windfall, Gift", "must A play Windfall?", "yes"),
        ("Windfall, Gift", "must A play Gift?", "no"),
        ("Windfall, Gift", "what must A do?", "A plays Windfall"),
        ("Windfall, Gift", "may A play Windfall?", "yes"),
        ("Windfall, Gift", "must A take a coin?", "no"),
        ("Gift", "what must A do?", "nothing"),
        ("Windfall, Windfall", "must A play Windfall?", "yes"),
        ("Windfall, Gift, Windfall", "must A play Windfall?", "yes"),
    ],
)
def test_a_duty_stands_whatever_else_is_allowed(hand: str, asked: str, right: str) -> None:
    assert answer("coins", f"hand A: {hand}; {asked}", "played")[:2] == (FORCED, right)


@pytest.mark.parametrize(
    ("hand", "right"), [("Rose, Rose", "yes"), ("Rose, Rose, Tulip", "no"), ("Raven, Rose", "yes")]
)
def test_a_title_stands_for_each_copy_of_the_card(hand: str, right: str, tmp_path: Path) -> None:
    erratum = tmp_path / "bound.norm"
    erratum.write_text('erratum "Bound"\nquestion "is {P} bound to show {C}" asks whether P must play C\n', "utf-8")
    at = house.desk(str(CASES / "tricks"), [erratum])
    for asked in ("must A play Rose?", "is A bound to show Rose?"):
        (one,) = at.scenes(f"players A B; {LED}{hand}; {asked}", "x")
        assert [(a.verdict, a.value) for _, a in at.answers(one)] == [(FORCED, right)]


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("must A play Windfall?", "no"),
        ("must A play Gift?", "no"),
        ("what must A do?", "A plays Windfall or A plays Gift"),
    ],
)
def test_a_permission_that_outranks_the_duty_leaves_the_choice(asked: str, right: str) -> None:
    assert answer("coins", f"{BOTH}; {asked}", "instead")[:2] == (FORCED, right)


@pytest.mark.parametrize(
    ("hand", "asked", "right"),
    [
        ("Rose, Raven, Moss", "must A play Rose?", "yes"),
        ("Rose, Raven, Moss", "must A play Raven?", "no"),
        ("Rose, Raven, Moss", "what must A do?", "A plays Rose"),
        ("Rose, Tulip, Raven", "must A play Rose?", "no"),
        ("Rose, Tulip, Raven", "what must A do?", "A plays Rose or A plays Tulip"),
        ("Moss, Raven", "must A play Raven?", "yes"),
        ("Moss, Raven", "must A play Moss?", "no"),
        ("Moss, Raven, Rook", "must A play Raven?", "no"),
        ("Moss, Raven, Rook", "what must A do?", "A plays Raven or A plays Rook"),
        ("Moss", "what must A do?", "nothing"),
        ("Moss", "may A play Moss?", "yes"),
    ],
)
def test_who_must_follow_suit_and_trump(hand: str, asked: str, right: str) -> None:
    assert answer("tricks", f"{LED}{hand}; {asked}")[:2] == (FORCED, right)


# ---- against prohibitions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("erratum", "verdict", "value", "because"),
    [
        ("plain", CLASH, None, {"CO-1", "E-1", "E-2"}),
        ("over-may", CLASH, None, {"E-1", "E-2"}),
        ("over-both", FORCED, ("no", "no", "nothing"), {"E-2"}),
        ("duty-over", FORCED, ("yes", "yes", "A takes a coin"), {"E-1"}),
    ],
)
def test_a_duty_is_weighed_against_a_prohibition(
    erratum: str, verdict: Verdict, value: tuple[str, ...] | None, because: set[str]
) -> None:
    asked = ("must A take a coin?", "may A take a coin?", "what must A do?")
    found = [answer("coins", f"{RICH}; {question}", erratum) for question in asked]
    assert [f[0] for f in found] == [verdict] * 3
    assert value is None or tuple(f[1] for f in found) == value
    assert because <= set(found[0][2])


# ---- against other duties --------------------------------------------------------------------------


@pytest.mark.parametrize("erratum", ["two-cards", "two-acts"])
def test_duties_of_which_one_alone_can_be_fulfilled_contradict_each_other(erratum: str) -> None:
    other = {"two-cards": "play Gift", "two-acts": "take a coin"}[erratum]
    for asked in ("must A play Windfall?", f"must A {other}?", "what must A do?"):
        verdict, _, because = answer("coins", f"{BOTH}; {asked}", erratum)
        assert verdict is CLASH and {"E-1", "E-2"} <= set(because), asked
        assert answer("coins", f"{BOTH}; {asked}", f"{erratum}-over")[0] is FORCED
    won, lost, due = (
        answer("coins", f"{BOTH}; {asked}", f"{erratum}-over")
        for asked in ("must A play Windfall?", f"must A {other}?", "what must A do?")
    )
    assert won[1] == "yes" and lost[1] == "no" and due[1] == "A plays Windfall"
    assert "E-1" in won[2] and "E-1" in lost[2]
