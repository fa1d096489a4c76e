"""What hangs on something that nobody states is SILENT, whatever clauses say of it once it is stated."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.kernel.untold_hands import untold
from checker.verdicts.verdict import Answer

MADDENED = "players A B C; Hex: A to B, maddened left; "
FIRE = "players A B C; Hex: A to B; hand B: Draw Fire; B plays Draw Fire; B draws Duck; where does the Hex go?"
STATED = """erratum "{title}"
change card {title}
  kinds {kinds}
  unsure
"""


@cache
def plain() -> Desk:
    return house.desk("hexhex")


def answers(text: str, *errata: Path) -> list[tuple[str, set[str]]]:
    desk = house.desk("hexhex", errata) if errata else plain()
    found = [a for scene in desk.scenes(text, "x") for _, a in desk.answers(scene)]
    return [(a.verdict.value, {o.value for o in a.outcomes}) for a in found]


def plain_title(game: str) -> str:
    return house.desk(game).game.cards[0].title


def asked(text: str, game: str = "hexhex") -> list[Answer]:
    at = plain() if game == "hexhex" else house.desk(game)
    return [a for scene in at.scenes(text, "x") for _, a in at.answers(scene)]


@pytest.fixture
def stated(tmp_path: Path) -> Path:
    return tmp_path / "stated.norm"


@pytest.mark.parametrize(
    ("told", "of_a_dealt_card"),
    [("B plays Ward; ", ("FORCED", {"no"})), ("B draws Ward; B plays Ward; ", ("AMBIGUOUS", {"yes", "no"}))],
)
def test_a_card_of_unstated_category_sets_a_hex_off_or_not_as_the_category_falls(
    told: str, of_a_dealt_card: tuple[str, set[str]], stated: Path
) -> None:
    """HH-144 has two readings of a card that was drawn and is played when dealt."""
    asked = f"{MADDENED}{told}does the Hex go off?; is B Hexed?"
    assert answers(asked) == [("SILENT", {"yes", "no"})] * 2
    stated.write_text(STATED.format(title="Ward", kinds="never answers, play when dealt"), encoding="utf-8")
    assert answers(asked, stated) == [of_a_dealt_card] * 2


@pytest.mark.parametrize("told", ["B plays Ward; ", "B draws Ward; B plays Ward; "])
def test_whether_it_is_legal_and_what_comes_of_it_are_silent_alike(told: str) -> None:
    """On the one side nothing allows it, on the other HH-146 has two readings: both give yes and no."""
    assert answers(f"{MADDENED}{told}is it legal?; does the Hex go off?") == [("SILENT", {"yes", "no"})] * 2
    stated = f"{MADDENED}card X: play when dealt; B draws X; B plays X; is it legal?"
    assert answers(stated) == [("AMBIGUOUS", {"yes", "no"})]


def test_a_reading_that_matters_on_one_side_of_a_silent_point_only_is_silent(stated: Path) -> None:
    assert answers(FIRE) == [("SILENT", {"B", "goes off on B", "A", "C"})]
    stated.write_text(STATED.format(title="Draw Fire", kinds="drawing card"), encoding="utf-8")
    assert answers(FIRE, stated) == [("AMBIGUOUS", {"B", "goes off on B"})]
    alone = "players A B C; Hex: A to B; hand B: Duck; must B play Duck?"
    assert answers(alone) == [("AMBIGUOUS", {"yes", "no"})]


def test_what_hangs_on_a_hand_that_nobody_tells_is_open_where_it_is_asked() -> None:
    held = "is it so that B holds Turn Aside Left?; is it so that B holds Turn Aside Left or the Voice of B is 5?"
    assert [a.verdict.value for a in asked(f"players A B C; {held}")] == ["SILENT", "FORCED"]
    told = [f"{a.verdict.value} {a.value}" for a in asked(f"players A B C; hand B: Duck; {held}")]
    assert told == ["FORCED no", "FORCED yes"]


@pytest.mark.parametrize(
    "asked_of",
    [
        "is it so that there is a card C such that B holds C?",
        "is it so that there is a card C such that (B holds C and C is Duck)?",
        "is it so that every card C is such that (not B holds C)?",
        "is it so that the number of cards in the hand of B is 0?",
        "is it so that the number of card C such that B holds C is 0?",
        "which card C is such that B holds C?",
    ],
)
@pytest.mark.parametrize("game", ["hexhex", str(ROOT / "examples" / "court")])
def test_a_hand_that_nobody_tells_is_not_empty_because_nothing_lies_in_it(asked_of: str, game: str) -> None:
    if game != "hexhex":
        asked_of = asked_of.replace("Duck", plain_title(game))
    scene = "players A B C; {}" + asked_of
    assert [a.verdict.value for a in asked(scene.format(""), game)] == ["SILENT"]
    assert [a.verdict.value for a in asked(scene.format("hand B: nothing; "), game)] == ["FORCED"]


def test_a_card_whose_every_copy_lies_elsewhere_is_in_no_hand_that_nobody_tells() -> None:
    one = next(c.title for c in plain().game.cards if c.boxed == 1)
    (answer,) = asked(
        f"players A B C; hand A: {one}; is it so that there is a card C such that (B holds C and C is {one})?"
    )
    assert answer.value == "no"


def test_a_duty_that_hangs_on_a_hand_that_nobody_tells_is_open() -> None:
    scene = "players Red Black; {}must Red play a word?"
    (open_,) = asked(scene.format(""), "hexx")
    assert open_.verdict.value == "SILENT" and {o.value for o in open_.outcomes} == {"yes", "no"}
    (told,) = asked("dictionary card; " + scene.format("hand Red: C, A, R, D; "), "hexx")
    assert told.value == "yes"


def test_answers_that_leave_a_hand_out_of_account_say_so() -> None:
    scene = "players Red Black; word CARD at -1,0 east red; {}may Red exchange 3?; is it so that Red can lay a word?"
    exchange, lay = asked(scene.format(""), "hexx")
    assert (exchange.value, lay.verdict.value) == ("yes", "SILENT") and exchange.assumed == (untold("Red"),)
    exchange, lay = asked(scene.format("hand Red: S, S, S; "), "hexx")
    assert (exchange.value, lay.value, exchange.assumed) == ("no", "yes", ())


@pytest.mark.parametrize(
    ("scene", "refused"),
    [
        ("players A B C; A casts at B; is nothing cancelled?", "`nothing` is no card to ask about"),
        ("players A B C; hand A: HEX•HEX; hand B: HEX•HEX; who casts?", r"there is only 1 \[HH-63\]"),
        (f"players A B C; {'; '.join(f'Hex H{n}: A to B' for n in range(13))}; who has H1?", r"are only 12 \[HH-11\]"),
    ],
)
def test_nothing_is_asked_of_nothing_or_of_more_than_there_is(scene: str, refused: str) -> None:
    with pytest.raises(InputError, match=refused):
        asked(scene)
