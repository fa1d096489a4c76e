"""What stands in the catalogue of situations, or in a game's forms, and is read by nothing is an error at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.catalog import games as house
from checker.check.unreadable_situations import unreadable_forms
from checker.cli.main import run
from checker.kernel.source import InputError, Problem

START = 'scene "the start"\nplayers A B\nthe rounds to come is 2\n\n'
ASKED = 'scene "asked"\nplayers A B\nhow many coins does A have?\nwho has most coins?\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "fair"]) == 0
    return tmp_path / "fair"


def problems(*words: str) -> list[Problem]:
    with pytest.raises(InputError) as error:
        run([*words])
    return list(error.value.problems)


def places(folder: Path, text: str) -> list[tuple[str, int, int]]:
    """Where there is something wrong with the catalogue, as `check` and `diff` say."""
    (folder / "specs" / "situations.scene").write_text(text, encoding="utf-8")
    (folder / "e.norm").write_text('erratum "E"\nchange card Windfall\n  text Take a coin.\n', encoding="utf-8")
    found = problems("check", "fair", "--jobs", "1")
    assert found == problems("diff", "fair", "--errata", "fair/e.norm", "--jobs", "1")
    assert all(p.place.file.endswith("situations.scene") for p in found)
    return [(p.excerpt.strip(), p.place.line, p.place.column) for p in found]


def test_every_line_of_a_situation_that_cannot_be_read_is_named_with_its_place(folder: Path) -> None:
    text = START + 'scene "nonsense"\nplayers A B\nthe ruonds to come is 1\n  A eats the moon\nA takes a coin\n'
    assert places(folder, text) == [("the ruonds to come is 1", 7, 5), ("A eats the moon", 8, 5)]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("players A B\n" + START, ("players A B", 1)),
        (START + 'scene "plays"\nplayers A B\nA plays Windfall\nA plays Windfalls\n', ("A plays Windfalls", 8)),
        (START + ASKED, ("who has most coins?", 8)),
        (START + 'scene "C is there"\nplayers A B\nC takes a coin\n', ("C takes a coin", 7)),
        (START + 'scene "alone: too many"\nplayers A B\nhand A: 4 Windfall\n', ("hand A: 4 Windfall", 7)),
        (START + 'scene "endless: a round"\nplayers A B\nthe rounds is 2\n', ("the rounds is 2", 7)),
        (START + "scene the next one\n", ("scene the next one", 5)),
    ],
)
def test_whatever_stands_there_is_read_or_named(folder: Path, text: str, at: tuple[str, int]) -> None:
    ((said, line, _),) = places(folder, text)
    assert (said, line) == at


def test_a_form_that_says_what_nothing_reads_is_named_with_its_place(folder: Path) -> None:
    means = 'means "{P} grabs a coin" as "{P} takes a coin"\nmeans "{P} (grab|snatch) {N}" as "{P} takes a coin; {P} eats {N}"\n'
    (folder / "specs" / "forms.norm").write_text(means, encoding="utf-8")
    (problem,) = problems("check", "fair", "--jobs", "1")
    assert (problem.place.line, problem.place.column) == (2, 53) and "`{P} eats {N}`" in problem.message
    assert problem.place.file.endswith("forms.norm")


def test_what_a_variant_has_words_for_is_read(folder: Path) -> None:
    (folder / "specs" / "variants").mkdir()
    (folder / "specs" / "variants" / "hats.norm").write_text(
        'erratum "Hats"\nfield hats "the hats of {P}": number, starts 0\n', encoding="utf-8"
    )
    (folder / "specs" / "forms.norm").write_text('means "{P} has {N} hats" as "the hats of {P} is {N}"\n', "utf-8")
    assert run(["check", "fair", "--jobs", "1"]) == 0


@pytest.mark.parametrize("game", ["hexhex", "hexx", "horrible"])
def test_every_form_of_our_games_says_what_is_read_for_players_of_any_name(game: str) -> None:
    assert list(unreadable_forms(house.desk(game))) == []
