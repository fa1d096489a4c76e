"""The clauses that decide an answer: those on which it hangs, few, and cited."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import TRIALS

from checker.ask.ask import asked_at, asked_text
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import Answer

EVERY = 21 if TRIALS > 1 else 84
LAW = """players A B C D; law "Sacrificing 2 Voice cancels a card"; Hex: A to B; B plays Called Shot naming C;
D sacrifices 2 to cancel Called Shot; """
CHOKED = (
    "players A B C D; hand D: Duck, Null; Hex: A to B; B plays Choke naming D; D discards Duck; the Hex goes to C; "
)
NULLED = "players A B C D; A casts at B; B plays Boost; C plays Null on Boost; "
THREE = """players A B C D; hand B: Turn Aside Left; Hex H1: A to B; Hex H3: C to B; B readies Turn Aside Left for H1;
the cards are revealed; """
WARD = "players A B C; B has Ward in play; Hex: A to B; hand B: nothing; "


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def answers(scene: str) -> list[Answer]:
    return [one.answer for one in asked_at(desk(), desk().scenes(scene, "test"))]


@pytest.mark.parametrize(
    ("scene", "deciding"),
    [
        ("players A B C; Hex: A to B; hand B: nothing; who gains Voice?", {"HH-16", "HH-82"}),
        ("players A B C; Hex: A to B; hand B: nothing; how much Voice does B lose?", {"HH-82"}),
        ("players A B C; Hex: A to B, boosted; hand B: nothing; does B lose more than 1 Voice?", {"HH-83", "HH-82"}),
        (WARD + "how much Voice does B lose?", {"HH-151", "HH-154"}),
        ("players A B C; B has Ward in play; Hex: A to C; C plays HEX•HEX; may A play Null on HEX•HEX?", {"HH-59"}),
        ("players A B C; what is the number of rounds?", {"HH-1", "HH-24"}),
        ("players A B C; Hex: A to B; may C play Turn Aside Left?", {"HH-180", "HH-181"}),
        (LAW + "how much Voice does D lose?", {"HH-133"}),
        (LAW + "is Called Shot cancelled?", {"HH-133"}),
        (CHOKED + "how many cards does D hold?", {"HH-76", "HH-100", "HH-197"}),
        (THREE + "does H3 go off?", {"HH-104"}),
        (NULLED + "who is The Intended?", {"HH-166", "HH-42"}),
        (NULLED + "where does the Hex go?", {"HH-166", "HH-42"}),
    ],
)
def test_what_the_answer_hangs_on(scene: str, deciding: set[str]) -> None:
    (answer,) = answers(scene)
    assert answer.deciding[0] in deciding
    assert len(answer.deciding) <= 3
    assert not {"HH-74", "HH-105"} & set(answer.deciding), "how play got there decides nothing"


def test_both_sides_of_a_contradiction_decide_it() -> None:
    (answer,) = answers(
        "players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; how much Voice does B lose?"
    )
    assert {"HH-60", "HH-149", "HH-151"} <= set(answer.deciding)
    by = {o.value: set(o.deciding) for o in answer.outcomes}
    assert "HH-149" in by["0"] and "HH-149" not in by["3"]


CARD = "game hexx; players Red Black; dictionary card, do, real; word CARD at -1,0 east red; "
DO = CARD + "Black plays DO at 2,0 south-east with O as HEXX; Black rolls {}; "


@pytest.mark.parametrize(
    ("scene", "deciding"),
    [
        (DO.format(1) + "whose turn is it?", ("WX-101", "WX-10")),
        (DO.format(2) + "Red plays REAL at 1,0 south-east; whose turn is it?", ("WX-102", "WX-10", "WX-42")),
        (
            DO.format(2) + "Red plays REAL at 1,0 south-east; Red exchanges 1; whose turn is it?",
            ("WX-10",),
        ),
        (DO.format(1) + "how many tiles are in the hand of Black?", ("WX-9", "WX-4")),
        (DO.format(4) + "which tiles flip?", ("WX-104", "WX-210")),
        (CARD + "Black plays REAL at 1,0 south-east; which tiles flip?", ("WX-22",)),
        (CARD + "Black owes a 15; Black plays REAL at 1,0 south-east; which tiles flip?", ("WX-115",)),
        (CARD + "Black owes a 15; Black rolls 3; Black flips 0,0 and 1,0; how many tiles flip?", ("WX-115",)),
    ],
)
def test_what_decides_most_closely_is_named_first(scene: str, deciding: tuple[str, ...]) -> None:
    at = house.desk("hexx")
    assert [one.answer.deciding for one in asked_at(at, at.scenes(scene, "test"))] == [deciding]


def test_of_clauses_that_say_the_same_the_one_of_the_course_of_play_is_named() -> None:
    (answer,) = answers("players A B C; Hex: A to B; may B play Turn Aside Left?")
    assert answer.deciding == ("HH-74",)
    assert {"HH-14", "HH-74", "HH-180"} <= set(answer.clauses)


@pytest.mark.parametrize(
    ("scene", "deciding"),
    [
        ("players A B C; Hex: A to B; may C play HEX•HEX?", "HH-56"),
        ("players A B C D E; Hex: A to B; may B play Deflect Across naming D?", "HH-190"),
        ("players A B C; Hex: A to B, maddened left; may C play Stun naming B?", "HH-145"),
        ("players A B C; Hex: A to B; B plays Boost; may C play Absorb on Boost?", "HH-166"),
        ("players A B C; Hex: A to B; may B play Spite?", "HH-182"),
        (
            "players A B C; hand B: Spite, Level; Hex: A to B; the Hex goes off; B plays Spite; may B play Level?",
            "HH-185",
        ),
        ("players A B C; Hex: A to B; hand B: nothing; the Hex goes off; may C play HEX•HEX?", "HH-107"),
        ("players A B C; hand B: Duck, Called Shot; Hex: A to B; may B pass the turn?", "HH-86"),
    ],
)
def test_what_speaks_of_the_very_card_and_moment_comes_first(scene: str, deciding: str) -> None:
    (answer,) = answers(scene)
    assert answer.deciding[0] == deciding


TWO = "players A B C D; Hex H1: A to B; Hex H2: C to D; B readies Turn Aside Left for H1; D readies Duck for H2 naming A; the cards are revealed; "
CURSE = "players A B C; Hex: A to B; C plays HEX•HEX; HEX•HEX: A is last; "
MADDENED = "players A B C D; Hex: A to B, maddened left; "
STANDING = {"HH-193", "HH-51", "HH-36", "HH-50"}
PAID = "players A B C; B has Ward in play; hand B: Spite; Hex: A to B; the Hex goes off; B plays Spite; B sacrifices 2 naming C; "


@pytest.mark.parametrize(
    ("scene", "deciding"),
    [
        (TWO + "who is the sender of H2?", {"HH-171", "HH-173"}),
        (CURSE + "who gains Voice?", {"HH-58"}),
        (CURSE + "does the round end?", {"HH-62"}),
        (PAID + "how much Voice does B lose?", {"HH-151", "HH-154", "HH-153"}),
        ("players A B C; Hex: A to B; C plays Stun naming B; is B Hexed?", {"HH-85"}),
        ("players A B C; Hex: A to B; is B Hexed?; does the round end?", {"HH-105"}),
        ("players A B C; Hex: A to B; B plays Dismiss; does B lose Voice?", {"HH-186"}),
        (MADDENED + "hand B: Hex Sign; B plays Hex Sign; is B Hexed?", {"HH-139", "HH-144"}),
        (MADDENED + "hand B: Turn Aside Right; does the Hex go off?", {"HH-139"}),
        ("players A B C D; Hex: A to B; B plays Duck; where does the Hex go?", {"HH-171", "HH-173"}),
        ("players A B C; card X: play when dealt, standing effect; B has X in play; is X in effect?", STANDING),
    ],
)
def test_nothing_but_what_brought_it_about_decides(scene: str, deciding: set[str]) -> None:
    assert set(answers(scene)[-1].deciding) == deciding


def test_the_answer_falls_with_what_decides_it() -> None:
    scene = "players A B C; Hex: A to B; hand B: nothing; how much Voice does B lose?"
    (answer,) = answers(scene)
    (clause,) = answer.deciding
    without = desk().changed(without=(clause,))
    ((_, other),) = without.answers(without.scenes(scene, "test")[0])
    assert (other.verdict, other.value) != (answer.verdict, answer.value)


def test_few_clauses_decide_and_all_of_them_are_cited() -> None:
    every = desk().rulings()[::EVERY]
    numbers = []
    for scene in every:
        for one, (item, plain) in zip(asked_at(desk(), [scene]), desk().answers(scene), strict=True):
            answer = one.answer
            assert (answer.verdict, answer.value) == (plain.verdict, plain.value)
            assert {*plain.clauses, *answer.deciding} <= set(answer.clauses), f"{scene.title}: {answer.question}"
            if item.expected is not None and item.expected.because:
                assert answer.deciding, f"{scene.title}: {answer.question}"
            numbers.append((len(answer.deciding), len(answer.clauses)))
    assert 4 * sum(n for n, _ in numbers) < sum(m for _, m in numbers)


def test_what_excludes_a_scene_that_cannot_happen() -> None:
    (answer,) = answers("players A B C; Hex: A to B; B plays Turn Aside Left; the Hex goes to A; what happens?")
    assert answer.value == "impossible"
    assert "HH-37" in answer.deciding and not {"HH-74", "HH-105"} & set(answer.deciding)


def test_what_forbids_an_act_decides_what_is_not_said_after_it() -> None:
    scene = "players A B C; Hex: A to B; C plays Turn Aside Left; where does the Hex go?; where is Turn Aside Left?"
    stays, card = answers(scene)
    assert (stays.verdict, stays.value, stays.deciding) == (Verdict.FORCED, "B", ("HH-180", "HH-181"))
    assert (card.verdict, card.deciding) == (Verdict.SILENT, ("HH-180", "HH-181"))


def test_where_it_matters_what_becomes_of_an_illegal_act_nothing_else_does() -> None:
    who, how_much = answers("players A B C D; Hex: A to B; B plays Stun naming B; who gains Voice?; is B Hexed?")
    assert (who.verdict, how_much.verdict) == (Verdict.SILENT, Verdict.SILENT)
    assert len(who.points) == len(how_much.points) == 1
    assert "`B plays Stun naming B`" in who.points[0].text


def test_illegal_acts_do_not_double_the_ways() -> None:
    acts = "C plays Duck; D plays Duck; C plays Boost; D plays Boost; C plays Rot; D plays Rot; A plays Rot; "
    (answer,) = answers("players A B C D; Hex: A to B; " + acts + "who is The Intended?")
    assert (answer.verdict, answer.value) == (Verdict.FORCED, "B")
    (answer,) = answers("players A B C D; Hex: A to B; " + acts * 2 + "who is The Intended?")
    assert answer.verdict is Verdict.UNKNOWN


def test_words_that_are_clear_without_an_illegal_act_are_not_refused() -> None:
    scene = "players A B C D; A casts at B; A casts at D; who is The Intended?; how many Hexes are in play?"
    assert [answer.verdict for answer in answers(scene)] == [Verdict.SILENT] * 2


def test_where_nothing_has_happened_the_scene_itself_decides() -> None:
    found = asked_at(desk(), desk().scenes("players A B C D; Hex H1: A to B; Hex H2: C to B; is B Hexed?", "test"))
    lines = list(asked_text(found))
    assert "  as the scene stands" in lines
    assert not any(line.startswith("  by ") for line in lines)


ACROSS = "Hex: A to B; B plays Deflect Across naming {}; where does the Hex go?"


@pytest.mark.parametrize(
    ("scene", "cited", "never"),
    [
        ("players A B C; " + ACROSS.format("C"), "HH-191", {"HH-192"}),
        ("players A B C D; " + ACROSS.format("D"), "HH-190", {"HH-191", "HH-192"}),
        ("players A B C; " + ACROSS.replace("to B", "to B, maddened left").format("C"), "HH-192", set()),
    ],
)
def test_a_clause_for_tables_of_another_kind_is_not_cited(scene: str, cited: str, never: set[str]) -> None:
    (answer,) = answers(scene)
    assert cited in answer.clauses
    assert not never & set(answer.clauses)


@pytest.mark.parametrize(
    ("hand", "title", "by"),
    [
        ("Turn Aside Left, Boost", "Boost", ("HH-74", "HH-47")),
        ("Hex Sign", "Hex Sign", ("HH-156", "HH-74", "HH-47")),
        ("Turn Aside Left, Level", "Level", ("HH-182", "HH-184", "HH-44")),
    ],
)
def test_what_need_not_be_done_rests_on_the_nearest_duty(hand: str, title: str, by: tuple[str, ...]) -> None:
    (answer,) = answers(f"players A B C D; Hex: A to B; hand B: {hand}; must B play {title}?")
    assert (answer.value, answer.deciding) == ("no", by)


@pytest.mark.parametrize(
    ("scene", "gone", "by"),
    [
        ("B draws Fresh Wind", "", {"HH-54"}),
        ("B plays Draw Fire", "", {"HH-54", "HH-176"}),
        ("B plays Draw Fire", "HH-54", {"HH-176"}),
    ],
)
def test_a_drawn_card_is_due_by_the_clauses_of_drawn_cards_alone(
    scene: str, gone: str, by: set[str], tmp_path: Path
) -> None:
    erratum = tmp_path / "gone.norm"
    erratum.write_text(f'erratum "x"\nremove clause {gone}\n')
    at = desk().changed((erratum,)) if gone else desk()
    table = f"players A B C; hand B: Draw Fire; deck top: Fresh Wind; Hex: A to B; {scene}; "
    (one,) = asked_at(at, at.scenes(f"{table}must B play Fresh Wind?", "test"))
    dealt = {"HH-50", "HH-53", "HH-54", "HH-176"}
    assert (one.answer.value, set(one.answer.deciding) & dealt) == ("yes", by)
    assert "HH-53" not in one.answer.clauses


def test_a_card_is_where_it_is_by_what_put_it_there_though_others_followed(tmp_path: Path) -> None:
    erratum = tmp_path / "two.norm"
    said = "norm the value of the number of cards drawn for Draw Fire is 2"
    erratum.write_text(f'erratum "x"\nclause E-1\n  says Draw Fire draws two cards.\n  {said}\n')
    amended = desk().changed((erratum,))
    scene = "players A B C; hand B: Draw Fire; deck top: Duck, Level, Spite; Hex: A to B; B plays Draw Fire; "
    asked = "where is Duck?; where is Level?; where is Spite?"
    first, second, third = (one.answer for one in asked_at(amended, amended.scenes(scene + asked, "test")))
    assert [first.value, second.value, third.value] == ["hand of B", "hand of B", "deck"]
    assert all({"E-1", "HH-176"} <= set(one.deciding) for one in (first, second))
    (after,) = answers(
        "players A B C; hand A: Level; hand B: Duck; hand C: nothing; Hex: A to B; B plays Duck naming C; "
        "the Hex goes off; the round ends; where is Duck?"
    )
    assert after.deciding == ("HH-109",)
