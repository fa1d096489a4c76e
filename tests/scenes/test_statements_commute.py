"""What a scene states of the table is one table in whatever order it is stated, or is refused."""

from __future__ import annotations

from itertools import permutations

import pytest
from test_cases import answers

from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict


@pytest.mark.parametrize(
    ("stated", "asked", "value"),
    [
        (("the owner of Bee is A", "the space 0,0: Bee"), "what is the place of Bee", "0,0"),
        (("the owner of Bee is A", "the space 0,0: Bee"), "what is the owner of Bee", "A"),
        (("the owner of Bee is A", "the space 0,0: Bee", "the space 1,0: Ant"), "what is the number of groups", "1"),
        (("the owner of Ant is B", "the owner of Bee is A", "hand B: Ant", "the space 2,0: Bee"), "where is Ant", ""),
    ],
)
def test_a_card_may_be_spoken_of_before_it_is_placed(stated: tuple[str, ...], asked: str, value: str) -> None:
    found = {
        tuple(answers(f"game nest; players A B; {'; '.join(order)}; {asked}?", "nest"))
        for order in permutations(stated)
    }
    ((one,),) = found
    assert one[0] is Verdict.FORCED and (not value or one[1] == value)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("what is the place of Moth", "1,0"),
        ("what is the place of Slug", "1,0"),
        ("what is the number of tiles in the nest", "3"),
        ("what is the number of groups", "1"),
        ("is it so that Moth lies beside Bee to the west", "yes"),
        ("is it so that Slug lies beside Bee to the west", "yes"),
        ("is it so that Bee has a neighbour to the east", "no"),
    ],
)
def test_both_of_two_tiles_on_a_space_are_there(asked: str, value: str) -> None:
    scene = f"game nest; players A B; the space 1,0: Slug, Moth; the space 2,0: Bee; {asked}?"
    assert answers(scene, "nest") == [(Verdict.FORCED, value)]


def test_in_no_direction_there_is_nothing() -> None:
    hands = "hand A: nothing; hand B: nothing"
    scene = f"game nest; players A B; the space 0,0: Ant; the space 1,-1: Slug; {hands}; what may A do?"
    assert answers(scene, "nest") == [(Verdict.FORCED, "A passes")]


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("tolls", "the bid is 5", "the bid is 7"),
        ("tolls", "the coins of B is 3", "B has 5 coins"),
        ("tolls", "the coins of B is 10", "the coins of B is 9"),
        ("tolls", "A is lit", "it is not so that A is lit"),
        ("tolls", "the sign of A is red", "the sign of A is blue"),
        ("nest", "the owner of Bee is A", "the owner of Bee is B"),
        ("nest", "the space 0,0: Bee", "the space 0,0: Ant"),
    ],
)
def test_what_is_said_in_two_ways_is_refused(game: str, one: str, other: str) -> None:
    for first, second in permutations((one, other)):
        with pytest.raises(InputError, match=f"`{second}` contradicts `{first}`"):
            answers(f"game {game}; players A B; {first}; {second}; what happens?", game)
        said = answers(f"game {game}; players A B; {first}; {first}; what happens?", game)
        assert said == [(Verdict.FORCED, "nothing")], "the same again is no contradiction"


def test_the_voice_of_a_player_is_told_once() -> None:
    at = house.desk("hexhex")
    with pytest.raises(InputError, match="contradicts"):
        for scene in at.scenes("players A B C; voice B 3; voice B 5; how much Voice does B have?", "x"):
            list(at.answers(scene))
