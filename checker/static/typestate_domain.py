"""What is known of one card and of one thing on which cards are laid, and how what is known so compares.

The thing is the first on which the card is laid, if it is laid on any, and else any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from checker.kernel.term import COMPARING, Expr, Lit, Var

KnownConditions: TypeAlias = frozenset[tuple[str, bool]]
"""Conditions of which it is known whether they hold."""
Of: TypeAlias = str | tuple[str, ...] | Lit
"""What a variable stands for: the card, the thing, another thing, another card of one of the titles, a word, something, anything."""
DomainEnv: TypeAlias = Mapping[str, Of]

CARD, THING, OTHER, SOME, ANY = "the card", "the thing", "another thing", "something", "anything"
NONE = Lit(None)
UNBORN, THERE, GONE = "not yet there", "there", "gone"
DEEP = 8


class Tracked(NamedTuple):
    """Where the card lies, whether the thing is there, and whether no such thing is there at all.

    Besides: in which fields of the thing the card stands and whether it was ever laid on it, what is known of the
    thing and of the table, and how often the card and the act that is counted were carried out, up to twice.
    """

    zone: str
    there: str = UNBORN
    empty: bool = True
    laid: frozenset[str] = frozenset()
    placed: bool = False
    own: KnownConditions = frozenset()
    table: KnownConditions = frozenset()
    times: int = 0
    done: int = 0


def matched(terms: tuple[Expr, ...], args: tuple[Of, ...]) -> dict[str, Of] | None:
    """What the variables stand for if the pattern is of these arguments; None if it cannot be."""
    found: dict[str, Of] = {}
    for term, arg in zip(terms, args, strict=False):
        if isinstance(term, Var):
            found.setdefault(term.name, arg)
        elif isinstance(term, Lit) and isinstance(arg, Lit) and term != arg:
            return None
    return found


def weighed_up(found: Iterable[bool | None], enough: bool) -> bool | None:
    """Whether one is so, or all are if one that is not is `enough`; no more of them are looked at than it takes."""
    weighed: bool | None = not enough
    for one in found:
        if one is enough:
            return enough
        weighed = None if one is None else weighed
    return weighed


def compared(op: str, left: Of, right: Of) -> bool | None:
    if op in ("is", "is-not"):
        same = _same(left, right)
        return None if same is None else same == (op == "is")
    if not (isinstance(left, Lit) and isinstance(right, Lit)):
        return None
    one, other = left.value, right.value
    return COMPARING[op](one, other) if isinstance(one, int) and isinstance(other, int) else None


def _same(left: Of, right: Of) -> bool | None:
    if isinstance(left, Lit) and isinstance(right, Lit):
        return left == right
    if ANY in (left, right):
        return None
    if left == right:
        return True if left in (CARD, THING) else None
    told = [one for one in (left, right) if one in (NONE, CARD, THING)]
    return False if told else None
