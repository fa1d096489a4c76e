"""What happened, told in steps: nothing twice, what several ways share once, and each under what leads to it."""

from __future__ import annotations

from functools import cache

import pytest
from conftest import TRIALS
from hypothesis import given
from hypothesis import strategies as st

from checker.ask.ask import asked_at, asked_text
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.run.progress import Line
from checker.scenes.trace_text import BranchTrace, passages


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def text(scene: str) -> list[str]:
    return list(asked_text(asked_at(desk(), desk().scenes(scene, "test"))))


def trees(depth: int) -> st.SearchStrategy[list[tuple[list[str], list[str]]]]:
    """Ways of a story that forks: the steps of each and the conditions that lead to it."""
    words = st.lists(st.sampled_from("abc"), max_size=3)
    if depth == 0:
        return words.map(lambda steps: [(steps, [])])
    forked = st.tuples(words, trees(depth - 1), trees(depth - 1)).map(
        lambda t: [([*t[0], *s], [f"{n}{depth}", *c]) for n, ways in enumerate(t[1:]) for s, c in ways]
    )
    return st.one_of(trees(0), forked)


@given(trees(3))
def test_every_way_is_told_whole_under_its_own_conditions(ways: list[tuple[list[str], list[str]]]) -> None:
    told = tuple(BranchTrace(tuple(Line(s) for s in steps), tuple(c), str(n)) for n, (steps, c) in enumerate(ways))
    path: list[tuple[int, list[str]]] = []
    ends: dict[str, list[str]] = {}
    for passage in passages(told):
        path = [(d, s) for d, s in path if d < passage.depth]
        path.append((passage.depth, [line.text for line in passage.steps]))
        assert passage.first == 1 + sum(len(s) for _, s in path[:-1])
        if passage.end:
            ends[passage.end] = [s for _, steps in path for s in steps]
    assert ends == {str(n): steps for n, (steps, _) in enumerate(ways)}


def test_several_stories_have_one_beginning() -> None:
    lines = text("players A B C; A casts at B; B plays Boost; what happens?")
    assert sum("Boost comes into play" in line for line in lines) == 1
    assert [line.strip() for line in lines if ". if " in line] == [
        "7. if B passes H1 to A (for playing on):  [HH-76, HH-80, HH-95]",
        "7. if B passes H1 to C:  [HH-76, HH-80, HH-95]",
    ]


@pytest.mark.parametrize("name", house.known())
def test_every_step_cites_what_made_it_happen(name: str) -> None:
    at = house.desk(name)
    ruled = [scene for scene in at.rulings() if not scene.place.file.endswith("/asked.scene")]
    scenes = ruled[:: 44 if TRIALS == 1 else 11]
    told = [o for scene in scenes for a in asked_at(at, [scene]) for o in a.answer.outcomes]
    assert sum(len(o.steps) for o in told) > min(200, 4 * len(scenes))
    assert [step.text for o in told for step in o.steps if not step.clauses] == []


def test_a_step_of_which_no_clause_speaks_cites_those_of_what_it_is_a_part_of() -> None:
    [asked] = asked_at(desk(), desk().scenes("players A B C; Hex: A to B; B plays Boost; what happens?", "test"))
    cited = {step.text: step.clauses for step in asked.answer.outcomes[0].steps}
    assert cited["B sends H1 on by Boost"] == ("HH-76", "HH-80", "HH-95")
    assert "HH-41" in cited["the token of Boost is put on H1"]
    assert "HH-41" not in cited["B passes H1 to A"] and "HH-76" in cited["B passes H1 to A"]


def test_a_card_that_is_drawn_is_told_once() -> None:
    lines = text("players A B C; hand B: Fresh Wind; before the round; deck top: Duck; the round starts; what happens?")
    assert sum("draws a card" in line for line in lines) == 0
    assert sum("receives Duck" in line for line in lines) >= 1


