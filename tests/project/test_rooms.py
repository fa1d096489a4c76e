"""The house: no folder that nobody can take in, no class name with two meanings, and a word on each room."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "checker"
ROOMS = sorted(path.parent for path in PACKAGE.rglob("__init__.py") if path.parent != PACKAGE)
GAMES = PACKAGE / "games"
MODULES = 20
"""As many modules a folder has at most, but for the analyses, one file a finding."""


def named(room: Path) -> str:
    return str(room.relative_to(PACKAGE))


@pytest.mark.parametrize("room", [r for r in ROOMS if r.name != "analyses"], ids=named)
def test_a_room_can_be_taken_in(room: Path) -> None:
    assert len([path for path in room.glob("*.py") if path.name != "__init__.py"]) <= MODULES


@pytest.mark.parametrize("room", [r for r in ROOMS if r.parent != GAMES], ids=named)
def test_a_room_says_what_it_is(room: Path) -> None:
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8")))


@pytest.mark.parametrize("room", [r for r in ROOMS if r.parent == PACKAGE], ids=named)
def test_the_picture_shows_every_room(room: Path) -> None:
    picture = ast.get_docstring(ast.parse((PACKAGE / "__init__.py").read_text("utf-8")))
    assert picture is not None and room.name in picture.split()


def test_each_test_lies_in_a_folder_named_for_a_room() -> None:
    """What is about all rooms, or none, lies in `project`."""
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert {folder.relative_to(ROOT / "tests").as_posix() for folder in folders} <= {*map(named, ROOMS), "project"}
    assert all(len([*folder.glob("test_*.py")]) <= MODULES for folder in folders)


def types_of(path: Path) -> Iterator[str]:
    """The names that the module gives to types: of classes, and of what is said otherwise for short."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.AnnAssign(target=ast.Name(id=name))
                | ast.Assign(targets=[ast.Name(id=name)])
            ):
                parameter = isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("TypeVar")
                if re.fullmatch("[A-Z][a-z].*", name) and not parameter:
                    yield name


def test_no_type_has_the_name_of_another() -> None:
    """Each game has its own part of what every game has, under the name of that."""
    found = defaultdict[str, set[str]](set)
    for path in PACKAGE.rglob("*.py"):
        for name in types_of(path):
            found[name].add("game" if GAMES in path.parents else str(path))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}


UNTYPED = 421
"""So often at most something is said to be anything; it only becomes less."""


def test_what_things_are_is_said() -> None:
    every = [path for folder in (PACKAGE, PACKAGE.parent / "hexcheck") for path in folder.rglob("*.py")]
    assert sum(len(re.findall(r"\bAny\b", path.read_text("utf-8"))) for path in every) <= UNTYPED


WALKERS = 25
"""So many places at most take records apart by hand: what makes other trees of them, binds letters, or keeps them."""


def test_trees_are_walked_in_one_place() -> None:
    by_hand = [
        path for path in PACKAGE.rglob("*.py") for _ in range(path.read_text("utf-8").count("__struct_fields__"))
    ]
    assert len(by_hand) <= WALKERS, sorted(map(str, by_hand))


def test_where_something_is_decided_there_is_a_file() -> None:
    told = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8").partition("## Where it is decided")[2]
    files = set(re.findall(r"`(checker/[\w/]+\.py|specs/hexhex/[\w.]+)`", told))
    assert len(files) >= 20 and {file for file in files if not (PACKAGE.parent / file).is_file()} == set()
