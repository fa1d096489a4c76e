"""Which numbers a condition leaves: those between amounts that it compares a letter with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from checker.kernel.term import All, And, Compare, Cond, Count, Every, Expr, Not, Or, Some, Sum, Var
from checker.kernel.trees.walk import free, within


class Between(NamedTuple):
    """Numbers from the largest of the amounts `least` to the smallest of `most`, each with what is added to it."""

    least: tuple[tuple[Expr, int], ...] = ()
    most: tuple[tuple[Expr, int], ...] = ()

    @property
    def ends(self) -> bool:
        """Both ends are told."""
        return bool(self.least and self.most)


_MIRRORED = {"least": "most", "most": "least", "more": "less", "less": "more"}
_DENIED = {"least": "less", "most": "more", "more": "most", "less": "least", "is": "is-not", "is-not": "is"}


def spans(cond: Cond, var: str, so: bool = True) -> tuple[Between, ...]:
    """The spans outside of which no number satisfies the condition; or, if not `so`, its contrary."""
    match cond:
        case Compare(op, left, right) if Var(var) in (left, right) and left != right:
            op = op if so else _DENIED[op]
            own = left == Var(var)
            return (_span(op if own else _MIRRORED.get(op, op), right if own else left, var),)
        case Not(part):
            return spans(part, var, not so)
        case And(parts) | Or(parts):
            each = [spans(part, var, so) for part in parts]
            if isinstance(cond, And) is so:
                return tuple(_met(one) for one in product(*each))
            return tuple(span for one in each for span in one)
        case _:
            return (Between(),)


def _span(op: str, amount: Expr, var: str) -> Between:
    if var in free(amount):
        return Between()
    least = {"is": 0, "least": 0, "more": 1}
    most = {"is": 0, "most": 0, "less": -1}
    return Between(
        ((amount, least[op]),) if op in least else (),
        ((amount, most[op]),) if op in most else (),
    )


def _met(parts: tuple[Between, ...]) -> Between:
    return Between(tuple(a for p in parts for a in p.least), tuple(a for p in parts for a in p.most))


def endless(tree: object) -> Iterator[str]:
    """Each letter of the tree that stands for some number, or for each, and of which nothing says between what."""
    for part in within(tree):
        match part:
            case (
                Some(var, "number", where)
                | Count(var, "number", where)
                | Sum(var, "number", where)
                | All(var, "number", where)
            ):
                if not all(span.ends for span in spans(where, var)):
                    yield var
            case Every(var, "number", _):
                yield var
            case _:
                pass


def refuse_endless(tree: object) -> None:
    """Raises ValueError if the tree speaks of numbers without saying between what."""
    for letter in endless(tree):
        raise ValueError(
            f"nothing says between what numbers `{letter}` lies: `{letter} is at least … and {letter} is at most …`"
        )
