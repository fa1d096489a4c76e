"""What is installed is what is locked, and the two commands do what the documents say."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version


@cache
def project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def locked() -> dict[str, Version]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): Version(version) for name, version in pairs}


BY_THEMSELVES = {"cluster", "fast"}
"""The extras that are not installed to test the others; `make extras` installs them and runs their own tests."""


def wanted() -> list[Requirement]:
    """What pyproject.toml asks for, to build, to run, to test and for the site."""
    told = project()
    return [
        Requirement(text)
        for text in (
            *told["build-system"]["requires"],
            *told["project"]["dependencies"],
            *(
                one
                for name, extra in told["project"]["optional-dependencies"].items()
                for one in extra
                if name not in BY_THEMSELVES
            ),
        )
    ]


def needed() -> set[str]:
    """The names of everything that what is wanted needs here, directly or not."""
    found: set[str] = set()
    todo = wanted()
    while todo:
        one = todo.pop()
        name = canonicalize_name(one.name)
        if name not in found and (one.marker is None or one.marker.evaluate({"extra": ""})):
            found.add(name)
            todo += [Requirement(text) for text in distribution(name).requires or ()]
    return found


def test_everything_that_is_needed_is_locked() -> None:
    assert needed() <= set(locked())


@pytest.mark.parametrize("requirement", wanted(), ids=str)
def test_a_locked_version_is_within_its_bounds(requirement: Requirement) -> None:
    bounds = requirement.specifier
    assert locked()[canonicalize_name(requirement.name)] in bounds
    assert any(s.operator in (">=", "==") for s in bounds) and any(s.operator in ("<", "==") for s in bounds)


def test_what_is_installed_here_is_what_is_locked() -> None:
    for name, version in locked().items():
        try:
            assert Version(distribution(name).version) == version, name
        except PackageNotFoundError:
            pytest.fail(f"{name} is locked, but not installed")


def test_every_command_of_make_is_listed_and_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE))
    assert targets == set(re.findall(r"^#> make (\w+)", makefile, re.MULTILINE))
    documents = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))
    assert {t for t in targets if f"make {t}" not in documents} <= {"clean"}
    for target in re.findall(r"(?:`|^)make (\w+)", documents, re.MULTILINE):
        assert target in targets, f"there is no `make {target}`"


def test_a_commit_is_judged_by_what_make_lint_runs() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    made = dict(
        re.findall(r"^(\w+):(.*?)\n\n", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
    for tool in ("ruff format", "ruff check", "mypy", "lint-imports"):
        assert tool in hooks and tool in made["lint"], tool
    assert {"lint", "smoke", "unit"} <= set(re.findall(r"\w+", made["test"]))
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
