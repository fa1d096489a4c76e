"""Setups that bring cards, and what is told: that it ends a moment, means another act there, or is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_data_forms import answers
from test_data_forms import desk as desk

from checker.ask.game_session import Desk
from checker.catalog import games
from checker.kernel.source import InputError

MORE = """erratum "x"
told "{P} takes {N}" does P draws.
  refuses "nobody takes {N} cards" if N is more than 1
told "{P} lays {C}" does P plays C.
  at "turn" does P draws.
told "the turn is over" ends turn
setup "{P} gets {C}" does Move C to the hand of P. Set it so that P is on turn.
  refuses "{P} has enough; say `{P} plays {C}`" if the number of cards in the hand of P is at least 2
question "may {P} act" asks whether P may play C if C is in the hand of P
  otherwise whether P may draw
question "may {P} play beside {Q}" asks whether P may play C if C is in the hand of P and C is in the hand of Q
"""


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("hand A: nothing; deck: Pawn; A gets King; A gets King; how many cards does A hold?", "2"),
        ("hand A: nothing; deck: Pawn; A gets King; A takes 1; which cards are in the hand of A?", "King, Pawn"),
        ("hand A: nothing; deck: Pawn; A gets King; A lays King; which cards are in the hand of A?", "King, Pawn"),
        ("hand A: nothing; deck: Pawn; A gets King; the turn is over; who is on turn?", "B"),
        ("A gets King; may A act?", "yes"),
        ("hand A: nothing; A is on turn; may A act?", "yes"),
        ("hand B: nothing; A is on turn; may B act?", "no"),
        ("hand B: nothing; A gets King; may A play beside A?", "yes"),
        ("hand B: nothing; A gets King; may A play beside B?", "no"),
    ],
)
def test_setups_bring_cards_and_what_is_told_ends_moments_or_means_another_act(
    tmp_path: Path, desk: Desk, said: str, value: str
) -> None:
    path = tmp_path / "more.norm"
    path.write_text(MORE, encoding="utf-8")
    assert answers(desk.changed((path,)), f"players A B; {said}") == [value]


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("A gets King; A gets King; A gets Pawn", "A has enough", "say `A plays Pawn`"),
        ("A gets King; A takes 2", "nobody takes 2 cards", ""),
    ],
)
def test_what_a_form_refuses_is_said_with_what_to_say_instead(
    tmp_path: Path, desk: Desk, said: str, message: str, hint: str
) -> None:
    path = tmp_path / "more.norm"
    path.write_text(MORE, encoding="utf-8")
    with pytest.raises(InputError, match=message) as found:
        answers(desk.changed((path,)), f"players A B; {said}; what happens?")
    assert found.value.problems[0].hint == hint


LIFTED = "players Red Black; dictionary card, pad; word CARD at -1,0 east red; Black plays PAD at 2,-2 south-east"
LIFTED += " with P as HEXX; Black rolls {}; {}"


@pytest.mark.parametrize(
    ("game", "label", "typed"),
    [
        ("hexx", "players Red Black; may Red swap 0,0 for O?", "players Red Black; may Red swap 0, 0 for o?"),
        ("hexx", LIFTED.format(20, "may Red lift 2,-2 for E?"), LIFTED.format(20, "may Red lift 2,  -2 for e?")),
        ("hexx", LIFTED.format(10, "Black names A; what happens?"), LIFTED.format(10, "Black names a; what happens?")),
        (
            "hexx",
            LIFTED.format(12, "hand Red: T; Black takes T from Red for E; what happens?"),
            LIFTED.format(12, "hand Red: T; Black takes t from Red for e; what happens?"),
        ),
        (
            "hexhex",
            "players A B C; Hex H1: A to B; B plays Turn Aside Left on H1; where does H1 go?",
            "players A B C; Hex H1: A to B; B plays Turn Aside Left on h1; where does h1 go?",
        ),
    ],
)
def test_labels_may_be_typed_in_another_case_and_with_blanks(game: str, label: str, typed: str) -> None:
    desk = games.desk(game)
    found, meant = answers(desk, typed), answers(desk, label)
    assert found == meant and found
