"""Errata as specimens: each file in tests/errata says at its head what it is expected to do.

# ask: SCENE                 a scene with a question; with several, the last one counts
# gives: VERDICT: VALUE      what it is answered under the erratum; the value may be left out
# was: VERDICT: VALUE        what it is answered without
# finds: CODE CULPRIT, …     a new finding of that code that names these clauses, cards or words
# finds: nothing CODE …      no new finding of these codes
# with: CARD, …              the cards that are tried; none if there is no such line
# in: SITUATION, …           the situations of the catalogue in which they are tried; "one Hex" if not said

The twin of `fault.norm`, which is the same without the fault, is `fault.twin.norm`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ERRATA = Path(__file__).parent / "errata"
_HEAD = re.compile(r"# (ask|gives|was|finds|with|in): (.*)")


LONG = frozenset({"HX101", "HX102"})
"""Codes that are looked for in the whole text, which takes longest."""


class Asked(NamedTuple):
    """A scene, and what it is answered under the erratum and without; nothing where that is not said."""

    scene: str
    gives: str
    was: str = ""


class Found(NamedTuple):
    """A code with the culprits of a new finding; `none` if there must be no new one."""

    code: str
    culprits: tuple[str, ...]
    none: bool = False


class Specimen(NamedTuple):
    path: Path
    asked: tuple[Asked, ...]
    found: tuple[Found, ...]
    cards: tuple[str, ...] = ()
    situations: tuple[str, ...] = ("one Hex",)

    @property
    def name(self) -> str:
        """The name by which a test knows it."""
        return self.path.name.removesuffix(".norm")


def beyond(listed: Iterable[Specimen], most: int) -> set[str]:
    """The names of the faults, and of their twins, each code of which that many others show already."""
    met: Counter[str] = Counter()
    found = set[str]()
    for one in sorted(listed, key=lambda s: s.name):
        codes = {f.code for f in one.found if not f.none}
        if codes and all(met[code] >= most for code in codes):
            found |= {one.name, f"{one.name}.twin"}
        else:
            met.update(codes)
    return found


def together(listed: Iterable[Specimen]) -> list[tuple[Specimen, ...]]:
    """Those that can be tried at once: none changes what another does, and all take as long."""
    groups: dict[object, list[list[Specimen]]] = {}
    for one in listed:
        alike = groups.setdefault((one.cards, one.situations, LONG.intersection(f.code for f in one.found)), [])
        apart = (group for group in alike if all(_changed(one).isdisjoint(_changed(other)) for other in group))
        if (group := next(apart, None)) is None:
            alike.append(group := [])
        group.append(one)
    return [tuple(group) for alike in groups.values() for group in alike]


def _changed(one: Specimen) -> set[str]:
    """The names of the cards, clauses and all else that the erratum says anew."""
    heads = (line for line in one.path.read_text("utf-8").splitlines() if line[:1].isalpha() and "erratum" not in line)
    return {re.sub(r"^(change|remove|norm) |:.*|\.\d+.*|\[.*?\]", "", head) for head in heads}


def specimen(path: Path) -> Specimen:
    """The file with what its head says. Raises ValueError for an expectation without a question."""
    asked: list[Asked] = []
    found: list[Found] = []
    cards: tuple[str, ...] = ()
    situations: tuple[str, ...] = ("one Hex",)
    for line in path.read_text(encoding="utf-8").splitlines():
        match = _HEAD.fullmatch(line)
        if match is None:
            continue
        key, rest = match.groups()
        if key == "ask":
            asked.append(Asked(rest, ""))
        elif key == "with":
            cards = _listed(rest)
        elif key == "in":
            situations = _listed(rest)
        elif key == "finds":
            code, _, culprits = rest.partition(" ")
            if code == "nothing":
                found += [Found(c, (), True) for c in culprits.split()]
            else:
                found.append(Found(code, _listed(culprits)))
        elif not asked:
            raise ValueError(f"{path}: `{line}` stands before any question")
        else:
            asked[-1] = asked[-1]._replace(**{key: rest})
    return Specimen(path, tuple(asked), tuple(found), cards, situations)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def specimens() -> tuple[Specimen, ...]:
    """All specimens, by name."""
    return tuple(specimen(p) for p in sorted(ERRATA.rglob("*.norm")))
