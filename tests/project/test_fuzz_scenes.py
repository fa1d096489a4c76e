"""No scene, however broken or long, ends otherwise than in an answer or in a message with its place."""

from __future__ import annotations

from functools import cache

import pytest
from conftest import soon, told, trials
from hypothesis import given
from hypothesis import strategies as st
from strategies import SCRAPS, mutated

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.syntax.files import read_text
from checker.syntax.scene_reader import statements


@cache
def desk() -> Desk:
    return house.desk("hexhex")


def ask(text: str) -> None:
    """The scenes of the text are answered or refused."""
    with soon():
        try:
            for scene in desk().scenes(text, "x.scene"):
                desk().answers(scene)
        except InputError as error:
            told(error)


@cache
def scenes() -> tuple[str, ...]:
    """Every ruling as text."""
    found = []
    for path in desk().ruling_files():
        found += ["ruling " + part for part in read_text(path).split("\nruling ")[1:]]
    return tuple(found)


@trials(100)
@given(st.data())
def test_mutated_scenes(data: st.DataObject) -> None:
    ask(data.draw(mutated(data.draw(st.sampled_from(scenes())))))


@trials(100)
@given(st.data())
def test_scenes_with_lines_of_others(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(scenes())).split("\n")
    other = data.draw(st.sampled_from(scenes())).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        one.insert(data.draw(st.integers(1, len(one))), data.draw(st.sampled_from(other)))
    ask("\n".join(one))


@trials(60)
@given(st.lists(st.one_of(st.text(max_size=12), st.sampled_from(SCRAPS)), max_size=8))
def test_random_scenes(pieces: list[str]) -> None:
    ask(" ".join(pieces))
    ask("players A B C; " + " ".join(pieces))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ";",
        "\n\n",
        "# nothing",
        "players",
        "players A",
        "players A A B",
        "players A B C D E F G",
        "players A B C",
        "players A B C; may A cast at B",
        "players A B C; expect FORCED: yes",
        "players A B C; who gains Voice?; expect MAYBE: yes",
        "players A B C; hand B: Duck, Duck, Duck, Duck, Duck, Duck",
        "players A B C; Hex: A to D",
        "players A B C; Hex: A to",
        "players A B C; Voice A 99999999999999999999",
        "players A B C; round 0; who casts next?",
        "players A B C; round 400; who wins?",
        "players A B C; Hex H1: A to B; Hex H1: B to C",
        "players A B C; Hex H1: A to B; Hex H2: B to C; B plays Duck; where does the Hex go?",
        "players A B C; who is the sender?",
        "players A B C; where does the Hex go?",
        "players A B C; the Hex goes off; is B Hexed?",
        'players A B C; law "No such law"; who gains Voice?',
        "players A B C; variant none; who gains Voice?",
        "players A B C; card X: no such kind; A plays X",
        "players A B C; A plays HEX•HEX; B plays HEX•HEX; who gains Voice?",
        "game none; players A B C; who gains Voice?",
        "players a b; a casts at b; what happens?",
        "players A B C; deck has 0 cards; A draws Duck; how many cards does A hold?",
        "players A B C; " + "A casts at B; " * 300,
        "players " + "A" * 100_000 + " B C; who wins?",
        "players " + " ".join(f"P{n}" for n in range(5000)),
    ],
)
def test_scenes_that_nobody_can_lay_out(text: str) -> None:
    ask(text)


def test_a_large_scene_of_nonsense() -> None:
    with soon(), pytest.raises(InputError):
        desk().scenes("players A B C\n" + "A casts on B\n" * 200_000, "x.scene")


def test_statements_keep_their_places() -> None:
    found = statements('players A B C; A casts at B  # so; not\n  law "a; b?"; who wins? who deals?', "x")
    assert [(s.text, s.place.line, s.place.column) for s in found] == [
        ("players A B C", 1, 1),
        ("A casts at B", 1, 16),
        ('law "a; b?"', 2, 3),
        ("who wins?", 2, 16),
        ("who deals?", 2, 26),
    ]
