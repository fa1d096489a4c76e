"""How far a single change of the table moves the counters of a certificate.

Worked out anew from what the change does and what is said to have been there before; counters are whole numbers
that are never below 0, and a number on the table counts as far as it is above 0. It shares nothing with what finds
certificates, and uses the standard library alone.
"""

from __future__ import annotations

from typing import Any

Bounds = tuple[int | None, int | None]


class Unsound(Exception):
    """The certificate does not show what it claims; the message says where."""


def moved(does: dict[str, Any]) -> dict[str, Bounds]:
    """How far it moves each counter; a number counts as far as it is above 0. Raises Unsound if it is nothing known."""
    match does:
        case {"type": "Adds", "counter": str(n), "by": None} | {"type": "Sets", "counter": str(n), "to": None}:
            return {n: (None, None)}
        case {"type": "Adds", "counter": str(n), "by": int(by), "least": int(least)} if least >= 0:
            return {n: (by, -min(-by, least))} if by < 0 else {n: (by if least else 0, by)}
        case {"type": "Sets", "counter": str(n), "to": int(to), "least": int(least)} if least >= 0:
            return {n: (None, (to if to > 0 else 0) - least)}
        case {"type": "Swaps", "up": str(up), "down": str(down), "surely": bool(surely)} if up != down:
            return {up: (1, 1), down: (-1, -1)} if surely else {up: (0, 1), down: (-1, 0)}
        case {"type": "Varies", "counters": [*names]}:
            return {n: (-1, 1) for n in names}
        case {"type": "Goes", "source": None | str(), "goal": str(goal)}:
            here = {} if does["source"] is None else {does["source"]: (-1, -1)}
            return {} if goal in here else {goal: (1, 1), **here}
        case {"type": "Comes", "counter": str(n), "about": [*about]}:
            return {**{name: (0, most) for name, most in about}, n: (1, 1)}
        case {"type": "Leaves", "counter": str(n), "surely": bool(surely), "ones": [*ones], "numbers": [*numbers]}:
            return {**{o: (-1, 0) for o in ones}, **{m: (None, 0) for m in numbers}, n: (-1, -1 if surely else 0)}
        case {"type": "Unclear", "counters": [*names]}:
            return {n: (None, None) for n in names}
    raise Unsound(f"`{does}` is nothing that a change can do")


def exceeded(does: dict[str, Any], bounds: dict[str, Bounds]) -> str:
    """A counter that the change can move further than the bounds say, or nothing. Raises Unsound as `moved` does."""
    found = moved(does)
    for counter in (*found, *bounds):
        (low, high), (least, most) = found.get(counter, (0, 0)), bounds.get(counter, (0, 0))
        if (least is not None and (low is None or low < least)) or (most is not None and (high is None or high > most)):
            return counter
    return ""
