"""Answers name the erratum whose clause decides, and rulings that an erratum makes stale are told together."""

from __future__ import annotations

from pathlib import Path

import pytest
from errata_heads import ERRATA

from checker.analyses.registry import run
from checker.ask.answer_json import answers_json
from checker.ask.ask import asked_at, asked_text
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.scene import Scene
from checker.kernel.verdict import Finding
from checker.session.context import Options
from checker.store.disk_cache import DiskShelf

LEVEL = ERRATA / "harmless" / "level-gains-two.norm"
DUCK = ERRATA / "duck-becomes-sender.norm"
SHOWN = "tests/errata/duck-becomes-sender.norm"


def told(scene: str, *errata: Path) -> tuple[list[str], object]:
    """The answer for people, and what it says of amendments for programs."""
    desk = house.desk("hexhex", errata)
    found = asked_at(desk, desk.scenes(scene, "scene"))
    made: object = answers_json((one.answer, one.game) for one in found)
    assert isinstance(made, dict)
    return list(asked_text(found)), made["answers"][0].get("amended")


def test_a_clause_that_decides_is_told_with_its_erratum() -> None:
    lines, amended = told("players A B C; Hex: A to B; B plays Duck; who is the sender of H1?", DUCK)
    said = " ".join(line.strip() for line in lines)
    assert f'E-1: by the erratum "Whoever plays Duck becomes the sender", {SHOWN}:5' in said
    erratum = "Whoever plays Duck becomes the sender"
    assert amended == [{"kind": "clause", "name": "E-1", "erratum": erratum, "file": SHOWN, "line": 5}]


def test_a_card_with_another_text_is_told_with_its_erratum() -> None:
    scene = "players A B C; Hex: A to B; hand B: Level; the Hex goes off; B plays Level; who gains Voice?"
    lines, _ = told(scene, LEVEL)
    assert any(line.startswith('  Level: by the erratum "Level gains 2 Voice"') for line in lines)


@pytest.mark.parametrize("errata", [(), (LEVEL,)])
def test_what_no_erratum_decides_names_none(errata: tuple[Path, ...]) -> None:
    lines, amended = told("players A B C; Hex: A to B; B plays Duck; who is the sender of H1?", *errata)
    assert amended is None
    assert not any("erratum" in line for line in lines)


def stale(tmp_path: Path, erratum: str, citing: str) -> list[Finding]:
    """What is found of the rulings that cite the clause and of one that does not."""
    (tmp_path / "x.norm").write_text(f'erratum "x"\n{erratum}\n')
    whole = bench(house.desk("hexhex", [tmp_path / "x.norm"]))
    every = whole.rulings()

    def cites(scene: Scene) -> bool:
        return any(citing in group for i in scene.items if i.expected for group in i.expected.because)

    few = [s for s in every if cites(s)][:6] + [s for s in every if not cites(s)][:1]
    return list(
        run(whole._replace(rulings=lambda: few), Options((3,), "pairs", 1, None, DiskShelf()), {"HX605"}).findings
    )


@pytest.mark.parametrize(("line", "number"), [("", 1), ("  copies 2 errata\n", 2), ("  copies 0 errata\n", 0)])
def test_a_card_written_anew_is_there_as_often_as_before_unless_it_says_otherwise(
    tmp_path: Path, line: str, number: int
) -> None:
    erratum = tmp_path / "anew.norm"
    head = 'erratum "01 does nothing"\ncard 01 Take Two\n  kinds result\n'
    erratum.write_text(f'{head}  text Carry out "refilling".\n  clauses WX-101\n{line}')
    (card,) = (c for c in house.desk("hexx", [erratum]).game.cards if c.title == "01 Take Two")
    assert card.copies == number


def test_rulings_that_rest_on_a_clause_that_is_gone_are_one_finding(tmp_path: Path) -> None:
    (found,) = [f for f in stale(tmp_path, "remove clause HH-160", "HH-160") if f.clauses]
    assert found.clauses == ("HH-160",)
    assert found.severity == "warning"
    assert len(found.places) > 1 and f"{len(found.places)} answers of rulings" in found.message


def test_rulings_that_come_out_otherwise_are_one_finding(tmp_path: Path) -> None:
    (found,) = stale(tmp_path, "norm HH-160.1: the value of the gain for a matching sign is 2", "HH-160")
    assert not found.clauses and len(found.places) >= 1
    assert found.severity == "note"


def test_a_clause_that_the_law_of_a_ruling_brings_along_is_not_gone(tmp_path: Path) -> None:
    assert not stale(tmp_path, "count Boost tokens 2", "VX-29")
