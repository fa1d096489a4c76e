"""What is added touches the files that CONTRIBUTING names, and no others: each is added to a copy, and works there."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, told
from new_analysis import begin

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError
from checker.syntax.everyday.forms import written
from checker.syntax.everyday.retell import Retold


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, without what was made of it."""
    made = tmp_path_factory.mktemp("copy")
    for part in ("checker", "cards", "specs", "grammar", "tests"):
        shutil.copytree(ROOT / part, made / part, ignore=shutil.ignore_patterns("__pycache__"))
    return made


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(copy), "HEXCHECK_CACHE": str(copy / "cache")}
    return subprocess.run(
        [sys.executable, *command], cwd=copy, env=env, capture_output=True, text=True, timeout=120, check=False
    )


def specimens(copy: Path, name: str) -> dict[str, bool]:
    """Which tests of specimens that name the analysis pass."""
    done = run(
        copy, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "tests/analyses/test_specimens.py", "-k", name
    )
    said = (line.split() for line in done.stdout.splitlines() if line.startswith(("PASSED ", "FAILED ")))
    return {words[1].partition("::")[2]: words[0] == "PASSED" for words in said}


@pytest.mark.thorough
def test_an_analysis_is_begun_and_the_suite_says_what_is_missing(copy: Path) -> None:
    module, bad, good = begin(copy, "gift-to-anybody")
    missing = specimens(copy, "gift-to-anybody")
    assert [name.partition("[")[0] for name, passed in missing.items() if not passed] == [
        "test_a_fault_is_found_and_its_twin_is_clean",
        "test_every_analysis_says_what_it_finds_why_it_matters_and_how_to_settle_it",
        "test_a_specimen_is_filled_in",
        "test_a_specimen_is_filled_in",
    ], missing
    for path in (module, bad, good):
        path.write_text(path.read_text("utf-8").replace("FILL IN", "words"))
    module.write_text(module.read_text("utf-8").replace("return False", "return repr(norm.cond) == 'Yes()'"))
    bad.write_text(bad.read_text("utf-8").replace(" if P is on turn", ""))
    done = specimens(copy, "gift-to-anybody")
    assert len(done) == 5 and all(done.values()), done


@pytest.mark.parametrize(("name", "code"), [("Idle Player", ""), ("dead-text", ""), ("idle-player", "HX101")])
def test_a_name_or_a_code_that_is_taken_or_none_begins_nothing(copy: Path, name: str, code: str) -> None:
    with pytest.raises(ValueError):
        begin(copy, name, code)


ADDED = {
    "cards/hexhex/named.cards": (
        "card Mirror\n  kinds basic deflection\n  text Pass the Hex to the sender of the Hex.\n  clauses HH-37\n  copies 1 assumed\n",
        "players A B C; Hex: A to B; B plays Mirror; where does the Hex go?",
        "A",
    ),
    "specs/hexhex/clauses.norm": (
        'clause HH-900 effect "Added"\n  says Whoever is Hexed draws a card.\n  norm when P is Hexed, P draws a card\n',
        "players A B C; Hex: A to B; hand B: nothing; the Hex goes off; how many cards does B hold?",
        "1",
    ),
    "specs/hexhex/vocabulary.norm": (
        'act salute "salute {Q}" "{P} salutes {Q}": P Q\n  does Raise the Voice of Q by 1.\n',
        "players A B C; Voice B 5; A does salute B; how much Voice does B have?",
        "6",
    ),
    "specs/hexhex/forms.norm": (
        'means "{P} fling {H} back with {C}" as "{P} plays {C}"\n',
        "players A B C. A casts at B. B flings the Hex back with Double Back. where does the Hex go?",
        "A",
    ),
}
"""The one file that a card, a clause, a verb and a way to say something touch, with what is added, a scene and its answer."""


def answer(at: Desk, typed: str) -> str:
    """The outcome of the one question of the scene. Raises InputError where it is not read."""
    meant = at.retold(typed)
    (scene,) = at.scenes(meant.text if isinstance(meant, Retold) else typed, "typed")
    ((_, found),) = at.answers(scene)
    return found.value


