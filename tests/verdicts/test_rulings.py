"""Every ruling of every game comes out as it stands in its file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from conftest import ROOT, TRIALS, later

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.session.reductions import Common

MOST_DISPUTED = 8


@cache
def desk(game: str) -> Desk:
    return house.desk(game)


@cache
def rulings() -> tuple[tuple[str, Scene], ...]:
    return tuple((game, scene) for game in house.known() for scene in desk(game).rulings())


@cache
def remembered(game: str) -> Common:
    """What the rulings of a game share, as when the command carries them out."""
    return Common(desk(game).rules)


def agreed() -> tuple[Any, ...]:
    """The rulings that nobody disputes, each under its place and title."""
    return tuple(
        pytest.param(game, scene, id=f"{scene.place.file.removeprefix('specs/')}:{scene.place.line}")
        for game, scene in rulings()
        if not scene.disputed
    )


@pytest.mark.parametrize(("game", "scene"), agreed())
def test_ruling(game: str, scene: Scene) -> None:
    checked = desk(game).checked(scene, remembered(game).norms)
    assert checked, "a ruling expects something"
    wrong = [f"{c.place.file}:{c.place.line}: {', '.join(c.faults)}" for c in checked if c.faults]
    assert not wrong, f"{scene.title}: " + "; ".join(wrong)


@pytest.mark.parametrize(
    "name", ["card-clarifications-ward", "winning-the-game", *later("dealing-with-multiple-hexes", "counter-hexes")]
)
def test_a_question_is_answered_alike_whatever_was_asked_before_it(name: str) -> None:
    for game, scene in rulings():
        if not scene.place.file.endswith(f"{game}/rulings/own/{name}.scene"):
            continue
        asked = desk(game).answers(scene)
        questions = [item for item, _ in asked]
        for item, answer in asked:
            alone = tuple(i for i in scene.items if i is item or i not in questions)
            ((_, again),) = desk(game).answers(msgspec.structs.replace(scene, items=alone))
            assert (again.verdict, again.value) == (answer.verdict, answer.value), (scene.title, item.raw.text)


@pytest.mark.parametrize("game", house.known())
def test_answers_from_what_is_remembered_of_other_rulings_are_those_given_afresh(game: str) -> None:
    memory = Common(desk(game).rules).norms
    scenes = [scene for of, scene in rulings() if of == game][:: 12 if TRIALS == 1 else 3]
    plain = [(scene, desk(game).checked(scene)) for scene in scenes]
    for scene, said in (*plain, *plain[::4]):
        assert desk(game).checked(scene, memory) == said, scene.title
    assert memory.missed < memory.asked


def test_a_handful_of_rulings_is_disputed_each_with_a_reason() -> None:
    disputed = [scene for _, scene in rulings() if scene.disputed]
    assert len(disputed) <= MOST_DISPUTED
    for scene in disputed:
        assert len(scene.disputed.split()) >= 5, f"{scene.title}: say why it is disputed"


def test_every_ruling_has_a_title_of_its_own() -> None:
    seen: dict[tuple[str, str, str], int] = {}
    for game, scene in rulings():
        key = (game, scene.place.file, scene.title)
        assert scene.title, f"{scene.place.file}:{scene.place.line} has no title"
        assert key not in seen, f"{scene.place.file}:{scene.place.line} has the title of line {seen[key]}"
        seen[key] = scene.place.line


def test_every_clause_that_a_ruling_expects_exists() -> None:
    for game, scene in rulings():
        known = desk(game).clauses(scene)
        for item in scene.items:
            cited = [c for group in (item.expected.clauses if item.expected else ()) for c in group]
            assert set(cited) <= known, f"{item.raw.place.file}:{item.raw.place.line}"


TELL = """
import json, sys
from checker.catalog import games as house
told = []
for game in house.known():
    desk = house.desk(game)
    for scene in desk.rulings()[:: int(sys.argv[1])]:
        for item, answer in desk.answers(scene):
            outcomes = [(o.value, o.options, o.clauses, o.steps) for o in answer.outcomes]
            told.append((scene.title, item.raw.text, answer.verdict.value, answer.value, answer.clauses, repr(outcomes)))
