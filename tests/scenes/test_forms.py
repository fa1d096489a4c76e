"""Every form of statement, event and question that a HEX•HEX scene may have is read, and things must be there."""

from __future__ import annotations

from functools import cache

import pytest

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import Answer

TABLE = "players A B C D; "
HEX = TABLE + "Hex: A to B; "
TWO = TABLE + "Hex H1: A to B; Hex H2: D to C; "

PLACED = (
    "round 2",
    "last round",
    "tie-breaker",
    "dealer D",
    "Voice A 5, B 0",
    "hand B: Turn Aside Left, Level",
    "hand C: nothing",
    "B has Ward in play",
    "Hex: A to B",
    "Hex H1: A to B, boosted",
    "Hex H1: A to B, boosted twice, rotted, escalated, doubled and thriced, maddened left",
    "Hex H2: D to C, maddened left then maddened right",
    "Hex Sign of B is waiting",
    "deck top: Draw Fire, Ward",
    "deck has 3 cards",
    "deck is empty",
    "before the round",
    "before the cast",
    "between rounds",
    "card X: play when dealt",
    "card Y: counter Hex, cancels a card",
    'law "Pointing a finger costs 1 Voice"',
    "tie-breaker; only A and B play in the tie-breaker",
)

HAPPENED = (
    TABLE + "A casts at B",
    HEX + "B plays Duck",
    TWO + "B plays Duck on H1",
    HEX + "B plays Called Shot naming D",
    HEX + "B plays Choke naming C",
    HEX + "D plays Stun naming B",
    HEX + "B plays Maddening Compulsion Left",
    HEX + "B plays Duck; D plays Null on Duck",
    HEX + "B plays Duck; D plays Null on B's Duck",
    TWO + "B readies Duck for H1",
    TWO + "B readies Duck for H1; C readies Turn Aside Left for H2; the cards are revealed",
    TWO + "B readies Duck for H1; C readies Choke for H2; D plays Stun naming B as the cards are revealed",
    HEX + "B plays Called Shot; the Hex goes to D",
    TWO + "B readies Called Shot for H1; C readies Turn Aside Left for H2; the cards are revealed; H1 goes to D",
    HEX + "hand B: nothing; the Hex goes off",
    TWO + "hand B: nothing; hand C: nothing; H1 goes off on B",
    HEX + "D plays HEX•HEX; HEX•HEX: B is last",
    HEX + "D plays HEX•HEX; HEX•HEX: B and C are last",
    HEX + "B plays Hex Sign; signs: A rock, B rock, C paper, D rock",
    HEX + "B plays Draw Fire; B draws Ward",
    HEX + "hand B: Spite; the Hex goes off; B plays Spite; B sacrifices 2 naming C",
    TABLE + 'law "Sacrificing 2 Voice cancels a card"; Hex: A to B; D plays HEX•HEX; C sacrifices 2 to cancel HEX•HEX',
    HEX + "hand C: Duck, Level; B plays Choke naming C; C discards Duck",
    HEX + "hand C: Duck, Level; B plays Choke naming C; C discards 1 at random",
    HEX + "hand B: Level; the Hex goes off; B plays Level; Level lowers A by 3",
    TABLE + "B has Ward in play; Hex: A to C; Ward of B is removed",
    TABLE + 'law "Pointing a finger costs 1 Voice"; Hex: A to B; B breaks the law',
    HEX + "B passes the turn",
    HEX + "hand B: nothing; B passes the turn",
    TABLE + "between rounds; the cards are dealt",
    HEX + "hand B: nothing; the Hex goes off; the round ends",
)

ASKED = (
    "who gains Voice?",
    "who loses Voice?",
    "how much Voice does B lose?",
    "how much Voice does B gain?",
    "how does B's Voice change?",
    "does C lose more than 1 Voice?",
    "how much Voice does B have?",
    "may B play Stun?",
    "may B play Stun naming C?",
    "may D play Null on Duck?",
    "must B play Turn Aside Left?",
    "must B play Level or Spite?",
    "may A cast at B?",
    "may B ready Duck for H1?",
    "where does the Hex go?",
    "where does H1 go?",
    "who is The Intended?",
    "who is The Intended of H1?",
    "who is the sender?",
    "who is the sender of H1?",
    "what does H1 carry?",
    "does the Hex go off?",
    "does H1 go off?",
    "is B Hexed?",
    "how many times is B Hexed?",
    "how many Hexes are in play?",
    "how many cards does B hold?",
    "how many cards does the deck hold?",
    "where is Duck?",
    "is Ward of B in effect?",
    "is there a throw of signs?",
    "does the round end?",
    "who deals next?",
    "who casts next?",
    "who deals first in the next game?",
    "who wins?",
    "is there a tie-breaker?",
    "does C play in the tie-breaker?",
    "is Duck cancelled?",
    "what happens?",
    "what is the number of rounds?",
    "what is the extra loss of Boost?",
    "what is the number of standard tokens?",
    "what is the number of copies of HEX•HEX?",
    "what is the starting hand?",
)


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def answers(scene: str) -> list[Answer]:
    return [answer for _, answer in desk().answers(desk().scenes(scene, "test")[0])]


