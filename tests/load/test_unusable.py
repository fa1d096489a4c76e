"""Files that are something else than what they are given as: each is told what it is, where, and what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli import FINGER

from checker.cli import main
from checker.kernel.source import InputError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*words: str) -> str:
    """What a command says that cannot use its file."""
    with pytest.raises(InputError) as error:
        main.run(list(words))
    return str(error.value)


ERRATUM = """erratum "Duck sends"
clause E-1 effect "Errata"
  says Whoever plays Duck sends.
  norm when P plays C on H, set the sender of H to P if C is Duck
"""
UNUSABLE = {
    "comments.scene": ("# nothing\n\n# else\n", "there is no scene in it"),
    "number.scene": ("players A B C\nVoice A 99999999999, B 3, C 2\nwho wins?\n", "a number has at most 9 digits"),
    "mark.scene": (FINGER.replace("; A casts", "\n\u200eA casts").replace("; ", "\n"), "U+200E"),
    "amendment.scene": (ERRATUM, "hexcheck ask SCENE --errata amendment.scene"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_file_that_is_no_scene_is_told_what_it_is(name: str, folder: Path) -> None:
    text, said = UNUSABLE[name]
    (folder / name).write_text(text, encoding="utf-8")
    assert said in refused("rulings" if name == "mark.scene" else "ask", name)


NO_AMENDMENTS = {
    "scene.norm": ("players A B C\nA casts at B\nmay B play Duck?\n", "this reads as a scene", 1),
    "margin.norm": (ERRATUM.replace("  says", "says"), "the lines of an entry are indented", 1),
    "words.norm": (
        ERRATUM.replace("when P plays C on H, set the sender of H to P", "P must not exchange N tiles").replace(
            "C is Duck", "P can lay a word"
        ),
        "the amendment fits hexx",
        1,
    ),
}


@pytest.mark.parametrize("name", NO_AMENDMENTS)
def test_a_file_that_is_no_amendment_of_the_game_is_told_what_it_is(name: str, folder: Path) -> None:
    text, said, problems = NO_AMENDMENTS[name]
    (folder / name).write_text(text, encoding="utf-8")
    told = refused("ask", FINGER, "--errata", name)
    assert said in told and told.count(f"{name}:") == problems


def test_of_a_file_that_is_not_there_the_nearest_name_is_told(folder: Path) -> None:
    (folder / "ruling.scene").write_text(FINGER)
    assert "did you mean `ruling.scene`?" in refused("ask", "ruling.scen")
    assert "did you mean" not in refused("ask", "other.scene")


KEPT = {
    "report": ('{"schema": "hexcheck/findings/1"}', "no game that is named"),
    "certify": ('{"schema": "hexcheck/certificate/3"}', "`game` is missing"),
}


@pytest.mark.parametrize("command", KEPT)
def test_a_file_that_lacks_something_is_told_what(command: str, folder: Path) -> None:
    text, said = KEPT[command]
    (folder / "kept.json").write_text(text, encoding="utf-8")
    words = (
        ("report", "horrible", "--out", "r", "--findings", "kept.json")
        if command == "report"
        else (command, "kept.json")
    )
    assert said in refused(*words)


@pytest.mark.parametrize("sign", ["🎲", "★ §"])
def test_a_sentence_of_signs_alone_is_not_read_as_something_else(sign: str) -> None:
    assert f"`{sign[0]}` cannot stand here" in refused("ask", f"players A B C; {sign}")
    assert main.run(["ask", f"players A B C; A casts at B; can B play Duck {sign}"]) == 0
