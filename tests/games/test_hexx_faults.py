"""Errata to the word game with a fault are found out; their twins and harmless ones are not."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest
from conftest import ROOT
from errata_heads import Specimen, beyond, specimen, together

from checker.analyses.registry import ANALYSES, run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.situations import SPECIAL
from checker.kernel.verdict import Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Options
from checker.store.disk_cache import DiskShelf

FOLDER = ROOT / "tests" / "hexx_errata"
CHECKED = [specimen(p) for kind in ("faults", "harmless") for p in sorted((FOLDER / kind).glob("*.norm"))]
HARMLESS = [s for s in CHECKED if s.path.parent.name == "harmless"]
LATE = beyond(CHECKED, 1) | {s.name for s in HARMLESS}
"""Of each code one fault is tried with its twin, and all of them, and what is harmless alone, in a thorough run."""


def listed() -> list[Any]:
    """The specimens as parameters of a test."""
    return [pytest.param(s, id=s.name, marks=[pytest.mark.thorough] if s.name in LATE else []) for s in CHECKED]


def tried(at: Specimen, *errata: Specimen) -> Bench:
    """The rules with the errata, and with only the results and situations to be tried that the specimen names."""
    whole = bench(house.desk("hexx", [one.path for one in errata]))
    if not at.cards:
        return whole._replace(situations="")
    game = whole.rules.game
    cards = tuple(c if c.title in at.cards else msgspec.structs.replace(c, copies=0) for c in game.cards)
    scenes = re.split(r'(?m)^(?=scene ")', whole.situations)
    wanted = tuple(f'scene "{name}"' for name in (*SPECIAL, *at.situations))
    rules = Rulebook(msgspec.structs.replace(game, cards=cards), whole.rules.functions)
    return whole._replace(rules=rules, situations="".join(x for x in scenes if x.startswith(wanted)))


def findings(at: Bench, codes: tuple[str, ...]) -> tuple[Finding, ...]:
    wanted = {a.code for a in ANALYSES if {code for code, _ in a.codes} & set(codes)}
    return run(at, Options((2,), "quick", 1, None, DiskShelf()), wanted).findings


@cache
def known(cards: tuple[str, ...], situations: tuple[str, ...], code: str) -> frozenset[str]:
    """The fingerprints of what is found without any erratum."""
    plain = Specimen(FOLDER, (), (), cards, situations)
    return frozenset(f.fingerprint for f in findings(tried(plain), (code,)))


def found_by(*errata: Specimen) -> list[Finding]:
    """What is found with all of them that is not without; they try the same."""
    codes, one = tuple(sorted({f.code for one in errata for f in one.found})), errata[0]
    before = frozenset[str]().union(*(known(one.cards, one.situations, code) for code in codes))
    return [f for f in findings(tried(one, *errata), codes) if f.fingerprint not in before]


@pytest.mark.parametrize("at", listed())
def test_the_fault_is_found_and_nothing_else_is(at: Specimen) -> None:
    new = found_by(at)
    assert at.found
    for wanted in at.found:
        of_code = [f for f in new if f.code == wanted.code]
        if wanted.none:
            assert [f.message for f in of_code] == []
        else:
            culprits = set(wanted.culprits)
            assert any(culprits <= {*f.clauses, *f.cards} for f in of_code), [(f.message, f.clauses) for f in new]


@pytest.mark.parametrize("errata", together(HARMLESS), ids=lambda errata: " ".join(one.name for one in errata))
def test_in_harmless_errata_nothing_is_found(errata: tuple[Specimen, ...]) -> None:
    assert all(f.none for one in errata for f in one.found)
    assert [(f.code, f.message) for f in found_by(*errata)] == []


def test_every_fault_has_a_twin_and_there_are_harmless_ones() -> None:
    names = {s.name for s in CHECKED if s.path.parent.name == "faults"}
    assert {f"{n}.twin" for n in names if not n.endswith(".twin")} <= names
    assert len(names) >= 20 and len(CHECKED) - len(names) >= 5