@pytest.mark.parametrize("placed", PLACED)
def test_every_position_can_be_stated(placed: str) -> None:
    (answer,) = answers(f"{TABLE}{placed}; what happens?")
    assert answer.verdict is not Verdict.UNKNOWN


@pytest.mark.parametrize("scene", HAPPENED)
def test_every_event_can_be_stated(scene: str) -> None:
    (answer,) = answers(f"{scene}; what happens?")
    assert answer.value not in ("impossible", "illegal")
    assert answer.verdict is not Verdict.UNKNOWN


@pytest.mark.parametrize("question", ASKED)
def test_every_question_can_be_asked(question: str) -> None:
    (answer,) = answers(HEX + question)
    assert answer.verdict is not Verdict.UNKNOWN and answer.question == question


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("B plays a Turn Aside Left; where does the Hex go", "B plays Turn Aside Left; where does the Hex go?"),
        ("B plays the turn-aside-left.; who is The Intended", "B plays Turn Aside Left; who is The Intended?"),
        ("D plays a Stun naming B.; does B lose one Voice?", "D plays Stun naming B; does B lose 1 Voice?"),
        ("hand B: Duck and Level, Spite; must B play a Level", "hand B: Duck, Level, Spite; must B play Level?"),
        ("B has a Ward in play; is B's Ward in effect?", "B has Ward in play; is Ward of B in effect?"),
        (
            "deck has three cards\r\n\thow many cards does the deck hold?",
            "deck has 3 cards; how many cards does the deck hold?",
        ),
    ],
)
def test_articles_numbers_and_signs_may_be_as_people_write_them(said: str, plainly: str) -> None:
    assert [(a.verdict, a.value) for a in answers(HEX + said)] == [(a.verdict, a.value) for a in answers(HEX + plainly)]


def test_a_player_may_be_called_like_a_word() -> None:
    (answer,) = answers("players May A Who; Hex: May to A; Who plays Stun naming A; who loses Voice")
    assert answer.value == "A"


@pytest.mark.parametrize(
    ("scene", "said", "hint"),
    [
        (TWO + "where does H3 go?", "there is no `H3`", "H1 or H2"),
        (TWO + "the Hex goes off; what happens?", "`the Hex` could be any of several", "H1 or H2"),
        (TWO + "B plays Duck on H7; what happens?", "there is no `H7`", "H1 or H2"),
        (TWO + "H9 goes to D; what happens?", "there is no `H9`", "H1 or H2"),
        (
            TWO
            + "B readies Duck for H1; C readies Duck for H2; the cards are revealed; A plays Null on Duck; what happens?",
            "several cards could be meant",
            "on B's Duck or on C's Duck",
        ),
        (HEX + "B plays Twain; where does H2 go?; where does the Hex go?", "`the Hex` could be any", "H1 or H2"),
    ],
)
def test_what_is_spoken_of_must_be_there(scene: str, said: str, hint: str) -> None:
    with pytest.raises(InputError) as raised:
        answers(scene)
    (problem,) = raised.value.problems
    assert said in problem.message
    assert hint in problem.hint
    assert problem.place.column > len(TWO) - 15


@pytest.mark.parametrize(
    "scene",
    [
        TWO + "where does H2 go?",
        HEX + "B plays Twain; where does H2 go?",
        TABLE + "A casts at B; where does H1 go?",
        TABLE + "Hex H1: A to B; Hex H2: A to C; who is the sender?",
        HEX + "hand B: nothing; the Hex goes off; where does the Hex go?",
    ],
)
def test_what_is_there_may_be_spoken_of(scene: str) -> None:
    assert answers(scene)


@pytest.mark.parametrize(
    "late",
    ["last round", "tie-breaker", "round 2", "dealer C", "before the round", "before the cast", "between rounds"],
)
@pytest.mark.parametrize("begun", ["who is the sender?", "A casts at B"])
def test_where_a_scene_begins_is_said_before_it_has_begun(late: str, begun: str) -> None:
    with pytest.raises(InputError) as raised:
        answers(f"{TABLE}{begun}; {late}; who casts?")
    (problem,) = raised.value.problems
    assert problem.message == f"`{late}` says where the scene begins, and it has begun"
    assert problem.hint == f"put it before `{begun}`"