print(json.dumps(told))
"""


def test_answers_do_not_depend_on_the_order_of_sets() -> None:
    told = []
    for seed in ("1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", TELL, "20"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert run.returncode == 0, run.stderr[-2000:]
        told.append(json.loads(run.stdout))
    assert len(told[0]) > 50
    for one, other in zip(*told, strict=True):
        assert one == other


@pytest.mark.parametrize("game", house.known())
def test_each_ruling_of_our_own_adds_something_or_says_why_it_is_there(game: str) -> None:
    """What it adds: a set of clauses with a verdict and a form of question that no other ruling has, tables below what
    players ask apart."""
    scenes = [scene for of, scene in rulings() if of == game]
    ruled = [scene for scene in scenes if not scene.place.file.endswith(ASKED)]
    said = Counter(triple for scene in ruled for triple in _triples(scene))
    for scene in ruled:
        if "/own/" in scene.place.file and not any(said[triple] == 1 for triple in _triples(scene)):
            above = (ROOT / scene.place.file).read_text("utf-8").splitlines()[scene.place.line - 2]
            assert above.startswith("#"), f"{scene.place.file}:{scene.place.line}: {scene.title}"


ASKED = "/asked.scene"
"""The tables below what players ask, which say plainly what others rule on."""


def _triples(scene: Scene) -> set[tuple[frozenset[str], str, str]]:
    asked = ((item.said.rule, item.expected) for item in scene.items if item.expected is not None)
    return {(frozenset(c for each in e.because for c in each), e.verdict, form) for form, e in asked}


EXPECTING = """players A B C
A casts at B
B plays Turn Aside Left
where does the Hex go?
expect FORCED: C
"""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("by HH-37 HH-70 or HH-172", ""),
        ("by HH-70", "not decided by: HH-70; it is decided by HH-37, HH-172"),
        ("because HH-1\nby HH-70", "not cited: HH-1; not decided by: HH-70; it is decided by HH-37, HH-172"),
        ('after "b passes h1 to c"', ""),
        ('after "B passes H1 to A"', "no step `B passes H1 to A`; did you mean `B passes H1 to C`?"),
        ('after "nobody wins"', "no step `nobody wins`"),
    ],
)
def test_a_ruling_says_what_decides_and_which_step_leads_there(line: str, fault: str) -> None:
    (scene,) = desk("hexhex").scenes(EXPECTING + line, "own.scene")
    (found,) = desk("hexhex").checked(scene)
    assert found.faults == ((fault,) if fault else ())


@pytest.mark.parametrize("line", ["by HH-37", 'after "B passes H1 to C"'])
def test_what_decides_is_expected_of_a_question_that_expects_an_answer(line: str) -> None:
    key = line.split()[0]
    for text in (EXPECTING.replace("expect FORCED: C\n", "") + line, f"players A B C\n{line}\nA casts at B"):
        with pytest.raises(InputError) as refused:
            desk("hexhex").scenes(text, "own.scene")
        assert f"`{key}`" in refused.value.problems[0].message


@pytest.mark.parametrize("game", house.known())
def test_rulings_of_every_game_expect_what_decides(game: str) -> None:
    asked = [item.expected for of, scene in rulings() if of == game for item in scene.items if item.expected]
    wanted = min(40, len(asked) // 10)
    assert sum(1 for e in asked if e.by) >= wanted and sum(1 for e in asked if e.after) >= wanted // 2


@pytest.mark.parametrize("game", house.known())
def test_rulings_of_our_own_are_filed_under_headings_of_the_rulebook(game: str) -> None:
    headings = {clause.heading for clause in desk(game).game.clauses}
    for path in sorted((ROOT / "specs" / game / "rulings" / "own").glob("*.scene")):
        first = path.read_text("utf-8").partition("\n")[0]
        assert first.removeprefix("# Own rulings: ").removesuffix(".") in headings, f"{path.name}: {first}"
