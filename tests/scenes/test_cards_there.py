"""Which card a title means: one that lies there, where nothing says that the deed is done with a card of a hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict

FILES = {
    "specs/vocabulary.norm": """kinds ship
zone hand "the hand of {P}": cards, held
zone dock "the dock of {P}": cards
zone sea "the sea": cards
field turn "{P} is on turn": condition, starts no
field moved "{P} has moved": condition, starts no
field laden "{C} is laden": condition, starts no
field crew "the crew of {C}": number, starts 0
fact owner "the owner of {C}": player
  by rules
field wind "the wind": number, starts 0
fact cargo "the laden cards at sea": number
  means the number of card C such that (C was laden)
field was "{C} was laden": condition, starts no
act load "load {C}" "{P} loads {C}": P C
  does Set it so that C is laden. Raise the crew of C by 2. Set it so that P has moved.
act sink "sink {C}" "{P} sinks {C}": P C
  does If C is laden, set it so that C was laden. Move C to the sea. Set it not so that C is laden. Set it so that P has moved.
act build "build {C}" "{P} builds {C}": P C
  does Move C to the dock of P. Set it so that P has moved.
""",
    "specs/clauses.norm": """clause HA-1 permission "Turns"
  says Whoever is on turn loads a ship, or builds one in hand.
  norm P may load C if P is on turn and C is in the dock of P
  norm P may build C if P is on turn and C is in the hand of P
clause HA-2 definition "Owners"
  says A ship is owned by whoever has it in the dock.
  norm the value of the owner of C is any player P such that (C is in the dock of P)
""",
    "specs/procedure.norm": """procedure game
  step turns HA-1: While always, in turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it so that P is on turn. Set it not so that P has moved.
  step act HA-1: Players may act "turn: load, sink, build" until P has moved.
  step end: Set it not so that P is on turn.
