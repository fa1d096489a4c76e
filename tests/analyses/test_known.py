"""The troubles of HEX•HEX that are known: found without being told, wherever they matter, and gone with a culprit."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import TRIALS
from known import few, reported, trimmed

from checker.analyses import registry
from checker.explore.situations import catalogue
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench


class Trouble(NamedTuple):
    """What is wrong, in which situations it shows, with which cards in the deck.

    `sides` are the culprits: the trouble is gone with any whole set of them; each in `stays` is one of several that
    say the same, and takes nothing away alone.
    """

    said: str
    code: str
    sides: tuple[frozenset[str], ...]
    deck: frozenset[str]
    where: tuple[str, ...]
    card: str = ""
    stays: tuple[str, ...] = ()


def trouble(
    said: str, code: str, sides: tuple[str, ...], deck: str, where: tuple[str, ...], card: str = "", stays: str = ""
) -> Trouble:
    clauses = tuple(frozenset(s.split()) for s in sides)
    return Trouble(said, code, clauses, frozenset(deck.split(", ")), where, card, tuple(stays.split()))


TROUBLES = (
    trouble(
        "a card that prevents the loss against one whose loss nothing changes",
        "HX101",
        ("HH-60", "HH-151"),
        "Ward, HEX•HEX",
        ("a Warded player", "a Warded bystander"),
        stays="HH-149",
    ),
    trouble(
        "stepping aside is no pass and is listed as one",
        "HX101",
        ("HH-141", "HH-171"),
        "Duck",
        ("one Hex", "a boosted Hex", "two Hexes in one beat", "the last round"),
        "Duck",
    ),
    trouble(
        "who gains when a third player sets the Hex off",
        "HX304",
        ("HH-16", "HH-87"),
        "Stun",
        ("one Hex", "a boosted Hex", "the last round"),
        "Stun",
    ),
    trouble(
        "a wrong card on a maddened Hex",
        "HX102",
        ("HH-144", "HH-146"),
        "Ward, Stun",
        ("a maddened Hex", "a Hex maddened twice"),
    ),
    trouble(
        "where the Hex goes past one who steps aside",
        "HX202",
        ("HH-171",),
        "Duck",
        ("one Hex", "a boosted Hex", "a waiting Hex Sign"),
        "Duck",
    ),
    trouble(
        "a tie for the least Voice",
        "HX304",
        ("HH-114",),
        "Turn Aside Left",
        ("a tie at the end", "a tie for the least before the last round"),
    ),
    trouble(
        "one card, two Hexes",
        "HX204",
        ("HH-47 HH-86 HH-183",),
        "Turn Aside Left",
        ("two Hexes before one player",),
        "Turn Aside Left",
        "HH-47 HH-86 HH-183",
    ),
)
EVERYWHERE = [
    pytest.param(t, w, marks=[pytest.mark.thorough] if w in t.where[2:] else []) for t in TROUBLES for w in t.where
]
SIDES = [(t, s) for t in TROUBLES for s in t.sides]
PARTS = [(t, c) for t in TROUBLES for c in t.stays]


def at(made: Bench, where: str) -> Bench:
    return made._replace(situations=trimmed((where,), endings="tie" in where))


def found(
    one: Trouble, made: Bench, where: str, without: frozenset[str] = frozenset(), seats: int = 3
) -> list[Finding]:
    """What shows the trouble: it names somebody of each side that is whole, and the card if there is one."""
    return [
        f
        for f in reported(one.code, at(made, where), (seats,)).findings
        if f.code == one.code
        and f.extent is not Extent.UNKNOWN
        and all(set(f.clauses) & s for s in one.sides if not s <= without)
        and (not one.card or one.card in f.cards)
    ]


def taken(folder: Path, clauses: frozenset[str]) -> Path:
    """An erratum that takes the clauses away."""
    path = folder / "without.norm"
    lines = (f'erratum "Without {" and ".join(sorted(clauses))}"', "", *(f"remove clause {c}" for c in sorted(clauses)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("one", "where"), EVERYWHERE)
def test_known_trouble_is_found_declared_or_not(one: Trouble, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same trouble, but for how grave it is."""
    monkeypatch.setattr(registry, "marked", lambda severity: "")
    noted = found(one, few(one.deck), where)
    assert noted and all(f.severity == "note" for f in noted), one.said
    free = found(one, few(one.deck, undeclared=True), where)
    assert free and all(f.severity in ("warning", "error") for f in free), one.said
    assert {f.fingerprint for f in free} == {f.fingerprint for f in noted}


LATER = (pytest.param(4, marks=pytest.mark.thorough), pytest.param(5, marks=pytest.mark.thorough), 6)


@pytest.mark.parametrize("one", TROUBLES)
@pytest.mark.parametrize("seats", LATER)
def test_known_trouble_is_found_at_every_table(one: Trouble, seats: int) -> None:
    assert found(one, few(one.deck), one.where[0], seats=seats), one.said


@pytest.mark.parametrize(
    ("one", "side"), [*SIDES[:4], *(pytest.param(*one, marks=pytest.mark.thorough) for one in SIDES[4:])]
)
def test_trouble_goes_with_any_of_its_culprits(one: Trouble, side: frozenset[str], tmp_path: Path) -> None:
    made = few(one.deck, (taken(tmp_path, side),))
    for where in one.where if TRIALS > 1 else one.where[:1]:
        assert not found(one, made, where, side), one.said


@pytest.mark.parametrize(("one", "clause"), PARTS)
def test_trouble_stays_where_another_clause_says_the_same(one: Trouble, clause: str, tmp_path: Path) -> None:
    made = few(one.deck, (taken(tmp_path, frozenset({clause})),))
    shown = found(one, made, one.where[0])
    assert shown and all(clause not in f.clauses for f in shown), one.said


def test_the_situations_are_in_the_catalogue() -> None:
    listed = {s.name for s in catalogue(trimmed(tuple({w for t in TROUBLES for w in t.where}))).situations}
    assert {w for t in TROUBLES for w in t.where} == listed
