"""Properties: what must hold in every position, or of every event, whoever plays how."""

from __future__ import annotations

from checker.kernel.effect import Effect
from checker.kernel.norm import Pattern
from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.kernel.term import Cond, Yes
from checker.kernel.vocabulary import Field


class Check(Record):
    """One sentence of a property.

    `when` is `always` (every position), `resting` (every position at which players may act), `step` (every step of
    play: the condition may speak of the table before it), `after` (every such step on which an event of the pattern
    happens), the name of a moment, or `never` (no event of the pattern may happen where the condition holds).
    """

    when: str
    cond: Cond
    event: Pattern | None = None


class HistoryNote(Record):
    """What is noted of the course of play: at an event of the pattern where the condition holds, or at the moment `when`."""

    when: str
    does: Effect
    event: Pattern | None = None
    cond: Cond = Yes()


class Property(Record):
    """A property with its checks; `function` names a watcher of what spans several positions.

    What is noted of the course of play for it is kept in fields that no rule can read.

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
    keeps: tuple[Field, ...] = ()
    notes: tuple[HistoryNote, ...] = ()