""",
    "cards/all.cards": "card Cog\n  kinds ship\n  copies 3 assumed\n",
    "hexcheck.toml": 'name = "harbour"\nplayers = "2"\n',
}
ONE, TWO = "the dock of A: Cog", "the dock of A: Cog; the dock of B: Cog"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("harbour")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return str(folder)


def answer(harbour: str, scene: str) -> tuple[Verdict, str]:
    at = house.desk(harbour)
    (found,) = [a for one in at.scenes(f"players A B; {scene}", "x") for _, a in at.answers(one)]
    return found.verdict, found.value


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        (f"{ONE}; Cog is laden; A sinks Cog; is Cog laden?", "no"),
        (f"{ONE}; A sinks Cog; where is Cog?", "the sea"),
        (f"{ONE}; it is B's turn; B sinks Cog; how many cards are in the dock of A?", "0"),
        (f"{ONE}; A builds Cog; how many cards are in the dock of A?", "2"),
        ("A builds Cog; where is Cog?", "the dock of A"),
    ],
)
def test_no_card_comes_into_a_hand_for_a_deed_that_asks_of_none(harbour: str, scene: str, value: str) -> None:
    assert answer(harbour, scene) == (Verdict.FORCED, value)


@pytest.mark.parametrize(
    ("scene", "verdict", "value"),
    [
        (f"{TWO}; it is B's turn; B loads Cog; is Cog laden?", Verdict.FORCED, "yes"),
        (f"{TWO}; it is B's turn; B loads Cog; what is the crew of Cog?", Verdict.FORCED, "2"),
        (f"{TWO}; it is B's turn; B loads Cog; who is the owner of Cog?", Verdict.FORCED, "B"),
        (f"{TWO}; what is the crew of Cog?", Verdict.FORCED, "0"),
        (f"{TWO}; B sinks Cog; how many cards are in the dock of A?", Verdict.AMBIGUOUS, "0 or 1"),
        (f"{TWO}; B sinks B's Cog; how many cards are in the dock of A?", Verdict.FORCED, "1"),
        (f"{TWO}; who is the owner of Cog?", Verdict.AMBIGUOUS, "A or B"),
        (f"{ONE}; who is the owner of Cog?", Verdict.FORCED, "A"),
        (f"{TWO}; is Cog in the dock of B?", Verdict.FORCED, "yes"),
    ],
)
def test_of_two_that_lie_there_a_question_means_the_one_that_was_told_of(
    harbour: str, scene: str, verdict: Verdict, value: str
) -> None:
    assert answer(harbour, scene) == (verdict, value)


@pytest.mark.parametrize(
    ("scene", "verdict", "value"),
    [
        (f"{TWO}; B's Cog is laden; is A's Cog laden?", Verdict.FORCED, "no"),
        (f"B's Cog is laden; {TWO}; is B's Cog laden?", Verdict.FORCED, "yes"),
        (f"{TWO}; B's Cog is laden; is Cog laden?", Verdict.AMBIGUOUS, "no or yes"),
        (f"{TWO}; the crew of A's Cog is 3; what is the crew of A's Cog?", Verdict.FORCED, "3"),
        (f"{TWO}; who is the owner of B's Cog?", Verdict.FORCED, "B"),
        (f"{TWO}; is A's Cog in the dock of B?", Verdict.FORCED, "no"),
        (f"{TWO}; A's Cog is laden; A sinks A's Cog; is A's Cog laden?", Verdict.FORCED, "no"),
    ],
)
def test_whose_card_is_meant_can_be_said(harbour: str, scene: str, verdict: Verdict, value: str) -> None:
    assert answer(harbour, scene) == (verdict, value)


def test_a_statement_of_a_card_that_lies_before_several_players_asks_whose(harbour: str) -> None:
    with pytest.raises(InputError) as error:
        answer(harbour, f"{TWO}; Cog is laden; is Cog laden?")
    assert "Cog lies before several players" in str(error.value) and "`A's Cog`" in str(error.value)


def test_whoever_has_no_such_card_is_told(harbour: str) -> None:
    with pytest.raises(InputError, match="B has no Cog there"):
        answer(harbour, f"{ONE}; is B's Cog laden?")


@pytest.mark.parametrize(
    ("laid", "verdict", "value"),
    [
        ("A's Cog is laden", Verdict.AMBIGUOUS, "0 or 1"),
        ("the crew of A's Cog is 2", Verdict.FORCED, "0"),
        ("the wind is 2", Verdict.FORCED, "0"),
    ],
)
def test_of_two_in_one_place_that_are_unlike_either_may_be_meant(
    harbour: str, laid: str, verdict: Verdict, value: str
) -> None:
    scene = f"the dock of A: Cog, Cog; {laid}; it is B's turn; B sinks Cog; what is the laden cards at sea?"
    assert answer(harbour, scene) == (verdict, value)


def test_of_a_hand_that_is_not_told_each_play_is_one_of_another_card() -> None:
    desk = house.desk("deck-builder", (), root=ROOT / "examples" / "deck-builder")
    (scene,) = desk.scenes("players A B; it is A's turn; A plays Copper; A plays Copper; what is the money?", "test")
    assert [str(a.value) for _, a in desk.answers(scene)] == ["2"]


@pytest.mark.parametrize(
    ("told", "answers"),
    [
        ("the damage of Bear is 1; what is the damage of Bear?; what is the damage of the other Bear?", ["1", "0"]),
        (
            "the damage of the other Bear is 1; what is the damage of Bear?; what is the damage of the other Bear?",
            ["0", "1"],
        ),
        ("A casts Bolt on Bear; A casts Bolt on the other Bear; how many cards are in the field of B?", ["0"]),
        ("the damage of Bear 2 is 1; what is the damage of Bear 1?; what is the damage of Bear 2?", ["0", "1"]),
        (
            "A casts Bolt on Bear 2; where is Bear 2?; where is Bear 1?; where is the other Bear?",
            ["the graveyard", "the field of B", "the field of B"],
        ),
    ],
)
def test_the_other_of_two_cards_lies_beside_the_one_told_of_last(told: str, answers: list[str]) -> None:
    desk = house.desk("duel", (), root=ROOT / "examples" / "duel")
    table = "players A B; it is A's turn; the step is act; hand A: Bolt, Bolt; the field of A: nothing; the field of B: Bear, Bear"
    (scene,) = desk.scenes(f"{table}; {told}", "test")
    assert [str(a.value) for _, a in desk.answers(scene)] == answers


def test_there_is_another_one_only_where_two_are() -> None:
    desk = house.desk("duel", (), root=ROOT / "examples" / "duel")
    for asked, none in (
        ("what is the damage of the other Bear?", "other Bear"),
        ("where is the other Bear?", "other Bear"),
        ("where is Bear 2?", "Bear 2"),
    ):
        (scene,) = desk.scenes(f"players A B; the field of A: Bear; {asked}", "test")
        with pytest.raises(InputError, match=f"there is no {none}"):
            desk.answers(scene)


MOMENT = 'erratum "x"\nchange card Bear\n  text {}\n'


@pytest.mark.parametrize(
    ("said", "lives"),
    [
        ("While this card is in your field, at the beginning of your turn, raise your life by 1.", ["12", "10"]),
        ("While this card is in your field, at the beginning of each turn, raise your life by 1.", ["14", "10"]),
        ("While this card is in your field, at the end of your turn, you lose 2 life.", ["10", "10"]),
        (
            "While this card is in your field, at the end of each turn, this card dies. Each other player loses 1 life.",
            ["10", "8"],
        ),
    ],
)
def test_a_card_says_what_is_done_as_a_turn_begins_or_ends(tmp_path: Path, said: str, lives: list[str]) -> None:
    path = tmp_path / "bear.norm"
    path.write_text(MOMENT.format(said), "utf-8")
    desk = house.desk("duel", (path,), root=ROOT / "examples" / "duel")
    table = "players A B; it is B's turn; the step is block; the field of A: Bear, Bear; the field of B: nothing; A is finished"
    (scene,) = desk.scenes(f"{table}; what is the life of A?; what is the life of B?", "test")
    assert [str(a.value) for _, a in desk.answers(scene)] == lives


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("At the beginning of your turn, raise your life by 1.", "While this card is in your field, at the beginning"),
        ("While this card is in your field, at the beginning of your month, raise your life by 1.", "`turn`"),
        ("While this card is in your shed, at the beginning of your turn, raise your life by 1.", "`your field`"),
        ("While this card is in your field, at the beginning of your turn, fly.", ""),
    ],
)
def test_what_a_card_says_of_no_moment_is_refused(tmp_path: Path, said: str, hint: str) -> None:
    path = tmp_path / "bear.norm"
    path.write_text(MOMENT.format(said), "utf-8")
    with pytest.raises(InputError) as raised:
        house.desk("duel", (path,), root=ROOT / "examples" / "duel")
    assert any(hint in p.hint for p in raised.value.problems)
