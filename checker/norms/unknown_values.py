"""Numbers of which some may be unknown: how they are reckoned with and compared."""

from __future__ import annotations

from checker.kernel.term import COMPARING, Value

RIGID = "option"
"""Under what the options are kept that were chosen once for the whole scene."""

UNKNOWN = "?"
"""The value of what nothing states; it spreads through arithmetic, and whether a comparison with it holds is open."""


def not_stated(name: str, args: tuple[Value, ...]) -> Value:
    """The value of the field or fact, which nothing states; whatever becomes of it still tells what is not stated."""
    return (UNKNOWN, name, *args)


def unknown(value: Value) -> bool:
    """The value is one that nothing states, or was made of one."""
    return value == UNKNOWN or (isinstance(value, tuple) and value[:1] == (UNKNOWN,))


def told(value: Value) -> Value:
    """What the unknown value is, told as an expression of the same is; nothing if it does not tell."""
    if not isinstance(value, tuple) or value[:1] != (UNKNOWN,):
        return None if value == UNKNOWN else value
    return tuple(map(told, _made_of(value))) if _made_of(value) else value[1:]


def missing(value: Value) -> Value:
    """The field or fact which nothing states, and of whom, that the unknown value was made of first, if it tells."""
    if not isinstance(value, tuple) or value[:1] != (UNKNOWN,):
        return None
    parts = map(missing, _made_of(value))
    return next((p for p in parts if p is not None), None) if _made_of(value) else value[1:]


def _made_of(value: Value) -> tuple[Value, ...]:
    """The operation and its two sides, if the unknown value is one that was reckoned."""
    return value[2:] if isinstance(value, tuple) and value[:2] == (UNKNOWN, "") else ()


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """`left op right`, unknown if either is no number."""
    if not isinstance(left, int) or not isinstance(right, int):
        return _unknown(op, left, right)
    match op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case _:
            return left * right


def compare(op: str, left: Value, right: Value) -> bool:
    """Whether `left op right`, both being known."""
    numbers = isinstance(left, int) and isinstance(right, int)
    return (numbers or op in ("is", "is-not")) and COMPARING[op](left, right)


def plus(left: Value, right: Value) -> Value:
    """The sum, unknown if either is no number."""
    return arithmetic("plus", left, right)


MOST_PARTS = 40
"""What an unknown value was made of is told up to so many parts."""


def _unknown(op: str, left: Value, right: Value) -> Value:
    """What comes of two of which one is no number, made as short as it can be."""
    if not all(isinstance(v, int) or unknown(v) for v in (left, right)) or UNKNOWN in (left, right):
        return UNKNOWN
    if op == "times" and 0 in (left, right):
        return 0
    if op != "times" and isinstance(right, int):
        by, base = right if op == "plus" else -right, left
        match _made_of(left):
            case ("plus" | "minus" as before, inner, int(already)):
                base, by = inner, by + (already if before == "plus" else -already)
        return base if by == 0 else (UNKNOWN, "", "plus" if by > 0 else "minus", base, abs(by))
    match _made_of(right):
        case ("minus", 0, less) if op == "plus":
            return arithmetic("minus", left, less)
    made: Value = (UNKNOWN, "", op, left, right)
    return made if _parts(made) <= MOST_PARTS else UNKNOWN


def _parts(value: Value) -> int:
    return sum(map(_parts, value)) if isinstance(value, tuple) else 1