def test_a_conflict_is_told_in_what_its_clauses_say() -> None:
    lines = " ".join(
        text("players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; who loses Voice?")
    )
    for clause in desk().game.clauses:
        if clause.id in ("HH-60", "HH-149", "HH-151"):
            assert f"{clause.id}: {clause.summary}" in " ".join(lines.split())
    assert "disagree on" not in lines
    assert "ward-against-hexhex" in lines


def test_no_code_words() -> None:
    for number, scene in enumerate(desk().rulings()):
        if number % 24 == 3:
            for line in asked_text(asked_at(desk(), [scene])):
                assert not any(word in line for word in ("(?)", "hidden card", "option", " K ", "None", "_"))


def test_the_same_again_is_told_once_with_its_number() -> None:
    lines = text("players A B C; between rounds; the cards are dealt; what happens?")
    assert [line.partition("  [")[0].strip() for line in lines if line.strip()[:2] in ("1.", "2.", "3.", "4.")] == [
        "1. A receives an unknown card (5 times)",
        "2. B receives an unknown card (5 times)",
        "3. C receives an unknown card (5 times)",
    ]


def test_of_very_many_ways_those_are_told_that_differ_in_one_condition() -> None:
    lines = text(
        "players A B C D; Hex H1: A to B; Hex H2: C to D; B readies Duck for H1; D readies Twain for H2; "
        "the cards are revealed; what happens?"
    )
    assert any("20 more cases" in line for line in lines)
    assert sum("H3 moves to" in line for line in lines) == 7


def test_a_card_of_which_it_is_told_what_it_was_is_told_by_its_name() -> None:
    lines = text("players A B C; Hex: A to B; B plays Draw Fire; B draws Ward; what happens?")
    assert any("B receives Ward" in line for line in lines)


def test_what_went_before_an_illegal_act_cites_its_clauses_too() -> None:
    scene = "players A B C; A casts at C; C plays Called Shot naming B; B plays Stun; who gains Voice?"
    [asked] = asked_at(desk(), desk().scenes(scene, "test"))
    steps = asked.answer.outcomes[0].steps
    assert "illegal" in steps[-1].text and all(step.clauses for step in steps)


def test_a_card_laid_face_down_is_readied_and_one_played_alone_is_played() -> None:
    two = "players A B C D; Hex H1: A to B; Hex H2: C to D; B readies Turn Aside Left for H1; what happens?"
    assert any("B readies Turn Aside Left for H1" in line for line in text(two))
    assert not any("B plays Turn Aside Left" in line for line in text(two))
    one = "players A B C D; Hex: A to B; B plays Turn Aside Left; what happens?"
    assert any("B plays Turn Aside Left on H1" in line for line in text(one))


def test_what_an_act_lacks_is_said_where_it_lacks() -> None:
    scene = "players A B C D; Hex: A to B; hand C: {}; may C play Stun?"
    assert "  C does not hold Stun" in text(scene.format("nothing"))
    assert not any("does not hold" in line for line in text(scene.format("Stun")))


def test_what_play_may_still_change_is_said_so_far() -> None:
    sign = "players A B C D; Hex: A to B; B plays Hex Sign; {}who gains Voice?"
    assert "  so far; play goes on" in text(sign.format(""))
    signs = sign.format("signs: A rock, B paper, C rock, D rock; ")
    assert not any("so far" in line for line in text(signs))


def test_what_happens_names_the_act_that_is_illegal() -> None:
    scene = "players A B C D; Hex: A to B; C plays Turn Aside Left; B plays Turn Aside Left; what happens?"
    assert "  C plays Turn Aside Left: this is illegal" in text(scene)


def test_amounts_that_were_tried_are_named_and_no_others_claimed() -> None:
    lines = text("players A B C D; Hex: A to B, boosted; hand B: nothing; does B lose more than 2 Voice?")
    assert "  - yes if the extra loss of Boost is 2 or 3" in lines
    assert any("no other amount was tried" in line for line in lines)
    assert not any("otherwise" in line for line in lines)
