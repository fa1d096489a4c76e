"""A place at which play may stand, what a scene says of that, and a branch on the way to one."""

from __future__ import annotations

from typing import NamedTuple

from checker.kernel.position import Key, Store
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.run.branches import Branch, TrailEntry


class PlayPlace(NamedTuple):
    """A place at which play may stand, within those steps and the turn of somebody; what of the scene's own words the
    steps before it would write otherwise, and what they would write so though it is not so from the start.

    Those of one `root` lie one after the other, but for what players or chance decide on the way.
    """

    branch: Branch
    path: tuple[str, ...]
    whose: Value
    root: tuple[TrailEntry, ...]
    against: frozenset[Key]
    as_said: frozenset[Key]
    between: bool = False

    @property
    def name(self) -> tuple[object, ...]:
        """What tells the place from others, whatever was decided on the way to it."""
        return self.whose, self.path, id(self.branch.waits[0]) if self.branch.waits else 0


class SpokenField(Record):
    """What a scene says as it begins: values of fields, and, where it does, whose turn it is and which step."""

    stated: frozenset[Key]
    seat: int | None = None
    step: str = ""

    @property
    def said_so(self) -> bool:
        """It is said whose turn it is, or at which step play stands."""
        return self.seat is not None or bool(self.step)


class Along(NamedTuple):
    """A branch on the way through the course, from a table before the first turn, with what was written to fields on it; the
    steps that it is in by their depth, what is done again and again and has been begun, by which letter the last `for
    each player` names whom, whether it is past something that the scene says, and past a place; what was decided before
    the first turn, or the first place; and of which facts it is no matter what was written, since something is under way
    that begins only where they were otherwise."""

    branch: Branch
    opening: Store
    written: dict[Key, Value]
    path: dict[int, str]
    rounds: frozenset[int] = frozenset()
    whom: str = ""
    whose: Value = None
    middle: bool = False
    passed: bool = False
    root: tuple[TrailEntry, ...] | None = None
    excused: frozenset[str] = frozenset()
