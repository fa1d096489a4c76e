"""Measures written down: the document that a certificate is, with the abstraction that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from checker.smt.ranking import Ranked
from checker.smt.ranking_frame import Why
from checker.smt.ranking_state import Edge

SCHEMA = "hexcheck/certificate/1"
RESTS_ON = (
    "no change of the table is made but those listed, and what each is said to find there is there; followed through the "
    "effect trees, and sampled",
    "acts happen only where what they need holds, with things that are there; sampled",
    "functions that say where cards lie say so by where they lie; sampled",
    "what is said to be impossible is so; found by Z3",
)
"""What a certificate takes for granted, each with how far that is known."""


def written(one: Ranked) -> dict[str, Any]:
    """One loop with its changes and measures, as plain values for JSON."""
    numbers: dict[Edge, int] = {}

    def number(edge: Edge) -> int:
        return numbers.setdefault(edge, len(numbers))

    def reason(why: Why) -> Why:
        match why:
            case {"change": Edge() as edge}:
                return {"change": number(edge)}
            case {"all": parts}:
                told = [reason(p) for p in parts]
                return {"all": [p for i, p in enumerate(told) if p not in told[:i]]}
            case _:
                return why

    levels = [
        {
            "measure": dict(level.measure),
            "changes": [number(e) for e in level.edges],
            "falls": sorted(number(e) for e in level.falls),
        }
        for level in one.levels
    ]
    why = None if one.why is None else reason(one.why)
    cards = {title: sorted(number(e) for e in edges) for title, edges in one.cards.items()}
    left = sorted(number(e) for e in one.left)
    changes = [
        {
            "where": e.where,
            "what": e.what,
            "bounds": {c: list(b) for c, b in e.delta},
            "does": msgspec.to_builtins(e.deed),
        }
        for e in numbers
    ]
    return {"where": one.loop.where, "changes": changes, "levels": levels, "why": why, "cards": cards, "left": left}


def document(game: str, loops: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The certificate of the loops, as plain values for JSON."""
    return {"schema": SCHEMA, "game": game, "rests_on": list(RESTS_ON), "loops": list(loops)}
