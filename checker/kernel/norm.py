"""Norms: who may, must and must not, what is prevented or replaced, what counts as what."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from checker.kernel.effect import Effect
from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.kernel.term import Call, Cond, Expr, Yes

ASSUMED = "assumed-"
"""How the ids of clauses begin that no rulebook states; what only a scene leads to suppose follows in words."""


ALL_ELSE = "all else"
"""For whom a norm speaks that forbids what no other norm allows: every other norm goes before it."""


class Pattern(Record):
    """Every instance of an act whose arguments match: a variable binds, a value must be equal."""

    act: str
    args: tuple[Expr, ...]


class May(Record):
    act: Pattern


class Must(Record):
    """One of the matching acts that are possible has to be done."""

    act: Pattern


class MustNot(Record):
    act: Pattern


CLOSES = MustNot(Pattern("", ()))
"""What forbids every act that no norm allows, before it is said of each act for itself."""


WHENEVER = Pattern("", ())
"""The event of what is always looked for, at moments that the game names."""


class Prevents(Record):
    """The event does not happen."""

    event: Pattern


class Replaces(Record):
    """The effect happens in the place of the event."""

    event: Pattern
    effect: Effect


class Protects(Record):
    """None of those whom it is `against` (`card`, `rule`) alters the event: neither prevents nor replaces nor changes it."""

    event: Pattern
    against: tuple[str, ...] = ("card",)


class When(Record):
    """The effect follows the event; `joint` if its parts normally belong together.

    The condition of the norm is looked at before the event; `before` if the norm says so itself.
    """

    event: Pattern
    effect: Effect
    joint: bool = False
    before: bool = False


class Counts(Record):
    """The fact holds (or does not, if `positive` is false)."""

    fact: Call
    positive: bool = True


class Gives(Record):
    """The value of a term; no value means that the clause leaves it unstated."""

    term: Call
    value: Expr


class Leaves(Record):
    """The term has a value that nothing states: an integer from `least` on, or one of `options`."""

    term: Call
    default: Expr
    least: int | None = None
    most: int | None = None
    options: tuple[Expr, ...] = ()


class Modifies(Record):
    """The value of the term is what it would be, `op` (plus, minus, times) the amount: once, whatever else modifies it."""

    term: Call
    op: str
    amount: Expr


class SwitchesOff(Record):
    """The norms of these ids or clauses do not hold; variables are those of the norm that is switched off."""

    norms: tuple[str, ...]


class Outranks(Record):
    """Norms of the one class of speakers outrank norms of the other."""

    upper: str
    lower: str


class Newer(Record):
    """Of two norms that speak as `kind`, the one outranks the other whose card C has the larger `age`.

    Without `age`, it is the one whose clause holds since a later day.
    """

    kind: str
    age: Expr | None = None


OfAct: TypeAlias = May | Must | MustNot
OfEvent: TypeAlias = Prevents | Replaces | Protects | When
OfFact: TypeAlias = Counts | Gives | Leaves | Modifies
Claim: TypeAlias = OfAct | OfEvent | OfFact | SwitchesOff | Outranks | Newer


def about(claim: Claim) -> Pattern | None:
    """The act, event or fact that the claim is made of; nothing for what is said of norms."""
    match claim:
        case May(what) | Must(what) | MustNot(what) | Prevents(what) | Replaces(what) | Protects(what) | When(what):
            return what
        case Counts(what) | Gives(what) | Leaves(what) | Modifies(what):
            return Pattern(what.fact, what.args)
        case SwitchesOff() | Outranks() | Newer():
            return None
        case _:
            assert_never(claim)


class Norm(Record):
    """A rule, or an exception to one.

    Precedence is written, never guessed: two live norms that disagree, neither outranking the
    other, are a conflict. `speaker` is `rule`, `clarification` or the title of a card.
    """

    id: str
    clause: str
    claim: Claim
    cond: Cond = Yes()
    speaker: str = "rule"
    outranks: tuple[str, ...] = ()
    place: Place | None = None
    reading: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """What its reading is about, as it is written before a colon; nothing if its clause is read in one regard only."""
        about, colon, _ = self.reading.partition(": ")
        return (about,) if colon else ()
