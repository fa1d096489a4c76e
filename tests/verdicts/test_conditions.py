"""On what outcomes hang: for every outcome the shortest condition, and none where there is nothing to add."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.ask.answer_text import answer_lines
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.verdicts.path_conditions import MOST_CASES, OTHERWISE, PathFork, conditions, free, gathered
from checker.verdicts.verdict import Answer

STUN = "players A B C; Hex H1: A to B; Hex H2: B to C; A plays Stun; "
SHOT = "players A B C; Hex: A to B; hand C: nothing; hand A: nothing; B plays Deflect Across; "


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def answers(scene: str) -> list[Answer]:
    return [answer for _, answer in desk().answers(desk().scenes(scene, "test")[0])]


@pytest.mark.parametrize(
    ("scene", "value"),
    [
        (STUN + "who loses Voice?", "B if A sets off H1, C if A sets off H2"),
        (STUN + "does H1 go off?", "yes if A sets off H1, no if A sets off H2"),
        (STUN + "how much Voice does C lose?", "0 if A sets off H1, 1 if A sets off H2"),
        (STUN + "where does H1 go?", "goes off on B if A sets off H1, B if A sets off H2"),
        (STUN + "how many Hexes are in play?", "1"),
        (SHOT + "who loses Voice?", "A if B passes H1 to A, C if B passes H1 to C"),
        (SHOT + "who gains Voice?", "B"),
        (
            "players A B C D; Hex: A to C; D plays HEX•HEX; how much Voice does B lose?",
            "3 if B is the last to drop the cards, 0 otherwise",
        ),
        ("players A B C; Hex: A to B; B plays Deflect Across; who is The Intended?", "A or C"),
    ],
)
def test_every_outcome_comes_with_what_it_hangs_on(scene: str, value: str) -> None:
    (answer,) = answers(scene)
    assert answer.value == value


def fork(taken: str, counts: bool = True) -> PathFork:
    return PathFork(counts, taken, f"{taken} is taken", True)


def test_a_fork_that_changes_nothing_is_not_spoken_of() -> None:
    ways = [((fork(a), fork(b)), b) for a in "xy" for b in "12"]
    assert conditions(ways) == {"1": "1 is taken", "2": "2 is taken"}


def test_a_fork_that_does_not_count_is_passed_over() -> None:
    ways = [((fork(a, counts=False), fork(b)), b) for a in "xy" for b in "12"]
    assert conditions(ways) == {"1": "1 is taken", "2": "2 is taken"}
    assert not free(ways)


def test_too_many_cases_are_not_told_apart() -> None:
    many = [((fork(str(n)),), str(n // 2)) for n in range(2 * MOST_CASES + 4)]
    assert conditions(many) == {}


@given(st.lists(st.integers(0, 2), min_size=8, max_size=8))
def test_the_conditions_tell_the_outcomes_apart(results: list[int]) -> None:
    """Each way satisfies the condition of its own value and of no other one."""
    ways = [
        ((fork(a), fork(b), fork(c)), str(results[4 * i + 2 * j + k]))
        for i, a in enumerate(("p", "q"))
        for j, b in enumerate(("r", "s"))
        for k, c in enumerate(("t", "u"))
    ]
    told = conditions(ways)
    if len(set(results)) == 1:
        assert told == {} or set(told) == {str(results[0])}
        return
    for forked, value in ways:
        facts = {f.said for f in forked}
        met = [
            v
            for v, said in told.items()
            if said != OTHERWISE and any(set(case.split(" and ")) <= facts for case in said.split(" or "))
        ]
        assert (met or [v for v, said in told.items() if said == OTHERWISE]) == [value]


def test_what_holds_otherwise_is_told_last() -> None:
    (answer,) = answers("players A B C; Hex: A to B; B plays Hex Sign; signs: B rock, C paper; who gains Voice?")
    told = [line for line in answer_lines(answer, desk().game) if line.startswith("  - ")]
    assert any(OTHERWISE in line for line in told) and OTHERWISE in told[-1]


def test_what_differs_in_one_word_is_said_once() -> None:
    assert gathered(["what X does to A", "what X does to B", "it rains"]) == ["what X does to A and B", "it rains"]
    assert gathered(["it is 1", "it is 2", "it is 4"], "or", str.isdigit) == ["it is 1, 2 or 4"]
    assert gathered(["not so that B is last", "not so that C is last"]) == [
        "not so that B is last",
        "not so that C is last",
    ]
    assert gathered(["B plays Duck", "C plays Duck"]) == ["B plays Duck", "C plays Duck"]


def test_what_is_open_besides_an_illegal_act_is_told_where_it_tells_outcomes_apart() -> None:
    word_game = house.desk("hexx")
    scene = "players Red Black\nword CAB at 0,0 east black\nRed rolls 14\nRed lifts 0,0 for E\nwhat is at 0,0?"
    ((_, answer),) = word_game.answers(word_game.scenes(scene, "scene")[0])
    assert len(answer.outcomes) == 3 and all(outcome.when for outcome in answer.outcomes)
    assert len({outcome.when for outcome in answer.outcomes}) == 3


def test_each_condition_on_a_way_is_told_also_where_nothing_follows_it_at_once() -> None:
    """Else what hangs on a later condition would seem to hang on the one above it."""
    scene = 'players A B C; law "HEX•HEX hurts whoever obeys it"; Hex: A to B; C plays HEX•HEX; who loses Voice?'
    lines = (line.strip() for answer in answers(scene) for line in answer_lines(answer, desk().game))
    told = [line for line in lines if line.startswith("if ")]
    assert [line for line in told if line.startswith("if A ")] == ["if A chooses obedience:", "if A chooses defiance:"]
    assert told.count("if B chooses defiance:") == 2


def test_what_a_player_who_was_chosen_does_next_is_not_what_the_choice_is_called() -> None:
    (answer,) = answers(
        "players A B C; round 3; Hex: B to C; hand C: nothing; the round ends; the cards are dealt; is it so that the dealer is C?"
    )
    whens = " ".join(o.when for o in answer.outcomes)
    assert "C chooses C" in whens and "draws" not in whens
