"""What may keep a walk from a way of play: nothing at all, opposites that are known, or whatever the solver finds.

A loop that ends without anything being excluded ends whatever the conditions on its ways are worth; so the less is
enough, the less a certificate leaves on trust.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from checker.kernel.term import And, Cond, Not, Yes
from checker.smt.termination.path_facts import NO, Logic


class Excludes(Protocol):
    """Says of what is known and one thing more whether both can be."""

    @property
    def name(self) -> str:
        """Calls come to the same only where the same excludes ways."""

    def possible_with(self, facts: frozenset[Cond], new: Cond) -> bool:
        """The condition is not excluded by what is known."""


class NothingExcluded:
    """Every way is open, whatever its condition says."""

    name = "nothing"

    def possible_with(self, facts: Iterable[Cond], new: Cond) -> bool:
        """Yes."""
        return True


class Opposites:
    """A way is closed if its condition, or a part of it that must hold, is the opposite of something known."""

    name = "opposites"

    def __init__(self, logic: Logic) -> None:
        self.logic = logic

    def possible_with(self, facts: Iterable[Cond], new: Cond) -> bool:
        """No part of the condition is known not to hold."""
        parts = new.parts if isinstance(new, And) else (new,)
        return NO not in parts and all(p == Yes() or self.logic.plain(Not(p)) not in facts for p in parts)
