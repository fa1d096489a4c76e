"""Errata with a fault are found out, their twins without it and harmless ones are not: tests/errata_heads.py says how."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest
from errata_heads import ERRATA, Specimen, beyond, specimens, together

from checker.analyses.registry import ANALYSES, run
from checker.ask.ask import asked_at
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.situations import SPECIAL
from checker.kernel.verdict import Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Options
from checker.store.disk_cache import DiskShelf

ALWAYS_SHOWN = {"HX103", "HX401", "HX601", "HX602"}
"""Codes of findings that have a scene, or say why they have none."""
CHECKED = [s for s in specimens() if s.found]
HARMLESS = [s for s in CHECKED if s.path.parent.name == "harmless"]
MOST = 1
"""So many faults of each code are tried, with their twin, and all of them in a thorough run …"""
ALSO = {"order-tokens-of-one-hex"}
"""… and these, of norms where the first are of steps."""
LONG = {"forbidden-and-yet-effective"}
"""Others show the same and take less long."""


def tried_late() -> set[str]:
    """The names of those that only a thorough run tries."""
    kept = {name for one in ALSO for name in (one, f"{one}.twin")}
    long = {name for one in LONG for name in (one, f"{one}.twin")}
    alone = {s.name for s in HARMLESS}
    return (long | alone | beyond([s for s in CHECKED if s.name not in long], MOST)) - kept


def listed() -> list[Any]:
    """The specimens as parameters of a test."""
    late = tried_late()
    return [pytest.param(s, id=s.name, marks=[pytest.mark.thorough] if s.name in late else []) for s in CHECKED]


def tried(specimen: Specimen, *errata: Specimen) -> Bench:
    """The rules with the errata, and with so few cards and situations to be tried as the specimen says."""
    whole = bench(house.desk("hexhex", [one.path for one in errata]))
    game = whole.rules.game
    cards = tuple(c if c.title in specimen.cards else msgspec.structs.replace(c, copies=0) for c in game.cards)
    if not specimen.cards:
        return whole._replace(situations="")
    few = msgspec.structs.replace(game, cards=cards)
    scenes = re.split(r'(?m)^(?=scene ")', whole.situations)
    wanted = (*SPECIAL, *specimen.situations)
    text = "".join(x for x in scenes if x.startswith(tuple(f'scene "{name}"' for name in wanted)))
    return whole._replace(rules=Rulebook(few, whole.rules.functions), situations=text)


def findings(at: Bench, codes: tuple[str, ...], scope: str) -> tuple[Finding, ...]:
    """What the analyses of these codes find; one analysis may give findings of several codes alike."""
    wanted = {a.code for a in ANALYSES if {code for code, _ in a.codes} & set(codes)}
    return run(at, Options((3,), scope, 1, None, DiskShelf()), wanted).findings


def scope(specimen: Specimen) -> str:
    """Pairs are tried where there are any."""
    alone = len(specimen.cards) < 2
    return "quick" if alone else "pairs"


@cache
def known(specimen: Specimen, code: str) -> frozenset[str]:
    """The fingerprints of what is found without the erratum; the same for all that try the same."""
    return frozenset(f.fingerprint for f in findings(tried(specimen), (code,), scope(specimen)))


def new(*errata: Specimen) -> list[Finding]:
    """What is found with all of them that is not without; they try the same."""
    codes, one = tuple(sorted({f.code for one in errata for f in one.found})), errata[0]
    plain = Specimen(ERRATA, (), (), one.cards, one.situations)
    before = frozenset[str]().union(*(known(plain, code) for code in codes))
    return [f for f in findings(tried(one, *errata), codes, scope(one)) if f.fingerprint not in before]


@pytest.mark.parametrize("specimen", listed())
def test_the_fault_is_found_and_nothing_else_is(specimen: Specimen) -> None:
    found = new(specimen)
    desk = house.desk("hexhex", [specimen.path])
    for one in found:
        if one.witness:
            assert asked_at(desk, desk.scenes(one.witness, one.code)), (one.message, one.witness)
        else:
            assert one.unshown or one.code not in ALWAYS_SHOWN, one.message
    for wanted in specimen.found:
        of_code = [f for f in found if f.code == wanted.code]
        if wanted.none:
            assert [f.message for f in of_code] == []
        else:
            culprits = set(wanted.culprits)
            assert any(culprits <= {*f.clauses, *f.cards} for f in of_code), [(f.message, f.clauses) for f in found]


@pytest.mark.parametrize("errata", together(HARMLESS), ids=lambda errata: " ".join(one.name for one in errata))
def test_in_harmless_errata_nothing_is_found(errata: tuple[Specimen, ...]) -> None:
    assert all(f.none for one in errata for f in one.found)
    assert [(f.code, f.message) for f in new(*errata)] == []


def test_every_fault_has_a_twin_without_it() -> None:
    names = {s.name for s in CHECKED}
    assert names >= ALSO | LONG
    soon = [s for s in CHECKED if s.name not in tried_late()]
    assert {f.code for s in soon for f in s.found if not f.none} == {
        f.code for s in CHECKED for f in s.found if not f.none
    }
    faults = {s.name for s in CHECKED if not all(f.none for f in s.found)}
    assert {f"{name}.twin" for name in faults} <= names
    assert len(faults) * 2 + len(HARMLESS) <= len(CHECKED)
