"""Numbers of which some may be unknown: how they are reckoned with and compared."""

from __future__ import annotations

from checker.kernel.term import Value

RIGID = "option"
"""Under what the options are kept that were chosen once for the whole scene."""

UNKNOWN = "?"
"""The value of what nothing states; it spreads through arithmetic, and whether a comparison with it holds is open."""


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """`left op right`, unknown if either is no number."""
    if not isinstance(left, int) or not isinstance(right, int):
        return UNKNOWN
    match op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case _:
            return left * right


def compare(op: str, left: Value, right: Value) -> bool:
    """Whether `left op right`, both being known."""
    match op:
        case "is":
            return left == right
        case "is-not":
            return left != right
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    match op:
        case "least":
            return left >= right
        case "most":
            return left <= right
        case "more":
            return left > right
        case _:
            return left < right
