"""Errata to the word game do what they say, and nothing changes without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from errata_heads import Specimen, specimen

from checker import house
from checker.answers.desk import Desk

FILES = sorted((Path(__file__).parent / "hexx_errata").glob("*.norm"))


def told(desk: Desk, scene: str) -> str:
    (one,) = desk.scenes(scene.replace("; ", "\n"), "scene")
    _, answer = desk.answers(one)[-1]
    return f"{answer.verdict.value}: {answer.value}".rstrip(": ")


@pytest.mark.parametrize("said", [specimen(p) for p in FILES], ids=[p.stem for p in FILES])
def test_the_erratum_is_carried_out(said: Specimen) -> None:
    assert said.asked
    before, after = house.desk("hexx"), house.desk("hexx", [said.path])
    for scene, gives, was in said.asked:
        assert (told(before, scene), told(after, scene)) == (was, gives)
