"""Expressions and conditions, one tree, read by the interpreter and by the solver; and points where the rules do not decide."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from checker.kernel.record import Record

Value: TypeAlias = int | str | bool | tuple["Value", ...] | None
Instance: TypeAlias = tuple[Value, ...]
"""The arguments of an act."""


class Var(Record):
    """A variable or a referent such as `you` or `that player`."""

    name: str


class Lit(Record):
    """A value written down: a number, a title, a direction, a word."""

    value: Value


class Call(Record):
    """The value of a fact or field for its arguments."""

    fact: str
    args: tuple[Expr, ...] = ()


class Arith(Record):
    """`left op right` over integers; op is one of plus, minus, times."""

    op: str
    left: Expr
    right: Expr


class Count(Record):
    """How many things of a sort satisfy the condition."""

    var: str
    sort: str
    where: Cond


class Sum(Record):
    """An amount added up over the things of a sort that satisfy the condition."""

    var: str
    sort: str
    where: Cond
    of: Expr


class All(Record):
    """The things of a sort that satisfy the condition, in seating order for players."""

    var: str
    sort: str
    where: Cond


Expr: TypeAlias = Var | Lit | Call | Arith | Count | Sum | All


class Yes(Record):
    """Always true."""


class Is(Record):
    """A fact holds."""

    call: Call


class Compare(Record):
    """`left op right`; op is one of is, is-not, least, most, more, less."""

    op: str
    left: Expr
    right: Expr


COMPARING: dict[str, Callable[..., bool]] = {
    "is": operator.eq,
    "is-not": operator.ne,
    "least": operator.ge,
    "most": operator.le,
    "more": operator.gt,
    "less": operator.lt,
}
"""What each `op` of a comparison says of two numbers, or of what stands for them."""


class And(Record):
    parts: tuple[Cond, ...]


class Or(Record):
    parts: tuple[Cond, ...]


class Not(Record):
    part: Cond


class Some(Record):
    """At least one thing of the sort satisfies the condition."""

    var: str
    sort: str
    where: Cond


class Every(Record):
    """Everything of the sort satisfies the condition."""

    var: str
    sort: str
    where: Cond


Cond: TypeAlias = Yes | Is | Compare | And | Or | Not | Some | Every


class Kind(Enum):
    """Why a point is open; the order is that in which a verdict names it."""

    CONTRADICTORY = "contradictory"
    AMBIGUOUS = "ambiguous"
    ORDER = "order"
    SILENT = "silent"


class Option(Record):
    """One way to go on; `value` is what is stored for the point."""

    value: Value
    text: str
    clauses: tuple[str, ...] = ()


class Point(Record):
    """A place where play forks because the rules do not decide; the first option is the default.

    `key` is where the choice is remembered: the id alone for rigid points, the id and the event
    for points that may go differently each time.
    """

    id: str
    kind: Kind
    key: tuple[Value, ...]
    options: tuple[Option, ...]
    clauses: tuple[str, ...] = ()
    text: str = ""


class Undecided(Exception):
    """Raised where evaluation meets an open point that the position has not decided yet."""

    def __init__(self, point: Point) -> None:
        super().__init__(point.id)
        self.point = point

    def __reduce__(self) -> tuple[type[Undecided], tuple[Point]]:
        return Undecided, (self.point,)