def test_a_card_a_clause_a_verb_and_a_way_to_say_something_touch_one_file_each(copy: Path) -> None:
    before = house.desk("hexhex")
    for _, scene, value in ADDED.values():
        try:
            assert answer(before, scene) != value
        except InputError as error:
            told(error)
    for file, (text, _, _) in ADDED.items():
        with (copy / file).open("a", encoding="utf-8") as old:
            old.write(text)
    after = house.desk("hexhex", root=copy)
    for _, scene, value in ADDED.values():
        assert answer(after, scene) == value


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "grammar/README.md", "checker/DECISIONS.md"])
def test_every_path_that_is_named_is_there(page: str) -> None:
    named = re.findall(r"\b(?:checker|cards|specs|tests|grammar)/[\w<>./*-]*[\w>]", (ROOT / page).read_text("utf-8"))
    assert [path for path in named if "idle" not in path and not list(ROOT.glob(re.sub(r"<\w+>", "*", path)))] == []


PAGES = ("checker/DECISIONS.md", *(f"specs/{game}/DECISIONS.md" for game in ("hexhex", "hexx", "horrible")))
DECISIONS = {
    page: re.findall(r"^### (\d+)\. (.+)\n(.+)$", (ROOT / page).read_text("utf-8"), re.MULTILINE) for page in PAGES
}
"""What was decided, by the page: about all games, or about the rules of one."""


def test_decisions_are_numbered_and_short_and_what_links_to_them_meets_one() -> None:
    numbers = {page: [int(number) for number, _, _ in told] for page, told in DECISIONS.items()}
    listed = sorted(number for told in numbers.values() for number in told)
    assert listed == list(range(1, len(listed) + 1))
    assert all(told == sorted(told) for page, told in numbers.items() if page != PAGES[0])
    assert all("\n- **" not in (ROOT / page).read_text("utf-8") for page in PAGES), "a decision without a number"
    every = [(number, head, said, page) for page, told in DECISIONS.items() for number, head, said in told]
    assert {head: said for _, head, said, _ in every if len(re.findall(r"[.?](?= |$)", said)) > 4} == {}
    anchors = {
        f"{page}#" + re.sub(r"[^\w -]", "", f"{number}. {head}".lower()).replace(" ", "-")
        for number, head, _, page in every
    }
    linked = re.findall(r"[\w/]+/DECISIONS\.md#[\w-]+", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert linked and set(linked) <= anchors


BOUNDED = (
    "run",
    "norms",
    "scenes",
    "verdicts",
    "provenance",
    "graph",
    "simulate",
    "explore",
    "static",
    "smt",
    "analyses",
)
NO_BOUND = re.compile(r"MOST_(NAMED|KEPT|KNOWN|VERSIONS|SHOWN|ALIKE)")
"""Bounds on what is remembered or put into words: past them nothing else is found."""


def bounds(path: Path) -> dict[str, int]:
    """The numbers of the module, by name, past which it looks no further."""
    made = (n for n in ast.parse(path.read_text("utf-8")).body if isinstance(n, ast.Assign))
    named = {n.targets[0].id: n.value for n in made if isinstance(n.targets[0], ast.Name)}
    return {
        name: int(ast.literal_eval(value))
        for name, value in named.items()
        if re.match("MOST|DEEPEST|EFFORT", name) and isinstance(value, ast.Constant) and not NO_BOUND.match(name)
    }


def test_the_manual_has_every_bound_of_search_and_play_with_its_number() -> None:
    rows = re.findall(
        r"^\| `(.+)` `(.+)` \| ([\d,]+) \| .+ \| .+ \|$", (ROOT / "docs" / "bounds.md").read_text("utf-8"), re.M
    )
    told = {(path, name): int(number.replace(",", "")) for path, name, number in rows}
    checker = ROOT / "checker"
    paths = (path for room in BOUNDED for path in (checker / room).rglob("*.py"))
    there = {(str(p.relative_to(checker)), name): value for p in paths for name, value in bounds(p).items()}
    assert len(told) == len(rows) and told == there


def test_the_changelog_can_be_read() -> None:
    assert len((ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()) <= 200


def test_the_forms_that_the_manual_shows_are_read() -> None:
    page = (ROOT / "grammar" / "README.md").read_text("utf-8")
    shown = re.findall(r"`((?:means|alike|seats) [^`]+)`", page)
    found = written(house.desk("hexhex").game.vocabulary, "\n".join(shown), "grammar/README.md")
    assert found.forms and found.alike and found.seats