@pytest.mark.parametrize("said", ["Hex: A to player; who wins?", "C plays Stun naming player; who wins?"])
def test_the_word_player_is_no_player_unless_one_is_called_so(said: str) -> None:
    with pytest.raises(InputError) as raised:
        answers(TABLE + said)
    (problem,) = raised.value.problems
    assert problem.message.startswith("`player` cannot stand here") and "A, B" in problem.hint
    assert [a.value for a in answers("players A player C; Hex: A to player; who is The Intended?")] == ["player"]


def test_nobody_shows_two_signs() -> None:
    with pytest.raises(InputError, match="two signs of one player"):
        answers(HEX + "B plays Hex Sign; signs: B rock, C paper, B scissors; who gains Voice?")


@pytest.mark.parametrize(("size", "said"), [(-1, "fewer than 0 cards"), (151, "fewer cards than that in the box")])
def test_the_deck_holds_cards_of_the_box(size: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        answers(HEX + f"deck has {size} cards; how many cards does the deck hold?")


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("must B play?", "`must B play Duck?`"),
        ("may B pass?", "`may B pass the turn?`"),
        ("B casts Duck; who wins?", "`B plays Duck`"),
        ("B draws a card; who wins?", "`B draws Ward`"),
        ("is the Hex going off?", "`does the Hex go off?`"),
        ("Duck; who wins?", "`NAME plays Duck`"),
        ("can B play Duck?", "`may B play Duck?`"),
        ("is the Hex boosted?", "`what does the Hex carry?`"),
        ("B plays Turn Left; who wins?", "`Turn Aside Left`"),
        ("must B play it?", "`must B play Duck?`"),
        ("A hexes C; who wins?", "`A casts at C`"),
        ("B uses Duck; who wins?", "`B plays Duck`"),
        ("C stuns B; who wins?", "`C plays Stun naming B`"),
        ("C nulls Duck; who wins?", "`C plays Null on Duck`"),
        ("B plays Duck; C nulls it; who wins?", "`C plays Null`"),
        ("may B play Level or Duck?", "`may B play Level?`"),
        ("B plays Hex Sign; A rock, B paper; who wins?", "`signs: A rock, B paper`"),
        ("B plays Hex Sign; A shows rock; who wins?", "`signs: A rock`"),
        ("Hex: A -> B; who wins?", "`Hex: A to B`"),
        ("A casts a Hex at C; who wins?", "`A casts at C`"),
        ("C plays Stun on B; who wins?", "`C plays Stun naming B`"),
        ("B passes; who wins?", "`B passes the turn`"),
        ("B is Hexed; who wins?", "`the Hex goes off on B`"),
        ("A has 3 Voice; who wins?", "`Voice A 3`"),
        ("dealer is A; who wins?", "`dealer A`"),
        ("who targets C?", "`who is the sender?`"),
        ("does B have to play Duck?", "`must B play Duck?`"),
        ("is Duck allowed?", "`may NAME play Duck?`"),
        ("is the round over?", "`does the round end?`"),
        ("B then plays Duck; who wins?", "`B plays Duck`"),
        ("B has no cards; who wins?", "`hand B: nothing`"),
        ("B has Duck and Level in hand; who wins?", "`hand B: Duck and Level`"),
        ("B is warded; who wins?", "`B has Ward in play`"),
        ("C is last; who wins?", "`HEX•HEX: C is last`"),
        ("who gets the Voice?", "`who gains Voice?`"),
        ("who's the sender?", "`who is the sender?`"),
        ("who is on turn?", "`whose turn is it?`"),
        ("is B allowed to play Duck?", "`may B play Duck?`"),
        ("B can play Duck?", "`may B play Duck?`"),
        ("why may B not play Duck?", "`--why-not`"),
        ("how many points does B have?", "`how much Voice does B have?`"),
        ("what is B's Voice?", "`how much Voice does B have?`"),
        ("B plays Turn Aside; who wins?", "`Turn Aside Left` or `Turn Aside Right`"),
    ],
)
def test_what_no_form_has_is_met_with_the_form_that_says_it(said: str, instead: str) -> None:
    with pytest.raises(InputError) as error:
        house.desk("hexhex").scenes(f"players A B C D; Hex: A to B; {said}", "test")
    assert instead in error.value.problems[0].hint


def test_a_card_that_does_not_stay_in_play_does_not_lie_there() -> None:
    desk = house.desk("hexhex")
    (scene,) = desk.scenes("players A B C; B has Duck in play; Hex: A to B; is B Hexed?", "test")
    with pytest.raises(InputError, match="Duck does not stay in play"):
        desk.answers(scene)


def test_a_category_is_asked_for_also_where_no_clause_tells_categories_apart() -> None:
    without = house.desk("hexhex").changed(without=("HH-36",))
    scenes = without.scenes("players A B C; is Null a counter Hex?; is Null a basic deflection?", "test")
    assert [one.answer.value for one in asked_at(without, scenes)] == ["yes", "no"]
