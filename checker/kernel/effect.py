"""The few atoms that every verb lowers to."""

from __future__ import annotations

from typing import TypeAlias

from checker.kernel.record import Record
from checker.kernel.term import Call, Cond, Expr, Value


class Nothing(Record):
    """No change."""


class Then(Record):
    """The effects one after the other."""

    effects: tuple[Effect, ...]


class If(Record):
    cond: Cond
    then: Effect
    otherwise: Effect = Nothing()


class Each(Record):
    """The body once for each value of `over`; nothing orders them unless they are `ordered`.

    With `start`, a player, it goes round the table from there on; where that is nobody, nothing orders them either.
    """

    var: str
    over: Expr
    body: Effect
    ordered: bool = False
    start: Expr | None = None


class Part(Record):
    """One of several effects with its variables; it comes after the parts named in `after` that are left."""

    name: str
    effect: Effect
    env: tuple[tuple[str, Value], ...] = ()
    after: tuple[str, ...] = ()


class Together(Record):
    """All the parts; nothing but their edges orders them, and the clauses say no more.

    No two parts have the same name. If `apart`, it is known that the order makes no difference.
    """

    parts: tuple[Part, ...]
    by: tuple[str, ...] = ()
    apart: bool = False


class Let(Record):
    """The body with the variable bound to the value."""

    var: str
    value: Expr
    body: Effect


class Choose(Record):
    """`who` decides which value of `over` the variable has in the body."""

    who: Expr
    var: str
    over: Expr
    body: Effect


class Chance(Record):
    """Chance decides which value of `over` the variable has in the body."""

    var: str
    over: Expr
    body: Effect


class Pick(Record):
    """No clause says which value of `over` is meant: an open point, one per event.

    If it is about which is `next`, all of them have their turn, and the point is one of order.
    """

    slot: str
    var: str
    over: Expr
    body: Effect
    next: bool = False


class Put(Record):
    """The field has the value."""

    field: Call
    value: Expr


class Add(Record):
    """The number in the field grows by the amount (which may be negative)."""

    field: Call
    amount: Expr


class Move(Record):
    """The card goes from wherever it is to the end of the zone, which is the top of one in order, or `under` all others."""

    card: Expr
    zone: Call
    under: bool = False


class Create(Record):
    """A new thing of the sort exists, bound to the variable in the body."""

    var: str
    sort: str
    body: Effect


class Remove(Record):
    """The thing no longer exists."""

    thing: Expr
    sort: str


class Event(Record):
    """The act happens, unless a norm prevents or replaces it; then what norms attach to it."""

    act: str
    args: tuple[Expr, ...]


class Joint(Record):
    """What normally happens together: if an exception touches a part, the rest is open."""

    label: str
    effects: tuple[Effect, ...]


class Unstated(Record):
    """An effect that no clause states; it may change the named fields."""

    what: str
    changes: tuple[Call, ...]


class Carry(Record):
    """The text of the card is carried out for its player."""

    card: Expr


class Await(Record):
    """Players may act, each act being of the listed kinds, until the condition holds.

    If it `lapses`, play also goes on when nobody acts; if it must be `told`, only when a scene says so.
    What is `due` is done, of what is named there, as soon as the table is looked at.
    """

    moment: str
    acts: tuple[str, ...]
    until: Cond
    lapses: bool = False
    told: bool = False
    due: bool = False


class While(Record):
    """The body again and again as long as the condition holds before it."""

    cond: Cond
    body: Effect


class Run(Record):
    """The steps of a procedure, in an order that its edges allow."""

    procedure: str


class Leave(Record):
    """The procedure is broken off; what came after it goes on."""

    procedure: str


class Under(Record):
    """The effect, because the clauses say so; nothing if none of them is in the rules."""

    clauses: tuple[str, ...]
    effect: Effect


class Consult(Record):
    """The clauses of the card are cited; nothing changes."""

    card: Expr


class End(Record):
    """The place where a procedure that was begun ends."""

    procedure: str


class Say(Record):
    """A line of the trace with its clauses; nothing changes."""

    text: str
    clauses: tuple[str, ...] = ()


Composite: TypeAlias = Then | If | Each | Together | Let | Choose | Chance | Pick | Joint | Under
"""What is made of other effects and changes nothing itself."""

Change: TypeAlias = Put | Add | Move | Create | Remove | Unstated
"""What changes a field, where a card lies or what there is."""

Idle: TypeAlias = Nothing | Say | Consult | End
"""What changes nothing and leads nowhere."""

Effect: TypeAlias = Composite | Change | Idle | Event | Carry | Await | While | Run | Leave
