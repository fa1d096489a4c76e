"""What is said of the rules depends on the rules: not on hashing, on the order of files, or on the number of cores."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, TRIALS

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.load.entries import ALL_HEADS
from checker.load.load import game_files
from checker.syntax.everyday.forms import FORMS
from checker.syntax.files import entries, read_text

TOLD = """
import json, sys
from pathlib import Path
from checker.catalog import games as house
from checker.ask.ask import asked_at
from checker.check.run_checks import report
from checker.ask.answer_json import answers_json, dumped
from checker.check.finding_formats import as_json, as_text

jobs = int(sys.argv[1])
desk = house.desk("hexhex")
scenes = desk.scenes(SCENES, "scenes")
print(dumped(answers_json((one.answer, one.game) for one in asked_at(desk, scenes, True))))
toy = report(house.desk("pebbles", root=Path("tests/toy")), "2-3", "pairs", jobs)
told = json.loads(as_json([toy]))
for one in told["checked"]:
    del one["seconds"]
print(json.dumps(told))
for line in as_text([toy]).splitlines():
    print(line.rpartition(" (")[0])
"""

SCENES = """
ruling "a contradiction"
players A B C D
B has Ward in play
Hex: A to C
D plays HEX•HEX
HEX•HEX: B is last
how much Voice does B lose?
what happens?

ruling "an order, a choice and a token"
players A B C D
Hex: A to B, maddened left
B plays Duck
who is the sender?
where does the Hex go?
who gains Voice?

ruling "what nothing states"
players A B C
Hex: A to B
B plays Boost
the Hex goes off
how much Voice does B lose?
"""


def told(seed: int, jobs: int, folder: Path) -> str:
    """What a fresh process with a cache of its own says."""
    run = subprocess.run(
        [sys.executable, "-c", TOLD.replace("SCENES", repr(SCENES)), str(jobs)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "HEXCHECK_CACHE": str(folder / f"{seed}-{jobs}")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_hashing_and_cores_change_nothing(tmp_path: Path) -> None:
    """Not even the order in which things are said, nor what is compiled on the way."""
    first = told(0, 1, tmp_path)
    assert "CONTRADICTION" in first and "HX" in first
    assert told(1, 2, tmp_path) == first
    assert TRIALS == 1 or told(12345, 3, tmp_path) == first
    assert told(1, 2, tmp_path) == first, "with what was kept the first time"


def shuffled(folder: Path, seed: int) -> Path:
    """The rules with the entries of every file in another order, and the files under other names."""
    draw = random.Random(seed)
    for part in ("specs", "cards"):
        shutil.copytree(ROOT / part, folder / part)
    for path in (p for p in game_files("hexhex", folder) if p.name != FORMS):
        text = read_text(path)
        lines = text.split("\n")
        at = [e.head.place.line - 1 for e in entries(text, str(path), ALL_HEADS)]
        blocks = [lines[a:b] for a, b in zip(at, [*at[1:], len(lines)], strict=True)]
        draw.shuffle(blocks)
        path.unlink()
        name = path.stem if path.stem == "vocabulary" else "".join(draw.sample("abcdefgh", 6))
        path.with_name(name + path.suffix).write_text("\n".join(x for b in blocks for x in b), encoding="utf-8")
    return folder


def said(desk: Desk, step: int) -> list[tuple[object, ...]]:
    """The answers to every `step`th ruling of every `step`th file: title, verdict, value, clauses."""
    return [
        (scene.title, answer.verdict, answer.value, answer.clauses)
        for path in desk.ruling_files()[::step]
        for scene in desk.rulings(path)[::step]
        for _, answer in desk.answers(scene)
    ]


@cache
def plainly(step: int) -> list[tuple[object, ...]]:
    return said(house.desk("hexhex"), step)


@pytest.mark.parametrize("seed", range(1, TRIALS + 1))
def test_the_order_of_files_and_entries_changes_nothing(seed: int, tmp_path: Path) -> None:
    step = 5
    plain, other = plainly(step), said(house.desk("hexhex", root=shuffled(tmp_path, seed)), step)
    assert len(plain) > 30
    for one, two in zip(plain, other, strict=True):
        assert one == two
