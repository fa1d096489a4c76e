"""The examples of grammar/README.md are errata that do what their heads say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from errata_heads import Specimen, specimen

from checker import house
from checker.kernel.source import InputError

PAGE = Path(__file__).parent.parent / "grammar" / "README.md"
EXAMPLES = re.findall(r"^```erratum\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
DUCK = Path(__file__).parent / "errata" / "said" / "remove-a-card.norm"


def answered(said: Specimen, scene: str, amended: bool) -> str:
    """The answer to the last question of the scene; empty where the scene cannot be read."""
    try:
        answer = house.asked(scene, [said.path] if amended else [], [], False)[-1].answer
    except InputError:
        return ""
    return f"{answer.verdict.value}: {answer.value}"


@pytest.mark.parametrize("text", EXAMPLES, ids=re.findall(r'^erratum "(.*)"', "\n".join(EXAMPLES), re.M))
def test_the_example_is_carried_out(text: str, tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    path.write_text(text, encoding="utf-8")
    said = specimen(path)
    assert said.asked
    for scene, gives, was in said.asked:
        assert answered(said, scene, True).startswith(gives), scene
        assert answered(said, scene, False).startswith(was), scene


def test_a_scene_that_cannot_be_read_is_told_before_errata_that_fit_another_game() -> None:
    with pytest.raises(InputError) as refused:
        house.asked("players A B C; Hex: A to B; B plays Dukc; what happens?", [DUCK], [], False)
    assert "`Dukc` cannot stand here" in refused.value.problems[0].message


def test_errata_that_fit_no_game_are_told_where_they_fit_the_longest(tmp_path: Path) -> None:
    path = tmp_path / "example.norm"
    path.write_text('erratum "x"\nremove card Turn Aside Left\nremove card Dukc\n', encoding="utf-8")
    with pytest.raises(InputError) as refused:
        house.asked("players A B C; Hex: A to B; B plays Duck; what happens?", [path], [], False)
    assert "`Dukc`" in refused.value.problems[0].message
