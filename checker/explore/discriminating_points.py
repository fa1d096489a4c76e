"""The forks on the ways of the search, among which those are looked for that an answer hangs on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from checker.explore.scene_state import Cause
from checker.kernel.term import Value


class Taken(NamedTuple):
    """A fork on the way with the option taken: an open point by its key, or a choice, which has no key."""

    key: str
    plain: str
    option: Value
    by: Any
    cause: Cause = Cause()

    @property
    def who(self) -> str:
        """Who chose."""
        return str(self.by.who)


EndedPlay = tuple[tuple[Taken, ...], Hashable]
"""One way in which things can go: the forks taken, and the answer at its end."""
