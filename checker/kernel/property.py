"""Properties: what must hold in every position, or of every event, whoever plays how."""

from __future__ import annotations

from checker.kernel.norm import Pattern
from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.kernel.term import Cond, Yes


class Check(Record):
    """One sentence of a property.

    `when` is `always` (every position), `resting` (every position at which players may act), `step` (every step of
    play: the condition may speak of the table before it), the
    name of a moment, or `never` (no event of the pattern may happen where the condition holds).
    """

    when: str
    cond: Cond
    event: Pattern | None = None


class Property(Record):
    """A property with its checks; `function` names one of the game's own, for what spans several positions.

    `violable` says in which situation the rulebook itself breaks it, and `where` is the condition of that
    situation, which holds before the step that breaks it or after; `unchecked` says why nothing is checked.
    """

    id: str
    kind: str
    says: str
    clauses: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    function: str = ""
    violable: str = ""
    where: Cond = Yes()
    unchecked: str = ""
    place: Place | None = None
