"""What is made of a value that nothing states is open too, unless it comes out alike whatever the value is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from test_cases import GAMES, answers

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import Answer

STATED = (0, "red"), (1, "blue"), (4, "red"), (9, "green")
"""Tolls and lights that an erratum states."""
ACTS = "pays the toll", "earns the toll", "settles", "swaps", "tithes", "shines", "glows", "flares", "dyes", "outbids"
QUESTIONS = (
    "what is the coins of A",
    "is it so that the coins of A is at most 6",
    "is it so that A is rich",
    "what is the double of A",
    "what is the sign of A",
    "is it so that the sign of A is red",
    "is it so that A is lit",
    "what is the tally of blue",
    "what is the coins of B",
    "how many cards are in the heap",
)


@pytest.fixture(scope="module")
def stated(tmp_path_factory: pytest.TempPathFactory) -> list[Desk]:
    folder, found = tmp_path_factory.mktemp("stated"), []
    for toll, light in STATED:
        path = folder / f"{light}-{toll}.norm"
        norms = f"  norm the value of the toll of P is {toll}\n  norm the value of the light of P is {light}\n"
        path.write_text(f'erratum "E"\nclause E-1 definition "E"\n  over TL-2\n{norms}', "utf-8")
        found.append(house.desk("tolls", [path], root=GAMES))
    return found


def asked(at: Desk, text: str) -> list[Answer]:
    (scene,) = at.scenes(text, "x")
    return [answer for _, answer in at.answers(scene)]


@pytest.mark.parametrize("acts", [(a,) for a in ACTS] + list(pairwise(ACTS)))
def test_what_hangs_on_what_nothing_states_is_open_and_what_does_not_is_forced(
    acts: tuple[str, ...], stated: list[Desk]
) -> None:
    """A second reading: every value that the toll and the light could have, each stated by an erratum of its own."""
    questions = "".join(f"; {question}?" for question in QUESTIONS)
    text = f"game tolls; players A B; the bid is 5; {'; '.join(f'A {act}' for act in acts)}{questions}"
    silent = asked(house.desk("tolls", root=GAMES), text)
    worlds = [[a.value for a in asked(desk, text)] for desk in stated]
    for at, answer in enumerate(silent):
        assert answer.verdict in (Verdict.FORCED, Verdict.SILENT)
        if answer.verdict is Verdict.FORCED:
            assert {world[at] for world in worlds} == {answer.value}, answer.question
        else:
            assert answer.points, "what is not stated is named"
            assert "coins of B" not in answer.question and "heap" not in answer.question


@pytest.mark.parametrize(
    ("scene", "gap"),
    [
        ("A pays the toll; what is the coins of A?", "nothing states the toll of A"),
        ("A tithes; what is the coins of A?", "nothing states the toll of A"),
        ("B tithes; what happens?", "nothing states the toll of B"),
        ("what is the double of B?", "nothing states the toll of B"),
        ("A shines; what is the sign of A?", "nothing states the light of A"),
        ("is it so that the light of B is green?", "nothing states the light of B"),
        ("A outbids; what is the bid?", "nothing states the bid"),
        ("is it so that the bid is 1?", "nobody can tell how the bid compares with 1"),
        ("A pays the toll; is it so that A is rich?", "nobody can tell how 10 minus the toll of A compares with 8"),
    ],
)
def test_the_gap_is_named_from_which_it_comes(scene: str, gap: str) -> None:
    (answer,) = asked(house.desk("tolls", root=GAMES), f"game tolls; players A B; {scene}")
    assert answer.verdict is Verdict.SILENT
    assert [point.text for point in answer.points] == [gap]


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        ("the rank of A is 1; A pays the toll; what is the coins of A?", "9"),
        ("the rank of A is 1; A shines; is it so that the sign of A is red?", "yes"),
        ("the bid is 3; A outbids; what is the bid?", "4"),
        ("A flares; is it so that A is lit?", "yes"),
        ("A wastes; what is the coins of A?", "0"),
        ("A pays the toll; what is the coins of B?", "10"),
    ],
)
def test_what_is_stated_or_comes_out_alike_is_forced(scene: str, value: str) -> None:
    assert answers(f"game tolls; players A B; {scene}", "tolls") == [(Verdict.FORCED, value)]
