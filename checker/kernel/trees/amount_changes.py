"""Norms that change how much an event comes to, or what a value would be, and nothing else of it."""

from __future__ import annotations

from checker.kernel.effect import Event
from checker.kernel.norm import Claim, Replaces
from checker.kernel.term import Var
from checker.kernel.vocabulary import BUILT_IN

_NUMBERS = next(s.letters for s in BUILT_IN if s.name == "number")

SPENT = "spent"
"""The variable that holds, in what came in the place of an event, the norms that had their say on it."""


def modifying(claim: Claim) -> bool:
    """The claim puts the same event in its place, of another amount."""
    if not isinstance(claim, Replaces) or not isinstance(claim.effect, Event) or claim.effect.act != claim.event.act:
        return False
    ways = list(zip(claim.event.args, claim.effect.args, strict=True))
    changed = [was for was, now in ways if was != now]
    return bool(changed) and all(isinstance(was, Var) and was.name[:1] in _NUMBERS for was in changed)
