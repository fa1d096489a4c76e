"""Courses of calls: what a call met when it was gone through, so that it need not be gone through again.

What a call comes to hangs on what stands in it, on which of its changes are dead, on which procedures are under way,
and on what the calls in it come to, each in the order in which it is met. Where all of that comes out as it did once,
the call comes to the same, and so do the programs; what the calls in it change may be another then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeAlias

from checker.smt.termination.counters import Edge
from checker.smt.termination.program import Program

CALL, CHANGE, ENTER, EXIT, READ = "call", "change", "enter", "exit", "read"

MetThing: TypeAlias = tuple[str, object, object]
"""One thing that was met: of which kind, what it was, and how it came out."""

MOST_VERSIONS = 12
"""So many courses at most are kept of one call: of other rules, other guesses, other walks."""


class CallTrace(NamedTuple):
    """What was met in a call in order, and what came of it: the outcome, what is changed and left, its program."""

    met: tuple[MetThing, ...]
    came: tuple[Any, frozenset[Any], frozenset[str]]
    program: Program


Courses: TypeAlias = dict[object, tuple[CallTrace, ...]]


class CallEvents:
    """What a walk does where a call meets something; each gives how it comes out."""

    def __init__(
        self,
        call: Callable[[object], object],
        change: Callable[[Edge], bool],
        enter: Callable[[str], object],
        exit: Callable[[str], object],
        read: Callable[[str], object],
    ) -> None:
        self.does: dict[str, Callable[[Any], object]] = {
            CALL: call,
            CHANGE: change,
            ENTER: enter,
            EXIT: exit,
            READ: read,
        }


def followed(courses: tuple[CallTrace, ...], meeting: CallEvents) -> CallTrace | None:
    """The course in which all comes out again as it did; None as soon as there is none left.

    What is met next hangs only on what was met before, so that nothing is done that the call itself would not do.
    """
    place = 0
    while courses:
        first = courses[0]
        if place == len(first.met):
            return first
        kind, what, _ = first.met[place]
        one = (kind, what, meeting.does[kind](what))
        courses = tuple(c for c in courses if len(c.met) > place and c.met[place] == one)
        place += 1
    return None


def add(courses: Courses, key: Hashable, course: CallTrace) -> None:
    """The course is now the last one of the call."""
    others = (c for c in courses.pop(key, ()) if c is not course)
    courses[key] = (course, *others)[:MOST_VERSIONS]
