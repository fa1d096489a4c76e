"""Who may do something, and who must: those of whom it is answered yes when it is asked of each by themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import pytest

from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.syntax.files import read_text
from checker.syntax.scene_reader import rulings, seated, statements
from checker.verdicts.verdict import Answer

SAID = re.compile(r"(?:ruling|expect|because|by|after|faq|asks|source|since|disputed)\b")
OPEN = frozenset(Verdict) - {Verdict.FORCED, Verdict.UNKNOWN}
ASKED = re.compile(r"(may|must) (\w+) (.+)\?")


def asked(game: str, lines: list[str]) -> Answer:
    at = house.desk(game)
    (scene,) = at.scenes("\n".join(lines), "asked")
    return [answer for _, answer in at.answers(scene)][-1]


def those(players: tuple[str, ...], each: list[Answer], also: Collection[Verdict] = ()) -> str:
    """The players of whom it is so, and those for whom the answer is one of the others too."""
    told = zip(players, each, strict=True)
    return ", ".join(name for name, one in told if one.value == "yes" or one.verdict in also) or "nobody"


def questions(game: str, file: str) -> Iterator[tuple[list[str], re.Match[str], tuple[str, ...]]]:
    """What the rulings in the file ask of one player, with what stands above it and the players."""
    for path in (one for one in house.desk(game).ruling_files() if one.stem == file):
        for scene in rulings(statements(read_text(path), path.name)):
            told = [raw.text for raw in scene if not SAID.match(raw.text)]
            players = next((seated(line) for line in told if seated(line)), ())
            for at, line in enumerate(told):
                found = ASKED.fullmatch(line)
                if found and found[2] in players:
                    yield [one for one in told[:at] if not one.endswith("?")], found, players


@pytest.mark.parametrize(
    ("game", "file"),
    [
        ("hexhex", "compel"),
        ("hexhex", "playing-the-game"),
        ("hexx", "meeting"),
        *(pytest.param("hexhex", file, marks=pytest.mark.thorough) for file in ("stix", "null", "asked")),
        *(pytest.param("hexx", file, marks=pytest.mark.thorough) for file in ("results", "words")),
    ],
)
def test_who_may_is_each_who_may(game: str, file: str) -> None:
    compared = 0
    for before, found, players in questions(game, file):
        each = [asked(game, [*before, f"{found[1]} {player} {found[3]}?"]) for player in players]
        try:
            together = asked(game, [*before, f"who {found[1]} {found[3]}?"])
        except InputError as error:
            assert "whose turn" in error.problems[0].message
            continue
        compared += 1
        left = [one.verdict is not Verdict.FORCED for one in each]
        if any(left):
            assert together.verdict in OPEN, (before, found[0])
            assert sum(left) > 1 or {one.value for one in together.outcomes} == {
                those(players, each, OPEN),
                those(players, each),
            }
        else:
            assert (together.verdict, together.value) == (Verdict.FORCED, those(players, each)), (before, found[0])
            assert {*together.deciding} == {clause for one in each for clause in one.deciding}
    assert compared >= 3


def test_where_nothing_says_whose_turn_it_is_nobody_is_told() -> None:
    scene = ["players Red Blue", "tile a: circle at 0,0, slide east", "tile b: star at 1,-1"]
    with pytest.raises(InputError, match="whose turn"):
        asked("horrible", [*scene, "who may move a by slide east?"])
    assert (
        asked("horrible", ["players Red Blue", "Red to play", *scene[1:], "who may move a by slide east?"]).value
        == "Red"
    )


def test_what_cannot_be_asked_of_everybody_is_told_where_it_stands_as_of_one() -> None:
    with pytest.raises(InputError) as found:
        asked("hexhex", ["players Christopher B", "Hex: B to Christopher", "who may play Nul on Duck?"])
    (problem,) = found.value.problems
    assert (problem.place.column, problem.hint) == (14, "did you mean `Null`?")


def test_where_nothing_is_told_it_is_not_said_that_nobody_may() -> None:
    with pytest.raises(InputError, match="nothing is told"):
        house.asked("who can play Duck?", None, None, False, named="hexhex")
    (said,) = house.asked("A casts at B. who can play Duck?", None, None, False, named="hexhex")
    assert said.answer.value == "B"
