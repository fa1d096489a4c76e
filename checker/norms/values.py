"""Numbers of which some may be unknown: how they are reckoned with and compared."""

from __future__ import annotations

from checker.kernel.term import Value

UNKNOWN = "?"
"""The value of what nothing states; it spreads through arithmetic and satisfies no comparison."""


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
    """Whether `left op right`; nothing holds of what is unknown."""
    if left == UNKNOWN or right == UNKNOWN:
        return False
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
